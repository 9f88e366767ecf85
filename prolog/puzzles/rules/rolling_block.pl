% The rolling block
%
% A block of 1 x 1 x 2 cells rolls over its edges and must stay on the board. It starts upright on S and must end
% upright on G.
%
%| ##Sooo#
%| oo#oooo
%| ooooo#o
%| #oo#ooo
%| oooooGo

puzzle(rolling_block, rules, "The rolling block").
source("Richard Tucker, rolling-block mazes, 1998; the game Bloxorz, 2007; the board is made for pybridge").

% A state has the two cells under the block, the upper or left one first. They are the same if it stands upright.
start(upright, block(0, 0)).
optimal(upright, 36).
goal(block(26, 26)).

% An upright block falls down, forwards or backwards.
move(block(Cell, Cell), Way, block(One, Two)) :- forwards(Way), next(Cell, Way, One), next(One, Way, Two).
move(block(Cell, Cell), Way, block(One, Two)) :- backwards(Way), next(Cell, Way, Two), next(Two, Way, One).
% A lying block stands up at its end.
move(block(One, Two), Way, block(Cell, Cell)) :- forwards(Way), next(One, Way, Two), next(Two, Way, Cell).
move(block(One, Two), Way, block(Cell, Cell)) :- backwards(Way), next(Two, Way, One), next(One, Way, Cell).
% Or it rolls sideways.
move(block(One0, Two0), Way, block(One, Two)) :-
    sideways(Along, Way), next(One0, Along, Two0),
    next(One0, Way, One), next(Two0, Way, Two).

forwards(right).
forwards(down).
backwards(left).
backwards(up).

sideways(right, up).
sideways(right, down).
sideways(down, left).
sideways(down, right).

next(From, Way, To) :-
    direction(Way, Down, Right),
    cell(From, Row0, Column0), Row is Row0 + Down, Column is Column0 + Right, cell(To, Row, Column).

direction(up, -1, 0).
direction(left, 0, -1).
direction(right, 0, 1).
direction(down, 1, 0).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 2).   cell(1, 0, 3).   cell(2, 0, 4).   cell(3, 0, 5).
cell(4, 1, 0).   cell(5, 1, 1).   cell(6, 1, 3).   cell(7, 1, 4).   cell(8, 1, 5).   cell(9, 1, 6).
cell(10, 2, 0).  cell(11, 2, 1).  cell(12, 2, 2).  cell(13, 2, 3).  cell(14, 2, 4).  cell(15, 2, 6).
cell(16, 3, 1).  cell(17, 3, 2).  cell(18, 3, 4).  cell(19, 3, 5).  cell(20, 3, 6).
cell(21, 4, 0).  cell(22, 4, 1).  cell(23, 4, 2).  cell(24, 4, 3).  cell(25, 4, 4).  cell(26, 4, 5).  cell(27, 4, 6).

picture(block(One, Two), Text) :-
    findall(Line, ( between(0, 4, Row), line(Row, One, Two, Line) ), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).

line(Row, One, Two, Line) :-
    findall(Mark, ( between(0, 6, Column), mark(Row, Column, One, Two, Mark) ), Marks),
    atomic_list_concat(Marks, Line).

mark(Row, Column, One, Two, Mark) :-
    (   \+ cell(_, Row, Column) -> Mark = ' '
    ;   cell(Cell, Row, Column), memberchk(Cell, [One, Two]) -> Mark = #
    ;   goal(block(Cell, _)), cell(Cell, Row, Column) -> Mark = x
    ;   Mark = '.'
    ).
