:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module('../bridge/fact_file').
:- use_module(clause_text).
:- use_module(compile).
:- use_module(patterns).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

with_puzzle(Name, Start, Module, Goal) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(Module, load_facts(File, Start, Module), Goal).

%   The limits and the solution of a search.
search(Name, Start, Options, Limits, Moves) :-
    with_puzzle(Name, Start, Module,
                ( compile_programs(Module, [ida_star], Options, Items),
                  load(Module, Items),
                  run(Module, Limits, Moves) )).

load(Module, Items) :-
    with_output_to(string(Text), ( current_output(Output), write_program(Output, Items) )),
    setup_call_cleanup(
        open_string(Text, Stream),
        load_files(Module:compiled_for_a_test, [stream(Stream), silent(true)]),
        close(Stream)),
    dynamic([Module:seen/1, Module:solved/1]),
    assertz((Module:print_limit(Limit) :- assertz(Module:seen(Limit)))),
    assertz((Module:print_moves(Moves) :- assertz(Module:solved(Moves)))).

run(Module, Limits, Moves) :-
    once(Module:ida_star),
    findall(Limit, Module:seen(Limit), Limits),
    Module:solved(Moves).

:- begin_tests(patterns).

test(no_parts, error(existence_error(option, parts), _)) :-
    user:search(eight, first, [heuristic(pdb)], _, _).
test(a_table_of_all_tiles_knows_the_length, Limits-Length == [15]-15) :-
    once(user:search(honeycomb, first, [heuristic(pdb), parts([[1,2,3,4,5,6]])], Limits, Moves)),
    length(Moves, Length).
test(the_solution_that_distances_find) :-
    forall(member(Name-Parts, [ seven-[[1,2,3,6],[4,5,7]], torus-[[1,2,3,4],[5,6,7,8]],
                                ring-[[1,2,3],[4,5],[6,7]], honeycomb-[[1,4],[2,3,5,6]] ]),
           ( user:search(Name, first, [], _, Moves),
             user:search(Name, first, [heuristic(pdb), parts(Parts)], _, Moves) )).

:- end_tests(patterns).
