:- use_module(library(plunit)).
:- use_module(library(modules)).
:- use_module('../bridge/fact_file').
:- use_module(clause_text).
:- use_module(compile).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

%   The limits that a compiled program prints, and its first solution.
run(Name, Start, Options, Limits, Moves) :-
    memberchk(program(Program), Options),
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(
        Module,
        ( load_facts(File, Start, Module),
          compile_programs(Module, [Program], Options, Items),
          load(Module, Items) ),
        search(Module, Program, Limits, Moves)).

load(Module, Items) :-
    with_output_to(string(Text), ( current_output(Output), write_program(Output, Items) )),
    setup_call_cleanup(
        open_string(Text, Stream),
        load_files(Module:compiled_for_a_test, [stream(Stream), silent(true)]),
        close(Stream)),
    assertz((Module:print_limit(Limit) :- assertz(Module:seen(Limit)))),
    assertz((Module:print_moves(Moves) :- assertz(Module:solved(Moves)))).

search(Module, Program, Limits, Moves) :-
    dynamic([Module:seen/1, Module:solved/1]),
    once(Module:Program),
    findall(Limit, Module:seen(Limit), Limits),
    Module:solved(LastFirst),
    reverse(LastFirst, Moves0),
    findall(Tile, member(Tile-_, Moves0), Moves).

length_of(Name, Start, Options, Length) :-
    run(Name, Start, Options, _, Moves),
    length(Moves, Length).

:- begin_tests(compile).

test(ids, Limits-Moves == [0,1,2]-[5,6]) :-
    user:run(eight, state([1,2,3,4,0,5,7,8,6]), [program(ids)], Limits, Moves).
test(ids_low, Limits-Length == Expected-36) :-
    numlist(16, 36, Expected),
    user:run(seven, first, [program(ids_low)], Limits, Moves),
    length(Moves, Length).
test(the_first_solution_in_move_order,
     Moves == [7,2,1,5,6,1,2,7,4,3,1,2,5,6,2,5,7,4,3,1,5,2,6,7,4,3,1,5,2,6,7,4,3,2,6,7]) :-
    user:run(seven, first, [program(ids_low)], _, Moves).
test(thresholds_by_parity, Limits == [16,18,20,22,24,26,28,30,32,34,36]) :-
    user:run(seven, first, [program(ida_star)], Limits, _).
test(on_an_odd_ring_every_threshold, Limits == Expected) :-
    user:run(honeycomb, first, [program(ida_star)], Limits, _),
    Limits = [First|_],
    last(Limits, Last),
    numlist(First, Last, Expected).
test(equal_tiles, Length == 30) :-
    user:length_of(box_eight, first, [program(ids_low)], Length).
test(a_board_with_walls, Length == 44) :-
    user:length_of(walls, first, [program(ida_star)], Length).
test(a_start_at_the_goal, Limits-Moves == [0]-[]) :-
    user:run(seven, state([1,2,3,4,5,6,7,0]), [program(ids_low)], Limits, Moves).
test(no_such_program, error(type_error(_, dfs))) :-
    user:run(seven, first, [program(dfs)], _, _).
test(no_such_heuristic, error(type_error(_, guess))) :-
    user:run(seven, first, [program(ida_star), heuristic(guess)], _, _).

:- end_tests(compile).
