% Guarini's four knights
%
% Two white and two black knights must change places on a chessboard of 3 x 3 cells.

puzzle(guarini, rules, "Guarini's four knights").
source("Paolo Guarini, 1512; in al-Adli's book of chess, about 840").

% A state lists what is on each cell: white, black or nothing.
start(white_above, [w, o, w,
                    o, o, o,
                    b, o, b]).
optimal(white_above, 16).
goal([b, o, b,
      o, o, o,
      w, o, w]).

move(State0, leap(From, To), State) :-
    knight(Knight),
    leap(From, To),
    change(From, Knight, o, State0, State1),
    change(To, o, Knight, State1, State).

knight(w).
knight(b).

% Two cells are a leap apart if one coordinate differs by 1 and the other by 2: 1 + 4 = 5, as by no other pair.
leap(From, To) :-
    cell(From, Row0, Column0), cell(To, Row, Column),
    5 =:= (Row - Row0) ** 2 + (Column - Column0) ** 2.

% change(Cell, Old, New, State0, State): Cell has Old in State0 and New in State; the others stay.
change(Cell, Old, New, State0, State) :- nth0(Cell, State0, Old, Others), nth0(Cell, State, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).  cell(1, 0, 1).  cell(2, 0, 2).
cell(3, 1, 0).  cell(4, 1, 1).  cell(5, 1, 2).
cell(6, 2, 0).  cell(7, 2, 1).  cell(8, 2, 2).

glyph(o, ".").
glyph(w, "♘").
glyph(b, "♞").
