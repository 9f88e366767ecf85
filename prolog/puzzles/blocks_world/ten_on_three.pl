% ten blocks on three places
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
%| p1  p2  p3

puzzle(ten_on_three, blocks_world, "ten blocks on three places").

% A state lists what each block stands on, as [Block, Under].
start(random_0, [[a, j], [b, f], [c, p2], [d, g], [e, a], [f, c], [g, p3], [h, i], [i, d], [j, p1]]).
start(random_1, [[a, b], [b, p3], [c, p1], [d, e], [e, p2], [f, d], [g, j], [h, c], [i, f], [j, h]]).
start(random_2, [[a, p3], [b, a], [c, b], [d, e], [e, g], [f, j], [g, i], [h, c], [i, p1], [j, h]]).
start(upside_down, [[a, p1], [b, a], [c, b], [d, c], [e, d], [f, e], [g, f], [h, g], [i, h], [j, i]]).
optimal(random_0, 20).
optimal(random_1, 18).
optimal(random_2, 15).
optimal(upside_down, 28).
goal([[a, b], [b, c], [c, d], [d, e], [e, f], [f, g], [g, h], [h, i], [i, j], [j, p1]]).

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

% place(Place): room for one tower.
place(p1).
place(p2).
place(p3).
