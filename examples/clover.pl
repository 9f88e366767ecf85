% Clover: three rings of five balls
%
% The goal:
%|     R
%|   Y   Y
%|     G
%|   G   G
%| R   Y   R

puzzle(clover, permutation, "Clover: three rings of five balls").
source("made up for docs/permutations.md").

% A state lists the piece on each point.
start(mixed, "T' L' L'").
start(hardest, "T' L' L' T T L' T' T'").
optimal(mixed, 3).
optimal(hardest, 8).
goal([1, 2, 2, 3, 3, 3, 1, 2, 1]).

% generator(Name, Cycles): a basic move.
generator('T', [[1, 3, 6, 5, 2]]).
generator('L', [[7, 2, 4, 6, 8]]).
generator('R', [[9, 8, 5, 4, 3]]).

% metric(Metric): which powers of a generator count as one move.
metric(quarter).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, clover, 0, 2).
facet(2, clover, 1, 1).
facet(3, clover, 1, 3).
facet(4, clover, 2, 2).
facet(5, clover, 3, 1).
facet(6, clover, 3, 3).
facet(7, clover, 4, 0).
facet(8, clover, 4, 2).
facet(9, clover, 4, 4).

% colour(Piece, Colour).
colour(1, red).
colour(2, yellow).
colour(3, green).
