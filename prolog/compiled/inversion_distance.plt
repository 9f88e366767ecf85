/*  Tests of inversion_distance.pl.

    Numbers are judged by pairs of tiles that are read in the wrong order, counted
    from scratch for each state.
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(random)).
:- use_module(inversion_distance).

%   A board of Lines lines, read cell by cell, whose goal has its tiles in order and the blank last.
board(Lines, Length, board(Lines, Length, Cells, Ranks, Homes)) :-
    Last is Lines*Length-1,
    numlist(0, Last, Cells),
    exclude(==(0), Cells, Ranks),
    maplist([Rank, Home]>>(Home is (Rank-1)//Length+1), Ranks, Homes).

%   The least moves of a state, by the definition.
least(board(Lines, Length, _, _, _), State, Least) :-
    exclude(==(0), State, Tiles),
    aggregate_all(count, ( append(_, [Tile|Later], Tiles), member(Other, Later), Other < Tile ), Inversions),
    (   Length =:= 1
    ->  Moves = 0
    ;   Moves is ceiling(Inversions/(Length-1))
    ),
    nth0(Blank, State, 0),
    Away is Lines-1-Blank//Length,
    Least is Moves+abs(Moves-Away) mod 2.

number(board(Lines, Length, Cells, Ranks, _), Table, State, Inversions) :-
    GoalLine is Lines-1,
    inversion_state(Table, State, Cells, Ranks, Length, GoalLine, Inversions).

away(board(_, Length, _, _, _), Inversions, Away) :-
    At is 2*Length+1,
    arg(At, Inversions, Away),
    Farther is At+1,
    arg(Farther, Inversions, More),
    More =:= Away+1.

%   The tile Length cells before the blank, or behind it, moves there.
crossing(Length, State, Way, Tile, Passed, Next) :-
    nth0(Blank, State, 0),
    member(Way, [before, behind]),
    (   Way == before
    ->  From is Blank-Length
    ;   From is Blank+Length
    ),
    From >= 0,
    nth0(From, State, Tile),
    First is min(From, Blank)+1,
    Last is max(From, Blank)-1,
    findall(Other, ( between(First, Last, Cell), nth0(Cell, State, Other) ), Passed),
    maplist([Entry, New]>>exchanged(Tile, Entry, New), State, Next).

exchanged(Tile, Tile, 0) :-
    !.
exchanged(Tile, 0, Tile) :-
    !.
exchanged(_, Entry, Entry).

%   What a program does: it follows the tiles passed, and then the link.
linked(Length, Tiles, Inversions0, Way, Tile, Passed, Inversions) :-
    arg(Tile, Tiles, Past),
    foldl([Other, Past0, Past1]>>arg(Other, Past0, Past1), Passed, Past, Change0),
    (   Passed == []
    ->  Change = 1
    ;   Change = Change0
    ),
    (   Way == before
    ->  Link = Change
    ;   Link is Change+Length
    ),
    arg(Link, Inversions0, Inversions).

judged(Lines-Length, State) :-
    board(Lines, Length, Board),
    Board = board(_, _, _, Ranks, Homes),
    length(Ranks, Tiles),
    inversion_table(Length, Tiles, Table),
    inversion_tiles(Ranks, Homes, Length, Terms),
    number(Board, Table, State, Inversions),
    least(Board, State, Least),
    away(Board, Inversions, Least),
    forall(crossing(Length, State, Way, Tile, Passed, Next),
           ( linked(Length, Terms, Inversions, Way, Tile, Passed, Inversions1),
             number(Board, Table, Next, Inversions2),
             same_term(Inversions1, Inversions2) )).

:- begin_tests(inversion_distance).

test(every_state, [forall(member(Lines-Length, [1-3, 3-1, 4-1, 2-2, 2-3, 3-2]))]) :-
    Last is Lines*Length-1,
    numlist(0, Last, Cells),
    forall(permutation(Cells, State), user:judged(Lines-Length, State)).
test(larger_ones, [forall(member(Lines-Length, [2-5, 5-2, 3-4, 4-4, 5-5]))]) :-
    set_random(seed(7)),
    Last is Lines*Length-1,
    numlist(0, Last, Cells),
    forall(between(1, 10, _),
           ( random_permutation(Cells, State), user:judged(Lines-Length, State) )).
test(homes_come_last, Home-Home1 == 1-4) :-
    user:board(4, 4, board(_, _, _, Ranks, Homes)),
    inversion_tiles(Ranks, Homes, 4, Tiles),
    arg(1, Tiles, First),
    arg(16, First, Home),
    arg(15, Tiles, Last),
    arg(16, Last, Home1).
test(terms_are_shared, Count == 6) :-   % not one for each way of passing three, which are seven
    user:board(4, 4, board(_, _, _, Ranks, Homes)),
    inversion_tiles(Ranks, Homes, 4, Tiles),
    arg(5, Tiles, Tile),
    reached([Tile], [], Terms),
    length(Terms, Count).

%   Terms are those reached from some, each once.
reached([], Terms, Terms).
reached([Term|Next], Terms0, Terms) :-
    (   ( integer(Term) ; member(Known, Terms0), same_term(Known, Term) )
    ->  reached(Next, Terms0, Terms)
    ;   Term =.. [_|Arguments],
        append(Next, Arguments, Next1),
        reached(Next1, [Term|Terms0], Terms)
    ).

:- end_tests(inversion_distance).
