:- module(pybridge_symmetry, [ board_images/2,     % +Board, -Images
                               board_symmetries/2  % +Board, -Symmetries
                             ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).
:- use_module(board).

/** <module> The ways to lay a board on itself

An image is a list of cells: where each cell goes. A symmetry is sym(Image, Tiles):
it leaves the goal as it is except for the names of the tiles, and Tiles has a pair
Tile-Name for each of them, the blank's being 0-0.
*/

%!  board_images(+Board, -Images) is det.
%
%   Images are the ways to lay a connected board on itself, at most 64, the one that moves
%   nothing first.

board_images(Board, [Still|Images]) :-
    board_cells(Board, Count),
    Last is Count-1,
    numlist(0, Last, Still),
    outward(Board, Order),
    findall(Image, limit(63, moving(Board, Order, Still, Image)), Images).

moving(Board, Order, Still, Image) :-
    place(Order, Board, [], Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Image),
    Image \== Still.

%   The cells, each but the first after some neighbor.
outward(Board, Order) :-
    outward([0], Board, [0], Order).

outward([], _, Order, Order).
outward([Cell|Cells], Board, Order0, Order) :-
    board_neighbors(Board, Cell, Neighbors),
    subtract(Neighbors, Order0, New),
    append(Order0, New, Order1),
    append(Cells, New, Cells1),
    outward(Cells1, Board, Order1, Order).

%   Cells go where their neighbors allow, the least such cell first.
place([], _, Pairs, Pairs).
place([Cell|Cells], Board, Pairs0, Pairs) :-
    board_neighbors(Board, Cell, Near),
    length(Near, Degree),
    candidates(Pairs0, Near, Board, Candidates),
    member(Image, Candidates),
    \+ memberchk(_-Image, Pairs0),
    board_neighbors(Board, Image, ImageNear),
    length(ImageNear, Degree),
    forall(member(Other-OtherImage, Pairs0),
           touch_alike(Other, Near, OtherImage, ImageNear)),
    append(Pairs0, [Cell-Image], Pairs1),
    place(Cells, Board, Pairs1, Pairs).

candidates(Pairs, Near, Board, Candidates) :-
    member(Other-Image, Pairs),
    memberchk(Other, Near),
    !,
    board_neighbors(Board, Image, Unsorted),
    sort(Unsorted, Candidates).
candidates(_, _, Board, Candidates) :-
    board_cells(Board, Count),
    Last is Count-1,
    numlist(0, Last, Candidates).

touch_alike(Cell, Near, Image, ImageNear) :-
    (   memberchk(Cell, Near)
    ->  memberchk(Image, ImageNear)
    ;   \+ memberchk(Image, ImageNear)
    ).

%!  board_symmetries(+Board, -Symmetries) is det.
%
%   Symmetries are those of a board with one goal but standing still; none if there are
%   several goals.

board_symmetries(Board, Symmetries) :-
    (   board_goals(Board, [Goal])
    ->  board_images(Board, [_|Images]),
        convlist(symmetry_of(Goal), Images, Symmetries)
    ;   Symmetries = []
    ).

symmetry_of(Goal, Image, sym(Image, Tiles)) :-
    maplist(named_after(Goal), Goal, Image, Pairs),
    sort(Pairs, Tiles),
    pairs_keys_values(Tiles, Old, New),
    is_set(Old),
    is_set(New),
    memberchk(0-0, Tiles).

named_after(Goal, Tile, Cell, Tile-Name) :-
    nth0(Cell, Goal, Name).
