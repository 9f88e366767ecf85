:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module('../bridge/fact_file').
:- use_module(clause_text).
:- use_module(turns).
:- encoding(utf8).

:- prolog_load_context(directory, Here),
   file_directory_name(Here, Folder),
   asserta(prolog_folder(Folder)).

%   What the program for a puzzle prints. Facts are the name of a file, or a text.
printed(Facts, Start, Options, Goal, Lines) :-
    in_temporary_module(
        Module,
        loaded(Facts, Start, Module),
        ( turns_programs(Module, [ida_star], Options, Items),
          with_output_to(string(Program), ( current_output(Out), write_program(Out, Items) )),
          setup_call_cleanup(
              open_string(Program, Stream),
              load_files(Module:'turns@test', [stream(Stream), silent(true)]),
              close(Stream)),
          call_cleanup(with_output_to(string(Text), called(Module, Goal)), unload_file('turns@test'))
        )),
    split_string(Text, "\n", "", Lines).

%   A predicate of its own: SWI-Prolog 9.2 compiles no goal that names a temporary module.
called(Module, Goal) :-
    Module:Goal.

loaded(Facts, Start, Module) :-
    (   atom(Facts)
    ->  prolog_folder(Folder),
        atomic_list_concat([Folder, '/puzzles/permutation/', Facts, '.pl'], File),
        load_facts(File, Start, Module)
    ;   load_facts_text(Facts, it, Start, Module)
    ).

ring("puzzle(it, permutation, \"ring\"). start(s, [4,2,3,1]). goal([1,2,3,4]). metric(half).
      generator(r, [[1,2,3,4]]). generator(s, [[1,2]]).").

:- begin_tests(turns).

%   Source: breadth-first search of all 5,040 stacks; where the pancakes are is the only projection, so
%   the first limit is the length.
test(pancakes, [nondet, forall(member(Start-Length, [shuffled-8, alternate-7, swapped-5, farthest-8])),
                First == Expected]) :-
    user:printed(pancake, named(Start), [alone(true)], ida_star, [First, Last|_]),
    format(string(Expected), "----- ~d -----", [Length]),
    format(string(Begin), "~d moves: ", [Length]),
    assertion(string_concat(Begin, _, Last)).
test(solution, Lines == ["----- 3 -----", "3 moves: r s r'", ""]) :-
    user:ring(Ring),
    user:printed(Ring, first, [alone(true)], ida_star, Lines).
test(every_solution, Lines == ["----- 1 -----", "1 moves: s", "1 shortest in all", ""]) :-
    user:ring(Ring),
    user:printed(Ring, first, [alone(true)], every_solution(ida_star, [2,1,3,4]), Lines).
test(every_start, Lines == ["s", "----- 3 -----", "3 moves: r s r'", ""]) :-
    user:ring(Ring),
    user:printed(Ring, first, [alone(true)], every_start(ida_star), Lines).
test(an_unsolvable_start, Lines == ["s", "no goal can be reached: it is odd", "t", "----- 1 -----", "1 moves: r", ""]) :-
    user:printed("puzzle(it, permutation, \"it\"). start(s, [2,1,3]). start(t, [2,3,1]). goal([1,2,3]). metric(half).
                  generator(r, [[1,2,3]]).", first, [alone(true), unsolvable([[s, "it is odd"]])], every_start(ida_star), Lines).
test(at_the_goal, Lines == ["----- 0 -----", "0 moves: ", ""]) :-
    user:ring(Ring),
    user:printed(Ring, first, [alone(true)], ida_star([1,2,3,4]), Lines).
test(alike_pieces, error(representation_error(_), _)) :-
    user:printed("puzzle(it, permutation, \"it\"). start(s, [1,1,2]). goal([1,1,2]). metric(half).
                  generator(r, [[1,2,3]]).", first, [], ida_star, _).
test(no_such_program, error(type_error(_, _), _)) :-
    turns_programs(user, [ids], [], _).
test(no_such_pruning, error(type_error(_, sequence), _)) :-
    turns_programs(user, [ida_star], [pruning(sequence)], _).

:- end_tests(turns).
