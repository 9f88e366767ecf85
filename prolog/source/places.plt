/*  Tests of places.pl.

        $ swipl -g run_tests -t halt prolog/source/places.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(places).
:- use_module(text).

:- begin_tests(placed).

test(places, [forall(member(At-Expected, [0-(1-1), 2-(1-3), 3-(2-1), 4-(3-1), 6-(3-3)])), Line-Column == Expected]) :-
    lines_of("ab\n\n日x", Lines),
    placed(at(At), Lines, Line, Column).
test(a_line, Line-Column == 7-1) :-
    placed(line(7), lines(0), Line, Column).

:- end_tests(placed).

:- begin_tests(place_of_start).

test(of_the_name, [forall(member(Text-Name-Expected, [ "start(a, 1).\nstart(b, 2).\n" - b - 2,
                                                       "start(X, S) :- p(X, S).\nstart(b, 2).\n" - b - 2,
                                                       "start(a, 1).\nstart(X, S) :- p(X, S).\n" - b - 2,
                                                       "start(a, 1).\nstart(f(X), S) :- p(X, S).\n" - f(_) - 2,
                                                       "goal(1).\nstart(X, S) => p(X, S).\n" - b - 2,
                                                       "goal(1).\nstart(X, S), q(X) => p(X, S).\n" - b - 2,
                                                       "goal(1).\n" - b - 1 ])),
                   Line == Expected]) :-
    source_clauses(Text, Clauses, []),
    lines_of(Text, Lines),
    place_of_start(Name, Clauses, Where),
    placed(Where, Lines, Line, _).

:- end_tests(place_of_start).

:- begin_tests(placed_fault).

test(a_fault, Fault == fault(wrong_rule, 2, 2, "it")) :-
    placed_fault(fault(wrong_rule, 3, "it"), lines(0, 2), Fault).
test(a_line_in_its_text, Fault == fault(wrong_rule, 2, 1, "the other is on line 1")) :-
    placed_fault(fault(wrong_rule, 2, line("the other is on line", 0)), lines(0, 2), Fault).

:- end_tests(placed_fault).

:- begin_tests(judged_place).

test(of_a_goal, [forall(user:judged(Line0, Said, Expected)), Line-Column == Expected]) :-
    Text = "a :-\n    b,\n    \\+ halt,\n    lists:append([], _).\nc :- halt.\n",
    source_clauses(Text, Clauses, []),
    lines_of(Text, Lines),
    judged_place(Line0, 1, Said, Clauses, Lines, Line, Column).

:- end_tests(judged_place).

judged(1, "halt/0 is not allowed (in a/0)", 3-8).
judged(1, "lists:append/2: a goal in another module is not allowed (in a/0)", 4-5).
judged(1, "something else", 1-1).
judged(5, "halt/0 is not allowed (in c/0)", 5-6).
judged(2, "halt/0 is not allowed", 2-1).
