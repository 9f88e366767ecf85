% A cube of 4 x 4 x 4, named by the colors of its stickers
%
% The goal:
%|         W W W W
%|         W W W W
%|         W W W W
%|         W W W W
%| O O O O G G G G R R R R B B B B
%| O O O O G G G G R R R R B B B B
%| O O O O G G G G R R R R B B B B
%| O O O O G G G G R R R R B B B B
%|         Y Y Y Y
%|         Y Y Y Y
%|         Y Y Y Y
%|         Y Y Y Y

puzzle(revenge, permutation, "Cube of 4 x 4 x 4").
source("Rubik's Revenge, P. Sebestény, 1982").

% A state lists the color on each point: U, L, F, R, B and D, row by row.
start(four, "R u F2 l").
start(eight, "R u F2 l U r' D2 B").
optimal(four, 4).
optimal(eight, 8).
goal([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]).

% generator(Name, Cycles): a face, and in lower case the layer below it.
generator('U', [[1, 4, 16, 13], [2, 8, 15, 9], [3, 12, 14, 5], [6, 7, 11, 10], [17, 65, 49, 33], [18, 66, 50, 34], [19, 67, 51, 35], [20, 68, 52, 36]]).
generator('L', [[1, 33, 81, 80], [5, 37, 85, 76], [9, 41, 89, 72], [13, 45, 93, 68], [17, 20, 32, 29], [18, 24, 31, 25], [19, 28, 30, 21], [22, 23, 27, 26]]).
generator('F', [[13, 49, 84, 32], [14, 53, 83, 28], [15, 57, 82, 24], [16, 61, 81, 20], [33, 36, 48, 45], [34, 40, 47, 41], [35, 44, 46, 37], [38, 39, 43, 42]]).
generator('R', [[4, 77, 84, 36], [8, 73, 88, 40], [12, 69, 92, 44], [16, 65, 96, 48], [49, 52, 64, 61], [50, 56, 63, 57], [51, 60, 62, 53], [54, 55, 59, 58]]).
generator('B', [[1, 29, 96, 52], [2, 25, 95, 56], [3, 21, 94, 60], [4, 17, 93, 64], [65, 68, 80, 77], [66, 72, 79, 73], [67, 76, 78, 69], [70, 71, 75, 74]]).
generator('D', [[29, 45, 61, 77], [30, 46, 62, 78], [31, 47, 63, 79], [32, 48, 64, 80], [81, 84, 96, 93], [82, 88, 95, 89], [83, 92, 94, 85], [86, 87, 91, 90]]).
generator(u, [[21, 69, 53, 37], [22, 70, 54, 38], [23, 71, 55, 39], [24, 72, 56, 40]]).
generator(l, [[2, 34, 82, 79], [6, 38, 86, 75], [10, 42, 90, 71], [14, 46, 94, 67]]).
generator(f, [[9, 50, 88, 31], [10, 54, 87, 27], [11, 58, 86, 23], [12, 62, 85, 19]]).
generator(r, [[3, 78, 83, 35], [7, 74, 87, 39], [11, 70, 91, 43], [15, 66, 95, 47]]).
generator(b, [[5, 30, 92, 51], [6, 26, 91, 55], [7, 22, 90, 59], [8, 18, 89, 63]]).
generator(d, [[25, 41, 57, 73], [26, 42, 58, 74], [27, 43, 59, 75], [28, 44, 60, 76]]).

% metric(Metric): which powers of a generator count as one move.
metric(half).

% facet(Point, Face, Row, Column): where a point is drawn.
facet(1, 'U', 0, 4).
facet(2, 'U', 0, 5).
facet(3, 'U', 0, 6).
facet(4, 'U', 0, 7).
facet(5, 'U', 1, 4).
facet(6, 'U', 1, 5).
facet(7, 'U', 1, 6).
facet(8, 'U', 1, 7).
facet(9, 'U', 2, 4).
facet(10, 'U', 2, 5).
facet(11, 'U', 2, 6).
facet(12, 'U', 2, 7).
facet(13, 'U', 3, 4).
facet(14, 'U', 3, 5).
facet(15, 'U', 3, 6).
facet(16, 'U', 3, 7).
facet(17, 'L', 4, 0).
facet(18, 'L', 4, 1).
facet(19, 'L', 4, 2).
facet(20, 'L', 4, 3).
facet(21, 'L', 5, 0).
facet(22, 'L', 5, 1).
facet(23, 'L', 5, 2).
facet(24, 'L', 5, 3).
facet(25, 'L', 6, 0).
facet(26, 'L', 6, 1).
facet(27, 'L', 6, 2).
facet(28, 'L', 6, 3).
facet(29, 'L', 7, 0).
facet(30, 'L', 7, 1).
facet(31, 'L', 7, 2).
facet(32, 'L', 7, 3).
facet(33, 'F', 4, 4).
facet(34, 'F', 4, 5).
facet(35, 'F', 4, 6).
facet(36, 'F', 4, 7).
facet(37, 'F', 5, 4).
facet(38, 'F', 5, 5).
facet(39, 'F', 5, 6).
facet(40, 'F', 5, 7).
facet(41, 'F', 6, 4).
facet(42, 'F', 6, 5).
facet(43, 'F', 6, 6).
facet(44, 'F', 6, 7).
facet(45, 'F', 7, 4).
facet(46, 'F', 7, 5).
facet(47, 'F', 7, 6).
facet(48, 'F', 7, 7).
facet(49, 'R', 4, 8).
facet(50, 'R', 4, 9).
facet(51, 'R', 4, 10).
facet(52, 'R', 4, 11).
facet(53, 'R', 5, 8).
facet(54, 'R', 5, 9).
facet(55, 'R', 5, 10).
facet(56, 'R', 5, 11).
facet(57, 'R', 6, 8).
facet(58, 'R', 6, 9).
facet(59, 'R', 6, 10).
facet(60, 'R', 6, 11).
facet(61, 'R', 7, 8).
facet(62, 'R', 7, 9).
facet(63, 'R', 7, 10).
facet(64, 'R', 7, 11).
facet(65, 'B', 4, 12).
facet(66, 'B', 4, 13).
facet(67, 'B', 4, 14).
facet(68, 'B', 4, 15).
facet(69, 'B', 5, 12).
facet(70, 'B', 5, 13).
facet(71, 'B', 5, 14).
facet(72, 'B', 5, 15).
facet(73, 'B', 6, 12).
facet(74, 'B', 6, 13).
facet(75, 'B', 6, 14).
facet(76, 'B', 6, 15).
facet(77, 'B', 7, 12).
facet(78, 'B', 7, 13).
facet(79, 'B', 7, 14).
facet(80, 'B', 7, 15).
facet(81, 'D', 8, 4).
facet(82, 'D', 8, 5).
facet(83, 'D', 8, 6).
facet(84, 'D', 8, 7).
facet(85, 'D', 9, 4).
facet(86, 'D', 9, 5).
facet(87, 'D', 9, 6).
facet(88, 'D', 9, 7).
facet(89, 'D', 10, 4).
facet(90, 'D', 10, 5).
facet(91, 'D', 10, 6).
facet(92, 'D', 10, 7).
facet(93, 'D', 11, 4).
facet(94, 'D', 11, 5).
facet(95, 'D', 11, 6).
facet(96, 'D', 11, 7).

% colour(Piece, Colour).
colour(1, white).
colour(2, orange).
colour(3, green).
colour(4, red).
colour(5, blue).
colour(6, yellow).
