% The dino cube
%
% The goal:
%|         W
%|       W   W
%|         W
%|   O     G     R     B
%| O   O G   G R   R B   B
%|   O     G     R     B
%|         Y
%|       Y   Y
%|         Y

puzzle(dino, permutation, "The dino cube").
source("Breadth-first search over the 239,500,800 states, 12! / 2: 13 moves at most, 366 states need them").
source("All eight corners turn, each named after its three faces; states that differ only in how the whole cube is held count separately").

% A state lists the piece on each point.
start(five, "DFL' DFR UBL' UBR DBR").
start(nine, "DFL' DBL' DBR UBL' DBL UFR DFR' UFR UFL").
start(farthest, "DBR UBL' DBL DBR UBR UBL' UFL DFL' DBL UFL UFR' UBR UBL'").
optimal(five, 5).
optimal(nine, 9).
optimal(farthest, 13).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]).

% generator(Name, Cycles): a basic move.
generator('UBL', [[1, 5, 19], [2, 6, 17]]).
generator('UBR', [[1, 18, 13], [3, 17, 15]]).
generator('UFR', [[3, 14, 9], [4, 13, 11]]).
generator('UFL', [[2, 9, 7], [4, 10, 5]]).
generator('DFL', [[7, 12, 22], [8, 10, 21]]).
generator('DFR', [[11, 16, 21], [12, 14, 23]]).
generator('DBR', [[15, 20, 23], [16, 18, 24]]).
generator('DBL', [[6, 22, 20], [8, 24, 19]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, 'U', 0, 4).
facet(2, 'U', 1, 3).
facet(3, 'U', 1, 5).
facet(4, 'U', 2, 4).
facet(5, 'L', 3, 1).
facet(6, 'L', 4, 0).
facet(7, 'L', 4, 2).
facet(8, 'L', 5, 1).
facet(9, 'F', 3, 4).
facet(10, 'F', 4, 3).
facet(11, 'F', 4, 5).
facet(12, 'F', 5, 4).
facet(13, 'R', 3, 7).
facet(14, 'R', 4, 6).
facet(15, 'R', 4, 8).
facet(16, 'R', 5, 7).
facet(17, 'B', 3, 10).
facet(18, 'B', 4, 9).
facet(19, 'B', 4, 11).
facet(20, 'B', 5, 10).
facet(21, 'D', 6, 4).
facet(22, 'D', 7, 3).
facet(23, 'D', 7, 5).
facet(24, 'D', 8, 4).

% corners(Point, Corners): where it lies in space, from the middle.
corners(1, [[-1, 1, -1], [1, 1, -1], [0, 1, 0]]).
corners(2, [[-1, 1, -1], [-1, 1, 1], [0, 1, 0]]).
corners(3, [[1, 1, -1], [1, 1, 1], [0, 1, 0]]).
corners(4, [[-1, 1, 1], [1, 1, 1], [0, 1, 0]]).
corners(5, [[-1, 1, -1], [-1, 1, 1], [-1, 0, 0]]).
corners(6, [[-1, 1, -1], [-1, -1, -1], [-1, 0, 0]]).
corners(7, [[-1, 1, 1], [-1, -1, 1], [-1, 0, 0]]).
corners(8, [[-1, -1, -1], [-1, -1, 1], [-1, 0, 0]]).
corners(9, [[-1, 1, 1], [1, 1, 1], [0, 0, 1]]).
corners(10, [[-1, 1, 1], [-1, -1, 1], [0, 0, 1]]).
corners(11, [[1, 1, 1], [1, -1, 1], [0, 0, 1]]).
corners(12, [[-1, -1, 1], [1, -1, 1], [0, 0, 1]]).
corners(13, [[1, 1, 1], [1, 1, -1], [1, 0, 0]]).
corners(14, [[1, 1, 1], [1, -1, 1], [1, 0, 0]]).
corners(15, [[1, 1, -1], [1, -1, -1], [1, 0, 0]]).
corners(16, [[1, -1, 1], [1, -1, -1], [1, 0, 0]]).
corners(17, [[1, 1, -1], [-1, 1, -1], [0, 0, -1]]).
corners(18, [[1, 1, -1], [1, -1, -1], [0, 0, -1]]).
corners(19, [[-1, 1, -1], [-1, -1, -1], [0, 0, -1]]).
corners(20, [[1, -1, -1], [-1, -1, -1], [0, 0, -1]]).
corners(21, [[-1, -1, 1], [1, -1, 1], [0, -1, 0]]).
corners(22, [[-1, -1, 1], [-1, -1, -1], [0, -1, 0]]).
corners(23, [[1, -1, 1], [1, -1, -1], [0, -1, 0]]).
corners(24, [[-1, -1, -1], [1, -1, -1], [0, -1, 0]]).

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
