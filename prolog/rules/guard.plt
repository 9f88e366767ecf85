/*  Tests of guard.pl.

        $ swipl -g run_tests -t halt prolog/rules/guard.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(guard).

:- begin_tests(solutions).

test(as_findall, List == [1,2]) :-
    solutions(member(X, [1,2]), X, user:written(_), List).
test(too_many, throws(wrong(line(Line), "written/1 has more than 5,000 solutions"))) :-
    nth_clause(user:written(_), 1, Reference),
    clause_property(Reference, line_count(Line)),
    solutions(between(1, inf, X), X, user:written(_), _).
test(no_end, throws(wrong(line(Line), "written/1 does not end within 3,000,000 inferences"))) :-
    nth_clause(user:written(_), 1, Reference),
    clause_property(Reference, line_count(Line)),
    solutions(( repeat, fail ), x, user:written(_), _).
test(error, throws(wrong(line(1), "none/1 raises an error: is/2: Arguments are not sufficiently instantiated"))) :-
    solutions(_ is _, x, user:none(_), _).

:- end_tests(solutions).


:- begin_tests(within).

test(as_call, all(X == [1,2])) :-
    within(member(X, [1,2]), line(7), "it").
test(no_end, throws(wrong(at(7), "it does not end within 3,000,000 inferences"))) :-
    within(user:endless, at(7), "it").
test(no_memory, throws(wrong(line(7), "it does not end"))) :-
    within(throw(error(resource_error(stack), _)), line(7), "it").
test(error, throws(wrong(line(7), "it raises an error: Type error: `callable' expected, found `1' (an integer)"))) :-
    within(throw(error(type_error(callable, 1), _)), line(7), "it").
test(a_ball, throws(wrong(line(7), "it throws ball(_)"))) :-
    within(throw(ball(_)), line(7), "it").
test(a_limit_from_outside, Ball == time_limit_exceeded) :-
    catch(within(throw(time_limit_exceeded), line(7), "it"), Ball, true).
test(the_state, throws(wrong(line(7), "endless/0 does not end within 3,000,000 inferences; the state is s(1, _); look at a/0, b/0, which call themselves"))) :-
    Clauses = [ clause(endless, a, p, 1-2, 0, []), clause(a, b, p, 3-4, 0, []), clause(b, a, p, 5-6, 0, []) ],
    within(user:endless, line(7), "endless/0", s(1,_), Clauses).

test(an_error_has_no_hint, throws(wrong(line(7), "a/0 raises an error: Type error: `callable' expected, found `1' (an integer); the state is s"))) :-
    Clauses = [clause(a, a, p, 1-2, 0, [])],
    within(throw(error(type_error(callable, 1), _)), line(7), "a/0", s, Clauses).

:- end_tests(within).

:- begin_tests(shown).

test(variables, Text == "f(_, _, 'A b', [1, 2])") :-
    shown(f(_, _, 'A b', [1,2]), Text).
test(large, true(Length =< 200)) :-
    numlist(1, 1000, Numbers),
    shown(Numbers, Text),
    string_length(Text, Length).

:- end_tests(shown).

:- begin_tests(clause_line).

test(of_the_first, true(Line < Line2)) :-
    clause_line(user:written(_), Line),
    nth_clause(user:written(_), 2, Reference),
    clause_property(Reference, line_count(Line2)).
test(none, Line == 1) :-
    clause_line(user:no_such_predicate(_), Line).

:- end_tests(clause_line).

written(1).
written(2).

endless :-
    endless.
