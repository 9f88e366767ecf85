% Two sledges on the ice
%
% A pushed sledge glides until it meets the edge, a rock or the other sledge. Sledge a must stop on G.
%
%| #b....
%| #....#
%| ...G.a
%| ......
%| #.#...

puzzle(ice, rules, "Two sledges on the ice").
source("moves as in Alex Randolph's game Ricochet Robots, 1999; the board is made for pybridge").

% A state lists what is on each cell: a sledge or nothing. A rock is not a cell.
start(apart, [b, o, o, o, o,
              o, o, o, o,
              o, o, o, o, o, a,
              o, o, o, o, o, o,
              o, o, o, o]).
optimal(apart, 20).
goal([_, _, _, _, _,
      _, _, _, _,
      _, _, _, a, _, _,
      _, _, _, _, _, _,
      _, _, _, _]).

move(State0, push(Sledge, Way), State) :-
    sledge(Sledge), nth0(From, State0, Sledge),
    free(From, Way, State0, Next), glide(Next, Way, State0, To),
    change(From, Sledge, o, State0, State1),
    change(To, o, Sledge, State1, State).

sledge(a).
sledge(b).

% free(Cell, Way, State, Next): the next cell that way exists and is empty.
free(Cell, Way, State, Next) :- next(Cell, Way, Next), nth0(Next, State, o).

% glide(Cell, Way, State, To): a sledge that reaches Cell continues that way and stops on To.
glide(Cell, Way, State, To) :- free(Cell, Way, State, Next), glide(Next, Way, State, To).
glide(Cell, Way, State, Cell) :- next(Cell, Way, Next), sledge(Other), nth0(Next, State, Other).
glide(Cell, Way, _, Cell) :- \+ next(Cell, Way, _).

next(From, Way, To) :-
    direction(Way, Down, Right),
    cell(From, Row0, Column0), Row is Row0 + Down, Column is Column0 + Right, cell(To, Row, Column).

direction(up, -1, 0).
direction(left, 0, -1).
direction(right, 0, 1).
direction(down, 1, 0).

% change(Cell, Old, New, State0, State): Cell has Old in State0 and New in State; the others stay.
change(Cell, Old, New, State0, State) :- nth0(Cell, State0, Old, Others), nth0(Cell, State, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 1).   cell(1, 0, 2).   cell(2, 0, 3).   cell(3, 0, 4).   cell(4, 0, 5).
cell(5, 1, 1).   cell(6, 1, 2).   cell(7, 1, 3).   cell(8, 1, 4).
cell(9, 2, 0).   cell(10, 2, 1).  cell(11, 2, 2).  cell(12, 2, 3).  cell(13, 2, 4).  cell(14, 2, 5).
cell(15, 3, 0).  cell(16, 3, 1).  cell(17, 3, 2).  cell(18, 3, 3).  cell(19, 3, 4).  cell(20, 3, 5).
cell(21, 4, 1).  cell(22, 4, 3).  cell(23, 4, 4).  cell(24, 4, 5).

glyph(o, ".").
color(a, red).
color(b, blue).
