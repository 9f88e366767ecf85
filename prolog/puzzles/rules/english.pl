% Peg solitaire on the English board, the central game
%
% A peg jumps over another into an empty hole, and the other is taken away. The hole in the middle starts
% empty, and the last peg must end there. Each jump removes one peg, so every solution has 31 jumps.

puzzle(english, rules, "Peg solitaire on the English board, the central game").
source("In France by 1697; George I. Bell, OEIS A112737: 23,475,688 states up to symmetry, which are 187,636,299").

% A state lists the holes: 1 with a peg, 0 without.
start(middle, [      1, 1, 1,
                     1, 1, 1,
               1, 1, 1, 1, 1, 1, 1,
               1, 1, 1, 0, 1, 1, 1,
               1, 1, 1, 1, 1, 1, 1,
                     1, 1, 1,
                     1, 1, 1]).
optimal(middle, 31).
goal([      0, 0, 0,
            0, 0, 0,
      0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 1, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0,
            0, 0, 0,
            0, 0, 0]).

move(State0, jump(From, To), State) :-
    line(From, Over, To),
    change(From, 1, 0, State0, State1),
    change(Over, 1, 0, State1, State2),
    change(To, 0, 1, State2, State).

% line(From, Over, To): three holes in a row.
line(From, Over, To) :-
    cell(From, Row, Column), direction(Down, Right),
    Row1 is Row + Down, Column1 is Column + Right, cell(Over, Row1, Column1),
    Row2 is Row1 + Down, Column2 is Column1 + Right, cell(To, Row2, Column2).

direction(-1, 0).
direction(0, -1).
direction(0, 1).
direction(1, 0).

% change(Hole, Old, New, State0, State): Hole has Old in State0 and New in State; the others stay.
change(Hole, Old, New, State0, State) :- nth0(Hole, State0, Old, Others), nth0(Hole, State, New, Others).

% cell(Cell, Row, Column): where a hole is drawn.
cell(0, 0, 2).   cell(1, 0, 3).   cell(2, 0, 4).
cell(3, 1, 2).   cell(4, 1, 3).   cell(5, 1, 4).
cell(6, 2, 0).   cell(7, 2, 1).   cell(8, 2, 2).   cell(9, 2, 3).   cell(10, 2, 4).  cell(11, 2, 5).  cell(12, 2, 6).
cell(13, 3, 0).  cell(14, 3, 1).  cell(15, 3, 2).  cell(16, 3, 3).  cell(17, 3, 4).  cell(18, 3, 5).  cell(19, 3, 6).
cell(20, 4, 0).  cell(21, 4, 1).  cell(22, 4, 2).  cell(23, 4, 3).  cell(24, 4, 4).  cell(25, 4, 5).  cell(26, 4, 6).
cell(27, 5, 2).  cell(28, 5, 3).  cell(29, 5, 4).
cell(30, 6, 2).  cell(31, 6, 3).  cell(32, 6, 4).

glyph(0, "○").
glyph(1, "●").
