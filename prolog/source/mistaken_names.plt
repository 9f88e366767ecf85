/*  Tests of mistaken_names.pl; mistakes.plt has more.

        $ swipl -g run_tests -t halt prolog/source/mistaken_names.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(mistaken_names).
:- use_module(text).

:- begin_tests(mistaken_name).

test(similar, [forall(member(Name-Other, [board-baord, slide-slid, limit-limits])), nondet]) :-
    similar(Name, Other).
test(not_similar, [forall(member(Name-Other, [ab-ac, board-board, slide-limit])), fail]) :-
    similar(Name, Other).
test(misspelt, [nondet, true(Meant-Other == 'Board'-'Baord')]) :-
    source_clauses("p(Board) :- q(Board), r(Baord).\n", [Clause], _),
    mistaken_name(Clause, [Clause], user, _, said(_, Values)),
    memberchk(meant=Meant, Values),
    memberchk(name=Other, Values).

:- end_tests(mistaken_name).
