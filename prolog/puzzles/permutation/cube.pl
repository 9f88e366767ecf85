% Rubik's cube
%
% The goal:
%|       W W W
%|       W   W
%|       W W W
%| O O O G G G R R R B B B
%| O   O G   G R   R B   B
%| O O O G G G R R R B B B
%|       Y Y Y
%|       Y   Y
%|       Y Y Y

puzzle(cube, permutation, "Rubik's cube").
source("GAP manual: the example of Rubik's cube").
source("Qiita: article on IDA* and pattern databases, in Julia").

% A state lists the piece on each point.
start(four, "R U R' U'").
start(moves16, "U' D F2 U2 R F' R' U' D2 F' U B R D F R'").
start(moves17, "F' R2 L D' L U F2 B U2 D B U' F' R' B F' U'").
start(moves18, "D L' D' B2 U2 L F2 D2 R' U' D2 F' L2 F B' L2 D B'").
start(moves19, "D2 R2 U2 D B2 L2 U2 R F' B' U L2 D L2 F D' R2 U R").
start(moves20, "R2 U2 R F L' B D' R' U2 B2 U2 F D U2 R2 U2 F2 L F2 B2").
start(superflip, "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2").
optimal(four, 4).
optimal(moves16, 16).
optimal(moves17, 17).
optimal(moves18, 18).
optimal(moves19, 19).
optimal(moves20, 20).
optimal(superflip, 20).
goal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48]).

% generator(Name, Cycles): a basic move.
generator('U', [[1, 3, 8, 6], [2, 5, 7, 4], [9, 33, 25, 17], [10, 34, 26, 18], [11, 35, 27, 19]]).
generator('L', [[9, 11, 16, 14], [10, 13, 15, 12], [1, 17, 41, 40], [4, 20, 44, 37], [6, 22, 46, 35]]).
generator('F', [[17, 19, 24, 22], [18, 21, 23, 20], [6, 25, 43, 16], [7, 28, 42, 13], [8, 30, 41, 11]]).
generator('R', [[25, 27, 32, 30], [26, 29, 31, 28], [3, 38, 43, 19], [5, 36, 45, 21], [8, 33, 48, 24]]).
generator('B', [[33, 35, 40, 38], [34, 37, 39, 36], [3, 9, 46, 32], [2, 12, 47, 29], [1, 14, 48, 27]]).
generator('D', [[41, 43, 48, 46], [42, 45, 47, 44], [14, 22, 30, 38], [15, 23, 31, 39], [16, 24, 32, 40]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, 'U', 0, 3).
facet(2, 'U', 0, 4).
facet(3, 'U', 0, 5).
facet(4, 'U', 1, 3).
facet(5, 'U', 1, 5).
facet(6, 'U', 2, 3).
facet(7, 'U', 2, 4).
facet(8, 'U', 2, 5).
facet(9, 'L', 3, 0).
facet(10, 'L', 3, 1).
facet(11, 'L', 3, 2).
facet(12, 'L', 4, 0).
facet(13, 'L', 4, 2).
facet(14, 'L', 5, 0).
facet(15, 'L', 5, 1).
facet(16, 'L', 5, 2).
facet(17, 'F', 3, 3).
facet(18, 'F', 3, 4).
facet(19, 'F', 3, 5).
facet(20, 'F', 4, 3).
facet(21, 'F', 4, 5).
facet(22, 'F', 5, 3).
facet(23, 'F', 5, 4).
facet(24, 'F', 5, 5).
facet(25, 'R', 3, 6).
facet(26, 'R', 3, 7).
facet(27, 'R', 3, 8).
facet(28, 'R', 4, 6).
facet(29, 'R', 4, 8).
facet(30, 'R', 5, 6).
facet(31, 'R', 5, 7).
facet(32, 'R', 5, 8).
facet(33, 'B', 3, 9).
facet(34, 'B', 3, 10).
facet(35, 'B', 3, 11).
facet(36, 'B', 4, 9).
facet(37, 'B', 4, 11).
facet(38, 'B', 5, 9).
facet(39, 'B', 5, 10).
facet(40, 'B', 5, 11).
facet(41, 'D', 6, 3).
facet(42, 'D', 6, 4).
facet(43, 'D', 6, 5).
facet(44, 'D', 7, 3).
facet(45, 'D', 7, 5).
facet(46, 'D', 8, 3).
facet(47, 'D', 8, 4).
facet(48, 'D', 8, 5).

% colour(Piece, Colour).
colour(1, white).
colour(2, white).
colour(3, white).
colour(4, white).
colour(5, white).
colour(6, white).
colour(7, white).
colour(8, white).
colour(9, orange).
colour(10, orange).
colour(11, orange).
colour(12, orange).
colour(13, orange).
colour(14, orange).
colour(15, orange).
colour(16, orange).
colour(17, green).
colour(18, green).
colour(19, green).
colour(20, green).
colour(21, green).
colour(22, green).
colour(23, green).
colour(24, green).
colour(25, red).
colour(26, red).
colour(27, red).
colour(28, red).
colour(29, red).
colour(30, red).
colour(31, red).
colour(32, red).
colour(33, blue).
colour(34, blue).
colour(35, blue).
colour(36, blue).
colour(37, blue).
colour(38, blue).
colour(39, blue).
colour(40, blue).
colour(41, yellow).
colour(42, yellow).
colour(43, yellow).
colour(44, yellow).
colour(45, yellow).
colour(46, yellow).
colour(47, yellow).
colour(48, yellow).

% rotation(Name, Cycles): turns the whole puzzle.
rotation(x, [[1, 40, 41, 17], [2, 39, 42, 18], [3, 38, 43, 19], [4, 37, 44, 20], [5, 36, 45, 21], [6, 35, 46, 22], [7, 34, 47, 23], [8, 33, 48, 24], [9, 14, 16, 11], [10, 12, 15, 13], [25, 27, 32, 30], [26, 29, 31, 28]]).
rotation(y, [[1, 3, 8, 6], [2, 5, 7, 4], [9, 33, 25, 17], [10, 34, 26, 18], [11, 35, 27, 19], [12, 36, 28, 20], [13, 37, 29, 21], [14, 38, 30, 22], [15, 39, 31, 23], [16, 40, 32, 24], [41, 46, 48, 43], [42, 44, 47, 45]]).
rotation(z, [[1, 27, 48, 14], [2, 29, 47, 12], [3, 32, 46, 9], [4, 26, 45, 15], [5, 31, 44, 10], [6, 25, 43, 16], [7, 28, 42, 13], [8, 30, 41, 11], [17, 19, 24, 22], [18, 21, 23, 20], [33, 38, 40, 35], [34, 36, 39, 37]]).

% shorthand(Name, Moves): another name for moves.
shorthand(u, "D y").
shorthand(d, "U y'").
shorthand(r, "L x").
shorthand(l, "R x'").
shorthand(f, "B z").
shorthand(b, "F z'").
shorthand('M', "L' R x'").
shorthand('E', "D' U y'").
shorthand('S', "F' B z").
shorthand('Uw', "u").
shorthand('Dw', "d").
shorthand('Rw', "r").
shorthand('Lw', "l").
shorthand('Fw', "f").
shorthand('Bw', "b").

% facelets(Points): the order in which colors are typed.
facelets([1, 2, 3, 4, 'U', 5, 6, 7, 8, 25, 26, 27, 28, 'R', 29, 30, 31, 32, 17, 18, 19, 20, 'F', 21, 22, 23, 24, 41, 42, 43, 44, 'D', 45, 46, 47, 48, 9, 10, 11, 12, 'L', 13, 14, 15, 16, 33, 34, 35, 36, 'B', 37, 38, 39, 40]).
