/*  Tests of mistaken_cuts.pl; mistakes.plt has more.

        $ swipl -g run_tests -t halt prolog/bridge/mistaken_cuts.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(mistaken_cuts).
:- use_module(rules_text).

:- begin_tests(mistaken_cut).

test(before_the_test, [nondet, At-true == 8-true]) :-
    rules_text("c(X) :- !, p(X).\nc(X) :- q(X).\n", Clauses, _),
    mistaken_cut(Clauses, user, At, said(Template, Values)),
    assertion(sub_string(Template, _, _, _, "cut comes before")),
    assertion(memberchk(_="p(X)", Values)).
test(after_the_test, fail) :-
    rules_text("c(X) :- p(X), !.\nc(X) :- q(X).\n", Clauses, _),
    mistaken_cut(Clauses, user, _, _).
test(of_the_best, fail) :-
    rules_text("s([], _).\ns(L, N) :- member(N, L), \\+ ( member(O, L), O @< N ), !, q(N, M), s(M, N).\n", Clauses, _),
    mistaken_cut(Clauses, user, _, _).
test(of_one_that_is_new, [nondet, At-true == 54-true]) :-
    rules_text("s([], _).\ns(L, C) :- member(N-_, L), \\+ member(N, C), !, q(N, M), s(M, C).\n", Clauses, _),
    mistaken_cut(Clauses, user, At, _).
test(of_a_move_back, fail) :-
    rules_text("t(a, []).\nt(T, [M|L]) :- move(S, M, T), p(T, S), !, t(S, L).\n", Clauses, _),
    mistaken_cut(Clauses, user, _, _).

:- end_tests(mistaken_cut).
