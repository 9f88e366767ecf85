% The Chinese rings, 9 of them
%
% Rings hang on a bar. The first one can be turned off or on at any time, and each other one only while the ring before
% it is on and all rings before that are off. Turn them all off.

puzzle(baguenaudier, rules, "The Chinese rings, 9 of them").
source("Gerolamo Cardano, De subtilitate, 1550; Louis Gros, Theorie du baguenodier, 1872: 341 moves for 9 rings").

% A state lists the rings, the first one first: on or off.
start(on, [on, on, on, on, on, on, on, on, on]).
optimal(on, 341).
goal([off, off, off, off, off, off, off, off, off]).

move([Ring0|Rings], turn(1, Ring), [Ring|Rings]) :- other(Ring0, Ring).
move(Rings0, turn(N, Ring), Rings) :- turn(2, N, Ring, Rings0, Rings).

turn(N, N, Ring, [on, Ring0|Rings], [on, Ring|Rings]) :- other(Ring0, Ring).
turn(N0, N, Ring, [off|Rings0], [off|Rings]) :- N1 is N0 + 1, turn(N1, N, Ring, Rings0, Rings).

other(on, off).
other(off, on).

% cell(Cell, Row, Column): where a ring is drawn.
cell(Cell, 0, Cell) :- between(0, 8, Cell).

glyph(on, "O").
glyph(off, ".").
