/*  Tests of goal_names.pl.

        $ swipl -g run_tests -t halt prolog/bridge/goal_names.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(goal_names).

:- begin_tests(named_goal).

test(names, Goal == ('$VAR'('Low1') is 3+'$VAR'('Too'))) :-
    Goal = (_ is 3+_),
    named_goal("p.\nq(Low) :- N is 1, Low1 is Low+Too, r(N, Low1).\n", 2, Goal).
test(another_line, fail) :-
    named_goal("p.\nq(Low) :- Low1 is Low+Too, r(Low1).\n", 1, _ is 3+_).
test(another_goal, fail) :-
    named_goal("q(Low) :- Low1 is Low+Too, r(Low1).\n", 1, _ is 3*_).

:- end_tests(named_goal).
