% three blocks, from one place to another
%
% The goal:
%|       red
%|       blue
%|       green
%| x  y  z

puzzle(blocks3, blocks_world, "three blocks, from one place to another").
source("M. Hiroi, Prolog programming, iterative deepening").

% A state lists what each block stands on, as [Block, Under].
start(page, [[red, blue], [blue, green], [green, x]]).
optimal(page, 5).
goal([[red, blue], [blue, green], [green, z]]).

% block(Block): what is moved.
block(red).
block(blue).
block(green).

% place(Place): room for one tower.
place(x).
place(y).
place(z).
