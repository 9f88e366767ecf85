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

:- end_tests(mistaken_cut).
