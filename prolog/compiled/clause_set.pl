:- module(clause_set, [ clause_set/5,           % +Name, +Board, +Parts, +Counted, -Items
                        parts_tables/3,         % +Parts, -Values, -Goals
                        parts_begin/5,          % +Parts, +State, -Low, -Values, -Goals
                        conjunction/2,          % +Goals, -Body
                        disjunction/2,          % +Bodies, -Body
                        one_of/5                % +Value, +Constants, +Then, +Else, -Goal
                      ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(board).
:- use_module(clause_text).

/** <module> A clause for each cell of the blank and each cell it came from

The clause for the blank on cell 5, come from cell 4, is of the predicate

    ids_low_5_4(Slack, T0, T1, T2, T3, T4, T6, T7, Moves)

Tiles are arguments, by cell; so no list is taken apart and none is built. The
body has each move in the order of neighbor/2 but the one that undoes the last. A
move is a call of another clause with two arguments exchanged. Slack is what is
left of the threshold, and Moves are those of a solution, as Tile-Cell: they are put together on the
way back, when there is one. A goal is a clause of its own, before the others.

Where a cell has two neighbors, the blank that comes from one must leave by the other. This
is one clause for both moves.

A part (Module-Plan) is what a node carries beside its tiles, such as a bound. Its
module has

    items(+Plan, -Items)                    what the program says before the clauses
    carried(+Plan, -Names)                  names of the arguments
    tables(+Plan, -Values, -Goals)          if it has tables: Goals build them, once for all starts;
                                            Values are arguments that begin/5 finds again, by name
    begin(+Plan, ?State, ?Low, -Values, -Goals)
                                            Goals find the values of a start, and a bound its Low
    move(+Plan, +Move, +Values0, -Values, ?Slack0, ?Slack, -Goals)
                                            Goals find the values after a move, or fail

and that of a bound, the first of all, also unit(+Plan, -Unit): how much of the threshold one unit of
slack is. Other parts leave the slack as it is. Move is move(From, To, State, Way): the tile of cell From goes to To, the
blank's; State is the variables by cell, 0 the blank; Way is what ends the name of a new variable.
*/

%!  clause_set(+Name, +Board, +Parts, +Counted, -Items) is det.
%
%   Items are the clauses. The program calls Name(State, Slack, Value..., Moves).

clause_set(Name, Board, Parts, Counted, Items) :-
    Set = set(Name, Board, Parts, Counted),
    findall(Item, first_item(Set, Item), Firsts),
    findall(Item, node_item(Set, Item), Others),
    legend(Name, Legend),
    append([Firsts, [comment(""), comment(Legend)], Others], Items).

legend(Name, Text) :-
    format(string(Text),
           "~w_5_4(Slack, ..., Tiles, Moves): the blank is on cell 5 and came from cell 4.~nTiles are by cell, without the blank. Slack is what is left of the limit.",
           [Name]).

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
    carried(Parts, Values),
    append([Slack|Values], [Moves], Arguments).

%   The variables that are carried.
carried(Parts, Values) :-
    maplist(part_carried, Parts, Lists),
    append(Lists, Values).

part_carried(Module-Plan, Values) :-
    Module:carried(Plan, Names),
    findall(Value, ( member(Name, Names), variable(Name, '', Value) ), Values).

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
        carried(Parts, Values),
        tiles(Board, Blank, Tiles),
        nth0(Blank, State, 0, Tiles),
        node_call(Set, Blank, From, [Slack|Values], Tiles, Moves, Head),
        node_body(Set, node(Blank, From, State, Slack, Values, Moves, ''), Body),
        without_singletons((Head :- Body), Item)
    ).

%   A goal is not searched below.
goal_item(Set, Blank, From, (Head :- !)) :-
    Set = set(_, Board, Parts, _),
    board_goals(Board, Goals),
    member(Goal, Goals),
    nth0(Blank, Goal, 0, Tiles),
    carried(Parts, Values),
    same_length([slack|Values], Carried),
    maplist(=('$VAR'('_')), Carried),
    node_call(Set, Blank, From, Carried, Tiles, [], Head).

%   What is done at node(Blank, From, State, Slack, Values, Moves, Way).
node_body(Set, Node, Body) :-
    Set = set(_, Board, [Module-Plan|_], Counted),
    Node = node(Blank, From, _, Slack, _, _, _),
    board_neighbors(Board, Blank, Cells),
    exclude(==(From), Cells, Ways),
    Module:enter(Plan, Slack, Enter),
    tick(Counted, expand, Count),
    maplist(way_body(Set, Node), Ways, Bodies),
    disjunction(Bodies, Body0),
    append([Enter, Count, [Body0]], Goals),
    conjunction(Goals, Body).

tick(true, Goal, [Goal]).
tick(false, _, []).

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

%   The blank goes on, where there is one way only, or else is in a clause of its own.
next(Set, Node, Board, Body) :-
    Node = node(Blank, From, State, Slack, Values, Moves, Way),
    board_neighbors(Board, Blank, Cells),
    (   Cells = [_, _],
        \+ ( board_goals(Board, Goals), member(Goal, Goals), nth0(Blank, Goal, 0) )
    ->  atom_concat(Way, '_', Way1),
        node_body(Set, node(Blank, From, State, Slack, Values, Moves, Way1), Body)
    ;   nth0(Blank, State, 0, Tiles),
        node_call(Set, Blank, From, [Slack|Values], Tiles, Moves, Body)
    ).

slide(State, Blank, From, State1) :-
    nth0(From, State, Tile),
    findall(Entry, ( nth0(Cell, State, Old), slid(Cell, Blank, From, Tile, Old, Entry) ), State1).

slid(Cell, Cell, _, Tile, _, Tile) :-
    !.
slid(Cell, _, Cell, _, _, 0) :-
    !.
slid(_, _, _, _, Entry, Entry).

%!  parts_tables(+Parts, -Values, -Goals) is det.
%
%   Goals build what all starts have in common.

parts_tables(Parts, Values, Goals) :-
    findall(Values1-Goals1,
            ( member(Module-Plan, Parts),
              current_predicate(Module:tables/3),
              Module:tables(Plan, Values1, Goals1) ),
            Pairs),
    pairs_keys_values(Pairs, ValueLists, GoalLists),
    append(ValueLists, Values),
    append(GoalLists, Goals).

%!  parts_begin(+Parts, +State, -Low, -Values, -Goals) is det.
%
%   Goals find what is carried from a start: the bound's Low, and all Values.

parts_begin([Bound|Parts], State, Low, Values, Goals) :-
    part_begins(State, Low, Bound, Values0, Goals0),
    maplist(part_begins(State, _), Parts, Lists, GoalLists),
    append([Values0|Lists], Values),
    append([Goals0|GoalLists], Goals).

part_begins(State, Low, Module-Plan, Values, Goals) :-
    Module:begin(Plan, State, Low, Values, Goals).

part_begin(State, Module-Plan, Values, Goals) :-
    Module:begin(Plan, State, _, Values, Goals).

%   Other parts come before the bound: a move that they forbid does not generate a node.
parts_move([Bound|Parts], Move, Values0, Values, Slack0, Slack, Prune, Goals) :-
    part_move(Bound, Move, Values0, Others0, Own, Slack0, Slack, Goals),
    parts_moves(Parts, Move, Others0, Others, Prune),
    append(Own, Others, Values).

parts_moves([], _, [], [], []).
parts_moves([Part|Parts], Move, Values0, Values, Goals) :-
    part_move(Part, Move, Values0, Others0, Own, Slack, Slack, Goals0),
    parts_moves(Parts, Move, Others0, Others, Goals1),
    append(Own, Others, Values),
    append(Goals0, Goals1, Goals).

part_move(Module-Plan, Move, Values0, Others, Values, Slack0, Slack, Goals) :-
    Module:carried(Plan, Names),
    same_length(Names, Own),
    append(Own, Others, Values0),
    Module:move(Plan, Move, Own, Values, Slack0, Slack, Goals).

%!  conjunction(+Goals, -Body) is det.

conjunction([], true).
conjunction([Goal|Goals], Body) :-
    (   Goals == []
    ->  Body = Goal
    ;   Body = (Goal, Others),
        conjunction(Goals, Others)
    ).

%!  disjunction(+Bodies, -Body) is det.

disjunction([], fail).
disjunction([First|Bodies], Body) :-
    (   Bodies == []
    ->  Body = First
    ;   Body = (First ; Others),
        disjunction(Bodies, Others)
    ).

%!  one_of(+Value, +Constants, +Then, +Else, -Goal) is det.
%
%   Goal is Then if Value is one of Constants, else Else. A comparison with a constant
%   is one instruction of SWI-Prolog's virtual machine: a row of them is faster than
%   arithmetic on a mask, and than facts.

one_of(Value, Constants, Then, Else, Goal) :-
    comparisons(Constants, Value, Then, Else, Goal).

comparisons([], _, _, Else, Else).
comparisons([Constant|Constants], Value, Then, Else, ( Value == Constant -> Then ; Goal )) :-
    comparisons(Constants, Value, Then, Else, Goal).
