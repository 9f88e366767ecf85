% Two rooms and a door
%
% The goal:
%|  1  2     3  4  5
%|  6  7  8  9 10  .

puzzle(rooms, sliding_tiles, "Two rooms and a door").
source("made by `pybridge facts --drawing`").
source("breadth-first search over all 1,980 states; 2 are farthest").

% A state lists the tile on each cell; 0 is the blank.
start(farthest_1, [2, 6, 9, 10, 0, 1, 7, 8, 3, 4, 5]).
start(farthest_2, [6, 1, 9, 10, 0, 2, 7, 8, 3, 4, 5]).
optimal(farthest_1, 29).
optimal(farthest_2, 29).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).
cell(1, 0, 1).
cell(2, 0, 3).
cell(3, 0, 4).
cell(4, 0, 5).
cell(5, 1, 0).
cell(6, 1, 1).
cell(7, 1, 2).
cell(8, 1, 3).
cell(9, 1, 4).
cell(10, 1, 5).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 5]).
neighbor(1, [0, 6]).
neighbor(2, [3, 8]).
neighbor(3, [2, 4, 9]).
neighbor(4, [3, 10]).
neighbor(5, [0, 6]).
neighbor(6, [1, 5, 7]).
neighbor(7, [6, 8]).
neighbor(8, [2, 7, 9]).
neighbor(9, [3, 8, 10]).
neighbor(10, [4, 9]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 5, 6, 7, 1, 2, 3, 4, 5, 6]).
distance(2, [1, 0, 4, 5, 6, 2, 1, 2, 3, 4, 5]).
distance(3, [5, 4, 0, 1, 2, 4, 3, 2, 1, 2, 3]).
distance(4, [6, 5, 1, 0, 1, 5, 4, 3, 2, 1, 2]).
distance(5, [7, 6, 2, 1, 0, 6, 5, 4, 3, 2, 1]).
distance(6, [1, 2, 4, 5, 6, 0, 1, 2, 3, 4, 5]).
distance(7, [2, 1, 3, 4, 5, 1, 0, 1, 2, 3, 4]).
distance(8, [3, 2, 2, 3, 4, 2, 1, 0, 1, 2, 3]).
distance(9, [4, 3, 1, 2, 3, 3, 2, 1, 0, 1, 2]).
distance(10, [5, 4, 2, 1, 2, 4, 3, 2, 1, 0, 1]).
