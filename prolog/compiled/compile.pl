:- module(pybridge_compile, [ compile_programs/4  % +Module, +Programs, +Options, -Items
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(alone).
:- use_module(board).
:- use_module(clause_set).
:- use_module(depth, []).
:- use_module(driver).
:- use_module(inversion, []).
:- use_module(manhattan, []).
:- use_module(patterns, []).
:- use_module(sequences, []).
:- use_module(takahashi, []).
:- use_module(turns).
:- use_module(walking, []).

/** <module> A program for one board, written from its facts

The classic program asks the facts at every move where the blank may go and what
a tile's distance becomes. Here they are asked once, and the answers are clauses
(see clause_set.pl). What a program prints, it prints as the classic one does: each
limit by print_limit/1, a solution by print_moves/1.
*/

%!  compile_programs(+Module:atom, +Programs, +Options, -Items) is det.
%
%   Items are Programs (see clause_text.pl) for the facts in Module: some of `ids`, `ids_low` and
%   `ida_star`. Options:
%
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
%       The pruning machine, as sequences.pl describes it.
%     - alone(+Boolean)
%       With what only a program that stands alone has, see alone.pl.
%     - unsolvable(+Starts)
%       For such a program: the starts that cannot reach a goal, as a list of [Name, Reason].

compile_programs(Module, Programs, Options, Items) :-
    must_be(atom, Module),
    option(counted(Counted), Options, false),
    must_be(boolean, Counted),
    option(alone(Alone), Options, false),
    must_be(boolean, Alone),
    Module:puzzle(_, Domain, _),
    compiler(Domain, Compiler),
    call(Compiler, Module, Programs, Options, Items0),
    libraries(Items0, Libraries, Clauses),
    counters(Counted, Counters),
    append([ [(:- set_prolog_flag(optimise, true))],
             Libraries,
             [comment("")],
             Counters,
             Clauses
           ], Items).

%   What compiles the puzzles of a domain.
compiler(permutation, turns_programs) :-
    !.
compiler(_, board_programs).

board_programs(Module, Programs, Options, Items) :-
    board_of(Module, Board),
    must_be(list(oneof([ids, ids_low, ida_star])), Programs),
    option(counted(Counted), Options, false),
    option(alone(Alone), Options, false),
    maplist(parts(Board, Options), Programs, PartLists),
    append(PartLists, Parts0),
    sort(Parts0, Parts),
    maplist(part_items, Parts, PartItems),
    maplist(program_items(Board, Counted, Alone), Programs, PartLists, ProgramItems),
    others(Alone, Module, Board, Options, Programs-PartLists, Others),
    append([Others|PartItems], Needed),
    append(ProgramItems, Searches),
    append(Searches, Needed, Items).

%   What the clauses need of SWI-Prolog's libraries, each once.
libraries(Items, Libraries, Clauses) :-
    partition(is_library, Items, Libraries0, Clauses),
    sort([(:- use_module(library(lists)))|Libraries0], Libraries).

is_library((:- use_module(library(_)))).

others(false, _, _, _, _, []).
others(true, Module, Board, Options, Programs-PartLists, Items) :-
    unsolvable_starts(Module, Options, Unsolvable),
    alone_items(Board, Programs, PartLists, Unsolvable, Items).

counters(true, [expand, generate, comment("")]).
counters(false, []).

%   A part is Module-Plan: it says what a node carries beside its tiles, and how
%   a move changes this. The first is the bound, which also computes the slack.
parts(Board, Options, Program, [Bound|Pruning]) :-
    bound(Program, Board, Options, Bound),
    pruning(Program, Board, Options, Pruning).

bound(ids, Board, Options, pybridge_depth-Plan) :-
    pybridge_depth:plan(Board, Options, Plan).
bound(ids_low, Board, Options, pybridge_manhattan-Plan) :-
    pybridge_manhattan:plan(Board, Options, Plan).
bound(ida_star, Board, Options, Heuristic-Plan) :-
    option(heuristic(Name), Options, manhattan),
    must_be(oneof([manhattan, inversion, walking, takahashi, pdb]), Name),
    heuristic(Name, Heuristic),
    Heuristic:plan(Board, Options, Plan).

%   The module of a heuristic.
heuristic(manhattan, pybridge_manhattan).
heuristic(inversion, pybridge_inversion).
heuristic(walking, pybridge_walking).
heuristic(takahashi, pybridge_takahashi).
heuristic(pdb, pybridge_patterns).

pruning(Program, Board, Options, Parts) :-
    option(pruning(Pruning), Options, inverse),
    must_be(oneof([inverse, sequence]), Pruning),
    (   Program == ida_star,
        Pruning == sequence
    ->  pybridge_sequences:plan(Board, Options, Plan),
        Parts = [pybridge_sequences-Plan]
    ;   Parts = []
    ).

part_items(Module-Plan, Items) :-
    Module:items(Plan, Items0),
    (   Items0 == []
    ->  Items = []
    ;   append(Items0, [comment("")], Items)
    ).

program_items(Board, Counted, Alone, Program, Parts, Items) :-
    check(Alone, Check),
    driver_items(Program, Board, Parts, Check, Driver),
    clause_set(Program, Board, Parts, Counted, Clauses),
    append([Driver, [comment("")], Clauses, [comment("")]], Items).

check(true, [legal_state('$VAR'('State'))]).
check(false, []).
