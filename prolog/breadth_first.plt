/*  Tests of breadth_first.pl.

        $ swipl -g run_tests -t halt prolog/breadth_first.plt

    It is judged by what is known of the boards, and by seven.pl and blocks.pl, which
    go another way. Each program is loaded beside the facts into a module of its own.
*/

:- encoding(utf8).
:- use_module(library(aggregate)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module(library(prolog_wrap)).
:- use_module(bridge/fact_file).
:- [breadth_first].

:- prolog_load_context(directory, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(breadth_first).

test(output, Limits == Expected) :-
    with_output_to(string(Text), breadth_first),
    split_string(Text, "\n", "", Lines),
    append(Limits, [Solution, ""], Lines),
    !,
    findall(Line, ( between(0, 36, D), format(string(Line), "----- ~d -----", [D]) ), Expected),
    term_string(Tiles, Solution),
    assertion(length(Tiles, 36)).
test(again) :-
    with_output_to(string(Text1), breadth_first),
    with_output_to(string(Text2), breadth_first),
    assertion(Text1 == Text2).
test(blocks, Lines == ["red -> y", "blue -> red", "green -> z", "blue -> green", "red -> blue", ""]) :-
    user:beside(blocks_world/blocks3, 'breadth_first.pl', Module,
                with_output_to(string(Text), Module:breadth_first)),
    split_string(Text, "\n", "", All),
    append(Limits, Lines, All),
    length(Limits, 6),
    !.
test(start_at_a_goal, Solutions == [[]]) :-
    user:solutions(seven([1,2,3,4,5,6,7,0], [1,2,3,4,5,6,7,0]), 'breadth_first.pl', breadth_first/print_moves, Solutions).
test(no_goal_can_be_reached, Solutions == []) :-
    user:solutions(seven([1,2,3,4,5,7,6,0], [1,2,3,4,5,6,7,0]), 'breadth_first.pl', breadth_first/print_moves, Solutions).

:- end_tests(breadth_first).

:- begin_tests(layers).

%   Source: OEIS A090035, the boards of 2 x 4 by distance.
test(expanded, Counts == [1,2,3,6,10,14,19,28,42,61,85,119,161,215,293,396,506,632,788,985,1194,
                          1414,1664,1884,1999,1958,1770,1463,1076,667,361,190,88,39,19,7]) :-
    user:nodes(seven([1,2,3,4,5,6,7,0], [0,7,2,1,4,3,6,5]), Nodes),
    findall(Expanded, member(Expanded/_, Nodes), Counts).

%   The blank is in a corner, then in a corner or a side, then in a side, where there are three ways.
test(generated, Nodes == [1/2, 2/5, 3/9]) :-
    user:nodes(seven([1,2,3,4,5,6,7,0], [1,0,2,3,5,6,7,4]), Nodes).

%   No state is expanded twice, and none is left out.
test(blocks, Expanded == 60) :-
    user:nodes(text("puzzle(it, blocks_world, \"no goal\"). start(s, [[a,x],[b,a],[c,b]]). goal([[a,x],[b,x],[c,x]]).
                     block(a). block(b). block(c). place(x). place(y). place(z)."),
               Nodes),
    aggregate_all(sum(Each), member(Each/_, Nodes), Expanded).

:- end_tests(layers).

:- begin_tests(all_solutions).

test(tiles, [forall(member(Puzzle-Count, [seven-24,box_eight-16,cross-_,walls-2])), Solutions == Expected]) :-
    user:solutions(sliding_tiles/Puzzle, 'breadth_first.pl', breadth_first/print_moves, Solutions0),
    user:solutions(sliding_tiles/Puzzle, 'seven.pl', ids_low/print_moves, Expected0),
    assertion(length(Solutions0, Count)),
    msort(Solutions0, Solutions),
    msort(Expected0, Expected).
test(blocks, [forall(member(Puzzle, [blocks3,blocks4,sussman])), Solutions == Expected]) :-
    user:solutions(blocks_world/Puzzle, 'breadth_first.pl', breadth_first/print_path, Solutions0),
    user:solutions(blocks_world/Puzzle, 'blocks.pl', ids/print_plan, Expected0),
    msort(Solutions0, Solutions),
    msort(Expected0, Expected).

%   Both goals are two moves away; the first of them is not the first one found.
test(order_of_goals, Solutions == [[3-2,1-0],[1-1,3-0]]) :-
    user:solutions(text("puzzle(it, sliding_tiles, \"ring\"). start(s, [0,3,1]). goal([3,1,0]). goal([1,0,3]).
                         cell(0,0,0). cell(1,0,1). cell(2,1,0).
                         neighbor(0, [2,1]). neighbor(1, [0,2]). neighbor(2, [0,1])."),
                   'breadth_first.pl', breadth_first/print_moves, Solutions).

%   Two ways round a ring of four cells meet; the one found first comes first, whatever the order at the goal.
test(order_of_states_before, Solutions == [[2-1,3-0,1-2,2-3,3-1,1-0], [1-2,3-0,2-1,1-3,3-2,2-0]]) :-
    user:solutions(text("puzzle(it, sliding_tiles, \"ring\"). start(s, [0,1,2,3]). goal([3,2,1,0]).
                         cell(0,0,0). cell(1,0,1). cell(2,1,0). cell(3,1,1).
                         neighbor(0, [1,2]). neighbor(1, [0,3]). neighbor(2, [0,3]). neighbor(3, [2,1])."),
                   'breadth_first.pl', breadth_first/print_moves, Solutions).

:- end_tests(all_solutions).

%   Flips of the top pancakes; moves lead from the start to the goal as in permutation.pl.
:- begin_tests(permutations).

test(pancakes, [nondet, Lines == ["f2 f4 f6 f4 f3 f7 f5 f3", ""]]) :-
    user:printed(permutation/pancake, Lines0),
    append(_, ["----- 8 -----"|Lines], Lines0).
test(start_as_moves, [nondet, forall(member(Moves-Expected, ["r"-"r'", "r3"-"r", "r2' "-"r2", "r s"-"s r'", ""-""])),
                      Last == Expected]) :-
    format(string(Text), "puzzle(it, permutation, \"ring\"). start(s, ~q). goal([1,2,3,4]). metric(half). \c
                          generator(r, [[1,2,3,4]]). generator(s, [[1,2]]).", [Moves]),
    user:printed(text(Text), Lines),
    append(_, [Last,""], Lines).
test(unknown_move, error(existence_error(generator, q))) :-
    user:printed(text("puzzle(it, permutation, \"it\"). start(s, \"q\"). goal([1,2]). metric(half). \c
                       generator(r, [[1,2]])."), _).

:- end_tests(permutations).

:- begin_tests(facts_are_forgotten).

test(after_a_solution) :-
    with_output_to(string(_), breadth_first),
    assertion(\+ seen(_, _, _, _)).
test(after_an_error, [error(resource_error(memory)), cleanup(assertion(\+ user:seen(_, _, _, _)))]) :-
    current_prolog_flag(stack_limit, Bytes),
    setup_call_cleanup(
        set_prolog_flag(stack_limit, 4_000_000),
        with_output_to(string(_), breadth_first),
        set_prolog_flag(stack_limit, Bytes)).
test(after_an_interrupt, [throws(enough), cleanup(assertion(\+ user:seen(_, _, _, _)))]) :-
    setup_call_cleanup(
        wrap_predicate(user:print_limit(Limit), stops, Prints,
                       ( Limit =:= 9 -> throw(enough) ; Prints )),
        with_output_to(string(_), breadth_first),
        unwrap_predicate(user:print_limit/1, stops)).

:- end_tests(facts_are_forgotten).

%   All shortest solutions that Program of Text finds, as it would print them by Prints/1.
solutions(Facts, Text, Program/Prints, Solutions) :-
    nb_setval(found, []),
    beside(Facts, Text, Module, user:all_found(Module, Program, Prints)),
    nb_getval(found, Last_first),
    reverse(Last_first, Solutions).

%   A predicate of its own, here and below: SWI-Prolog 9.2 compiles no goal that names a temporary module.
all_found(Module, Program, Prints) :-
    wrap_predicate(Module:print_limit(_), stops, Limit, ( nb_getval(found, []) -> Limit ; throw(over) )),
    Head =.. [Prints,Solution],
    wrap_predicate(Module:Head, collects, _, user:collect(Solution)),
    with_output_to(string(_), catch(ignore(Module:Program), over, true)).

collect(Solution) :-
    nb_getval(found, Solutions),
    nb_setval(found, [Solution|Solutions]),
    fail.

printed(Facts, Lines) :-
    beside(Facts, 'breadth_first.pl', Module, with_output_to(string(Text), user:search_in(Module))),
    split_string(Text, "\n", "", Lines).

search_in(Module) :-
    Module:breadth_first.

%   Nodes has Expanded/Generated for each layer.
nodes(Facts, Nodes) :-
    nb_setval(layers, []),
    beside(Facts, 'breadth_first.pl', Module, user:counted(Module)),
    nb_getval(layers, Counts0),
    exclude(==(0/0), Counts0, Counts),
    reverse(Counts, Nodes).

counted(Module) :-
    wrap_predicate(Module:successor(_, _), counts, Succeeds,
                   ( user:tick(1), Succeeds, user:tick(2) )),
    wrap_predicate(Module:print_limit(_), begins, _,
                   ( nb_getval(layers, Layers), nb_setval(layers, [0/0|Layers]) )),
    with_output_to(string(_), ignore(Module:breadth_first)).

tick(Which) :-
    nb_getval(layers, [Count|_]),
    arg(Which, Count, N0),
    N is N0+1,
    nb_setarg(Which, Count, N).

beside(Facts, Text, Module, Goal) :-
    prolog_folder(Folder),
    in_temporary_module(
        Module,
        ( set_module(Module:base(system)), facts_into(Facts, Folder, Module) ),
        ( atomic_list_concat([Folder, /, Text], Path),
          atom_concat(Path, '@test', Id),       % what it includes is found from there
          setup_call_cleanup(
              open(Path, read, Stream, [encoding(utf8)]),
              load_files(Module:Id, [stream(Stream), silent(true)]),
              close(Stream)),
          call_cleanup(Goal, unload_file(Id))
        )).

%   Facts is the domain and the name of a file, or a text, or the 7-puzzle from a start to a goal.
facts_into(text(Text), _, Module) :-
    load_facts_text(Text, it, first, Module).
facts_into(seven(Start, Goal), Folder, Module) :-
    atom_concat(Folder, '/puzzles/sliding_tiles/seven.pl', File),
    load_facts(File, state(Start), Module),
    retractall(Module:goal(_)),
    assertz(Module:goal(Goal)).
facts_into(Domain/Name, Folder, Module) :-
    atomic_list_concat([Folder, /, puzzles, /, Domain, /, Name, '.pl'], File),
    load_facts(File, first, Module).
