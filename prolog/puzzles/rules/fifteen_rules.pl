% The 15-puzzle by a rule
%
% The puzzle fifteen with two of its starts. Its 10,461,394,944,000 states are too many for breadth-first search: solve
% takes a_star, with bounds that are found in the operators.

puzzle(fifteen_rules, rules, "The 15-puzzle by a rule").
source("rosettacode.org, 15 puzzle solver: 52 moves; the puzzle fifteen").

% A state lists the tile on each cell; 0 is the blank.
start(rosetta, [15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]).
optimal(rosetta, 52).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]).

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
cell(0, 0, 0).  cell(1, 0, 1).  cell(2, 0, 2).  cell(3, 0, 3).
cell(4, 1, 0).  cell(5, 1, 1).  cell(6, 1, 2).  cell(7, 1, 3).
cell(8, 2, 0).  cell(9, 2, 1).  cell(10, 2, 2).  cell(11, 2, 3).
cell(12, 3, 0).  cell(13, 3, 1).  cell(14, 3, 2).  cell(15, 3, 3).

glyph(0, ".").
