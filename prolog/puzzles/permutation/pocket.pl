% The pocket cube, 2 x 2 x 2
%
% The goal:
%|     W W
%|     W W
%| O O G G R R B B
%| O O G G R R B B
%|     Y Y
%|     Y Y

puzzle(pocket, permutation, "The pocket cube, 2 x 2 x 2").
source("OEIS A079761: the 3,674,160 states at each distance, 11 at most; breadth-first search over all of them").
source("Half-turn metric: U, R and F; the corner DBL stays where it is").

% A state lists the piece on each point.
start(five, "R' U' R' F' U2").
start(eight, "F R2 F R' F2 U F' R'").
start(farthest, "F U2 F R' U F R' F2 U R U'").
optimal(five, 5).
optimal(eight, 8).
optimal(farthest, 11).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]).

% generator(Name, Cycles): a basic move.
generator('U', [[1, 2, 4, 3], [5, 17, 13, 9], [6, 18, 14, 10]]).
generator('R', [[2, 19, 22, 10], [4, 17, 24, 12], [13, 14, 16, 15]]).
generator('F', [[3, 13, 22, 8], [4, 15, 21, 6], [9, 10, 12, 11]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% distance(Piece, Distances): moves from each point to the piece's nearest goal point, at least.
distance(1, [0, 1, 1, 1, 3, 2, 0, 2, 3, 2, 3, 2, 2, 3, 2, 3, 2, 3, 2, 0, 2, 2, 0, 2]).
distance(2, [1, 0, 1, 1, 3, 2, 0, 2, 2, 1, 2, 2, 2, 2, 2, 3, 2, 2, 1, 0, 2, 1, 0, 2]).
distance(3, [1, 1, 0, 1, 2, 2, 0, 1, 2, 2, 3, 2, 1, 2, 2, 2, 2, 3, 2, 0, 2, 1, 0, 2]).
distance(4, [1, 1, 1, 0, 2, 1, 0, 2, 2, 2, 2, 1, 2, 2, 1, 2, 1, 2, 2, 0, 1, 2, 0, 1]).
distance(5, [3, 3, 2, 2, 0, 3, 0, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 3, 3, 0, 3, 2, 0, 2]).
distance(6, [2, 2, 2, 1, 3, 0, 0, 3, 2, 1, 2, 2, 2, 1, 1, 2, 2, 1, 2, 0, 1, 2, 0, 2]).
distance(7, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(8, [2, 2, 1, 2, 2, 3, 0, 0, 2, 2, 3, 3, 1, 2, 2, 2, 2, 3, 2, 0, 3, 1, 0, 3]).
distance(9, [3, 2, 2, 2, 1, 2, 0, 2, 0, 1, 1, 1, 1, 2, 2, 2, 1, 2, 2, 0, 3, 2, 0, 2]).
distance(10, [2, 1, 2, 2, 2, 1, 0, 2, 1, 0, 1, 1, 2, 1, 2, 2, 2, 1, 1, 0, 2, 1, 0, 2]).
distance(11, [3, 2, 3, 2, 2, 2, 0, 3, 1, 1, 0, 1, 2, 2, 3, 3, 2, 2, 2, 0, 3, 2, 0, 2]).
distance(12, [2, 2, 2, 1, 2, 2, 0, 3, 1, 1, 1, 0, 2, 2, 2, 3, 1, 2, 2, 0, 2, 2, 0, 1]).
distance(13, [2, 2, 1, 2, 1, 2, 0, 1, 1, 2, 2, 2, 0, 1, 1, 1, 1, 2, 2, 0, 2, 1, 0, 2]).
distance(14, [3, 2, 2, 2, 2, 1, 0, 2, 2, 1, 2, 2, 1, 0, 1, 1, 2, 1, 2, 0, 2, 2, 0, 3]).
distance(15, [2, 2, 2, 1, 2, 1, 0, 2, 2, 2, 3, 2, 1, 1, 0, 1, 2, 2, 3, 0, 1, 2, 0, 2]).
distance(16, [3, 3, 2, 2, 2, 2, 0, 2, 2, 2, 3, 3, 1, 1, 1, 0, 2, 2, 3, 0, 2, 2, 0, 3]).
distance(17, [2, 2, 2, 1, 1, 2, 0, 2, 1, 2, 2, 1, 1, 2, 2, 2, 0, 3, 3, 0, 2, 2, 0, 1]).
distance(18, [3, 2, 3, 2, 3, 1, 0, 3, 2, 1, 2, 2, 2, 1, 2, 2, 3, 0, 2, 0, 2, 2, 0, 3]).
distance(19, [2, 1, 2, 2, 3, 2, 0, 2, 2, 1, 2, 2, 2, 2, 3, 3, 3, 2, 0, 0, 3, 1, 0, 3]).
distance(20, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(21, [2, 2, 2, 1, 3, 1, 0, 3, 3, 2, 3, 2, 2, 2, 1, 2, 2, 2, 3, 0, 0, 3, 0, 2]).
distance(22, [2, 1, 1, 2, 2, 2, 0, 1, 2, 1, 2, 2, 1, 2, 2, 2, 2, 2, 1, 0, 3, 0, 0, 3]).
distance(23, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(24, [2, 2, 2, 1, 2, 2, 0, 3, 2, 2, 2, 1, 2, 3, 2, 3, 1, 3, 3, 0, 2, 3, 0, 0]).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, 'U', 0, 2).
facet(2, 'U', 0, 3).
facet(3, 'U', 1, 2).
facet(4, 'U', 1, 3).
facet(5, 'L', 2, 0).
facet(6, 'L', 2, 1).
facet(7, 'L', 3, 0).
facet(8, 'L', 3, 1).
facet(9, 'F', 2, 2).
facet(10, 'F', 2, 3).
facet(11, 'F', 3, 2).
facet(12, 'F', 3, 3).
facet(13, 'R', 2, 4).
facet(14, 'R', 2, 5).
facet(15, 'R', 3, 4).
facet(16, 'R', 3, 5).
facet(17, 'B', 2, 6).
facet(18, 'B', 2, 7).
facet(19, 'B', 3, 6).
facet(20, 'B', 3, 7).
facet(21, 'D', 4, 2).
facet(22, 'D', 4, 3).
facet(23, 'D', 5, 2).
facet(24, 'D', 5, 3).

% corners(Point, Corners): where it lies in space, from the middle.
corners(1, [[-2, 2, -2], [0, 2, -2], [0, 2, 0], [-2, 2, 0]]).
corners(2, [[0, 2, -2], [2, 2, -2], [2, 2, 0], [0, 2, 0]]).
corners(3, [[-2, 2, 0], [0, 2, 0], [0, 2, 2], [-2, 2, 2]]).
corners(4, [[0, 2, 0], [2, 2, 0], [2, 2, 2], [0, 2, 2]]).
corners(5, [[-2, 2, -2], [-2, 2, 0], [-2, 0, 0], [-2, 0, -2]]).
corners(6, [[-2, 2, 0], [-2, 2, 2], [-2, 0, 2], [-2, 0, 0]]).
corners(7, [[-2, 0, -2], [-2, 0, 0], [-2, -2, 0], [-2, -2, -2]]).
corners(8, [[-2, 0, 0], [-2, 0, 2], [-2, -2, 2], [-2, -2, 0]]).
corners(9, [[-2, 2, 2], [0, 2, 2], [0, 0, 2], [-2, 0, 2]]).
corners(10, [[0, 2, 2], [2, 2, 2], [2, 0, 2], [0, 0, 2]]).
corners(11, [[-2, 0, 2], [0, 0, 2], [0, -2, 2], [-2, -2, 2]]).
corners(12, [[0, 0, 2], [2, 0, 2], [2, -2, 2], [0, -2, 2]]).
corners(13, [[2, 2, 2], [2, 2, 0], [2, 0, 0], [2, 0, 2]]).
corners(14, [[2, 2, 0], [2, 2, -2], [2, 0, -2], [2, 0, 0]]).
corners(15, [[2, 0, 2], [2, 0, 0], [2, -2, 0], [2, -2, 2]]).
corners(16, [[2, 0, 0], [2, 0, -2], [2, -2, -2], [2, -2, 0]]).
corners(17, [[2, 2, -2], [0, 2, -2], [0, 0, -2], [2, 0, -2]]).
corners(18, [[0, 2, -2], [-2, 2, -2], [-2, 0, -2], [0, 0, -2]]).
corners(19, [[2, 0, -2], [0, 0, -2], [0, -2, -2], [2, -2, -2]]).
corners(20, [[0, 0, -2], [-2, 0, -2], [-2, -2, -2], [0, -2, -2]]).
corners(21, [[-2, -2, 2], [0, -2, 2], [0, -2, 0], [-2, -2, 0]]).
corners(22, [[0, -2, 2], [2, -2, 2], [2, -2, 0], [0, -2, 0]]).
corners(23, [[-2, -2, 0], [0, -2, 0], [0, -2, -2], [-2, -2, -2]]).
corners(24, [[0, -2, 0], [2, -2, 0], [2, -2, -2], [0, -2, -2]]).

% colour(Piece, Colour).
colour(1, white).
colour(2, white).
colour(3, white).
colour(4, white).
colour(5, orange).
colour(6, orange).
colour(7, orange).
colour(8, orange).
colour(9, green).
colour(10, green).
colour(11, green).
colour(12, green).
colour(13, red).
colour(14, red).
colour(15, red).
colour(16, red).
colour(17, blue).
colour(18, blue).
colour(19, blue).
colour(20, blue).
colour(21, yellow).
colour(22, yellow).
colour(23, yellow).
colour(24, yellow).

% facelets(Points): the order in which colors are typed.
facelets([1, 2, 3, 4, 13, 14, 15, 16, 9, 10, 11, 12, 21, 22, 23, 24, 5, 6, 7, 8, 17, 18, 19, 20]).
