% 15-puzzle, 4 x 4
%
% The goal:
%|  1  2  3  4
%|  5  6  7  8
%|  9 10 11 12
%| 13 14 15  .

puzzle(fifteen, sliding_tiles, "15-puzzle, 4 x 4").
source("Qiita, IDA* and pattern databases in Julia").
source("Rosetta Code, 15 puzzle solver").
source("Takahashi, how to make a 15-puzzle solver").

% A state lists the tile on each cell; 0 is the blank.
start(easy, [1, 11, 6, 4, 5, 3, 2, 0, 10, 8, 12, 7, 9, 13, 14, 15]).
start(qiita, [2, 7, 4, 15, 13, 9, 3, 8, 1, 6, 0, 14, 12, 5, 10, 11]).
start(rosetta, [15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]).
start(takahashi, [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0]).
optimal(easy, 24).
optimal(qiita, 38).
optimal(rosetta, 52).
optimal(takahashi, 72).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).
cell(1, 0, 1).
cell(2, 0, 2).
cell(3, 0, 3).
cell(4, 1, 0).
cell(5, 1, 1).
cell(6, 1, 2).
cell(7, 1, 3).
cell(8, 2, 0).
cell(9, 2, 1).
cell(10, 2, 2).
cell(11, 2, 3).
cell(12, 3, 0).
cell(13, 3, 1).
cell(14, 3, 2).
cell(15, 3, 3).

% neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.
neighbor(0, [1, 4]).
neighbor(1, [0, 2, 5]).
neighbor(2, [1, 3, 6]).
neighbor(3, [2, 7]).
neighbor(4, [0, 5, 8]).
neighbor(5, [1, 4, 6, 9]).
neighbor(6, [2, 5, 7, 10]).
neighbor(7, [3, 6, 11]).
neighbor(8, [4, 9, 12]).
neighbor(9, [5, 8, 10, 13]).
neighbor(10, [6, 9, 11, 14]).
neighbor(11, [7, 10, 15]).
neighbor(12, [8, 13]).
neighbor(13, [9, 12, 14]).
neighbor(14, [10, 13, 15]).
neighbor(15, [11, 14]).

% distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.
distance(1, [0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6]).
distance(2, [1, 0, 1, 2, 2, 1, 2, 3, 3, 2, 3, 4, 4, 3, 4, 5]).
distance(3, [2, 1, 0, 1, 3, 2, 1, 2, 4, 3, 2, 3, 5, 4, 3, 4]).
distance(4, [3, 2, 1, 0, 4, 3, 2, 1, 5, 4, 3, 2, 6, 5, 4, 3]).
distance(5, [1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5]).
distance(6, [2, 1, 2, 3, 1, 0, 1, 2, 2, 1, 2, 3, 3, 2, 3, 4]).
distance(7, [3, 2, 1, 2, 2, 1, 0, 1, 3, 2, 1, 2, 4, 3, 2, 3]).
distance(8, [4, 3, 2, 1, 3, 2, 1, 0, 4, 3, 2, 1, 5, 4, 3, 2]).
distance(9, [2, 3, 4, 5, 1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4]).
distance(10, [3, 2, 3, 4, 2, 1, 2, 3, 1, 0, 1, 2, 2, 1, 2, 3]).
distance(11, [4, 3, 2, 3, 3, 2, 1, 2, 2, 1, 0, 1, 3, 2, 1, 2]).
distance(12, [5, 4, 3, 2, 4, 3, 2, 1, 3, 2, 1, 0, 4, 3, 2, 1]).
distance(13, [3, 4, 5, 6, 2, 3, 4, 5, 1, 2, 3, 4, 0, 1, 2, 3]).
distance(14, [4, 3, 4, 5, 3, 2, 3, 4, 2, 1, 2, 3, 1, 0, 1, 2]).
distance(15, [5, 4, 3, 4, 4, 3, 2, 3, 3, 2, 1, 2, 2, 1, 0, 1]).
