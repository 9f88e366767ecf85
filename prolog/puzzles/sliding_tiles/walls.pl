% 7-puzzle with a wall
%
% The goal:
%| 1 2 3 4
%| 5 6 7 .

puzzle(walls, sliding_tiles, "7-puzzle with a wall").
source("made by `pybridge facts --drawing`").
source("page is the start of seven, by M. Hiroi").
source("breadth-first search over all 20,160 states; 1 is farthest").

% A state lists the tile on each cell; 0 is the blank.
start(page, [0, 7, 2, 1, 4, 3, 6, 5]).
start(farthest, [5, 6, 3, 4, 1, 2, 7, 0]).
optimal(page, 44).
optimal(farthest, 64).
goal([1, 2, 3, 4, 5, 6, 7, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).
cell(1, 0, 1).
cell(2, 0, 2).
cell(3, 0, 3).
cell(4, 1, 0).
cell(5, 1, 1).
cell(6, 1, 2).
cell(7, 1, 3).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 4]).
neighbor(1, [0, 2]).
neighbor(2, [1, 3, 6]).
neighbor(3, [2, 7]).
neighbor(4, [0, 5]).
neighbor(5, [4, 6]).
neighbor(6, [2, 5, 7]).
neighbor(7, [3, 6]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 2, 3, 1, 2, 3, 4]).
distance(2, [1, 0, 1, 2, 2, 3, 2, 3]).
distance(3, [2, 1, 0, 1, 3, 2, 1, 2]).
distance(4, [3, 2, 1, 0, 4, 3, 2, 1]).
distance(5, [1, 2, 3, 4, 0, 1, 2, 3]).
distance(6, [2, 3, 2, 3, 1, 0, 1, 2]).
distance(7, [3, 2, 1, 2, 2, 1, 0, 1]).
