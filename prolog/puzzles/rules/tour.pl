% A knight's tour on 3 x 4 cells
%
% A knight visits each cell once. Visited cells stay marked, so no move can be undone, and most paths end early.

puzzle(tour, rules, "A knight's tour on 3 x 4 cells").
source("Leonhard Euler, 1759: on which small boards there is a tour").

% A state is at(Knight, Cells): the cell of the knight, and for each cell whether it is new or done.
start(corner, at(0, [done, new, new, new,
                     new, new, new, new,
                     new, new, new, new])).
optimal(corner, 11).
goal(at(_, [done, done, done, done,
            done, done, done, done,
            done, done, done, done])).

move(at(From, Cells0), leap(From, To), at(To, Cells)) :-
    leap(From, To),
    change(To, new, done, Cells0, Cells).

% Two cells are a leap apart if one coordinate differs by 1 and the other by 2: 1 + 4 = 5, as by no other pair.
leap(From, To) :-
    cell(From, Row0, Column0), cell(To, Row, Column),
    5 =:= (Row - Row0) ** 2 + (Column - Column0) ** 2.

% change(Cell, Old, New, Cells0, Cells): Cell has Old in Cells0 and New in Cells; the others stay.
change(Cell, Old, New, Cells0, Cells) :- nth0(Cell, Cells0, Old, Others), nth0(Cell, Cells, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).   cell(1, 0, 1).   cell(2, 0, 2).   cell(3, 0, 3).
cell(4, 1, 0).   cell(5, 1, 1).   cell(6, 1, 2).   cell(7, 1, 3).
cell(8, 2, 0).   cell(9, 2, 1).   cell(10, 2, 2).  cell(11, 2, 3).

picture(at(Knight, Cells), Text) :-
    findall(Line, ( between(0, 2, Row), line(Row, Knight, Cells, Line) ), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).

line(Row, Knight, Cells, Line) :-
    findall(Mark, ( cell(Cell, Row, _), mark(Cell, Knight, Cells, Mark) ), Marks),
    atomic_list_concat(Marks, Line).

mark(Knight, Knight, _, 'N').
mark(Cell, Knight, Cells, Mark) :- Cell \== Knight, nth0(Cell, Cells, What), sign(What, Mark).

sign(new, '.').
sign(done, x).
