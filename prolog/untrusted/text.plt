/*  Tests of text.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/text.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(text).

:- begin_tests(read_program).

test(kept_in_place, Loadable == "                   p. % c\nq.\n") :-
    user:loadable(":- encoding(utf8). p. % c\nq.\n", Loadable).
test(comment_stays_one, Loadable == "                  %user:p.\n") :-
    user:loadable(":- encoding(utf8).%user:p.\n", Loadable).
test(lines_stay, Loadable == "   \n       \n       p.") :-
    user:loadable(":- \nmodule(\nx,[]). p.", Loadable).
test(script_line, Loadable == "           \np.") :-
    user:loadable("#!/bin/true\np.", Loadable).
test(byte_order_mark, Loadable == " p.") :-
    user:loadable("\uFEFFp.", Loadable).
test(condition, [forall(user:chosen(Text, Kept)), Words == Kept]) :-
    user:loadable(Text, Loadable),
    split_string(Loadable, " \n", " \n", Words0),
    exclude(==(""), Words0, Words).
test(declares, Dynamic-Operators == [a/1, b/2, c/3]-[op(700, xfx, ===>), op(200, fy, ~~)]) :-
    read_program(":- dynamic a/1, [b/2].\n:- dynamic c//1.\n:- op(700, xfx, ===>).\n:- op(200, fy, [~~]).\n~~ a ===> b.\n",
                 text_test, program(_, [(===>)/2], Dynamic, Operators, []), []).
test(operators_stay_here, true) :-
    read_program(":- op(700, xfx, ===>).\n", text_test, _, []),
    \+ current_op(_, _, text_test:(===>)),
    \+ current_op(_, _, user:(===>)).
test(operator_comes_too_late, Faults == [1]) :-
    read_program("a ===> b.\n:- op(700, xfx, ===>).\n", text_test, _, Faults0),
    findall(Line, member(fault(Line, _, _), Faults0), Faults).
test(goes_on, Lines == [1, 3, 5]) :-
    read_program("p q.\nr.\nX.\ns.\n:- halt.\n", text_test, _, Faults),
    findall(Line, member(fault(Line, _, _), Faults), Lines).
test(says_what_is_wrong, [forall(user:unreadable_text(Text, At, Part)), Line-Column == At]) :-
    read_program(Text, text_test, _, [fault(Line, Column, Said)]),
    assertion(sub_string(Said, _, _, _, Part)).
test(what_is_too_long_to_search, Line-Column == 2-30 005) :-
    length(Codes, 30 000),
    maplist(=(0'x), Codes),
    format(string(Text), "q.\np(~s) <= b.\n", [Codes]),
    read_program(Text, text_test, _, [fault(Line, Column, _)]).
test(quasi_quotation, Faults = [fault(1, 1, _)]) :-
    read_program("p({|q||x|}).\n", text_test, _, Faults).
test(end, Faults == []) :-
    read_program("p.\n\n% a comment\n/* and\nanother that is long */\n", text_test, _, Faults).
test(end_of_file, Faults = [fault(2, 1, _)]) :-
    read_program("p.\nend_of_file.\nq.\n", text_test, _, Faults).

:- end_tests(read_program).

unreadable_text("p.\nq :-\n\ta <= b.\n", 3-4, "write =<").
unreadable_text("p. q :- not r(X).\n", 1-9, "write \\+").
unreadable_text("p :-\n    Slide(b).\n", 2-5, "write slide").
unreadable_text("p(a) :-\n    b,\nq(c) :-\n    d.\n", 2-6, "write a full stop").
unreadable_text("\uFEFFp :- a b.\n", 1-8, "is missing here").

chosen(":- if(current_predicate(none/0)).\na.\n:- else.\nb.\n:- endif.\n", ["b."]).
chosen(":- if(\\+ current_predicate(none/0)).\na.\n:- else.\nb.\n:- endif.\n", ["a."]).
chosen("c.\n:- if(current_predicate(c/0)).\na.\n:- endif.\nd.", ["c.", "a.", "d."]).
chosen(":- if(current_predicate(none/0)).\n:- if(x).\na.\n:- else.\nb.\n:- endif.\nc.\n:- halt.\n:- endif.\nd.\n", ["d."]).
chosen(":- if(\\+ current_predicate(none/0)).\n:- if(current_predicate(none/0)).\na.\n:- endif.\nc.\n:- endif.\n", ["c."]).
chosen(":- if(current_predicate(none/0)).\na.\n:- elif(\\+ current_predicate(none/0)).\nb.\n:- elif(x).\nc.\n:- else.\nd.\n:- endif.\n", ["b."]).
chosen(":- if(\\+ current_predicate(none/0)).\na.\n:- elif(x).\nb.\n:- endif.\n", ["a."]).
chosen(":- if(current_predicate(none/0)).\na.\n:- elif(current_predicate(none/0)).\nb.\n:- else.\nd.\n:- endif.\n", ["d."]).
chosen(":- if(current_predicate(none/0)).\n:- if(x).\n:- elif(x).\na.\n:- endif.\n:- else.\nb.\n:- endif.\n", ["b."]).

loadable(Text, Loadable) :-
    read_program(Text, text_test, program(Loadable, _, _, _, _), Faults),
    assertion(Faults == []).
