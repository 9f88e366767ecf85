:- module(compile, [ compile_puzzle/3           % +Module, +Options, -Items
                   ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(board).
:- use_module(clause_set).
:- use_module(depth, []).
:- use_module(manhattan, []).
:- use_module(program_text).

/** <module> A program for one board, written from its facts

The classic program asks the facts at every move where the blank may go and what
a tile's distance becomes. Here they are asked once, and the answers are clauses
(see clause_set.pl). What a program prints, it prints as the classic one does: each
limit by print_limit/1, a solution by print_moves/1.
*/

%!  compile_puzzle(+Module:atom, +Options, -Items) is det.
%
%   Items are a program (see program_text.pl) for the facts in Module. Options:
%
%     - program(+Program)
%       One of `ids` (the default), `ids_low` and `ida_star`.
%     - counted(+Boolean)
%       Call expand/0 for each node expanded, and generate/0 for each one
%       generated. Default is `false`.
%     - heuristic(+Heuristic)
%       For `ida_star`: `manhattan` (the default).
%     - pruning(+Pruning)
%       For `ida_star`: `inverse` (the default).

compile_puzzle(Module, Options, Items) :-
    board_of(Module, Board),
    option(program(Program), Options, ids),
    must_be(oneof([ids, ids_low, ida_star]), Program),
    option(counted(Counted), Options, false),
    must_be(boolean, Counted),
    bound(Program, Board, Options, Bound),
    pruning(Program, Board, Options, Pruning),
    maplist(part_items, [Bound|Pruning], Parts),
    driver(Program, Board, Bound, Pruning, Driver),
    clause_set(Program, Board, [Bound|Pruning], Counted, Clauses),
    append([[(:- set_prolog_flag(optimise, true)), comment("")], Driver|Parts], Items0),
    append(Items0, [comment("")|Clauses], Items).

%   A part is Module-Plan: it tells what a node carries beside its tiles, and what
%   a move changes of it. The first is the bound, which tells the slack, too.
bound(ids, Board, Options, depth-Plan) :-
    depth:plan(Board, Options, Plan).
bound(ids_low, Board, Options, manhattan-Plan) :-
    manhattan:plan(Board, Options, Plan).
bound(ida_star, Board, Options, Heuristic-Plan) :-
    option(heuristic(Heuristic), Options, manhattan),
    must_be(oneof([manhattan]), Heuristic),
    Heuristic:plan(Board, Options, Plan).

pruning(_, _, _, []).

part_items(Module-Plan, Items) :-
    Module:items(Plan, Items0),
    (   Items0 == []
    ->  Items = []
    ;   Items = [comment("")|Items0]
    ).

%   The predicate by which the program is called.
driver(Program, Board, Bound, Pruning, [(Program :- Body)]) :-
    State = '$VAR'('State'),
    parts_begin([Bound|Pruning], State, Low, Values, Begin),
    thresholds(Program, Board, State, Low, Limits),
    Bound = Module-Plan,
    Module:unit(Plan, Unit),
    Limit = '$VAR'('Limit'),
    Moves = '$VAR'('Moves'),
    slack(Unit, Limit, Low, Slack, Left),
    append([Program, State, Slack|Values], [Moves], Call0),
    Call =.. Call0,
    append([ [once(start('$VAR'('_'), State))],
             Begin,
             Limits,
             [print_limit(Limit)],
             Left,
             [ Call,
               reverse(Moves, '$VAR'('LastFirst')),
               print_moves('$VAR'('LastFirst')),
               !
             ]
           ], Goals),
    conjunction(Goals, Body).

slack(_, Limit, 0, Limit, []) :-
    !.
slack(1, Limit, Low, Slack, [Slack is Limit-Low]) :-
    !,
    Slack = '$VAR'('Slack').
slack(Unit, Limit, Low, Slack, [Slack is (Limit-Low)//Unit]) :-
    Slack = '$VAR'('Slack').

%   The classic programs try each limit; IDA* leaves out those that are odd where all
%   solutions are even, or even where all are odd.
thresholds(ida_star, Board, State, Low, Limits) :-
    board_step(Board, two(Colour, Colours)),
    !,
    Goals = [ nth0('$VAR'('Blank'), State, 0),
              nth0('$VAR'('Blank'), Colours, '$VAR'('Colour')),
              '$VAR'('First') is Low + (Low + '$VAR'('Colour') + Colour) mod 2,
              between(0, inf, '$VAR'('Detours')),
              '$VAR'('Limit') is '$VAR'('First') + 2 * '$VAR'('Detours')
            ],
    Limits = Goals.
thresholds(_, _, _, Low, [between(Low, inf, '$VAR'('Limit'))]).
