% TopSpin with nine discs
%
% The goal:
%| 1 2 3 4
%|         5
%| 9 8 7 6

puzzle(topspin, permutation, "TopSpin with nine discs").
source("Breadth-first search: 181,440 states, half of 9!, since both moves are even; 23 moves at most, 92 states need them").
source("Nine discs instead of the twenty of the toy: slide all of them by one, or flip the four in the turntable").

% A state lists the piece on each point.
start(six, "flip slide flip slide flip slide").
start(fourteen, "slide' slide' slide' flip slide flip slide flip slide slide flip slide' flip slide'").
start(farthest, "flip slide' flip slide' flip slide flip slide slide flip slide' flip slide slide flip slide' slide' slide' flip slide' slide' slide' slide'").
optimal(six, 6).
optimal(fourteen, 14).
optimal(farthest, 23).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9]).

% generator(Name, Cycles): a basic move.
generator(slide, [[1, 2, 3, 4, 5, 6, 7, 8, 9]]).
generator(flip, [[1, 4], [2, 3]]).

% metric(Metric): which powers of a generator count as one move.
metric(quarter).

% distance(Piece, Distances): moves from each point to the piece's nearest goal point, at least.
distance(1, [0, 1, 2, 1, 2, 3, 3, 2, 1]).
distance(2, [1, 0, 1, 2, 3, 4, 4, 3, 2]).
distance(3, [2, 1, 0, 1, 2, 3, 4, 4, 3]).
distance(4, [1, 2, 1, 0, 1, 2, 3, 3, 2]).
distance(5, [2, 3, 2, 1, 0, 1, 2, 3, 3]).
distance(6, [3, 4, 3, 2, 1, 0, 1, 2, 3]).
distance(7, [3, 4, 4, 3, 2, 1, 0, 1, 2]).
distance(8, [2, 3, 4, 3, 3, 2, 1, 0, 1]).
distance(9, [1, 2, 3, 2, 3, 3, 2, 1, 0]).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, turntable, 0, 0).
facet(2, turntable, 0, 1).
facet(3, turntable, 0, 2).
facet(4, turntable, 0, 3).
facet(5, track, 1, 4).
facet(6, track, 2, 3).
facet(7, track, 2, 2).
facet(8, track, 2, 1).
facet(9, track, 2, 0).
