/*  Tests of rules_sums.pl; rules_faults.plt has more.

        $ swipl -g run_tests -t halt prolog/bridge/rules_sums.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(rules_goals).
:- use_module(rules_sums).
:- use_module(rules_text).

:- begin_tests(wrong_sum).

test(terms_that_stay_terms, [forall(user:term(Text)), Found == []]) :-
    user:sums(Text, Found).
test(sums_that_are_not_computed, [forall(user:sum(Text)), Found = [_]]) :-
    user:sums(Text, Found).

:- end_tests(wrong_sum).

sums(Text, Found) :-
    rules_text(Text, Clauses, _),
    findall(Said,
            ( member(Clause, Clauses),
              Clause = clause(_, Body, _, Position, _, _),
              goal_at(Body, Position, Goal, _),
              wrong_sum(Goal, Clause, Clauses, Said)
            ),
            Found).

%   Each computes with both variables.
term("move(X, go, s(X1,Y1)) :- X1 is X+1, Y1 is X-1, C = X1/Y1, \\+ wall(C).\nwall(2/2).\n").
term("move(X, go, s(X1,Y1)) :- X1 is X+1, Y1 is X-1, K = X1-Y1, cost(K, Y1).\ncost(X-Y, C) :- C is X+Y.\n").
term("move(X, go, s(X1,Y1)) :- X1 is X+1, Y1 is X-1, wall(W), W == X1-Y1.\nwall(2-2).\n").
term("move(X, M, s(X1,Y1)) :- X1 is X+1, Y1 is X-1, M = X1-Y1.\n").
term("move(X, E, s(C)) :- A is X, B is X+1, E = A+B, C is E.\n").
term("move(s(A,B), E, s(C)) :- opr(A, B, E), C is E.\nopr(A, B, E) :- A > 1, B > 1, E = A+B.\n").
term("move(X, go, Y) :- made(X, C), part(C, Y).\nmade(X, C) :- X > 1, Y is X+1, C = X-Y.\npart(X-_, X).\n").
term("move(X, go, s(X1,Y1)) :- X1 is X+1, Y1 is X-1, C = X1-Y1, \\+ memberchk(C, [2-2]).\n").

sum("move(s(X), go, s(Y)) :- Y = X+1.\n").
sum("move(s(X), go(Y), s(Y)) :- Y = X+1.\n").
sum("move(s(X), go, s(Y)) :- X > 0, next(X, Y).\nnext(X, Y) :- Y = X+1.\n").
sum("move(s(X,P), go, s(Y,P)) :- Y = X+1, shown(Y, P).\nshown(_, a-b).\n").
sum("move(s(X), go, s(Y)) :- Y = X-1, \\+ wall(Y).\nwall(3).\n").
