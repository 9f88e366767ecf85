:- module(pybridge_manhattan, []).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(board).
:- use_module(goals, [one_of/5]).
:- use_module(clause_text).

/** <module> The sum of distance/2 as a bound

A move changes the distance of one tile. Where every change is by one, as on all
boards whose distances were made and not written by hand, a move spends two of the
threshold or nothing: slack is counted in twos, and a clause knows which tiles spend
one of them. Other changes are facts, indexed by the tile.

For what the predicates of a part mean, see parts.pl.
*/

plan(Board, _, manhattan(Board, Unit)) :-
    board_tiles(Board, Tiles),
    (   forall(( board_edge(Board, To, From), member(Tile, Tiles) ),
               ( board_spend(Board, Tile, From, To, Spend), memberchk(Spend, [0,2]) ))
    ->  Unit = 2
    ;   Unit = 1
    ).

unit(manhattan(_, Unit), Unit).

carried(_, []).

items(manhattan(Board, Unit), Items) :-
    program_of("
        bound(State, Bound) :-
            bound(State, 0, 0, Bound).

        bound([], _, Bound, Bound).
        bound([Tile|Tiles], Cell, Bound0, Bound) :-
            (   distance(Tile, Distances),
                nth0(Cell, Distances, Distance)
            ->  Bound1 is Bound0+Distance
            ;   Bound1 = Bound0
            ),
            Cell1 is Cell+1,
            bound(Tiles, Cell1, Bound1, Bound).
        ", Items0),
    (   Unit =:= 2
    ->  Items = Items0
    ;   findall(Item, spend_item(Board, Item), Spends),
        append(Items0, [comment("")|Spends], Items)
    ).

spend_item(Board, Item) :-
    board_edge(Board, To, From),
    spend_name(From, To, Name),
    board_tiles(Board, Tiles),
    member(Tile, Tiles),
    board_spend(Board, Tile, From, To, Spend),
    Item =.. [Name, Tile, Spend].

spend_name(From, To, Name) :-
    atomic_list_concat([spend, From, To], '_', Name).

begin(_, State, Low, [], [bound(State, Low)]) :-
    Low = '$VAR'('Low').

move(manhattan(Board, 2), move(From, To, State, _), [], [], Slack0, Slack, [Goal]) :-
    nth0(From, State, Tile),
    board_tiles(Board, Tiles),
    partition(nearer(Board, From, To), Tiles, Nearer, Farther),
    length(Nearer, N),
    length(Farther, F),
    Free = (Slack = Slack0),
    Costly = (Slack0 \== 0, Slack is Slack0-1),
    (   N =< F
    ->  one_of(Nearer, Tile, Free, Costly, Goal)
    ;   one_of(Farther, Tile, Costly, Free, Goal)
    ).
move(manhattan(_, 1), move(From, To, State, Way), [], [], Slack0, Slack, Goals) :-
    nth0(From, State, Tile),
    spend_name(From, To, Name),
    variable('Spend', Way, Spend),
    Lookup =.. [Name, Tile, Spend],
    Goals = [Lookup, Slack is Slack0-Spend, Slack >= 0].

nearer(Board, From, To, Tile) :-
    board_spend(Board, Tile, From, To, 0).
