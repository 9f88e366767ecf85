:- use_module(library(plunit)).
:- use_module(library(modules)).
:- use_module('../bridge/fact_file').
:- use_module(board).
:- use_module(pattern_views).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

views(Name, Parts, Patterns, Groups) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(
        Module,
        load_facts(File, first, Module),
        ( board_of(Module, Board), pattern_views(Board, Parts, Patterns, Groups) )).

:- begin_tests(pattern_views).

test(a_group_for_each_symmetry_that_parts_otherwise,
     Patterns-Groups == [[goal([0,1,2,3],4)],[goal([0,1,4,5],2)]]-
                        [ [ view(1, [0,1,2,3,4,5,6,7,8], [1,2,3,4]),
                            view(2, [6,7,8,3,4,5,0,1,2], [7,8,5,6]) ],
                          [ view(1, [0,3,6,1,4,7,2,5,8], [1,4,7,2]),
                            view(2, [6,3,0,7,4,1,8,5,2], [3,6,5,8]) ] ]) :-
    user:views(eight, [[1,2,3,4],[5,6,7,8]], Patterns, Groups).
test(parts_of_one_shape_share_a_table,
     Patterns-Groups == [[goal([0],1)],[goal([0,1,2],3)]]-
                        [ [ view(2, [0,1,2,3,4,5,6,7], [1,2,3]),
                            view(2, [4,5,6,7,0,1,2,3], [5,6,7]),
                            view(1, [3,2,1,0,7,6,5,4], [4]) ] ]) :-
    user:views(seven, [[1,2,3],[5,6,7],[4]], Patterns, Groups).
test(equal_tiles, error(domain_error(parts_of_distinct_tiles, _), _)) :-
    user:views(box_eight, [[1,2,3],[4,5,6]], _, _).
test(tiles_left_out, error(domain_error(parts_of_distinct_tiles, _), _)) :-
    user:views(eight, [[1,2,3],[4,5,6]], _, _).
:- end_tests(pattern_views).
