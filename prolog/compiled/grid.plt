:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module('../bridge/fact_file').
:- use_module(board).
:- use_module(grid).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

shipped(Name, Board) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(Module, load_facts(File, first, Module), board_of(Module, Board)).

grid(Name, Grid) :-
    shipped(Name, Board),
    grid_of(Board, walking, Grid).

%   A board from a text of facts, with what else board_of/2 needs.
told(Text, Board) :-
    in_temporary_module(
        Module,
        ( term_string(Facts, Text),
          forall(member(Fact, [puzzle(told, sliding_tiles, "Told")|Facts]), assertz(Module:Fact)) ),
        board_of(Module, Board)).

%   Two rows of three cells, numbered from the right to the left in the upper row and back; rows count from 7.
snake(Board) :-
    told("[ goal([1,2,3,0,5,4]), cell(0,7,3), cell(1,7,2), cell(2,7,1), cell(3,8,1), cell(4,8,2), cell(5,8,3),
            neighbor(0,[1,5]), neighbor(1,[0,2,4]), neighbor(2,[1,3]), neighbor(3,[2,4]), neighbor(4,[1,3,5]),
            neighbor(5,[0,4]) ]", Board).

:- begin_tests(grid).

test(sizes, Rows-Columns == sizes(2, 4, 1)-sizes(4, 2, 3)) :-
    user:grid(seven, Grid),
    grid_sizes(Grid, rows, Rows),
    grid_sizes(Grid, columns, Columns).
test(cells, Rows-Columns == [0,0,0,0,1,1,1,1]-[0,1,2,3,0,1,2,3]) :-
    user:grid(seven, Grid),
    grid_cells(Grid, rows, Rows),
    grid_cells(Grid, columns, Columns).
test(homes, Rows-Columns == [1,1,1,1,2,2,2]-[1,2,3,4,1,2,3]) :-
    user:grid(seven, Grid),
    grid_homes(Grid, rows, Rows),
    grid_homes(Grid, columns, Columns).
test(reading, Rows-Columns == [0,1,2,3,4,5,6,7]-[0,4,1,5,2,6,3,7]) :-
    user:grid(seven, Grid),
    grid_reading(Grid, rows, Rows),
    grid_reading(Grid, columns, Columns).
test(ranks, Rows-Columns == [1,2,3,4,5,6,7]-[1,3,5,7,2,4,6]) :-
    user:grid(seven, Grid),
    grid_ranks(Grid, rows, Rows),
    grid_ranks(Grid, columns, Columns).
test(moves, Found == [rows-true, rows-false, columns-false, columns-true]) :-
    user:grid(seven, Grid),
    findall(Axis-Behind,
            ( member(From-To, [5-1, 1-5, 4-5, 5-4]), grid_move(Grid, From, To, Axis, Behind) ),
            Found).

test(cells_in_any_order, Found == found(sizes(2,3,1), [2,1,0,3,4,5], [3,2,1,3,2], [3,2,1,5,4])) :-
    user:snake(Board),
    grid_of(Board, walking, Grid),
    grid_sizes(Grid, rows, Sizes),
    grid_reading(Grid, rows, Reading),
    grid_homes(Grid, columns, Homes),
    grid_ranks(Grid, rows, Ranks),
    Found = found(Sizes, Reading, Homes, Ranks).

test(unfit, [forall(user:unfit(Name, Reason)), throws(error(unfit_heuristic(walking, Reason), _))]) :-
    user:shipped(Name, Board),
    grid_of(Board, walking, _).
test(no_places, throws(error(unfit_heuristic(inversion, "the facts do not give the places of its cells"), _))) :-
    user:told("[goal([1,0]), neighbor(0,[1]), neighbor(1,[0])]", Board),
    grid_of(Board, inversion, _).
test(two_goals, throws(error(unfit_heuristic(walking, "it has 2 goals, but must have one"), _))) :-
    user:told("[goal([1,0]), goal([0,1]), cell(0,0,0), cell(1,0,1), neighbor(0,[1]), neighbor(1,[0])]", Board),
    grid_of(Board, walking, _).
test(other_numbers, throws(error(unfit_heuristic(walking, "its tiles are not numbered from 1 to 1"), _))) :-
    user:told("[goal([2,0]), cell(0,0,0), cell(1,0,1), neighbor(0,[1]), neighbor(1,[0])]", Board),
    grid_of(Board, walking, _).
test(a_wall, throws(error(unfit_heuristic(walking, "cells 0 and 1 share a side but are not neighbors"), _))) :-
    user:told("[goal([1,2,3,0]), cell(0,0,0), cell(1,0,1), cell(2,1,0), cell(3,1,1),
               neighbor(0,[2]), neighbor(1,[3]), neighbor(2,[0,3]), neighbor(3,[1,2])]", Board),
    grid_of(Board, walking, _).

:- end_tests(grid).

unfit(torus, "cells 0 and 2 are neighbors but do not share a side").
unfit(box_eight, "2 tiles have number 2, but all must differ").
unfit(tee, "it has no cell at row 2, column 0, but must be a full rectangle").
unfit(honeycomb, "it has no cell at row 0, column 0, but must be a full rectangle").
