/*  Tests of sums.pl; rules/faults.plt has more.

        $ swipl -g run_tests -t halt prolog/source/sums.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(goals).
:- use_module(sums).
:- use_module(text).

:- begin_tests(wrong_sum).

test(terms_that_stay_terms, [forall(user:term(Text)), Found == []]) :-
    user:sums(Text, Found).
test(sums_that_are_not_computed, [forall(user:sum(Text)), Found = [_]]) :-
    user:sums(Text, Found).

:- end_tests(wrong_sum).

:- begin_tests(sum_in_state).

test(terms_that_stay_terms, [forall(user:state_term(Text)), Found == []]) :-
    user:sums_in_states(Text, Found).
test(sums_that_are_not_computed, [forall(user:state_sum(Text, Said)), Found == [Said]]) :-
    user:sums_in_states(Text, Found).

:- end_tests(sum_in_state).

sums(Text, Found) :-
    source_clauses(Text, Clauses, _),
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

term("start(a, 2+0).\nmove(A+B, go, S) :- X is A-1, Y is B+1, S = X+Y.\n").
term("goal(z+1).\nmove(A, go, S) :- size(A, N), N < 5, S = A+1.\nsize(z, 0).\n").
term("start(a, 2+0).\ngoal(S) :- S == 0+2.\n").
term(":- use_module(library(clpfd)).\nmove(s(X), go, s(Y)) :- Z = X+1, Y #= Z, Y #< 5.\n").

sum("move(s(X), go, s(Y)) :- Y = X+1.\n").
sum("move(s(X), go(Y), s(Y)) :- Y = X+1.\n").
sum("move(s(X), go, s(Y)) :- X > 0, next(X, Y).\nnext(X, Y) :- Y = X+1.\n").
sum("move(s(X,P), go, s(Y,P)) :- Y = X+1, shown(Y, P).\nshown(_, a-b).\n").
sum("move(s(X), go, s(Y)) :- Y = X-1, \\+ wall(Y).\nwall(3).\n").

sums_in_states(Text, Found) :-
    source_clauses(Text, Clauses, _),
    findall(Said, ( member(Clause, Clauses), sum_in_state(Clause, Clauses, _, Said) ), Found).

state_term("move(s(R,C,V), mark, s(R,C,[R-C|V])) :- R > 0, C > 0.\n").
state_term("move(s(N,V), take, s(N,[a-1|V])) :- N > 0.\n").
state_term("move(s(N,V), take, s(N,[N-1|V])) :- N > 0.\nheavy(V) :- memberchk(2-_, V).\n").
state_term("move([A,B|Es], plus, [A+B|Es]).\n").
state_term("move([A|Es], plus, [A+1|Es]) :- shown([A|Es]).\nvalue(E, V) :- V is E.\n").
state_term("move(s(N+1), down, s(N)).\nmove(s(N), up, s(N+1)).\n").
state_term("move(s(P), go(Q), s(P-Q)) :- road(P, Q).\ngoal(s(_-z)).\n").
state_term("move(s(N), add(N+1), s(M)) :- M is N+1.\n").

state_sum("move(s(N), up, s(N+1)).\n", "N+1 is not computed in a state: write N1 here, and N1 is N+1 in the body").
state_sum("move(s(N,N1), down, s(N-1,N1)) :- N1 > 0.\n",
          "N-1 is not computed in a state: write N2 here, and N2 is N-1 in the body").
state_sum("move(j(A,B), pour, j(0,A+B)).\n", "A+B is not computed in a state: write A1 here, and A1 is A+B in the body").
state_sum("move(j(A,B), pour, j(A+B-5,5)) :- A+B > 5.\n",
          "A+B-5 is not computed in a state: write A1 here, and A1 is A+B-5 in the body").
state_sum("move(at(R-C), down, at(R+1-C)) :- R < 4.\n",
          "R+1 is not computed in a state: write R1 here, and R1 is R+1 in the body").
state_sum("move(s(N), up, S) :- N < 9, S = s(N+1).\n",
          "N+1 is not computed in a state: write N1 here, and N1 is N+1 in the body").
