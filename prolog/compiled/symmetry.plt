:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module('../bridge/fact_file').
:- use_module(board).
:- use_module(symmetry).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

puzzle_board(Name, Board) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(Module, load_facts(File, first, Module), board_of(Module, Board)).

:- begin_tests(symmetry).

test(a_square_has_eight_images, Length-First == 8-Still) :-
    user:puzzle_board(fifteen, Board),
    board_images(Board, Images),
    length(Images, Length),
    Images = [First|_],
    numlist(0, 15, Still).
test(images_are_different_and_keep_neighbors, Length == 4) :-
    user:puzzle_board(seven, Board),
    board_images(Board, Images),
    sort(Images, Sorted),
    length(Sorted, Length),
    forall(( member(Image, Images), board_edge(Board, From, To) ),
           ( nth0(From, Image, From1), nth0(To, Image, To1), once(board_edge(Board, From1, To1)) )).
test(many_images_are_cut, Length == 64) :-
    user:puzzle_board(torus, Board),
    board_images(Board, Images),
    length(Images, Length).
test(the_diagonal, Symmetries == [sym([0,3,6,1,4,7,2,5,8],
                                      [0-0,1-1,2-4,3-7,4-2,5-5,6-8,7-3,8-6])]) :-
    user:puzzle_board(eight, Board),
    board_symmetries(Board, Symmetries).
test(a_blank_in_a_corner_of_two_rows, Symmetries == []) :-
    user:puzzle_board(seven, Board),
    board_symmetries(Board, Symmetries).
test(equal_tiles_go_where_equal_tiles_go, Length-Mirrors == 7-[2-4,4-2]) :-
    user:puzzle_board(box_eight, Board),
    board_symmetries(Board, Symmetries),
    length(Symmetries, Length),
    memberchk(sym([0,3,6,1,4,7,2,5,8], Tiles), Symmetries),
    findall(Tile-Name, ( member(Tile, [2,4]), memberchk(Tile-Name, Tiles) ), Mirrors).

:- end_tests(symmetry).
