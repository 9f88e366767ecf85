:- use_module(library(plunit)).
:- use_module(library(modules)).
:- use_module('../bridge/fact_file').
:- use_module(board).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

shipped(Name, Board) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/', Name, '.pl'], File),
    in_temporary_module(Module, load_facts(File, first, Module), board_of(Module, Board)).

:- begin_tests(board).

test(cells, Count == 8) :-
    user:shipped('sliding_tiles/seven', Board),
    board_cells(Board, Count).
test(neighbors_in_order, Cells == [1,4,6]) :-
    user:shipped('sliding_tiles/seven', Board),
    board_neighbors(Board, 5, Cells).
test(equal_tiles_come_once, true(Count < 8)) :-
    user:shipped('sliding_tiles/box_eight', Board),
    board_tiles(Board, Tiles),
    sort(Tiles, Tiles),
    length(Tiles, Count).
test(a_move_towards_the_goal_is_free, Spend == 0) :-
    user:shipped('sliding_tiles/seven', Board),
    board_spend(Board, 1, 1, 0, Spend).
test(a_move_away_costs_two, Spend == 2) :-
    user:shipped('sliding_tiles/seven', Board),
    board_spend(Board, 1, 0, 1, Spend).
test(edges_have_two_ends, Edges == Turned) :-
    user:shipped('sliding_tiles/walls', Board),
    setof(A-B, board_edge(Board, A, B), Edges),
    setof(A-B, board_edge(Board, B, A), Turned).
test(two_colours, Step == two(0, [0,1,0,1,1,0,1,0])) :-
    user:shipped('sliding_tiles/seven', Board),
    board_step(Board, Step).
test(an_odd_ring_has_no_two_colours, Step == one) :-
    user:shipped('sliding_tiles/honeycomb', Board),
    board_step(Board, Step).
test(other_puzzles, error(type_error(_, blocks_world))) :-
    user:shipped('blocks_world/blocks3', _).

:- end_tests(board).
