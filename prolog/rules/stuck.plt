/*  Tests of stuck.pl.

        $ swipl -g run_tests -t halt prolog/rules/stuck.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module('../source/text').
:- use_module(stuck).

:- begin_tests(stuck).

test(the_clause_that_comes_furthest, Found-Goal == 69-"N1>9") :-
    user:why("move(s(N), down, s(0)) :- N > 5.\nmove(s(N), up, s(N1)) :- N1 is N+1, N1 > 9, N1 < 20.\n", s(3), fails(Found, Goal)).
test(a_goal_that_has_other_solutions, Goal == "X>9") :-
    user:why("move(s(_), up, s(X)) :- between(1, 3, X), X > 9.\n", s(3), fails(_, Goal)).
test(no_head, Why == no_head) :-
    user:why("move(s(N), up, s(N1)) :- N1 is N+1.\n", t(3), Why).
test(a_helper_with_an_arrow_is_no_head, Why == no_head) :-
    user:why("move(s(N), up, N) :- helper(N).\nhelper(N) => N > 0.\n", t(3), Why).
test(a_goal_that_raises_an_error, Goal == "Y is N+a") :-
    user:why("move(s(N), up, s(Y)) :- N > 0, Y is N+a.\n", s(3), fails(_, Goal)).
test(a_start_says_it, throws(wrong(at(26), "no move is possible from the start s, and it is not a goal: N>5 fails"))) :-
    source_clauses("move(s(N), down, s(0)) :- N > 5.", Clauses, _),
    no_move(s(3), s, at(0), user, Clauses).
test(actions_have_no_head_of_move, fail) :-
    user:why("action(a, [p], [q], []).\n", [r], _).
test(nothing_fails, fail) :-
    user:why("move(s(N), up, s(N1)) :- N1 is N+1.\n", s(3), _).

:- end_tests(stuck).

why(Text, State, Why) :-
    source_clauses(Text, Clauses, _),
    pybridge_rules_stuck:stuck(State, user, Clauses, Why).
