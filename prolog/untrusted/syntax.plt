/*  Tests of syntax.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/syntax.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(syntax).

:- begin_tests(syntax_words).

test(texts, [forall(user:wrong(Text, Part)), true(sub_string(Said, _, _, _, Part))]) :-
    user:said(Text, Said).
test(each_begins_alike, [forall(user:wrong(Text, _)), true(sub_string(Said, 0, _, _, "syntax error: "))]) :-
    user:said(Text, Said).
test(any_other_in_one_short_line, Said == "syntax error: new('A b')") :-
    syntax_words(new('A b'), Said).

:- end_tests(syntax_words).

wrong("p :- a b.", "a full stop is missing here").
wrong("p :- a == b == c.", "parentheses").
wrong("p :- a, .", "something is missing beside it").
wrong("p", "end it with a full stop").
wrong("p('a", "a quote is not closed").
wrong("p(\"a", "a quote is not closed").
wrong("/* p.", "a comment /* is not closed").
wrong("p([a,b).", "a bracket does not fit").
wrong("p(,a).", "comma or bar").
wrong("p([|a]).", "[Head|Tail]").
wrong("p('\\q').", "\\q means nothing").
wrong("p :- a || b.", "semicolon").
wrong("p{a}.", "parentheses").

said(Text, Said) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        catch(( read_term(Stream, _, [syntax_errors(error)]), What = none ), error(syntax_error(What), _), true),
        close(Stream)),
    syntax_words(What, Said).
