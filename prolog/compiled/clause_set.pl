:- module(pybridge_clause_set, [ clause_set/5,         % +Name, +Board, +Parts, +Counted, -Items
                                 without_singletons/2  % +Clause0, -Clause
                               ]).
:- encoding(utf8).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(board).
:- use_module(clause_text).
:- use_module(goals).
:- use_module(legend).
:- use_module(parts).

/** <module> A clause for each cell of the blank and each cell it came from

The clause for the blank on cell 5, come from cell 4, is of the predicate

    ids_low_5_4(Slack, T0, T1, T2, T3, T4, T6, T7, Moves)

Tiles are arguments, by cell; so no list is taken apart and none is built. The
body has each move in the order of neighbor/2 but the one that undoes the last. A
move is a call of another clause with two arguments exchanged. Slack is what is left
of the threshold, and Moves are those of a solution, as Tile-Cell: they are put together
on the way back. A goal is a clause of its own, before the others; nothing is searched
below it, whatever Moves are asked for.

Where a cell has two neighbors, the blank that comes from one must leave by the other. Both
moves are in one clause, as are a few more in a corridor: each takes as much text as the board has tiles.

parts.pl says what a node carries beside its tiles, such as a bound.
*/

%!  clause_set(+Name, +Board, +Parts, +Counted, -Items) is det.
%
%   Items are the clauses. The program calls Name(State, Slack, Value..., Moves).

clause_set(Name, Board, Parts, Counted, Items) :-
    Set = set(Name, Board, Parts, Counted),
    findall(Item, first_item(Set, Item), Firsts),
    findall(Item, node_item(Set, Item), Others),
    clause_legend(Name, Board, Parts, Legend),
    append([Firsts, [comment(""), comment(Legend)], Others], Items).

%   From a state as a list to its tiles as arguments.
first_item(Set, (Head :- nth0(Blank, State, 0), Call)) :-
    first_arguments(Set, Name, Arguments),
    variable('State', '', State),
    variable('Blank', '', Blank),
    Head =.. [Name, State|Arguments],
    Call =.. [Name, Blank, State|Arguments].
first_item(Set, (Head :- Call)) :-
    Set = set(_, Board, _, _),
    first_arguments(Set, Name, Arguments),
    board_cell(Board, Cell),
    tiles(Board, Cell, Tiles),
    nth0(Cell, State, 0, Tiles),
    Head =.. [Name, Cell, State|Arguments],
    append(Carried, [Moves], Arguments),
    node_call(Set, Cell, start, Carried, Tiles, Moves, Call).

first_arguments(set(Name, _, Parts, _), Name, Arguments) :-
    variable('Slack', '', Slack),
    variable('Moves', '', Moves),
    parts_carried(Parts, Values),
    append([Slack|Values], [Moves], Arguments).

board_cell(Board, Cell) :-
    board_cells(Board, Count),
    Last is Count-1,
    between(0, Last, Cell).

node_call(set(Name, _, _, _), Blank, From, Carried, Tiles, Moves, Call) :-
    atomic_list_concat([Name, Blank, From], '_', Predicate),
    append([Carried, Tiles, [Moves]], Arguments),
    Call =.. [Predicate|Arguments].

%   The variables of the tiles by cell, without the blank's.
tiles(Board, Blank, Tiles) :-
    findall(Tile,
            ( board_cell(Board, Cell), Cell =\= Blank, variable('T', Cell, Tile) ),
            Tiles).

node_item(Set, Item) :-
    Set = set(_, Board, Parts, _),
    board_cell(Board, Blank),
    board_neighbors(Board, Blank, Cells),
    member(From, [start|Cells]),
    (   goal_item(Set, Blank, From, Item)
    ;   variable('Slack', '', Slack),
        variable('Moves', '', Moves),
        parts_carried(Parts, Values),
        tiles(Board, Blank, Tiles),
        nth0(Blank, State, 0, Tiles),
        node_call(Set, Blank, From, [Slack|Values], Tiles, Moves, Head),
        node_body(Set, node(Blank, From, State, Slack, Values, Moves, ''), Body),
        without_singletons((Head :- Body), Item)
    ).

%   A goal is not searched below.
goal_item(Set, Blank, From, (Head :- !, Moves = [])) :-
    Set = set(_, Board, Parts, _),
    board_goals(Board, Goals),
    member(Goal, Goals),
    nth0(Blank, Goal, 0, Tiles),
    parts_carried(Parts, Values),
    same_length([slack|Values], Carried),
    maplist(=('$VAR'('_')), Carried),
    variable('Moves', '', Moves),
    node_call(Set, Blank, From, Carried, Tiles, Moves, Head).

%   What is done at node(Blank, From, State, Slack, Values, Moves, Way).
node_body(Set, Node, Body) :-
    Set = set(_, Board, [Module-Plan|_], Counted),
    Node = node(Blank, From, _, Slack, _, _, _),
    board_neighbors(Board, Blank, Cells),
    exclude(==(From), Cells, Ways),
    ( current_predicate(Module:enter/3) -> Module:enter(Plan, Slack, Enter) ; Enter = [] ),
    tick(Counted, expand, Count),
    maplist(way_body(Set, Node), Ways, Bodies),
    disjunction(Bodies, Body0),
    append([Enter, Count, [Body0]], Goals),
    conjunction(Goals, Body).

%   The tile of cell From goes to the blank.
way_body(Set, node(Blank, _, State, Slack0, Values0, Moves, Way0), From, Body) :-
    Set = set(_, Board, Parts, Counted),
    atomic_list_concat([Way0, From], Way),
    variable('Slack', Way, Slack),
    variable('Moves', Way, Moves1),
    tick(Counted, generate, Count),
    parts_move(Parts, move(From, Blank, State, Way), Values0, Values, Slack0, Slack, Prune, Change),
    nth0(From, State, Tile),
    slide(State, Blank, From, State1),
    next(Set, node(From, Blank, State1, Slack, Values, Moves1, Way), Board, Next),
    append([Prune, Count, Change, [Next, Moves = [Tile-Blank|Moves1]]], Goals),
    conjunction(Goals, Body).

%   The most cells that the blank passes within a clause.
most_passed(3).

%   Where there is only one way, the blank continues in this clause; otherwise the rest is a clause of its own.
next(Set, Node, Board, Body) :-
    Node = node(Blank, From, State, Slack, Values, Moves, Way),
    board_neighbors(Board, Blank, Cells),
    (   Cells = [_, _],
        passed(Way, Passed),
        most_passed(Most),
        Passed < Most,
        \+ ( board_goals(Board, Goals), member(Goal, Goals), nth0(Blank, Goal, 0) )
    ->  atom_concat(Way, '_', Way1),
        node_body(Set, node(Blank, From, State, Slack, Values, Moves, Way1), Body)
    ;   nth0(Blank, State, 0, Tiles),
        node_call(Set, Blank, From, [Slack|Values], Tiles, Moves, Body)
    ).

%   Way has an underscore for each cell that was passed.
passed(Way, Count) :-
    aggregate_all(count, sub_atom(Way, _, _, _, '_'), Count).

slide(State, Blank, From, State1) :-
    nth0(From, State, Tile),
    findall(Entry, ( nth0(Cell, State, Old), slid(Cell, Blank, From, Tile, Old, Entry) ), State1).

slid(Cell, Cell, _, Tile, _, Tile) :-
    !.
slid(Cell, _, Cell, _, _, 0) :-
    !.
slid(_, _, _, _, Entry, Entry).

%!  without_singletons(+Clause0, -Clause) is det.
%
%   Clause has `_` for each variable that Clause0 has once.

without_singletons(Clause0, Clause) :-
    findall(Name, ( sub_term(Term, Clause0), nonvar(Term), Term = '$VAR'(Name) ), Names0),
    msort(Names0, Names),
    clumped(Names, Counts),
    findall(Name, member(Name-1, Counts), Once),
    nameless(Once, Clause0, Clause).

nameless(Once, '$VAR'(Name), '$VAR'('_')) :-
    memberchk(Name, Once),
    !.
nameless(Once, Term0, Term) :-
    compound(Term0),
    !,
    compound_name_arguments(Term0, Name, Arguments0),
    maplist(nameless(Once), Arguments0, Arguments),
    compound_name_arguments(Term, Name, Arguments).
nameless(_, Term, Term).
