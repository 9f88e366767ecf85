/*  Tests of exchange.pl.

        $ swipl -g run_tests -t halt prolog/engine/exchange.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(plunit)).
:- use_module(exchange).

:- begin_tests(json_text).

test(text, [forall(user:text(Term, Expected)), Text == Expected]) :-
    json_text(Term, Text).

test(infinite, Texts == ["Infinity", "-Infinity", "NaN"]) :-
    Plus is inf, Minus is -inf, NaN is nan,
    maplist(json_text, [Plus, Minus, NaN], Texts).
test(floats_come_back, [forall(member(Float, [0.1, -0.0, 1.0e300, 5.0e-324, 3.0e10])), Back == Float]) :-
    json_text(Float, Text),
    term_string(Back, Text).
test(variable) :-
    json_text(f(_), Text),
    assertion(sub_string(Text, 0, _, _, "{\"functor\":\"f\",\"args\":[{\"other\":\"_")).
test(stream) :-
    current_output(Stream),
    json_text(Stream, Text),
    assertion(sub_string(Text, 0, _, _, "{\"other\":\"<stream>")).
test(dict, [forall(member(Dict-Text, [t{a:1}-"t{a:1}", t{b:"x",a:[c]}-"t{a:[c],b:\"x\"}"])), Back == Dict]) :-
    json_text(Dict, Json),
    json_text(Text, Quoted),
    format(string(Json), "{\"other\":~s}", [Quoted]),
    term_string(Back, Text).
test(dict_within, Text == "{\"functor\":\"f\",\"args\":[{\"other\":\"t{a:1}\"}]}") :-
    json_text(f(t{a:1}), Text).
test(deep_dict, error(representation_error(term_nested_so_deep))) :-
    user:nested(200 001, Deep),
    json_text(t{a:Deep}, _).
test(long_dict, true(Length > 1 000 000)) :-
    numlist(1, 300 000, Numbers),
    json_text(t{a:Numbers}, Text),
    string_length(Text, Length).
test(cyclic, error(domain_error(acyclic_term, _))) :-
    X = f(X),
    json_text(X, _).
test(leaves_no_output, Output == "") :-
    with_output_to(string(Output), json_text(a, _)).

:- end_tests(json_text).

nested(0, a) :- !.
nested(N0, f(Term)) :-
    N is N0-1,
    nested(N, Term).

text(0, "0").
text(-7, "-7").
text(123456789012345678901234567890, "123456789012345678901234567890").
text(1.5, "1.5").
text("a", "\"a\"").
text("", "\"\"").
text(a, "{\"atom\":\"a\"}").
text('', "{\"atom\":\"\"}").
text('A b', "{\"atom\":\"A b\"}").
text('[]', "{\"atom\":\"[]\"}").
text([], "[]").
text([1], "[1]").
text([1,[a],"b"], "[1,[{\"atom\":\"a\"}],\"b\"]").
text([a|b], "{\"functor\":\"[|]\",\"args\":[{\"atom\":\"a\"},{\"atom\":\"b\"}]}").
text(f(x,1), "{\"functor\":\"f\",\"args\":[{\"atom\":\"x\"},1]}").
text(1-2, "{\"functor\":\"-\",\"args\":[1,2]}").
text(Empty, "{\"functor\":\"f\",\"args\":[]}") :-
    compound_name_arguments(Empty, f, []).
text(Third, "{\"rational\":[1,3]}") :-
    Third is 1 rdiv 3.
text("\"\\", "\"\\u0022\\u005c\"").
text("\n\t\u0001", "\"\\u000a\\u0009\\u0001\"").
text("\000\", "\"\\u0000\"").
text("a\000\b", "\"a\\u0000b\"").
text("日本 ┌ 😀", "\"日本 ┌ 😀\"").
