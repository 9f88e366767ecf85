/*  Tests of mistaken_ends.pl; mistakes.plt has more.

        $ swipl -g run_tests -t halt prolog/source/mistaken_ends.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(mistaken_ends).
:- use_module(text).

:- begin_tests(no_end).

test(without_a_last_step, [nondet, true(Name == d/1)]) :-
    source_clauses("d(N) :- N < 3, M is N+1, d(M).\n", Clauses, _),
    no_end(Clauses, 0, said(_, Values)),
    memberchk(name=Name, Values).
test(with_one, fail) :-
    source_clauses("d(3).\nd(N) :- M is N+1, d(M).\n", Clauses, _),
    no_end(Clauses, _, _).
test(one_of_two_branches_ends, fail) :-
    source_clauses("d(N) :- ( N > 3 -> true ; M is N+1, d(M) ).\n", Clauses, _),
    no_end(Clauses, _, _).

:- end_tests(no_end).
