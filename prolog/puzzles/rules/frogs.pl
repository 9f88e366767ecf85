% Frogs and toads, 4 and 4
%
% Four frogs on the left look to the right, and four toads on the right look to the left. Each slides forward to the
% empty cell, or jumps there over one of the other kind. They must change places.

puzzle(frogs, rules, "Frogs and toads, 4 and 4").
source("Edouard Lucas, Recreations mathematiques II, 1883; n * (n + 2) moves").

% A state lists what is on each cell: a frog, a toad or nothing.
start(apart, [f, f, f, f, o, t, t, t, t]).
optimal(apart, 24).
goal([t, t, t, t, o, f, f, f, f]).

% append/3 cuts the line in two before the cells that change, and joins it again.
move(Line0, slide(frog), Line) :- append(Left, [f, o|Right], Line0), append(Left, [o, f|Right], Line).
move(Line0, jump(frog), Line) :- append(Left, [f, t, o|Right], Line0), append(Left, [o, t, f|Right], Line).
move(Line0, slide(toad), Line) :- append(Left, [o, t|Right], Line0), append(Left, [t, o|Right], Line).
move(Line0, jump(toad), Line) :- append(Left, [o, f, t|Right], Line0), append(Left, [t, f, o|Right], Line).

% cell(Cell, Row, Column): where a cell is drawn.
cell(Cell, 0, Cell) :- between(0, 8, Cell).

glyph(o, ".").
glyph(f, ">").
glyph(t, "<").
color(f, green).
color(t, brown).
