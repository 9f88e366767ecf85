:- module(pybridge_inversion_distance, [ inversion_table/3,  % +Length, +Tiles, -Table
                                         inversion_tiles/4,  % +Ranks, +Homes, +Length, -Tiles
                                         inversion_state/7   % +Table, +State, +Cells, +Ranks, +Length, +GoalLine, -Inversions
                                       ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).

/** <module> Numbers of inversions, linked, and what a tile that passes others does to them

The tiles are read line by line without the blank; two of them are an inversion if they come in
the other order than in the goal. A move from line to line carries a tile past all others between its old and its new
cell, one less than a line is long. A number of inversions is a term

    inversions(Before1, ..., BeforeN, Behind1, ..., BehindN, Away, Farther)

N is the length of a line. Before1 is the number after a tile from the line before the blank's has passed no tile that
comes later in the goal, Before2 after it has passed one, and so on; Behind1 is the same for a tile from the line
behind. Away is how many moves there must be at least to undo the inversions and bring the blank into its goal's line,
and Farther is one more.

How many of the tiles passed come later in the goal is found without a comparison:

    tile(Past1, ..., PastN, Home)

has for each tile that may be passed a term past(Past1, ..., PastN) for the tile to be passed next; the last
one has the numbers 1 to N. Home is the line in which the tile belongs, from 1. All are cyclic terms or have
large parts in common: they must not be copied or printed.
*/

%!  inversion_table(+Length, +Tiles, -Table) is det.
%
%   Table has all numbers of inversions of this many Tiles in lines of Length cells, each for the blank in a line
%   that is an even number of lines away from the goal's, and an odd number.

inversion_table(Length, Tiles, Table) :-
    Most is Tiles*(Tiles-1)//2,
    Count is 2*(Most+1),
    functor(Table, table, Count),
    numlist(1, Count, Numbers),
    maplist(inversion_link(Table, Length, Most), Numbers).

inversion_link(Table, Length, Most, Number) :-
    inversion_record(Table, Length, Number, Record),
    Inversions is (Number-1)//2,
    Odd is (Number-1) mod 2,
    inversion_bound(Inversions, Length, Odd, Bound),
    Away is 2*Length+1,
    arg(Away, Record, Bound),
    Farther is Away+1,
    More is Bound+1,
    arg(Farther, Record, More),
    numlist(1, Length, Links),
    maplist(inversion_after(Table, Length, Most, Inversions, Odd, Record), Links).

inversion_record(Table, Length, Number, Record) :-
    arg(Number, Table, Record),
    Arity is 2*Length+2,
    functor(Record, inversions, Arity).

inversion_bound(Inversions, Length, Odd, Bound) :-
    (   Length =:= 1
    ->  Bound = Odd
    ;   Least is (Inversions+Length-2)//(Length-1),
        Bound is Least + (Least+Odd) mod 2
    ).

%   A number that cannot be is left out.
inversion_after(Table, Length, Most, Inversions, Odd, Record, Link) :-
    Inversions1 is Inversions+2*Link-Length-1,
    (   between(0, Most, Inversions1)
    ->  Number is 2*Inversions1+2-Odd,
        inversion_record(Table, Length, Number, Record1),
        arg(Link, Record, Record1),
        Behind is 2*Length+1-Link,
        arg(Behind, Record, Record1)
    ;   true
    ).

%!  inversion_tiles(+Ranks, +Homes, +Length, -Tiles) is det.
%
%   Tiles is tiles(Tile, ...). Ranks says when each tile is read in the goal, and Homes the line
%   in which it belongs, both as lists from tile 1 on.

inversion_tiles(Ranks, Homes, Length, Tiles) :-
    Last is max(2, Length),
    numlist(1, Last, Numbers),
    maplist(inversion_tile(Ranks, Numbers), Ranks, Homes, List),
    Tiles =.. [tiles|List].

inversion_tile(Ranks, Numbers, Rank, Home, Tile) :-
    inversion_pasts(Numbers, Rank, Ranks, Past),
    Past =.. [_|Pasts],
    append(Pasts, [Home], Arguments),
    Tile =.. [tile|Arguments].

%   One is left when no tile has been passed, two after one, and so on to the numbers.
inversion_pasts([Past], _, _, Past) :-
    !.
inversion_pasts(Pasts0, Rank, Ranks, Past) :-
    inversion_level(Pasts0, Rank, Ranks, Pasts),
    inversion_pasts(Pasts, Rank, Ranks, Past).

inversion_level([_], _, _, []) :-
    !.
inversion_level([Fewer, More|Pasts0], Rank, Ranks, [Past|Pasts]) :-
    maplist(inversion_past(Rank, Fewer, More), Ranks, Arguments),
    Past =.. [past|Arguments],
    inversion_level([More|Pasts0], Rank, Ranks, Pasts).

inversion_past(Rank, Fewer, More, Passed, Past) :-
    (   Passed > Rank
    ->  Past = More
    ;   Past = Fewer
    ).

%!  inversion_state(+Table, +State, +Cells, +Ranks, +Length, +GoalLine, -Inversions) is det.
%
%   Inversions is the number of State, read in the order of Cells. GoalLine is that of the blank, from 0.

inversion_state(Table, State, Cells, Ranks, Length, GoalLine, Inversions) :-
    maplist(inversion_rank(State, [0|Ranks]), Cells, Read),
    once(nth0(Place, Read, 0, Order)),
    Odd is (Place//Length-GoalLine) mod 2,
    inversion_count(Order, 0, Count),
    Number is 2*Count+Odd+1,
    arg(Number, Table, Inversions).

inversion_rank(State, Ranks, Cell, Rank) :-
    nth0(Cell, State, Tile),
    nth0(Tile, Ranks, Rank).

inversion_count([], Count, Count).
inversion_count([Rank|Ranks], Count0, Count) :-
    findall(Later, ( member(Later, Ranks), Later < Rank ), Less),
    length(Less, Inversions),
    Count1 is Count0+Inversions,
    inversion_count(Ranks, Count1, Count).
