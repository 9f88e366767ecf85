% Seven pancakes, of which the top ones are flipped
%
% The goal:
%|       -1-
%|      --2--
%|     ---3---
%|    ----4----
%|   -----5-----
%|  ------6------
%| -------7-------

puzzle(pancake, permutation, "Seven pancakes, of which the top ones are flipped").
source("Harry Dweighter (Jacob E. Goodman), Problem E2569, American Mathematical Monthly 82, 1975: the pancake problem").
source("start farthest: one of the 35 farthest of all 5,040 states, by breadth-first search").

% A state lists the piece on each point.
start(shuffled, [3, 6, 1, 4, 7, 2, 5]).
start(alternate, [1, 3, 5, 7, 2, 4, 6]).
start(swapped, [2, 1, 4, 3, 6, 5, 7]).
start(farthest, [1, 3, 7, 5, 2, 6, 4]).
optimal(shuffled, 8).
optimal(alternate, 7).
optimal(swapped, 5).
optimal(farthest, 8).
goal([1, 2, 3, 4, 5, 6, 7]).

% generator(Name, Cycles): a basic move.
generator(f2, [[1, 2]]).
generator(f3, [[1, 3]]).
generator(f4, [[1, 4], [2, 3]]).
generator(f5, [[1, 5], [2, 4]]).
generator(f6, [[1, 6], [2, 5], [3, 4]]).
generator(f7, [[1, 7], [2, 6], [3, 5]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% distance(Piece, Distances): moves from each point to the piece's nearest goal point, at least.
distance(1, [0, 1, 1, 1, 1, 1, 1]).
distance(2, [1, 0, 1, 1, 1, 1, 2]).
distance(3, [1, 1, 0, 1, 1, 2, 2]).
distance(4, [1, 1, 1, 0, 2, 2, 2]).
distance(5, [1, 1, 1, 2, 0, 2, 2]).
distance(6, [1, 1, 2, 2, 2, 0, 2]).
distance(7, [1, 2, 2, 2, 2, 2, 0]).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, stack, 0, 0).
facet(2, stack, 1, 0).
facet(3, stack, 2, 0).
facet(4, stack, 3, 0).
facet(5, stack, 4, 0).
facet(6, stack, 5, 0).
facet(7, stack, 6, 0).

% width(Piece, Width): how wide a piece is drawn.
width(1, 2).
width(2, 3).
width(3, 4).
width(4, 5).
width(5, 6).
width(6, 7).
width(7, 8).
