/*  Tests of actions.pl.

        $ swipl -g run_tests -t halt prolog/moves/actions.plt

    A lamp: it can be carried to the door, and switched on only there.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).

:- dynamic start/2, goal/1, action/4.

start(lamp, [here, off]).
goal([on]).
action(carry, [here], [door], [here]).
action(switch, [off, door], [on], [off]).
action(shine, [on], [on, warm], [on]).

:- [actions].

:- begin_tests(first_state).

test(sorted_and_once, State == [a,b]) :-
    first_state([b,a,b], State).

:- end_tests(first_state).

:- begin_tests(moved).

test(what_is_possible, Moves == [carry-[door,off]]) :-
    findall(Move-State, moved([here,off], Move, State), Moves).
test(all_that_is_needed, Moves == [switch-[door,on]]) :-
    findall(Move-State, moved([door,off], Move, State), Moves).
test(adding_wins_over_deleting, Moves == [shine-[on,warm]]) :-
    findall(Move-State, moved([on], Move, State), Moves).
test(nothing, Moves == []) :-
    findall(Move, moved([off], Move, _), Moves).

:- end_tests(moved).

:- begin_tests(is_goal).

test(all_that_is_wanted, [true, nondet]) :-
    is_goal([door,on]).
test(not_yet, fail) :-
    is_goal([door,off]).

:- end_tests(is_goal).

:- begin_tests(print_moves).

test(last_one_first, Text == "carry\nswitch\n") :-
    with_output_to(string(Text), print_moves([switch,carry])).
test(one_way) :-
    one_way.

:- end_tests(print_moves).
