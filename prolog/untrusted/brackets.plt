/*  Tests of brackets.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/brackets.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(brackets).

:- begin_tests(brackets).

test(what_is_not_closed, [forall(user:unclosed(Text, Expected)), Found == Expected]) :-
    string_codes(Text, Codes),
    unclosed(Codes, 10, Found).
test(the_end_of_a_line_may_be_the_end, Rest-After == []-13) :-
    past("\n", `% a`, 10, Rest, After).
test(no_other_end_may_be_missing, fail) :-
    past("*/", `/* a`, 10, _, _).

:- end_tests(brackets).

unclosed("p([a,{b}], (c)).", none).
unclosed("p(0'(, 0''', 0'\\n, \"(\", 'it''s (', `[`) % (", none).
unclosed("p([a, (b]).", crossed(16, 0'(, 0'])).
unclosed("p(a, [b", open(11, 0'()).
unclosed("p(a))", surplus(14, 0'))).
unclosed("p('a).\n", quote(12, 0'')).
unclosed("p /* a", comment(12)).
unclosed("p(“a”)", curly(12, 0'“)).
unclosed("/* a /* b */ c */ p(", open(29, 0'()).
unclosed("/* a /* b */ p.", nested(15)).
