% Rush Hour with cars of one cell, 199 moves
%
% Every car is one cell long, and only one cell is free: h moves left and right, v moves up and down. Bring the car in
% the upper right corner to the upper left one. It is the only h in its row, so no other h can get there.

puzzle(rush_unit, rules, "Rush Hour with cars of one cell, 199 moves").
source("John Tromp and Rudi Cilibrasi, Limits of Rush Hour Logic Complexity, 2005: the longest on 5 x 5 cells").

% A state lists what is on each cell.
start(jam, [v, v, v, v, h,
            h, v, v, h, h,
            v, h, h, v, o,
            v, v, h, h, v,
            v, h, h, h, v]).
optimal(jam, 199).
goal([h|_]).

move(State0, slide(Way), State) :-
    way(Car, Way, Down, Right),
    nth0(Free, State0, o), cell(Free, Row, Column),
    Row0 is Row - Down, Column0 is Column - Right, cell(From, Row0, Column0),
    change(From, Car, o, State0, State1),
    change(Free, o, Car, State1, State).

% way(Car, Way, Down, Right)
way(v, up, -1, 0).
way(h, left, 0, -1).
way(h, right, 0, 1).
way(v, down, 1, 0).

% change(Cell, Old, New, State0, State): Cell has Old in State0 and New in State; the others stay.
change(Cell, Old, New, State0, State) :- nth0(Cell, State0, Old, Others), nth0(Cell, State, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).   cell(1, 0, 1).   cell(2, 0, 2).   cell(3, 0, 3).   cell(4, 0, 4).
cell(5, 1, 0).   cell(6, 1, 1).   cell(7, 1, 2).   cell(8, 1, 3).   cell(9, 1, 4).
cell(10, 2, 0).  cell(11, 2, 1).  cell(12, 2, 2).  cell(13, 2, 3).  cell(14, 2, 4).
cell(15, 3, 0).  cell(16, 3, 1).  cell(17, 3, 2).  cell(18, 3, 3).  cell(19, 3, 4).
cell(20, 4, 0).  cell(21, 4, 1).  cell(22, 4, 2).  cell(23, 4, 3).  cell(24, 4, 4).

glyph(o, " ").
glyph(h, "↔").
glyph(v, "↕").
