% Cross of eight cells
%
% The goal:
%|   1 2
%| 3 4 5 6
%|   7 .

puzzle(cross, sliding_tiles, "Cross of eight cells").
source("made by `pybridge facts --drawing`").
source("breadth-first search over all 480 states; 2 are farthest").

% A state lists the tile on each cell; 0 is the blank.
start(farthest_1, [2, 1, 0, 3, 4, 6, 5, 7]).
start(farthest_2, [2, 1, 3, 5, 4, 6, 0, 7]).
optimal(farthest_1, 21).
optimal(farthest_2, 21).
goal([1, 2, 3, 4, 5, 6, 7, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 1).
cell(1, 0, 2).
cell(2, 1, 0).
cell(3, 1, 1).
cell(4, 1, 2).
cell(5, 1, 3).
cell(6, 2, 1).
cell(7, 2, 2).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 3]).
neighbor(1, [0, 4]).
neighbor(2, [3]).
neighbor(3, [0, 2, 4, 6]).
neighbor(4, [1, 3, 5, 7]).
neighbor(5, [4]).
neighbor(6, [3, 7]).
neighbor(7, [4, 6]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 2, 1, 2, 3, 2, 3]).
distance(2, [1, 0, 3, 2, 1, 2, 3, 2]).
distance(3, [2, 3, 0, 1, 2, 3, 2, 3]).
distance(4, [1, 2, 1, 0, 1, 2, 1, 2]).
distance(5, [2, 1, 2, 1, 0, 1, 2, 1]).
distance(6, [3, 2, 3, 2, 1, 0, 3, 2]).
distance(7, [2, 3, 2, 1, 2, 3, 0, 1]).
