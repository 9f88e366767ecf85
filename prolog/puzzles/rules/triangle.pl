% Peg solitaire on a triangle of 15 holes
%
% A peg jumps over another into an empty hole, and the other is taken away. The top hole starts empty, and
% the last peg must end there.

puzzle(triangle, rules, "Peg solitaire on a triangle of 15 holes").
source("The puzzle on the tables of Cracker Barrel; George I. Bell, Solving triangular peg solitaire, 2008").

% A state lists the holes: 1 with a peg, 0 without.
start(top,    [0,
              1, 1,
             1, 1, 1,
            1, 1, 1, 1,
           1, 1, 1, 1, 1]).
optimal(top, 13).
goal(          [1,
              0, 0,
             0, 0, 0,
            0, 0, 0, 0,
           0, 0, 0, 0, 0]).

move(State0, jump(From, To), State) :-
    line(From, Over, To),
    change(From, 1, 0, State0, State1),
    change(Over, 1, 0, State1, State2),
    change(To, 0, 1, State2, State).

% line(From, Over, To): three holes in a row, one way and the other.
line(From, Over, To) :- row(From, Over, To).
line(From, Over, To) :- row(To, Over, From).

row(0, 1, 3).  row(0, 2, 5).  row(1, 3, 6).  row(1, 4, 8).  row(2, 4, 7).  row(2, 5, 9).
row(3, 4, 5).  row(3, 6, 10).  row(3, 7, 12).  row(4, 7, 11).  row(4, 8, 13).  row(5, 8, 12).  row(5, 9, 14).
row(6, 7, 8).  row(7, 8, 9).  row(10, 11, 12).  row(11, 12, 13).  row(12, 13, 14).

% change(Hole, Old, New, State0, State): Hole has Old in State0 and New in State; the others stay.
change(Hole, Old, New, State0, State) :- nth0(Hole, State0, Old, Others), nth0(Hole, State, New, Others).

% cell(Cell, Row, Column): where a hole is drawn.
cell(0, 0, 4).
cell(1, 1, 3).   cell(2, 1, 5).
cell(3, 2, 2).   cell(4, 2, 4).   cell(5, 2, 6).
cell(6, 3, 1).   cell(7, 3, 3).   cell(8, 3, 5).   cell(9, 3, 7).
cell(10, 4, 0).  cell(11, 4, 2).  cell(12, 4, 4).  cell(13, 4, 6).  cell(14, 4, 8).

glyph(0, "○").
glyph(1, "●").
