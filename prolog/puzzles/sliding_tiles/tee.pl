% T of eight cells
%
% The goal:
%| 1 2 3
%| 4 5 6
%|   7
%|   .

puzzle(tee, sliding_tiles, "T of eight cells").
source("made by `pybridge facts --drawing`").
source("breadth-first search over all 480 states; 2 are farthest").

% A state lists the tile on each cell; 0 is the blank.
start(farthest_1, [3, 2, 1, 6, 5, 4, 7, 0]).
start(farthest_2, [4, 2, 6, 1, 5, 3, 7, 0]).
optimal(farthest_1, 24).
optimal(farthest_2, 24).
goal([1, 2, 3, 4, 5, 6, 7, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).
cell(1, 0, 1).
cell(2, 0, 2).
cell(3, 1, 0).
cell(4, 1, 1).
cell(5, 1, 2).
cell(6, 2, 1).
cell(7, 3, 1).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 3]).
neighbor(1, [0, 2, 4]).
neighbor(2, [1, 5]).
neighbor(3, [0, 4]).
neighbor(4, [1, 3, 5, 6]).
neighbor(5, [2, 4]).
neighbor(6, [4, 7]).
neighbor(7, [6]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 2, 1, 2, 3, 3, 4]).
distance(2, [1, 0, 1, 2, 1, 2, 2, 3]).
distance(3, [2, 1, 0, 3, 2, 1, 3, 4]).
distance(4, [1, 2, 3, 0, 1, 2, 2, 3]).
distance(5, [2, 1, 2, 1, 0, 1, 1, 2]).
distance(6, [3, 2, 1, 2, 1, 0, 2, 3]).
distance(7, [3, 2, 3, 2, 1, 2, 0, 1]).
