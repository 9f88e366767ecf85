/*  Tests of pattern_build.pl.

    Tables are judged by a search of their own, over the cells of tiles and blank, that
    knows neither regions nor orders.
*/

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(pattern_build).
:- encoding(utf8).

rectangle([[1,3],[0,2,4],[1,5],[0,4],[1,3,5],[2,4]]).
star([[1,2,3],[0],[0],[0,4],[3]]).
hexagon([[1,2],[0,2,3],[0,1,3],[1,2]]).

%   Found has Cells-Distance for each placement.
judged(Neighbors, Goals, Found) :-
    findall(Cells+Blank, member(goal(Cells, Blank), Goals), Begin),
    layers(Begin, 0, Neighbors, [], [], Pairs),
    keysort(Pairs, Sorted),
    nearest(Sorted, Found).

layers([], _, _, _, Pairs, Pairs).
layers([State|States], Distance, Neighbors, Seen0, Pairs0, Pairs) :-
    free([State|States], Neighbors, Seen0, [], Layer),
    findall(Cells-Distance, member(Cells+_, Layer), New),
    append(New, Pairs0, Pairs1),
    list_to_ord_set(Layer, Set),
    ord_union(Seen0, Set, Seen),
    findall(State1,
            ( member(Old, Layer),
              pushed(Old, Neighbors, State1),
              \+ ord_memberchk(State1, Seen) ),
            Next0),
    sort(Next0, Next),
    Distance1 is Distance+1,
    layers(Next, Distance1, Neighbors, Seen, Pairs1, Pairs).

%   Every cell that the blank reaches without a move of a tile.
free([], _, _, Layer, Layer).
free([State|States], Neighbors, Seen, Layer0, Layer) :-
    (   ( memberchk(State, Layer0) ; ord_memberchk(State, Seen) )
    ->  free(States, Neighbors, Seen, Layer0, Layer)
    ;   State = Cells+Blank,
        nth0(Blank, Neighbors, Near),
        findall(Cells+Cell, ( member(Cell, Near), \+ memberchk(Cell, Cells) ), New),
        append(New, States, States1),
        free(States1, Neighbors, Seen, [State|Layer0], Layer)
    ).

pushed(Cells+Blank, Neighbors, Cells1+Cell) :-
    nth0(Blank, Neighbors, Near),
    member(Cell, Near),
    select(Cell, Cells, Blank, Cells1).

nearest([], []).
nearest([Cells-Distance|Pairs], [Cells-Least|Found]) :-
    nearest(Pairs, Cells, Distance, Least, Others),
    nearest(Others, Found).

nearest([Cells-Distance|Pairs], Cells, Least0, Least, Others) :-
    !,
    Least1 is min(Distance, Least0),
    nearest(Pairs, Cells, Least1, Least, Others).
nearest(Pairs, _, Least, Least, Pairs).

index([], _, _, 1).
index([Cell|Cells], Count, Weight, Index) :-
    Weight1 is Weight*Count,
    index(Cells, Count, Weight1, Index0),
    Index is Index0+Weight*Cell.

%   The table says what the judge says, of as many placements; and 0 of all others.
agrees(Neighbors, Goals) :-
    pattern_table(Neighbors, Goals, Table),
    judged(Neighbors, Goals, Found),
    length(Neighbors, Count),
    forall(member(Cells-Distance, Found),
           ( index(Cells, Count, 1, Index), get_string_code(Index, Table, Distance) )),
    Goals = [goal(Cells, _)|_],
    length(Cells, Size),
    Length is Count**Size,
    atom_length(Table, Length),
    atom_codes(Table, Codes),
    sum_list(Codes, Sum),
    findall(Distance, member(_-Distance, Found), Distances),
    sum_list(Distances, Sum).

:- begin_tests(pattern_build).

test(one_tile) :-
    user:rectangle(Neighbors),
    user:agrees(Neighbors, [goal([0], 5)]).
test(two_tiles) :-
    user:rectangle(Neighbors),
    user:agrees(Neighbors, [goal([4,1], 5)]).
test(three_tiles_that_part_the_blanks_cells) :-
    user:rectangle(Neighbors),
    user:agrees(Neighbors, [goal([2,3,1], 0)]).
test(all_tiles) :-
    user:rectangle(Neighbors),
    user:agrees(Neighbors, [goal([0,1,2,3,4], 5)]).
test(several_goals) :-
    user:rectangle(Neighbors),
    user:agrees(Neighbors, [goal([0,1], 5), goal([3,4], 2), goal([0,1], 4)]).
test(a_star_where_some_placements_are_out_of_reach) :-
    user:star(Neighbors),
    user:agrees(Neighbors, [goal([0,1,2,4], 3)]).
test(triangles) :-
    user:hexagon(Neighbors),
    user:agrees(Neighbors, [goal([3,0], 1)]).
:- end_tests(pattern_build).
