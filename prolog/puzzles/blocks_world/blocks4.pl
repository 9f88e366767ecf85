% four blocks, a tower turned upside down
%
% The goal:
%| d
%| c
%| b
%| a
%| x  y  z

puzzle(blocks4, blocks_world, "four blocks, a tower turned upside down").

% A state lists what each block stands on, as [Block, Under].
start(tower, [[a, b], [b, c], [c, d], [d, x]]).
optimal(tower, 10).
goal([[a, x], [b, a], [c, b], [d, c]]).

% block(Block): what is moved.
block(a).
block(b).
block(c).
block(d).

% place(Place): room for one tower.
place(x).
place(y).
place(z).
