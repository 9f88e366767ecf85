/*  Tests of operators.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/operators.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(operators).

:- begin_tests(operators).

test(explained, [forall(user:meant(What, Clause, At0, Part)), At == At0]) :-
    misfit(What, Clause, 0, At, Said),
    assertion(sub_string(Said, _, _, _, Part)).
test(from, At == 110) :-
    misfit(operator_clash, "p(A) :- A => 1, q(A).", 100, At, _).
test(nothing_else, [forall(user:unclear(What, Clause)), fail]) :-
    misfit(What, Clause, 0, _, _).

:- end_tests(operators).

meant(operator_clash, "p(A) :- A => 1, q(A).", 10, "=> does not compare").
meant(operator_clash, "p(A, B) :- A => 1, B => 2.", 13, "=> does not compare").
meant(operator_clash, "p(A) :-\n  % A => 4\n  A => 4.", 23, "=> does not compare").
meant(operator_clash, "q(A), A => 1 => p(A).", 8, "=> does not compare").
meant(operator_clash, "p(A) :- ( A > 1 -> q ; r, ), s.", 24, "nothing follows this comma").
meant(operator_clash, "p(A) :- a < A < b.", 14, "two comparisons").
meant(quoted_punctuation, "p(A) :- A \\== table, q(A).", 14, "write (table)").
meant(quoted_punctuation, "p(A) :- \\+ on_table(A), A \\== tables, A \\== table, q(A).", 44, "write (table)").
meant(quoted_punctuation, "p(A, B) :- A \\== dynamic, B \\== dynamic, q.", 17, "write (dynamic)").

unclear(operator_clash, "p(A) :- q(A), A = 1 = 2.").
unclear(quoted_punctuation, "p([a,,b]).").
unclear(quoted_punctuation, "p(A) :- A \\== tables, , q.").
