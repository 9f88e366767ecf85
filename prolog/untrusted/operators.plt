/*  Tests of operators.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/operators.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(operators).

:- begin_tests(operators).

test(explained, [forall(user:meant(What, Clause, At0, Part)), At == At0]) :-
    misfit(What, Clause, user, 0, At, Said),
    assertion(sub_string(Said, _, _, _, Part)).
test(from, At == 110) :-
    misfit(operator_clash, "p(A) :- A => 1, q(A).", user, 100, At, _).
test(operators_of_the_text, [forall(user:with_operators(What, Clause, At0, Part)), At == At0]) :-
    setup_call_cleanup(
        ( set_module(operators_test:class(temporary)),
          op(700, xfx, operators_test:gives)
        ),
        misfit(What, Clause, operators_test, 0, At, Said),
        '$destroy_module'(operators_test)),
    assertion(sub_string(Said, _, _, _, Part)).
test(remainder, [forall(user:a_remainder(Clause, At0)), At == At0]) :-
    remainder(Clause, user, 0, At, Said),
    assertion(sub_string(Said, _, _, _, "write mod")).
test(no_remainder, [forall(user:no_remainder(Clause)), fail]) :-
    remainder(Clause, user, 0, _, _).
test(declared, [true(Said == [yes,no,no]), setup(op(700, xfx, user:gives)), cleanup(op(0, xfx, user:gives))]) :-
    findall(Each, ( member(Name, [gives,is,and]), ( declared(user, Name) -> Each = yes ; Each = no ) ), Said).
test(nothing_else, [forall(user:unclear(What, Clause)), fail]) :-
    misfit(What, Clause, user, 0, _, _).

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

with_operators(operator_clash, "p(A, B) :- A gives B, A => 1.", 24, "=> does not compare").
with_operators(operator_clash, "p(A, B) :- 0 < A < 3, A gives B.", 17, "two comparisons").
with_operators(quoted_punctuation, "p(A) :- A gives table, q(A).", 16, "write (table)").

a_remainder("p(A, B) :- B is A % 4.", 18).
a_remainder("p(A, B) :- B is (A+1) % 4.\nq(a).", 22).
a_remainder("% from A\np(A, B) :- B is A % 4, q(B % 3).\nq(a).\n", 27).
a_remainder("p(A, B) :- B is A % 4,\n    q(B).", 18).

no_remainder("p(A, B) :- q(A) % 4 of them\n    q(B).").
no_remainder("p(A) :- q(A % the\n    b).").
no_remainder("% A\np(A) q(A).").
