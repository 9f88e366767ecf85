% Ring of eight cells
%
% The goal:
%| 1 2 3
%| 4   5
%| 6 7 .

puzzle(ring, sliding_tiles, "Ring of eight cells").
source("made by `pybridge facts --drawing`").
source("breadth-first search over all 56 states; 1 is farthest").

% A state lists the tile on each cell; 0 is the blank.
start(farthest, [0, 7, 6, 5, 4, 3, 2, 1]).
optimal(farthest, 28).
goal([1, 2, 3, 4, 5, 6, 7, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).
cell(1, 0, 1).
cell(2, 0, 2).
cell(3, 1, 0).
cell(4, 1, 2).
cell(5, 2, 0).
cell(6, 2, 1).
cell(7, 2, 2).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 3]).
neighbor(1, [0, 2]).
neighbor(2, [1, 4]).
neighbor(3, [0, 5]).
neighbor(4, [2, 7]).
neighbor(5, [3, 6]).
neighbor(6, [5, 7]).
neighbor(7, [4, 6]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 2, 1, 3, 2, 3, 4]).
distance(2, [1, 0, 1, 2, 2, 3, 4, 3]).
distance(3, [2, 1, 0, 3, 1, 4, 3, 2]).
distance(4, [1, 2, 3, 0, 4, 1, 2, 3]).
distance(5, [3, 2, 1, 4, 0, 3, 2, 1]).
distance(6, [2, 3, 4, 1, 3, 0, 1, 2]).
distance(7, [3, 4, 3, 2, 2, 1, 0, 1]).
