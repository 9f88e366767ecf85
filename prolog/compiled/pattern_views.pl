:- module(pybridge_pattern_views, [ pattern_views/4  % +Board, +Parts, -Patterns, -Groups
                                  ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(board).
:- use_module(symmetry).

/** <module> The parts of a partition, each seen as a pattern, on the board and mirrored

A group is a list of views, one for each part, on the board as it is or mirrored. A view is
view(Number, Image, Tiles): of the pattern with that Number, counted from 1; tile I of the
pattern, counted from 0, is the I-th of Tiles, and its cell on the pattern's board is found in
Image. Parts of the same shape are the same pattern, and share a table.

Where board and goal have a symmetry, the mirrored state needs as many moves, and is looked up,
too (Culberson and Schaeffer, 1998).
*/

%!  pattern_views(+Board, +Parts:list(list(integer)), -Patterns:list, -Groups:list) is det.
%
%   Parts are the tiles of each part. Patterns are the goals of each pattern, as pattern_table/3
%   takes them.
%
%   @throws domain_error(parts_of_distinct_tiles, Parts) if tiles are left out, or equal ones
%   are there.

pattern_views(Board, Parts, Patterns, [Views|Mirrored]) :-
    must_be(list(list(integer)), Parts),
    tiles_are_parted(Board, Parts),
    board_images(Board, Images),
    maplist(least_seen(Board, Images), Parts, Seen),
    maplist(seen_goals, Seen, Goals),
    sort(Goals, Patterns),
    maplist(seen_view(Patterns), Seen, Views),
    board_symmetries(Board, Symmetries),
    kind(Views, Kind),
    mirrored(Symmetries, Views, 3, [Kind], Mirrored).

tiles_are_parted(Board, Parts) :-
    board_goals(Board, Goals),
    append(Parts, Listed),
    msort([0|Listed], Sorted),
    forall(( member(Goal, Goals), \+ msort(Goal, Sorted) ),
           domain_error(parts_of_distinct_tiles, Parts)).

%   A part under the symmetry of the board that makes the least pattern of it.
least_seen(Board, Images, Part, Seen) :-
    findall(One, ( member(Image, Images), seen(Board, Part, Image, One) ), All),
    sort(All, [Seen|_]).

seen(Board, Part, Image, seen(Patterns, Image, Tiles)) :-
    board_goals(Board, Goals),
    findall(Homes-Tile,
            ( member(Tile, Part),
              findall(Cell, ( member(Goal, Goals), home(Goal, Image, Tile, Cell) ), Homes) ),
            Pairs),
    keysort(Pairs, Sorted),
    findall(Tile, member(_-Tile, Sorted), Tiles),
    findall(goal(Cells, Blank),
            ( member(Goal, Goals),
              maplist(home(Goal, Image), Tiles, Cells),
              home(Goal, Image, 0, Blank0),
              region_of(Board, Cells, Blank0, Blank) ),
            Patterns0),
    sort(Patterns0, Patterns).

home(Goal, Image, Tile, Cell) :-
    nth0(Home, Goal, Tile),
    nth0(Home, Image, Cell).

%   The least cell that the blank can come to.
region_of(Board, Taken, Blank, Least) :-
    reached([Blank], Board, Taken, [], Cells),
    min_list(Cells, Least).

reached([], _, _, Cells, Cells).
reached([Cell|Waiting], Board, Taken, Cells0, Cells) :-
    (   ( memberchk(Cell, Taken) ; memberchk(Cell, Cells0) )
    ->  reached(Waiting, Board, Taken, Cells0, Cells)
    ;   board_neighbors(Board, Cell, Neighbors),
        append(Neighbors, Waiting, Waiting1),
        reached(Waiting1, Board, Taken, [Cell|Cells0], Cells)
    ).

seen_goals(seen(Goals, _, _), Goals).

seen_view(Patterns, seen(Goals, Image, Tiles), view(Number, Image, Tiles)) :-
    nth1(Number, Patterns, Goals),
    !.

%   The views of the mirrored board, of symmetries that make other parts; with more than
%   that the looking up takes longer than it saves.
mirrored([], _, _, _, []).
mirrored([Symmetry|Symmetries], Views, Most, Kinds, Groups) :-
    maplist(mirror(Symmetry), Views, Group),
    kind(Group, Kind),
    (   Most > 0,
        \+ memberchk(Kind, Kinds)
    ->  Groups = [Group|Groups1],
        Most1 is Most-1,
        mirrored(Symmetries, Views, Most1, [Kind|Kinds], Groups1)
    ;   mirrored(Symmetries, Views, Most, Kinds, Groups)
    ).

mirror(sym(Cells, Names), view(Number, Image0, Tiles0), view(Number, Image, Tiles)) :-
    maplist(through(Image0), Cells, Image),
    maplist(named(Names), Tiles0, Tiles).

through(Image, Cell0, Cell) :-
    nth0(Cell0, Image, Cell).

named(Names, Name, Tile) :-
    memberchk(Tile-Name, Names).

kind(Views, Kind) :-
    findall(Set, ( member(view(_, _, Tiles), Views), sort(Tiles, Set) ), Sets),
    sort(Sets, Kind).
