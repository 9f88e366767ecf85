% 8-puzzle on a torus
%
% The goal:
%| 1 2 3
%| 4 5 6
%| 7 8 .

puzzle(torus, sliding_tiles, "8-puzzle on a torus").
source("made by `pybridge facts 3x3 --wrap both`").
source("breadth-first search over all 362,880 states; 4 are farthest").

% A state lists the tile on each cell; 0 is the blank.
start(farthest_1, [5, 4, 7, 2, 1, 8, 6, 3, 0]).
start(farthest_2, [5, 4, 8, 2, 1, 7, 3, 6, 0]).
start(farthest_3, [6, 7, 4, 8, 3, 2, 5, 1, 0]).
start(farthest_4, [8, 6, 5, 3, 7, 1, 2, 4, 0]).
optimal(farthest_1, 19).
optimal(farthest_2, 19).
optimal(farthest_3, 19).
optimal(farthest_4, 19).
goal([1, 2, 3, 4, 5, 6, 7, 8, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).
cell(1, 0, 1).
cell(2, 0, 2).
cell(3, 1, 0).
cell(4, 1, 1).
cell(5, 1, 2).
cell(6, 2, 0).
cell(7, 2, 1).
cell(8, 2, 2).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 2, 3, 6]).
neighbor(1, [0, 2, 4, 7]).
neighbor(2, [0, 1, 5, 8]).
neighbor(3, [0, 4, 5, 6]).
neighbor(4, [1, 3, 5, 7]).
neighbor(5, [2, 3, 4, 8]).
neighbor(6, [0, 3, 7, 8]).
neighbor(7, [1, 4, 6, 8]).
neighbor(8, [2, 5, 6, 7]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 1, 1, 2, 2, 1, 2, 2]).
distance(2, [1, 0, 1, 2, 1, 2, 2, 1, 2]).
distance(3, [1, 1, 0, 2, 2, 1, 2, 2, 1]).
distance(4, [1, 2, 2, 0, 1, 1, 1, 2, 2]).
distance(5, [2, 1, 2, 1, 0, 1, 2, 1, 2]).
distance(6, [2, 2, 1, 1, 1, 0, 2, 2, 1]).
distance(7, [1, 2, 2, 1, 2, 2, 0, 1, 1]).
distance(8, [2, 1, 2, 2, 1, 2, 1, 0, 1]).
