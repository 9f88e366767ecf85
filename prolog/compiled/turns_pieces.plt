:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(turns_pieces).
:- encoding(utf8).

%   U, R and F of the pocket cube, whose points have the numbers of its stickers from the top,
%   and from row to row of each side.
cycles([[1,2,4,3],[5,17,13,9],[6,18,14,10]]).
cycles([[2,19,22,10],[4,17,24,12],[13,14,16,15]]).
cycles([[3,13,22,8],[4,15,21,6],[9,10,12,11]]).

pocket(Perms) :-
    findall(Perm, ( cycles(Cycles), permutation(24, Cycles, Perm) ), Perms).

permutation(Count, Cycles, Perm) :-
    numlist(1, Count, Points),
    maplist(goes(Cycles), Points, Tos),
    Perm =.. [to|Tos].

goes(Cycles, Point, To) :-
    (   member([First|Others], Cycles),
        append([First|Others], [First], Ring),
        nextto(Point, To0, Ring)
    ->  To = To0
    ;   To = Point
    ).

:- begin_tests(turns_pieces).

test(orbits, Orbits == [[1,2,4],[3,5]]) :-
    orbit_points([to(2,1,5,4,3,6),to(4,2,3,1,5,6)], 6, Orbits).
test(no_orbits, Orbits == []) :-
    orbit_points([], 3, Orbits).
test(no_permutations, error(type_error(list(compound), x), _)) :-
    orbit_points(x, 3, _).
%   Source: the seven corners beside the one that stays, whose stickers are 7, 20 and 23.
test(corners, Pieces == [[1,5,18],[2,14,17],[3,6,9],[4,10,13],[8,11,21],[12,15,22],[16,19,24]]) :-
    user:pocket(Perms),
    orbit_points(Perms, 24, [Orbit]),
    length(Orbit, 21),
    orbit_pieces(Perms, Orbit, Pieces).
test(no_pieces_of_several_points, Pieces == [[1],[2],[3]]) :-
    orbit_pieces([to(2,3,1)], [1,2,3], Pieces).
test(two_points, Pieces == [[1,3],[2,4]]) :-
    orbit_pieces([to(2,3,4,1)], [1,2,3,4], Pieces).
test(where, Colourings == [[1-1,2-2,3-3]]) :-
    orbit_colourings([[1],[2],[3]], Colourings).
test(where_and_how, Colourings == [[1-1,2-2,3-1,4-2],[1-0,2-0,3-1,4-1]]) :-
    orbit_colourings([[1,3],[2,4]], Colourings).

:- end_tests(turns_pieces).
