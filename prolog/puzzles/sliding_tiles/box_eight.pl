% 8-puzzle of box-drawing pieces, equal pieces alike
%
% The goal:
%| ┌ ─ ┐
%| │ . │
%| └ ─ ┘

puzzle(box_eight, sliding_tiles, "8-puzzle of box-drawing pieces, equal pieces alike").
source("M. Hiroi, sliding puzzle with equal pieces").

% A state lists the tile on each cell; 0 is the blank.
start(page, [6, 4, 5, 2, 0, 2, 3, 4, 1]).
optimal(page, 30).
goal([1, 2, 3, 4, 0, 4, 5, 2, 6]).

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
distance(2, [1, 0, 1, 2, 1, 2, 1, 0, 1]).
distance(3, [2, 1, 0, 3, 2, 1, 4, 3, 2]).
distance(4, [1, 2, 1, 0, 1, 0, 1, 2, 1]).
distance(5, [2, 3, 4, 1, 2, 3, 0, 1, 2]).
distance(6, [4, 3, 2, 3, 2, 1, 2, 1, 0]).

% glyph(Tile, Text): how a tile is drawn.
glyph(1, "┌").
glyph(2, "─").
glyph(3, "┐").
glyph(4, "│").
glyph(5, "└").
glyph(6, "┘").
