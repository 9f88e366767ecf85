/*  Tests of goal_names.pl.

        $ swipl -g run_tests -t halt prolog/source/goal_names.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(goal_names).

:- begin_tests(named_goal).

test(names, Goal == ('$VAR'('Low1') is 3+'$VAR'('Too'))) :-
    Goal = (_ is 3+_),
    named_goal("p.\nq(Low) :- N is 1, Low1 is Low+Too, r(N, Low1).\n", 2, Goal).
test(the_goal_that_has_more_in_common, Goal == ('$VAR'('K') is 3+foo)) :-
    Goal = (_ is 3+foo),
    named_goal("q(I, N) :- M is I+N, K is M+foo, r(K).\n", 1, Goal).
test(one_of_several_goals, [forall(member(Goal, [nth1(_, _, _),nth1([1], _, _)])), fail]) :-
    named_goal("q(S) :- nth1(I, S, 0), r(I, J), nth1(J, S, _).\n", 1, Goal).
test(another_line, fail) :-
    named_goal("p.\nq(Low) :- Low1 is Low+Too, r(Low1).\n", 1, _ is 3+_).
test(another_goal, fail) :-
    named_goal("q(Low) :- Low1 is Low+Too, r(Low1).\n", 1, _ is 3*_).

:- end_tests(named_goal).
