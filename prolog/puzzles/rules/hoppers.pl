% Hoppers: frogs on 13 lily pads
%
% A frog hops over a green one to a free lily pad, and the green one is removed. At the end the red frog must be alone.
% Every solution has one hop for each green frog.

puzzle(hoppers, rules, "Hoppers: frogs on 13 lily pads").
source("Nobuyuki Yoshigahara, Hoppers, Binary Arts, 1999; the start is made for pybridge").

% A state lists what is on each pad: a green frog, the red frog or nothing.
start(full, [ g,    g,    g,
                g,    g,
              g,    r,    g,
                g,    g,
              g,    g,    o]).
optimal(full, 11).
goal(State) :- select(r, State, Others), free(Others).

free([]).
free([o|Others]) :- free(Others).

move(State0, hop(Frog, From, To), State) :-
    line(From, Over, To), frog(Frog),
    change(From, Frog, o, State0, State1),
    change(Over, g, o, State1, State2),
    change(To, o, Frog, State2, State).

frog(g).
frog(r).

% line(From, Over, To): three pads in a row.
line(From, Over, To) :-
    cell(From, Row, Column), direction(Down, Right),
    Row1 is Row + Down, Column1 is Column + Right, cell(Over, Row1, Column1),
    Row2 is Row1 + Down, Column2 is Column1 + Right, cell(To, Row2, Column2).

% The next pad is diagonally adjacent, or two cells away in a row or column.
direction(-2, 0).
direction(-1, -1).
direction(-1, 1).
direction(0, -2).
direction(0, 2).
direction(1, -1).
direction(1, 1).
direction(2, 0).

% change(Pad, Old, New, State0, State): Pad has Old in State0 and New in State; the others stay.
change(Pad, Old, New, State0, State) :- nth0(Pad, State0, Old, Others), nth0(Pad, State, New, Others).

% cell(Cell, Row, Column): where a pad is drawn.
cell(0, 0, 0).   cell(1, 0, 2).   cell(2, 0, 4).
cell(3, 1, 1).   cell(4, 1, 3).
cell(5, 2, 0).   cell(6, 2, 2).   cell(7, 2, 4).
cell(8, 3, 1).   cell(9, 3, 3).
cell(10, 4, 0).  cell(11, 4, 2).  cell(12, 4, 4).

glyph(o, ".").
glyph(g, "g").
glyph(r, "R").
color(g, green).
color(r, red).
