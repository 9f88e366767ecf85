% Klotski, or Huarong Dao
%
% Ten blocks slide in a tray of 4 x 5 cells. Bring the large one to the middle of the lower edge, where it could leave.
% That takes 116 steps of one cell, or 81 moves if consecutive steps of one block count as one move.

puzzle(klotski, rules, "Klotski, or Huarong Dao").
source("Henry Walton, US patent 516035, 1893: the tray; Martin Gardner, Scientific American, 1964: 81 moves").

% A state lists what is on each cell: a part of a block, or nothing. Blocks of one shape are equal.
start(classic, [n, a, b, n,
                u, c, d, u,
                n, l, r, n,
                u, s, s, u,
                s, o, o, s]).
optimal(classic, 81).
goal([_, _, _, _,
      _, _, _, _,
      _, _, _, _,
      _, a, b, _,
      _, c, d, _]).

% block(Block, Corner, Parts): its upper left part, and each part with its distance down and right from there.
block(large, a, [a-0-0, b-0-1, c-1-0, d-1-1]).
block(wide, l, [l-0-0, r-0-1]).
block(tall, n, [n-0-0, u-1-0]).
block(small, s, [s-0-0]).

% A step: a block goes from cell At to the next cell. Apart from it, the tray is the same before and after.
move(State0, step(Block, At, Way), State) :-
    nth0(At, State0, Corner), block(Block, Corner, Parts),
    next(At, Way, To),
    lift(Parts, At, State0, Tray), lift(Parts, To, State, Tray).

% lift(Parts, Corner, State, Tray): State is Tray with a block on it. Read one way it lifts the block, the other way it
% puts the block down.
lift([], _, Tray, Tray).
lift([Part-Down-Right|Parts], Corner, State, Tray) :-
    cell(Corner, Row0, Column0), Row is Row0 + Down, Column is Column0 + Right, cell(Cell, Row, Column),
    change(Cell, Part, o, State, State1),
    lift(Parts, Corner, State1, Tray).

% change(Cell, Old, New, State0, State): Cell has Old in State0 and New in State; the others stay.
change(Cell, Old, New, State0, State) :- nth0(Cell, State0, Old, Others), nth0(Cell, State, New, Others).

% Consecutive steps of one block count as one move.
continues(step(Block, At, Way), step(Block, To, _)) :- next(At, Way, To).

next(From, Way, To) :-
    direction(Way, Down, Right),
    cell(From, Row0, Column0), Row is Row0 + Down, Column is Column0 + Right, cell(To, Row, Column).

direction(up, -1, 0).
direction(left, 0, -1).
direction(right, 0, 1).
direction(down, 1, 0).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).   cell(1, 0, 1).   cell(2, 0, 2).   cell(3, 0, 3).
cell(4, 1, 0).   cell(5, 1, 1).   cell(6, 1, 2).   cell(7, 1, 3).
cell(8, 2, 0).   cell(9, 2, 1).   cell(10, 2, 2).  cell(11, 2, 3).
cell(12, 3, 0).  cell(13, 3, 1).  cell(14, 3, 2).  cell(15, 3, 3).
cell(16, 4, 0).  cell(17, 4, 1).  cell(18, 4, 2).  cell(19, 4, 3).

glyph(o, " ").
glyph(a, "┌").  glyph(b, "┐").
glyph(c, "└").  glyph(d, "┘").
glyph(l, "╶").  glyph(r, "╴").
glyph(n, "╷").
glyph(u, "╵").
glyph(s, "□").
color(a, red).    color(b, red).    color(c, red).    color(d, red).
color(l, green).  color(r, green).
color(n, blue).   color(u, blue).
color(s, yellow).
