/*  Tests of terms.pl.

        $ swipl -g run_tests -t halt prolog/terms.plt

    It is judged by seven.pl: both are loaded beside the same facts, each in a module
    of its own, and what they print is compared, with the nodes counted so far written
    under each limit.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module(library(prolog_wrap)).
:- use_module(library(statistics)).
:- use_module(bridge/fact_file).
:- [terms].

:- prolog_load_context(directory, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(ids_low).

%   Source: M. Hiroi, Prolog programming, iterative deepening.
test(output, Lines == Expected) :-
    with_output_to(string(Text), ids_low),
    split_string(Text, "\n", "", Lines),
    findall(Line,
            ( between(16, 36, Limit), format(string(Line), "----- ~d -----", [Limit]) ),
            Limits),
    append(Limits, ["[7,2,1,5,6,1,2,7,4,3,1,2,5,6,2,5,7,4,3,1,5,2,6,7,4,3,1,5,2,6,7,4,3,2,6,7]", ""],
           Expected).

%   The page's program needs 6.5 million.
test(inferences) :-
    with_output_to(string(_), call_time(ids_low, Time)),
    get_dict(inferences, Time, Inferences),
    assertion(Inferences < 600_000).

:- end_tests(ids_low).

:- begin_tests(dfs).

test(never_undoes_the_last_move, fail) :-
    with_output_to(string(_), dfs(1, 7, 8, board(1,2,3,4,5,6,0,7), [7-7])).
test(makes_that_move_otherwise) :-
    with_output_to(string(Text), dfs(1, 7, 0, board(1,2,3,4,5,6,0,7), [])),
    assertion(Text == "[7]\n").
test(board_as_before, Board == board(1,2,3,4,5,6,0,7)) :-
    Board = board(1,2,3,4,5,6,0,7),
    \+ dfs(4, 7, 8, Board, []).
test(no_goal_sooner, fail) :-
    with_output_to(string(_), dfs(2, 8, 0, board(1,2,3,4,5,6,7,0), [])).

:- end_tests(dfs).

:- begin_tests(tables).

test(way, Cells == [1,3,6]) :-
    findall(Cell, way(2, 0, Cell), Cells).
test(way_on, [forall(member(Last-Rest, [1-[3,6], 3-[1,6], 6-[1,3]])), Cells == Rest]) :-
    findall(Cell, way(2, Last, Cell), Cells).
test(goal_board) :-
    goal_board(8, board(1,2,3,4,5,6,7,anything)).
test(other_board, fail) :-
    goal_board(8, board(1,2,3,4,5,7,6,0)).
test(other_blank, fail) :-
    goal_board(7, board(1,2,3,4,5,6,7,0)).
test(state_board, Blank-Board == 2-board(3,0,3)) :-
    state_board([3,0,3], Blank, Board).
test(lower_bound, Low == 16) :-
    distance_table(Table),
    lower_bound(board(0,7,2,1,4,3,6,5), Table, Low).
test(distance_table, Distances == distances(3,2,3,2,1,0,3,2)) :-
    user:in_puzzle(cross, first, 'terms.pl', Module, Module:distance_table(Table)),
    arg(6, Table, Distances).

:- end_tests(tables).

:- begin_tests(as_seven).

small(seven, first, ids_low).
small(box_eight, first, ids_low).
small(cross, named(farthest_2), ids_low).
small(cross, named(farthest_1), ids).
small(cylinder, first, ids_low).
small(eight, named(easy), ids).
small(eight, named(middling), ids_low).
small(honeycomb, first, ids_low).
small(ring, first, ids).
small(rooms, first, ids_low).
small(tee, first, ids_low).
small(torus, first, ids_low).
small(walls, first, ids_low).
small(fifteen, named(easy), ids_low).

test(first_solution, [forall(small(Puzzle, Start, Program))]) :-
    user:both(Puzzle, Start, Program, true).
test(all_solutions, [forall(member(Puzzle, [seven,box_eight,torus]))]) :-
    user:both(Puzzle, first, ids_low, fail).

%   The distances of tile 2, written by hand, are less than they could be.
facts("puzzle(it, sliding_tiles, \"equal tiles, two goals, a ring of three cells\").
       start(s, [3,1,0,2,1]). goal([1,1,2,3,0]). goal([1,1,0,2,3]).
       cell(0,0,0). cell(1,0,1). cell(2,0,2). cell(3,1,0). cell(4,1,1).
       neighbor(4, [3,1,0]). neighbor(0, [1,3,4]). neighbor(1, [2,0,4]). neighbor(2, [1]). neighbor(3, [4,0]).
       distance(3, [1,1,2,0,0]). distance(1, [0,0,1,1,1]). distance(2, [0,0,0,0,0]).").

test(any_board, [forall(( facts(Text), member(Program, [ids,ids_low]), member(First, [true,fail]) ))]) :-
    user:both(text(Text), first, Program, First).

%   A bound of 0 away from the goal: such a node is expanded where no move is left.
test(no_distances, [forall(facts(Text0))]) :-
    without_distances(Text0, Text),
    user:both(text(Text), first, ids_low, true).

without_distances(Text0, Text) :-
    sub_string(Text0, Before, _, _, "distance(3"),
    !,
    sub_string(Text0, 0, Before, _, Text1),
    string_concat(Text1, "distance(1, [0,0,0,0,0]). distance(2, [0,0,0,0,0]). distance(3, [0,0,0,0,0]).", Text).

:- end_tests(as_seven).

:- begin_tests(loading).

test(optimise_ends_with_the_file, Flag == false) :-
    current_prolog_flag(optimise, Flag).
test(twice, Cells == [2,5]) :-
    user:prolog_folder(Folder),
    atom_concat(Folder, '/terms', File),
    load_files(user:File, [silent(true)]),
    findall(Cell, way(1, 0, Cell), Cells).

:- end_tests(loading).

%   Both programs print the same, to the first solution or to all.
both(Puzzle, Start, Program, First) :-
    trace(Puzzle, Start, 'seven.pl', Program, First, neighbor(_, _), slide(_, _, _, _), Expected),
    trace(Puzzle, Start, 'terms.pl', Program, First, way(_, _, _), way(_, _, _), Printed),
    assertion(sub_string(Expected, _, _, _, "]\n")),
    assertion(Printed == Expected).

trace(Puzzle, Start, Text, Program, First, Expands, Generates, Printed) :-
    in_puzzle(Puzzle, Start, Text, Module,
              ( watch(Module, First, Expands, Generates),
                with_output_to(string(Printed),
                               ( catch(Module:Program, over, true), print_nodes )) )).

in_puzzle(Puzzle, Start, Text, Module, Goal) :-
    prolog_folder(Folder),
    in_temporary_module(
        Module,
        facts_of(Puzzle, Folder, Start, Module),
        ( atomic_list_concat([Folder, /, Text], Path),
          atom_concat(Text, '@test', Id),
          setup_call_cleanup(
              open(Path, read, Stream, [encoding(utf8)]),
              load_files(Module:Id, [stream(Stream), silent(true)]),
              close(Stream)),
          call_cleanup(Goal, unload_file(Id))
        )).

%   Puzzle is the name of a fact file, or text(Text).
facts_of(text(Text), _, Start, Module) :-
    !,
    load_facts_text(Text, it, Start, Module).
facts_of(Puzzle, Folder, Start, Module) :-
    atomic_list_concat([Folder, '/puzzles/sliding_tiles/', Puzzle, '.pl'], File),
    load_facts(File, Start, Module).

%   With First fail the search has to continue, and ends with the limit of the first solution.
watch(Module, First, Expands, Generates) :-
    nb_setval(expanded, 0),
    nb_setval(generated, 0),
    nb_setval(solved, false),
    wrap_predicate(Module:Expands, expands, Calls, ( user:tick(expanded), Calls )),
    wrap_predicate(Module:Generates, generates, Succeeds, ( Succeeds, user:tick(generated) )),
    wrap_predicate(Module:print_limit(_), limits, Limit, ( user:next_limit, Limit )),
    wrap_predicate(Module:print_moves(Moves), solutions, _, ( user:solved(Moves), First )).

next_limit :-
    (   nb_getval(solved, true)
    ->  throw(over)
    ;   print_nodes
    ).

print_nodes :-
    nb_getval(expanded, Expanded),
    nb_getval(generated, Generated),
    format("~d ~d~n", [Expanded, Generated]).

solved(Moves) :-
    nb_setval(solved, true),
    format("~w~n", [Moves]).

tick(Key) :-
    nb_getval(Key, Count0),
    Count is Count0+1,
    nb_setval(Key, Count).
