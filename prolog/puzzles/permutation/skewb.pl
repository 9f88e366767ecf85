% The Skewb
%
% The goal:
%|       W   W
%|         W
%|       W   W
%| O   O G   G R   R B   B
%|   O     G     R     B
%| O   O G   G R   R B   B
%|       Y   Y
%|         Y
%|       Y   Y

puzzle(skewb, permutation, "The Skewb").
source("OEIS A079745: the 3,149,280 states at each distance, 11 at most; breadth-first search over all of them").
source("Turns as in competitions, around the corners DRB (R), ULB (U), DFL (L) and DBL (B): one corner of each diagonal is enough, since turning the opposite one is the same turn seen from another side; the corner URF stays where it is").

% A state lists the piece on each point.
start(five, "L' R' B U R'").
start(eight, "B' L' R L' U L' U' R").
start(farthest, "L R L' R L' B' R U R U R'").
optimal(five, 5).
optimal(eight, 8).
optimal(farthest, 11).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]).

% generator(Name, Cycles): a basic move.
generator('R', [[2, 9, 15], [17, 25, 27], [18, 23, 28], [19, 21, 29], [20, 24, 30]]).
generator('U', [[1, 6, 22], [2, 7, 25], [3, 8, 23], [4, 9, 21], [11, 29, 17]]).
generator('L', [[4, 19, 25], [7, 15, 29], [8, 13, 28], [9, 11, 27], [10, 14, 26]]).
generator('B', [[1, 14, 20], [6, 26, 24], [8, 28, 23], [9, 29, 25], [10, 30, 22]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% distance(Piece, Distances): moves from each point to the piece's nearest goal point, at least.
distance(1, [0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 2, 0, 0, 0, 2]).
distance(2, [0, 0, 0, 2, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0, 1, 0, 2, 0, 2, 0, 2, 0, 0, 0, 1, 0, 2, 0, 2, 0]).
distance(3, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0]).
distance(4, [0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 2, 0, 0, 0, 2, 0, 2, 0, 1, 0, 1, 0, 0, 0, 1, 0, 2, 0, 2, 0]).
distance(5, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(6, [1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 1, 0, 1, 0, 1, 0, 0, 0, 2]).
distance(7, [0, 1, 0, 2, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 1, 0, 2, 0, 2, 0, 2, 0, 0, 0, 1, 0, 2, 0, 1, 0]).
distance(8, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]).
distance(9, [0, 1, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 2, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0]).
distance(10, [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 1, 0, 2, 0, 1, 0, 0, 0, 1]).
distance(11, [0, 2, 0, 2, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 2, 0, 1, 0, 2, 0, 2, 0, 0, 0, 2, 0, 1, 0, 1, 0]).
distance(12, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(13, [0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0]).
distance(14, [1, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 2, 0, 1, 0, 0, 0, 2]).
distance(15, [0, 1, 0, 2, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 2, 0, 2, 0, 2, 0, 0, 0, 2, 0, 2, 0, 1, 0]).
distance(16, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(17, [0, 2, 0, 2, 0, 0, 2, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 0, 0, 0, 1, 0, 1, 0, 1, 0]).
distance(18, [0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]).
distance(19, [0, 2, 0, 1, 0, 0, 2, 0, 2, 0, 2, 0, 0, 0, 2, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 1, 0]).
distance(20, [1, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 2, 0, 0, 0, 1]).
distance(21, [0, 2, 0, 1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 0, 2, 0, 2, 0, 1, 0, 0, 0, 0, 0, 2, 0, 2, 0, 1, 0]).
distance(22, [1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 0, 0, 0, 1]).
distance(23, [0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]).
distance(24, [2, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1]).
distance(25, [0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0, 2, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 1, 0, 1, 0]).
distance(26, [2, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 2, 0, 1, 0, 0, 0, 0, 0, 2]).
distance(27, [0, 2, 0, 2, 0, 0, 2, 0, 1, 0, 1, 0, 0, 0, 2, 0, 1, 0, 2, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0]).
distance(28, [0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]).
distance(29, [0, 2, 0, 2, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 0]).
distance(30, [2, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0]).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, 'U', 0, 3).
facet(2, 'U', 0, 5).
facet(3, 'U', 1, 4).
facet(4, 'U', 2, 3).
facet(5, 'U', 2, 5).
facet(6, 'L', 3, 0).
facet(7, 'L', 3, 2).
facet(8, 'L', 4, 1).
facet(9, 'L', 5, 0).
facet(10, 'L', 5, 2).
facet(11, 'F', 3, 3).
facet(12, 'F', 3, 5).
facet(13, 'F', 4, 4).
facet(14, 'F', 5, 3).
facet(15, 'F', 5, 5).
facet(16, 'R', 3, 6).
facet(17, 'R', 3, 8).
facet(18, 'R', 4, 7).
facet(19, 'R', 5, 6).
facet(20, 'R', 5, 8).
facet(21, 'B', 3, 9).
facet(22, 'B', 3, 11).
facet(23, 'B', 4, 10).
facet(24, 'B', 5, 9).
facet(25, 'B', 5, 11).
facet(26, 'D', 6, 3).
facet(27, 'D', 6, 5).
facet(28, 'D', 7, 4).
facet(29, 'D', 8, 3).
facet(30, 'D', 8, 5).

% colour(Piece, Colour).
colour(1, white).
colour(2, white).
colour(3, white).
colour(4, white).
colour(5, white).
colour(6, orange).
colour(7, orange).
colour(8, orange).
colour(9, orange).
colour(10, orange).
colour(11, green).
colour(12, green).
colour(13, green).
colour(14, green).
colour(15, green).
colour(16, red).
colour(17, red).
colour(18, red).
colour(19, red).
colour(20, red).
colour(21, blue).
colour(22, blue).
colour(23, blue).
colour(24, blue).
colour(25, blue).
colour(26, yellow).
colour(27, yellow).
colour(28, yellow).
colour(29, yellow).
colour(30, yellow).

% facelets(Points): the order in which colors are typed.
facelets([1, 2, 3, 4, 5, 16, 17, 18, 19, 20, 11, 12, 13, 14, 15, 26, 27, 28, 29, 30, 6, 7, 8, 9, 10, 21, 22, 23, 24, 25]).
