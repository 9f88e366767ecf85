/*  Tests of order.pl.

        $ swipl -g run_tests -t halt prolog/rules/order.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module('../source/text').
:- use_module(order).

:- begin_tests(early_test).

test(a_test_too_early, [forall(user:early(Text, Said)), Found == [Said]]) :-
    user:early_tests(Text, Found).
test(a_test_at_its_place, [forall(user:right(Text)), Found == []]) :-
    user:early_tests(Text, Found).

:- end_tests(early_test).

:- begin_tests(early_negation).

test(too_early, Found == ["P has no value here yet: put this goal behind the one that gives it one"]) :-
    user:early_negations("move(at(P0,Bs), go, at(P,Bs)) :- \\+ memberchk(P, Bs), step(P0, P).\n", Found).
test(is_no_fault, Found == []) :-
    user:early_tests("move(at(P0,Bs), go, at(P,Bs)) :- \\+ memberchk(P, Bs), step(P0, P).\n", Found).
test(its_own_variable, Found == []) :-
    user:early_negations("move(at(P0,Bs), go, at(P,Bs)) :- \\+ memberchk(Q-Q, Bs), step(P0, P).\n", Found).

:- end_tests(early_negation).

early_tests(Text, Found) :-
    source_clauses(Text, Clauses, _),
    findall(Said, ( member(Clause, Clauses), early_test(Clause, _, Said) ), Found).

early_negations(Text, Found) :-
    source_clauses(Text, Clauses, _),
    findall(Said, ( member(Clause, Clauses), early_negation(Clause, _, Said) ), Found).

early("move(r(A,B), C, r(C,B)) :- C \\== B, next(A, C).\n",
      "C has no value here yet, so \\== is always true: put this goal behind the one that gives it one").
early("move(r(A,B), C, r(C,B)) :- B \\== C, next(A, C).\n",
      "C has no value here yet, so \\== is always true: put this goal behind the one that gives it one").
early("move(r(A,B), C, r(C,B)) :- C \\= B, next(A, C).\n",
      "C has no value here yet, so \\= is never true: put this goal behind the one that gives it one").
early("move(r(A,B), on, r(C,B)) :- B == C, next(A, B).\n",
      "C has no value here yet, and == only compares: write = to give it one, or is to compute it").
early("move(N0, up, N) :- N < 9, N is N0+1.\n",
      "N has no value here yet: put this goal behind the one that gives it one").
early("move(N0, twice, N) :- N =:= N0*2.\n", "N has no value here yet, and =:= compares: write N is ...").
early("move(N0, twice, N) :- N0*2 is N.\n",
      "N has no value here yet, and is computes what stands on its right: write N is ...").
early("near(A, C) :- C > 0, B \\== C, next(A, B).\n",
      "B has no value here yet, so \\== is always true: put this goal behind the one that gives it one").

right("move(r(A,B), C, r(C,B)) :- next(A, C), C \\== B.\n").
right("move(s(X), M, s(Y)) :- move_of(X, M), Y is X+1, \\+ wall(Y).\n").
right("move(s(X), go, s(Y)) :- \\+ ( member(Z, X), Z > 3 ), step(X, Y).\n").
right("safe(A, B) :- A \\== B.\n").
right("move(r(A,B), on, r(C,B)) :- next(A, C), C == B.\n").
right("move(s(X), go, s(Y)) :- dif(Y, X), step(X, Y).\n").
right("move(s(X), go, s(Y)) :- ( Y \\== X -> true ; true ), step(X, Y).\n").
