:- use_module(library(plunit)).
:- use_module(depth, []).
:- encoding(utf8).

:- begin_tests(depth).

test(every_move_takes_one, Goals == [s1 is s0-1]) :-
    pybridge_depth:move(depth, move(0, 1, [], ''), [], [], s0, s1, Goals).
test(nothing_is_expanded_without_moves_left, Goals == [s0 > 0]) :-
    pybridge_depth:enter(depth, s0, Goals).
test(a_start_has_no_bound, Low == 0) :-
    pybridge_depth:begin(depth, state, Low, [], []).

:- end_tests(depth).
