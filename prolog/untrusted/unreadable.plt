/*  Tests of unreadable.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/unreadable.plt

    A text is read until its first error of syntax.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(unreadable).

:- begin_tests(unreadable).

test(place_and_words, [forall(user:wrong(Text, Expected, Part)), At == Expected]) :-
    user:first_fault(Text, fault(ill_formed, At, Said), _),
    assertion(sub_string(Said, _, _, _, Part)).
test(each_in_one_line, [forall(user:wrong(Text, _, _)), true(\+ sub_string(Said, _, _, _, "\n"))]) :-
    user:first_fault(Text, fault(ill_formed, _, Said), _).
test(reading_goes_on_behind_the_clause, Next == 8) :-
    user:first_fault("p :- ( .\nq.", _, Next).
test(reading_goes_on_behind_a_comment, [forall(member(Mark, ["#","//"])), Rest == "q."]) :-
    format(string(Text), "~w A line. And more.\n\n~w Another line. p(\nq.", [Mark, Mark]),
    user:first_fault(Text, _, Next),
    sub_string(Text, Next, _, 0, Rest).
test(no_operator_of_the_text, [setup(op(700, xfx, user:and)), cleanup(op(0, xfx, user:and))]) :-
    user:first_fault("p(a and b) :- a is b and c is d.", fault(ill_formed, _, Said), _),
    assertion(\+ sub_string(Said, _, _, _, "not Prolog")).
test(reading_goes_on_with_the_clause_after_an_open_quote, [forall(member(Quote, ["'", "\"", "`"])), Rest == "q(1)."]) :-
    format(string(Text), "p(~sa).\n\n  r.\nq(1).", [Quote]),
    user:first_fault(Text, _, Next),
    sub_string(Text, Next, _, 0, Rest).

:- end_tests(unreadable).

wrong("p :- a b.", 6, "a full stop is missing here").
wrong("p :- a % and\n   b.", 6, "a full stop is missing here").
wrong("p(1)\n\nq(2).", 4, "a full stop is missing here").
wrong("p :- a,\n b,\nq(2) :- c.", 10, "write a full stop").
wrong("p :- a;\nq(2) :- c.", 6, "a semicolon at the end of a clause: write a full stop").
wrong("p :- a == b == c.", 12, "two comparisons need two goals").
wrong("p(X) :- 0 =< X < 3, q(X).", 15, "two comparisons need two goals").
wrong("p(X) :- q(X), X :- 3.", 7, "parentheses").
wrong("p(X) :- X #= 3.", 10, "#= is not known here: write :- use_module(library(clpfd)).").
wrong("p(X) :- q(X),\n    X #=< 3.", 20, "#=< is not known here").
wrong("p(a)", 4, "end it with a full stop").
wrong("p(f(a).", 1, "this ( is not closed").
wrong("p(a.\nq(b).", 1, "this ( is not closed").
wrong("p([a, b).", 2, "this [ is not closed before )").
wrong("p(a)).", 4, "this ) closes nothing").
wrong("p(0'(, a)).", 9, "this ) closes nothing").
wrong("p(')', \"(\", a, % (\n /* ( */ [b).", 28, "this [ is not closed before )").
wrong("p('a).\nq.", 2, "this ' is not closed on its line").
wrong("p(\"it's).\nq(\"x\").", 2, "this \" is not closed on its line").
wrong("p. /* a\nq.", 3, "this /* is not closed").
wrong("p(“a”).", 2, "“ is not a quote").
wrong("p :- a <= b.", 7, "<= is not Prolog: write =<").
wrong("p(A) <=\n    q(A).", 5, "<= is not Prolog: write :-").
wrong("p(A) :-.", 5, "the body is missing between :- and the full stop").
wrong("p :- a != b.", 7, "!= is not Prolog").
wrong("p(A) :- q(A).r(B) :- q(B).", 13, "a new line or a space is missing after this full stop").
wrong("p(A) :- q(A, B), B => a.", 19, "=> does not compare: write >= or =<").
wrong("p(A) :- q(A), % a => b\n A = 1 = 2.", 27, "syntax error: operator priority clash").
wrong("p（a）.", 1, "（ is not Prolog: write (").
wrong("p(a)。", 4, "。 is not Prolog: write a full stop").
wrong("p :- a && b.", 7, "&& is not Prolog: write a comma").
wrong("p :- a || b.", 7, "|| is not Prolog: write a semicolon").
wrong("p :- a and b.", 7, "and is not Prolog: write a comma").
wrong("p :- if a, b.", 5, "if is not Prolog").
wrong("p :- not q(X).", 5, "not is not Prolog: write \\+ before the goal").
wrong("p :- N++.", 6, "++ is not Prolog").
wrong("% first\n// then\np.", 8, "// is not Prolog: a comment begins with %").
wrong("# then\np.", 0, "# is not Prolog: a comment begins with %").
wrong("Move(a, b).", 0, "write move").
wrong("p :- a, My_goal(b).", 8, "write my_goal").
wrong("p (a).", 1, "a space between a name and its parenthesis").
wrong("p :- q (a).", 6, "a space between a name and its parenthesis").
wrong("p('\\q').", 4, "\\q means nothing").
wrong("p([a,,b]).", 5, "comma or bar").

first_fault(Text, Fault, Next) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_to_error(Stream, What, Where, Part),
        close(Stream)),
    unreadable(What, Where, Text, user, Part, Fault, Next).

read_to_error(Stream, What, Where, Part) :-
    character_count(Stream, From),
    catch(( read_term(Stream, Term, [syntax_errors(error)]), assertion(Term \== end_of_file) ),
          error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  character_count(Stream, To),
        Part = From-To
    ;   read_to_error(Stream, What, Where, Part)
    ).
