% Seven hexagons
%
% The goal:
%|   1   2
%| 3   4   5
%|   6   .

puzzle(honeycomb, sliding_tiles, "Seven hexagons").
source("made by `pybridge facts --hex` from a drawing").
source("breadth-first search over all 5,040 states; 24 are farthest").

% A state lists the tile on each cell; 0 is the blank.
start(farthest, [0, 1, 2, 4, 3, 5, 6]).
optimal(farthest, 15).
goal([1, 2, 3, 4, 5, 6, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 1).
cell(1, 0, 3).
cell(2, 1, 0).
cell(3, 1, 2).
cell(4, 1, 4).
cell(5, 2, 1).
cell(6, 2, 3).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 2, 3]).
neighbor(1, [0, 3, 4]).
neighbor(2, [0, 3, 5]).
neighbor(3, [0, 1, 2, 4, 5, 6]).
neighbor(4, [1, 3, 6]).
neighbor(5, [2, 3, 6]).
neighbor(6, [3, 4, 5]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 1, 1, 2, 2, 2]).
distance(2, [1, 0, 2, 1, 1, 2, 2]).
distance(3, [1, 2, 0, 1, 2, 1, 2]).
distance(4, [1, 1, 1, 0, 1, 1, 1]).
distance(5, [2, 1, 2, 1, 0, 2, 1]).
distance(6, [2, 2, 1, 1, 2, 0, 1]).
