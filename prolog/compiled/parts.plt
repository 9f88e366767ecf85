:- use_module(library(plunit)).
:- use_module(parts).
:- use_module(depth, []).
:- use_module(takahashi, []).
:- encoding(utf8).

:- begin_tests(parts).

test(tables_are_built_where_there_are_any, Values-Goals == []-[]) :-
    parts_tables([pybridge_depth-depth], Values, Goals).
test(a_start, Low-Values-Goals == 0-[]-[]) :-
    parts_begin([pybridge_depth-depth], state, Low, Values, Goals).
test(what_is_carried, Values == []) :-
    parts_carried([pybridge_depth-depth], Values).
test(a_move_of_a_bound_alone, Prune-Goals == []-[s is s0-1]) :-
    parts_move([pybridge_depth-depth], move(0, 1, [], ''), [], [], s0, s, Prune, Goals).

:- end_tests(parts).
