% 8-puzzle, 3 x 3
%
% The goal:
%| 1 2 3
%| 4 5 6
%| 7 8 .

puzzle(eight, sliding_tiles, "8-puzzle, 3 x 3").
source("OEIS A089473, the two farthest states").

% A state lists the tile on each cell; 0 is the blank.
start(easy, [1, 3, 5, 8, 7, 2, 0, 4, 6]).
start(middling, [4, 1, 7, 3, 2, 6, 0, 8, 5]).
start(farthest_1, [6, 4, 7, 8, 5, 0, 3, 2, 1]).
start(farthest_2, [8, 6, 7, 2, 5, 4, 3, 0, 1]).
optimal(easy, 12).
optimal(middling, 22).
optimal(farthest_1, 31).
optimal(farthest_2, 31).
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
neighbor(0, [1, 3]).
neighbor(1, [0, 2, 4]).
neighbor(2, [1, 5]).
neighbor(3, [0, 4, 6]).
neighbor(4, [1, 3, 5, 7]).
neighbor(5, [2, 4, 8]).
neighbor(6, [3, 7]).
neighbor(7, [4, 6, 8]).
neighbor(8, [5, 7]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 2, 1, 2, 3, 2, 3, 4]).
distance(2, [1, 0, 1, 2, 1, 2, 3, 2, 3]).
distance(3, [2, 1, 0, 3, 2, 1, 4, 3, 2]).
distance(4, [1, 2, 3, 0, 1, 2, 1, 2, 3]).
distance(5, [2, 1, 2, 1, 0, 1, 2, 1, 2]).
distance(6, [3, 2, 1, 2, 1, 0, 3, 2, 1]).
distance(7, [2, 3, 4, 1, 2, 3, 0, 1, 2]).
distance(8, [3, 2, 3, 2, 1, 2, 1, 0, 1]).
