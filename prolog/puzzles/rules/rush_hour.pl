% Rush Hour, 51 moves
%
% Cars move forwards and backwards in a jam until the red one can leave. No start on 6 x 6 cells without walls needs
% more than these 51 moves, or 81 steps of one cell.

puzzle(rush_hour, rules, "Rush Hour, 51 moves").
source("Michael Fogleman, database of all starts on 6 x 6 cells, 2018: GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo").

% A state lists what is on each cell: a car, or nothing. The red car, a, leaves on the right.
start(jam, [g, b, b, o, l, o,
            g, h, i, o, l, m,
            g, h, i, a, a, m,
            c, c, c, k, o, m,
            o, o, j, k, d, d,
            e, e, j, f, f, o]).
optimal(jam, 51).
goal([_, _, _, _, _, _,
      _, _, _, _, _, _,
      _, _, _, _, a, a,
      _, _, _, _, _, _,
      _, _, _, _, _, _,
      _, _, _, _, _, _]).

% A step: the car leaves its rear cell and takes the free cell in front of it. The cells between stay as they are.
move(State0, step(Car, Way), State) :-
    nth0(Rear, State0, Car), car(Car, Lane, Length), way(Lane, Way, Down, Right),
    Last is Length - 1,
    ahead(Rear, Last, Down, Right, Front), nth0(Front, State0, Car),
    ahead(Rear, Length, Down, Right, Free),
    change(Rear, Car, o, State0, State1),
    change(Free, o, Car, State1, State).

% Consecutive steps of one car count as one move.
continues(step(Car, Way), step(Car, Way)).

% car(Car, Lane, Length): a car moves along its row or column only.
car(a, row, 2).     car(b, row, 2).     car(c, row, 3).     car(d, row, 2).     car(e, row, 2).
car(f, row, 2).     car(g, column, 3).  car(h, column, 2).  car(i, column, 2).  car(j, column, 2).
car(k, column, 2).  car(l, column, 2).  car(m, column, 3).

way(row, left, 0, -1).
way(row, right, 0, 1).
way(column, up, -1, 0).
way(column, down, 1, 0).

% ahead(Cell, N, Down, Right, Ahead): Ahead is N cells away from Cell.
ahead(Cell, N, Down, Right, Ahead) :-
    cell(Cell, Row0, Column0),
    Row is Row0 + N * Down, Column is Column0 + N * Right,
    cell(Ahead, Row, Column).

% change(Cell, Old, New, State0, State): Cell has Old in State0 and New in State; the others stay.
change(Cell, Old, New, State0, State) :- nth0(Cell, State0, Old, Others), nth0(Cell, State, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).   cell(1, 0, 1).   cell(2, 0, 2).   cell(3, 0, 3).   cell(4, 0, 4).   cell(5, 0, 5).
cell(6, 1, 0).   cell(7, 1, 1).   cell(8, 1, 2).   cell(9, 1, 3).   cell(10, 1, 4).  cell(11, 1, 5).
cell(12, 2, 0).  cell(13, 2, 1).  cell(14, 2, 2).  cell(15, 2, 3).  cell(16, 2, 4).  cell(17, 2, 5).
cell(18, 3, 0).  cell(19, 3, 1).  cell(20, 3, 2).  cell(21, 3, 3).  cell(22, 3, 4).  cell(23, 3, 5).
cell(24, 4, 0).  cell(25, 4, 1).  cell(26, 4, 2).  cell(27, 4, 3).  cell(28, 4, 4).  cell(29, 4, 5).
cell(30, 5, 0).  cell(31, 5, 1).  cell(32, 5, 2).  cell(33, 5, 3).  cell(34, 5, 4).  cell(35, 5, 5).

glyph(o, ".").
color(a, red).
