% Hungarian rings
%
% The goal:
%|     R R R R   B B B B
%|   R         R         B
%| Y         G   R         B
%| Y         G   R         B
%| Y         G   R         B
%| Y         G   R         B
%|   Y         Y         G
%|     Y Y Y Y   G G G G

puzzle(rings, permutation, "Hungarian rings").
source("Two rings of twenty balls that cross at two places: 38 balls, ten of two colors and nine of the other two").
source("38! / (10!^2 * 9!^2) = 301,625,696,863,690,399,200 states, since the rings generate every order of the balls; optimal lengths by breadth-first search from both sides").

% A state lists the piece on each point.
start(three, "L10 R5' L9").
start(five, "L8 R L2' R8 L7").
start(seven, "L10 R4 L4' R5 L7 R2 L10").
optimal(three, 3).
optimal(five, 5).
optimal(seven, 7).
goal([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4]).

% generator(Name, Cycles): a basic move.
generator('L', [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]]).
generator('R', [[1, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 6, 35, 36, 37, 38]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, rings, 1, 6).
facet(2, rings, 2, 7).
facet(3, rings, 3, 7).
facet(4, rings, 4, 7).
facet(5, rings, 5, 7).
facet(6, rings, 6, 6).
facet(7, rings, 7, 5).
facet(8, rings, 7, 4).
facet(9, rings, 7, 3).
facet(10, rings, 7, 2).
facet(11, rings, 6, 1).
facet(12, rings, 5, 0).
facet(13, rings, 4, 0).
facet(14, rings, 3, 0).
facet(15, rings, 2, 0).
facet(16, rings, 1, 1).
facet(17, rings, 0, 2).
facet(18, rings, 0, 3).
facet(19, rings, 0, 4).
facet(20, rings, 0, 5).
facet(21, rings, 0, 7).
facet(22, rings, 0, 8).
facet(23, rings, 0, 9).
facet(24, rings, 0, 10).
facet(25, rings, 1, 11).
facet(26, rings, 2, 12).
facet(27, rings, 3, 12).
facet(28, rings, 4, 12).
facet(29, rings, 5, 12).
facet(30, rings, 6, 11).
facet(31, rings, 7, 10).
facet(32, rings, 7, 9).
facet(33, rings, 7, 8).
facet(34, rings, 7, 7).
facet(35, rings, 5, 5).
facet(36, rings, 4, 5).
facet(37, rings, 3, 5).
facet(38, rings, 2, 5).

% colour(Piece, Colour).
colour(1, red).
colour(2, yellow).
colour(3, blue).
colour(4, green).
