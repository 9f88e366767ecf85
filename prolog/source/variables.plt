/*  Tests of variables.pl.

        $ swipl -g run_tests -t halt prolog/source/variables.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(goals).
:- use_module(text).
:- use_module(variables).

:- begin_tests(variables).

test(new_variable, Name == "C") :-
    user:clause_of("p(A) :- q(A, B), r(B, C).\n", Clause, Bindings),
    user:goal(r, Clause, Goal, At),
    new_variable(Goal, At, Clause, Variable),
    name_of(Variable, Bindings, Name0),
    format(string(Name), "~w", [Name0]).
test(none_new, fail) :-
    user:clause_of("p(A) :- findall(B, q(A, B), C), r(B, C).\n", Clause, _),
    user:goal(r, Clause, Goal, At),
    new_variable(Goal, At, Clause, _).
test(place, At == 12) :-
    user:clause_of("p(A) :- q(A, B), r(B).\n", Clause, Bindings),
    memberchk('B'=B, Bindings),
    place(Clause, B, At0),
    At is At0-1.
test(shown, Text == "q(A, _, [A|_], 'x y')") :-
    user:clause_of("p(A) :- q(A, _, [A|_], 'x y').\n", Clause, _),
    user:goal(q, Clause, Goal, _),
    shown_in(Clause, Goal, Text).
test(shown_as_called, Text == "table(A)") :-
    user:clause_of("p(A) :- table(A).\n", Clause, _),
    user:goal(table, Clause, Goal, _),
    shown_in(Clause, Goal, Text).

:- end_tests(variables).

clause_of(Text, Clause, Bindings) :-
    source_clauses(Text, [Clause], _),
    Clause = clause(_, _, _, _, _, Bindings).

goal(Name, clause(_, Body, _, BodyPosition, _, _), Goal, At) :-
    goal_at(Body, BodyPosition, Goal, At),
    functor(Goal, Name, _),
    !.
