% The Pyraminx without its tips
%
% The goal:
%| R R R G G G B B B
%| R R R G G G B B B
%|       Y Y Y
%|       Y Y Y

puzzle(pyraminx, permutation, "The Pyraminx without its tips").
source("Breadth-first search: 933,120 states, 11 moves at most, 32 states need them").
source("Turns as in competitions, around the corners U, L, R and B; the tips, which turn by themselves, are left out").

% A state lists the piece on each point.
start(four, "L B' U B'").
start(eight, "B U R U' L' U B U'").
start(farthest, "L' B U B' R' L U' B U' L' U'").
optimal(four, 4).
optimal(eight, 8).
optimal(farthest, 11).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]).

% generator(Name, Cycles): a basic move.
generator('U', [[2, 16, 7], [3, 13, 8], [6, 14, 9]]).
generator('L', [[4, 7, 20], [5, 10, 19], [6, 11, 22]]).
generator('R', [[9, 18, 20], [11, 16, 24], [12, 17, 21]]).
generator('B', [[1, 23, 15], [2, 22, 18], [4, 24, 14]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% distance(Piece, Distances): moves from each point to the piece's nearest goal point, at least.
distance(1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]).
distance(2, [0, 0, 0, 2, 0, 2, 1, 0, 2, 0, 2, 0, 0, 3, 0, 1, 0, 1, 0, 2, 0, 1, 0, 2]).
distance(3, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(4, [0, 2, 0, 0, 0, 2, 1, 0, 2, 0, 2, 0, 0, 1, 0, 2, 0, 2, 0, 1, 0, 3, 0, 1]).
distance(5, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]).
distance(6, [0, 2, 0, 2, 0, 0, 3, 0, 1, 0, 1, 0, 0, 1, 0, 2, 0, 2, 0, 2, 0, 1, 0, 2]).
distance(7, [0, 1, 0, 1, 0, 3, 0, 0, 2, 0, 2, 0, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 2]).
distance(8, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(9, [0, 2, 0, 2, 0, 1, 2, 0, 0, 0, 2, 0, 0, 1, 0, 3, 0, 1, 0, 1, 0, 2, 0, 2]).
distance(10, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]).
distance(11, [0, 2, 0, 2, 0, 1, 2, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 2, 0, 3, 0, 1, 0, 1]).
distance(12, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]).
distance(13, [0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(14, [0, 3, 0, 1, 0, 1, 2, 0, 1, 0, 2, 0, 0, 0, 0, 2, 0, 2, 0, 2, 0, 2, 0, 1]).
distance(15, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]).
distance(16, [0, 1, 0, 2, 0, 2, 1, 0, 3, 0, 1, 0, 0, 2, 0, 0, 0, 2, 0, 2, 0, 2, 0, 1]).
distance(17, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]).
distance(18, [0, 1, 0, 2, 0, 2, 2, 0, 1, 0, 2, 0, 0, 2, 0, 2, 0, 0, 0, 1, 0, 1, 0, 3]).
distance(19, [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(20, [0, 2, 0, 1, 0, 2, 1, 0, 1, 0, 3, 0, 0, 2, 0, 2, 0, 1, 0, 0, 0, 2, 0, 2]).
distance(21, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]).
distance(22, [0, 1, 0, 3, 0, 1, 2, 0, 2, 0, 1, 0, 0, 2, 0, 2, 0, 1, 0, 2, 0, 0, 0, 2]).
distance(23, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]).
distance(24, [0, 2, 0, 1, 0, 2, 2, 0, 2, 0, 1, 0, 0, 1, 0, 1, 0, 3, 0, 2, 0, 2, 0, 0]).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, 'L', 0, 0).
facet(2, 'L', 0, 1).
facet(3, 'L', 0, 2).
facet(4, 'L', 1, 0).
facet(5, 'L', 1, 1).
facet(6, 'L', 1, 2).
facet(7, 'F', 0, 3).
facet(8, 'F', 0, 4).
facet(9, 'F', 0, 5).
facet(10, 'F', 1, 3).
facet(11, 'F', 1, 4).
facet(12, 'F', 1, 5).
facet(13, 'R', 0, 6).
facet(14, 'R', 0, 7).
facet(15, 'R', 0, 8).
facet(16, 'R', 1, 6).
facet(17, 'R', 1, 7).
facet(18, 'R', 1, 8).
facet(19, 'D', 2, 3).
facet(20, 'D', 2, 4).
facet(21, 'D', 2, 5).
facet(22, 'D', 3, 3).
facet(23, 'D', 3, 4).
facet(24, 'D', 3, 5).

% corners(Point, Corners): where it lies in space, from the middle.
corners(1, [[-3, -1, -1], [-1, -3, -1], [-1, -1, 1]]).
corners(2, [[-3, -1, -1], [-3, 1, 1], [-1, -1, 1]]).
corners(3, [[-3, 1, 1], [-1, 1, 3], [-1, -1, 1]]).
corners(4, [[-1, -3, -1], [1, -3, 1], [-1, -1, 1]]).
corners(5, [[1, -3, 1], [1, -1, 3], [-1, -1, 1]]).
corners(6, [[-1, 1, 3], [1, -1, 3], [-1, -1, 1]]).
corners(7, [[-1, 1, 3], [1, -1, 3], [1, 1, 1]]).
corners(8, [[-1, 1, 3], [-1, 3, 1], [1, 1, 1]]).
corners(9, [[-1, 3, 1], [1, 3, -1], [1, 1, 1]]).
corners(10, [[1, -1, 3], [3, -1, 1], [1, 1, 1]]).
corners(11, [[3, -1, 1], [3, 1, -1], [1, 1, 1]]).
corners(12, [[1, 3, -1], [3, 1, -1], [1, 1, 1]]).
corners(13, [[-3, 1, 1], [-1, 3, 1], [-1, 1, -1]]).
corners(14, [[-3, 1, 1], [-3, -1, -1], [-1, 1, -1]]).
corners(15, [[-3, -1, -1], [-1, -1, -3], [-1, 1, -1]]).
corners(16, [[-1, 3, 1], [1, 3, -1], [-1, 1, -1]]).
corners(17, [[1, 3, -1], [1, 1, -3], [-1, 1, -1]]).
corners(18, [[-1, -1, -3], [1, 1, -3], [-1, 1, -1]]).
corners(19, [[3, -1, 1], [1, -3, 1], [1, -1, -1]]).
corners(20, [[3, -1, 1], [3, 1, -1], [1, -1, -1]]).
corners(21, [[3, 1, -1], [1, 1, -3], [1, -1, -1]]).
corners(22, [[1, -3, 1], [-1, -3, -1], [1, -1, -1]]).
corners(23, [[-1, -3, -1], [-1, -1, -3], [1, -1, -1]]).
corners(24, [[1, 1, -3], [-1, -1, -3], [1, -1, -1]]).

% colour(Piece, Colour).
colour(1, red).
colour(2, red).
colour(3, red).
colour(4, red).
colour(5, red).
colour(6, red).
colour(7, green).
colour(8, green).
colour(9, green).
colour(10, green).
colour(11, green).
colour(12, green).
colour(13, blue).
colour(14, blue).
colour(15, blue).
colour(16, blue).
colour(17, blue).
colour(18, blue).
colour(19, yellow).
colour(20, yellow).
colour(21, yellow).
colour(22, yellow).
colour(23, yellow).
colour(24, yellow).

% shorthand(Name, Moves): another name for moves.
shorthand(u, "").
shorthand(l, "").
shorthand(r, "").
shorthand(b, "").
