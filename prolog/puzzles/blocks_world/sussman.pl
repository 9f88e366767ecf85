% the Sussman anomaly
%
% The goal:
%| a
%| b
%| c
%| x  y  z

puzzle(sussman, blocks_world, "the Sussman anomaly").
source("G. J. Sussman, A Computational Model of Skill Acquisition").

% A state lists what each block stands on, as [Block, Under].
start(anomaly, [[a, x], [b, y], [c, a]]).
optimal(anomaly, 3).
goal([[a, b], [b, c], [c, x]]).
goal([[a, b], [b, c], [c, y]]).
goal([[a, b], [b, c], [c, z]]).

% block(Block): what is moved.
block(a).
block(b).
block(c).

% place(Place): room for one tower.
place(x).
place(y).
place(z).
