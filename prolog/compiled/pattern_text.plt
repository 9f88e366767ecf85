:- use_module(library(plunit)).
:- use_module(pattern_build).
:- use_module(pattern_text).
:- encoding(utf8).

rectangle([[1,3],[0,2,4],[1,5],[0,4],[1,3,5],[2,4]]).

:- begin_tests(pattern_text).

test(the_least_of_all_regions_and_0_for_what_is_not_reached, Codes == [0,3,0,2]) :-
    Rows = [0b01-row([0], nodes(0,1), 1, 2), 0b10-row([1], nodes(2,0), 2, 3)],
    pattern_text(2, 1, [[0]], Rows, [[node(distances(_), [])], [node(distances(3), [])]], Table0),
    pattern_text(2, 1, [[0]], Rows,
                 [[node(distances(_), [])], [node(distances(7), []), node(distances(2), [])]],
                 Table),
    atom_codes(Table0, Codes0),
    atom_codes(Table, Codes1),
    append(Codes0, Codes1, Codes).
test(orders_go_by_cell, Codes == [0,5,6,0]) :-
    Rows = [0b11-row([0,1], nodes(0,0), 1, 1)],
    pattern_text(2, 2, [[0,1],[1,0]], Rows, [[node(distances(6,5), [])]], Table),
    atom_codes(Table, Codes).
test(values, Low-Values == 9-[2,6,4,3,10,1,6,1]) :-
    user:rectangle(Neighbors),
    pattern_table(Neighbors, [goal([0,1], 5)], Table1),
    pattern_table(Neighbors, [goal([2], 5)], Table2),
    pattern_values([[view(1, [0,1,2,3,4,5], [1,2]), view(2, [0,1,2,3,4,5], [3])],
                    [view(1, [5,4,3,2,1,0], [4,5]), view(2, [5,4,3,2,1,0], [2])]],
                   [2,1,4,3,5,0], [Table1,Table2], Low, Values).

:- end_tests(pattern_text).
