:- module(compile, [ compile_puzzle/3,          % +Module, +Options, -Items
                     compile_programs/4         % +Module, +Programs, +Options, -Items
                   ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(board).
:- use_module(clause_set).
:- use_module(depth, []).
:- use_module(goals).
:- use_module(inversion, []).
:- use_module(manhattan, []).
:- use_module(parts).
:- use_module(patterns, []).
:- use_module(sequences, []).
:- use_module(takahashi, []).
:- use_module(walking, []).
:- use_module(clause_text).

/** <module> A program for one board, written from its facts

The classic program asks the facts at every move where the blank may go and what
a tile's distance becomes. Here they are asked once, and the answers are clauses
(see clause_set.pl). What a program prints, it prints as the classic one does: each
limit by print_limit/1, a solution by print_moves/1.
*/

%!  compile_puzzle(+Module:atom, +Options, -Items) is det.
%
%   Items are a program (see clause_text.pl) for the facts in Module. Options:
%
%     - program(+Program)
%       One of `ids` (the default), `ids_low` and `ida_star`.
%     - counted(+Boolean)
%       Call expand/0 for each node expanded, and generate/0 for each one
%       generated. Default is `false`.
%     - heuristic(+Heuristic)
%       For `ida_star`: `manhattan` (the default), `inversion`, `walking`, `takahashi` or `pdb`, which needs one more option:
%     - parts(+Parts)
%       The tiles of each part of a pattern database.
%     - pruning(+Pruning)
%       For `ida_star`: `inverse` (the default) or `sequence`, which needs one more option:
%     - machine(+Text, +Starts)
%       The pruning machine, as sequences.pl tells.

compile_puzzle(Module, Options, Items) :-
    option(program(Program), Options, ids),
    compile_programs(Module, [Program], Options, Items).

%!  compile_programs(+Module:atom, +Programs, +Options, -Items) is det.
%
%   As compile_puzzle/3, for several programs in one. One more option:
%
%     - every_start(+Boolean)
%       With every_start(Program), which searches from one start after the other.

compile_programs(Module, Programs, Options, Items) :-
    board_of(Module, Board),
    must_be(list(oneof([ids, ids_low, ida_star])), Programs),
    option(counted(Counted), Options, false),
    must_be(boolean, Counted),
    maplist(parts(Board, Options), Programs, PartLists),
    append(PartLists, Parts0),
    sort(Parts0, Parts),
    maplist(part_items, Parts, PartItems),
    maplist(program_items(Board, Counted), Programs, PartLists, ProgramItems),
    every_start(Options, Programs, PartLists, Every),
    counters(Counted, Counters),
    append([[ (:- set_prolog_flag(optimise, true)),
              (:- use_module(library(lists))),
              comment("")
            | Counters
            ] | ProgramItems], Items0),
    append([Items0, Every|PartItems], Items).

counters(true, [expand, generate, comment("")]).
counters(false, []).

%   A part is Module-Plan: it tells what a node carries beside its tiles, and what
%   a move changes of it. The first is the bound, which tells the slack, too.
parts(Board, Options, Program, [Bound|Pruning]) :-
    bound(Program, Board, Options, Bound),
    pruning(Program, Board, Options, Pruning).

bound(ids, Board, Options, depth-Plan) :-
    depth:plan(Board, Options, Plan).
bound(ids_low, Board, Options, manhattan-Plan) :-
    manhattan:plan(Board, Options, Plan).
bound(ida_star, Board, Options, Heuristic-Plan) :-
    option(heuristic(Name), Options, manhattan),
    must_be(oneof([manhattan, inversion, walking, takahashi, pdb]), Name),
    heuristic(Name, Heuristic),
    Heuristic:plan(Board, Options, Plan).

%   The module of a heuristic.
heuristic(manhattan, manhattan).
heuristic(inversion, inversion).
heuristic(walking, walking).
heuristic(takahashi, takahashi).
heuristic(pdb, patterns).

pruning(Program, Board, Options, Parts) :-
    option(pruning(Pruning), Options, inverse),
    must_be(oneof([inverse, sequence]), Pruning),
    (   Program == ida_star,
        Pruning == sequence
    ->  sequences:plan(Board, Options, Plan),
        Parts = [sequences-Plan]
    ;   Parts = []
    ).

part_items(Module-Plan, Items) :-
    Module:items(Plan, Items0),
    (   Items0 == []
    ->  Items = []
    ;   append(Items0, [comment("")], Items)
    ).

program_items(Board, Counted, Program, Parts, Items) :-
    driver(Program, Board, Parts, Driver),
    clause_set(Program, Board, Parts, Counted, Clauses),
    append([Driver, [comment("")], Clauses, [comment("")]], Items).

%   The predicates by which the program is called: for the first start, and for a state
%   when the tables are there.
driver(Program, Board, Parts, [(Program :- Body0), comment(""), (Head :- Body)]) :-
    State = '$VAR'('State'),
    parts_tables(Parts, Tables, Build),
    Head =.. [Program, State|Tables],
    append([[once(start('$VAR'('_'), State))], Build, [Head]], Goals0),
    conjunction(Goals0, Body0),
    parts_begin(Parts, State, Low, Values, Begin),
    thresholds(Program, Board, State, Low, Limits),
    Parts = [Module-Plan|_],
    Module:unit(Plan, Unit),
    Limit = '$VAR'('Limit'),
    Moves = '$VAR'('Moves'),
    slack(Unit, Limit, Low, Slack, Left),
    append([Program, State, Slack|Values], [Moves], Call0),
    Call =.. Call0,
    append([ Begin,
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

%   What all starts have in common is built once.
every_start(Options, Programs, PartLists, Items) :-
    (   option(every_start(true), Options)
    ->  maplist(from_every_start, Programs, PartLists, Items0),
        append(Items0, [comment("")], Items)
    ;   Items = []
    ).

from_every_start(Program, Parts, (every_start(Program) :- Body)) :-
    parts_tables(Parts, Tables, Build),
    Name = '$VAR'('Name'),
    State = '$VAR'('State'),
    Call =.. [Program, State|Tables],
    append(Build, [forall(start(Name, State), (print_start(Name), Call))], Goals),
    conjunction(Goals, Body).

slack(_, Limit, 0, Limit, []) :-
    !.
slack(moves, Limit, _, Limit, []) :-
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
