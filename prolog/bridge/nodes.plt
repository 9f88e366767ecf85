/*  Tests of nodes.pl with classic programs; tests/search/test_tree.py compares every node with plain Python.

        $ swipl -g run_tests -t halt prolog/bridge/nodes.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../engine/marks').
:- use_module(classic).

:- flag(nodes_job, _, 810).
:- prolog_load_context(directory, Here),
   file_directory_name(Here, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(nodes).

test(nodes_of_one_iteration, Nodes-Number == [0-16,1-17,1-15,2-16]-4) :-
    user:marks_of(sliding_tiles/seven, ids_low, [limit(16), nodes(9, 9)], Marks),
    findall(G-H, member(node(_, _, G, H, _, none, _), Marks), Nodes),
    memberchk(nodes(Number, _), Marks).
test(each_counts_the_visits_and_the_nodes_expanded, Counts == [1-0,2-1,3-1,4-2]) :-
    user:marks_of(sliding_tiles/seven, ids_low, [limit(16), nodes(9, 9)], Marks),
    findall(Number-Expanded, member(node(Number, Expanded, _, _, _, _, _), Marks), Counts).
test(no_node_too_deep, Depths-Number == [0,1,1]-28) :-
    user:marks_of(sliding_tiles/seven, ids_low, [limit(18), nodes(1, 9)], Marks),
    user:depths(Marks, Depths),
    memberchk(nodes(Number, _), Marks).
test(none_as_deep_as_those_that_were_too_many, Depths == [0,1,2,3,4,3,2,3,1,2]) :-
    user:marks_of(sliding_tiles/seven, ids_low, [limit(18), nodes(99, 6)], Marks),
    user:depths(Marks, Depths).
test(the_path_to_a_goal, Depths == [0,1,2,3,4,5]) :-
    user:marks_of(blocks_world/blocks3, ids, [limit(5), nodes(0, 9)], Marks),
    user:depths(Marks, Depths).
test(the_last_move_where_it_has_a_name, Moves == [start,'U','U2','U\'']) :-
    user:marks_of(permutation/pocket, ids, [limit(1), nodes(1, 99)], Marks),
    findall(Last, member(node(_, _, _, none, _, Last, _), Marks), Moves0),
    length(Moves, 4),
    append(Moves, _, Moves0).
test(nothing_unless_it_is_wanted, Depths == []) :-
    user:marks_of(sliding_tiles/seven, ids_low, [limit(16)], Marks),
    user:depths(Marks, Depths).

:- end_tests(nodes).

marks_of(Domain/Puzzle, Program, Options, Marks) :-
    flag(nodes_job, Job, Job+1),
    prolog_folder(Folder),
    atomic_list_concat([Folder, /, puzzles, /, Domain, /, Puzzle, '.pl'], File),
    call_cleanup(( run_classic(Job, File, Program, [counted(true)|Options]),
                   take_marks(Job, Marks) ),
                 forget_marks(Job)).

depths(Marks, Depths) :-
    findall(G, member(node(_, _, G, _, _, _, _), Marks), Depths).
