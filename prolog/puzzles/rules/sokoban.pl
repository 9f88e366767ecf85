% Sokoban: Microban 1
%
% Push each box to a dot. A box cannot be pulled, and two cannot be pushed at once, so most states here are dead ends.
% Walking counts too: 33 moves.
%
%| ####
%| # .#
%| #  ###
%| #*@  #
%| #  $ #
%| #  ###
%| ####

puzzle(sokoban, rules, "Sokoban: Microban 1").
source("David W. Skinner, Microban, 2000: level 1").

% A state is at(Player, Floor): the cell of the player, and what is on each cell, a box or nothing.
start(level, at(5, [o, o,
                    o, o,
                    box, o, o, o,
                    o, o, box, o,
                    o, o])).
optimal(level, 33).
goal(at(_, [_, box,
            _, _,
            box, _, _, _,
            _, _, _, _,
            _, _])).

move(at(From, Floor), walk(Way), at(To, Floor)) :-
    next(From, Way, To), nth0(To, Floor, o).
move(at(From, Floor0), push(Way), at(To, Floor)) :-
    next(From, Way, To), next(To, Way, Beyond),
    change(To, box, o, Floor0, Floor1),
    change(Beyond, o, box, Floor1, Floor).

next(From, Way, To) :-
    direction(Way, Down, Right),
    cell(From, Row0, Column0), Row is Row0 + Down, Column is Column0 + Right, cell(To, Row, Column).

direction(up, -1, 0).
direction(left, 0, -1).
direction(right, 0, 1).
direction(down, 1, 0).

% change(Cell, Old, New, Floor0, Floor): Cell has Old in Floor0 and New in Floor; the others stay.
change(Cell, Old, New, Floor0, Floor) :- nth0(Cell, Floor0, Old, Others), nth0(Cell, Floor, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 1, 1).   cell(1, 1, 2).
cell(2, 2, 1).   cell(3, 2, 2).
cell(4, 3, 1).   cell(5, 3, 2).   cell(6, 3, 3).   cell(7, 3, 4).
cell(8, 4, 1).   cell(9, 4, 2).   cell(10, 4, 3).  cell(11, 4, 4).
cell(12, 5, 1).  cell(13, 5, 2).

picture(at(Player, Floor), Text) :-
    findall(Line, line(Player, Floor, Line), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).

line(Player, Floor, Line) :-
    between(0, 6, Row),
    findall(Mark, ( between(0, 5, Column), mark(Row, Column, Player, Floor, Mark) ), Marks),
    atomic_list_concat(Marks, Line).

% mark(Row, Column, Player, Floor, Mark): what is drawn there; a dot is a cell that needs a box.
mark(Row, Column, Player, Floor, Mark) :-
    (   \+ cell(_, Row, Column) -> Mark = #
    ;   cell(Player, Row, Column) -> Mark = @
    ;   cell(Cell, Row, Column), nth0(Cell, Floor, box) -> Mark = $
    ;   cell(Cell, Row, Column), goal(at(_, Goal)), nth0(Cell, Goal, Wanted), Wanted == box -> Mark = '.'
    ;   Mark = ' '
    ).
