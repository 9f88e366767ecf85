/*  Tests of claims.pl.

        $ swipl -g run_tests -t halt prolog/rules/claims.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(claims).

:- begin_tests(rules_claims).

test(a_bound, true) :-
    bound_claimed(s(1), false, rules_claims_test, []),
    bound_claimed(s(0), true, rules_claims_test, []).
test(a_bound_of_a_goal, throws(wrong(line(_), "bound/2 says 1 of the goal s(1), and must say 0"))) :-
    bound_claimed(s(1), true, rules_claims_test, []).
test(a_bound_below_that_of_the_file, true) :-
    bound_of_start(rules_claims_test, far, s(3)).
test(a_bound_above_it, throws(wrong(line(_), "bound/2 says 4 of the start far, and optimal/2 says 3"))) :-
    bound_of_start(rules_claims_test, far, s(4)).
test(a_picture, true) :-
    picture_drawn(s(1), rules_claims_test, []),
    picture_drawn(s(none), rules_claims_test, []).
test(no_picture, throws(wrong(line(_), _))) :-
    picture_drawn(s(2), rules_claims_test, []).

:- end_tests(rules_claims).

rules_claims_test:bound(s(N), N).
rules_claims_test:optimal(far, 3).
rules_claims_test:picture(s(1), "one").
rules_claims_test:picture(s(2), f(two)).
