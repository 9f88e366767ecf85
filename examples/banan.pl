puzzle(banan, sliding_tiles, "B A N A N and a blank").
start(mixed, [3, 2, 1, 2, 3, 0]).
goal([1, 2, 3, 2, 3, 0]).

cell(0, 0, 0).  cell(1, 0, 1).  cell(2, 0, 2).
cell(3, 1, 0).  cell(4, 1, 1).  cell(5, 1, 2).

neighbor(0, [1, 3]).
neighbor(1, [0, 2, 4]).
neighbor(2, [1, 5]).
neighbor(3, [0, 4]).
neighbor(4, [1, 3, 5]).
neighbor(5, [2, 4]).

distance(1, [0, 1, 2, 1, 2, 3]).
distance(2, [1, 0, 1, 0, 1, 2]).
distance(3, [2, 1, 0, 1, 0, 1]).

glyph(1, "B").
glyph(2, "A").
glyph(3, "N").
