:- module(pybridge_walk_graph,
                   [ walk_graph/2,              % +Rows, -Walks
                     first_walk/6               % +Walks, +Starts, +State, +Cells, +Symmetries, -Walk
                   ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).

/** <module> The states of a pruning machine, as terms that lead to each other

A walk is a term walk(Walk1, Walk2, ...): the walk after each move, by the place of its cell in
neighbor/2, or 0 where the move is forbidden. Walks lead back to each other, so a walk is never
printed, compared or copied.
*/

%!  walk_graph(+Rows:list(list(nonneg)), -Walks) is det.
%
%   Walks has an argument for each of Rows, which are the numbers of the walks it leads to, counted
%   from 1.

walk_graph(Rows, Walks) :-
    maplist(new_walk, Rows, List),
    Walks =.. [walks|List],
    maplist(lead(Walks), Rows, List).

new_walk(Row, Walk) :-
    length(Row, Width),
    functor(Walk, walk, Width).

lead(Walks, Row, Walk) :-
    lead(Row, 1, Walks, Walk).

lead([], _, _, _).
lead([Number|Numbers], Slot, Walks, Walk) :-
    arg(Slot, Walk, Next),
    (   Number =:= 0
    ->  Next = 0
    ;   arg(Number, Walks, Next)
    ),
    Slot1 is Slot+1,
    lead(Numbers, Slot1, Walks, Walk).

%!  first_walk(+Walks, +Starts, +State, +Cells, +Symmetries, -Walk) is det.
%
%   Walk is the one before the first move from State, whose blank touches Cells; Starts are the
%   numbers of such walks by cell. Symmetries, as in symmetry.pl, are those of the board. From a
%   state that is its own mirror image one of two moves that mirror each other is enough.

first_walk(Walks, Starts, State, Cells, Symmetries, Walk) :-
    once(nth0(Blank, State, 0)),
    nth0(Blank, Starts, Start),
    arg(Start, Walks, Whole),
    findall(Image,
            ( member(sym(Image, Tiles), Symmetries), its_own_image(State, Image, Tiles) ),
            Images),
    (   Images == []
    ->  Walk = Whole
    ;   Whole =.. [Name|Nexts],
        one_of_alike(Cells, Images, Nexts, [], Kept),
        Walk =.. [Name|Kept]
    ).

its_own_image(State, Image, Tiles) :-
    forall(nth0(Cell, State, Tile),
           ( nth0(Cell, Image, Cell1), nth0(Cell1, State, Tile1), memberchk(Tile-Tile1, Tiles) )).

one_of_alike([], _, Nexts, _, Nexts).
one_of_alike([Cell|Cells], Images, [Next|Nexts], Seen, [Kept|Others]) :-
    (   member(Image, Images),
        nth0(Cell, Image, Cell1),
        memberchk(Cell1, Seen)
    ->  Kept = 0,
        one_of_alike(Cells, Images, Nexts, Seen, Others)
    ;   Kept = Next,
        one_of_alike(Cells, Images, Nexts, [Cell|Seen], Others)
    ).
