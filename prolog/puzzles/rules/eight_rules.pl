% The 8-puzzle by a rule
%
% The puzzle eight, with its starts: here one rule states what the domain of sliding tiles knows.

puzzle(eight_rules, rules, "The 8-puzzle by a rule").
source("OEIS A089473, the two farthest states; the puzzle eight").

% A state lists the tile on each cell; 0 is the blank.
start(easy, [1, 3, 5, 8, 7, 2, 0, 4, 6]).
start(middling, [4, 1, 7, 3, 2, 6, 0, 8, 5]).
start(farthest_1, [6, 4, 7, 8, 5, 0, 3, 2, 1]).
start(farthest_2, [8, 6, 7, 2, 5, 4, 3, 0, 1]).
optimal(easy, 12).
optimal(middling, 22).
optimal(farthest_1, 31).
optimal(farthest_2, 31).
goal([1, 2, 3, 4, 5, 6, 7, 8, 0]).

% A move is named after the tile that slides to the blank.
move(State0, Tile, State) :-
    nth0(Blank, State0, 0), neighbor(Blank, From), nth0(From, State0, Tile), Tile \== 0,
    change(Blank, 0, Tile, State0, State1),
    change(From, Tile, 0, State1, State).

neighbor(Cell, Neighbor) :-
    cell(Cell, Row0, Column0), offset(Down, Right),
    Row is Row0 + Down, Column is Column0 + Right, cell(Neighbor, Row, Column).

offset(-1, 0).
offset(0, -1).
offset(0, 1).
offset(1, 0).

% change(Cell, Old, New, State0, State): Cell has Old in State0 and New in State; the others stay.
change(Cell, Old, New, State0, State) :- nth0(Cell, State0, Old, Others), nth0(Cell, State, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).  cell(1, 0, 1).  cell(2, 0, 2).
cell(3, 1, 0).  cell(4, 1, 1).  cell(5, 1, 2).
cell(6, 2, 0).  cell(7, 2, 1).  cell(8, 2, 2).

glyph(0, ".").
