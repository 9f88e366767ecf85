% ten blocks on an open table
%
% The goal:
%| a
%| b
%| c
%| d
%| e
%| f
%| g
%| h
%| i
%| j
%| table

puzzle(ten_blocks, blocks_world, "ten blocks on an open table").

% A state lists what each block stands on, as [Block, Under].
start(random_0, [[a, g], [b, f], [c, table], [d, e], [e, table], [f, a], [g, table], [h, j], [i, b], [j, table]]).
start(random_1, [[a, b], [b, c], [c, table], [d, e], [e, table], [f, d], [g, a], [h, table], [i, f], [j, h]]).
start(random_2, [[a, table], [b, a], [c, i], [d, table], [e, table], [f, j], [g, h], [h, c], [i, b], [j, e]]).
start(upside_down, [[a, table], [b, a], [c, b], [d, c], [e, d], [f, e], [g, f], [h, g], [i, h], [j, i]]).
optimal(random_0, 14).
optimal(random_1, 13).
optimal(random_2, 14).
optimal(upside_down, 10).
goal([[a, b], [b, c], [c, d], [d, e], [e, f], [f, g], [g, h], [h, i], [i, j], [j, table]]).

% block(Block): what is moved.
block(a).
block(b).
block(c).
block(d).
block(e).
block(f).
block(g).
block(h).
block(i).
block(j).

% table(Table): room for any number of towers.
table(table).
