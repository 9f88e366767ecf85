/*  Tests of blanks.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/blanks.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(blanks).

:- begin_tests(blanked).

test(parts, Text == "a  \n \t  d") :-
    blanked([1-5,6-7], "abc\nd\te d", Text).
test(nothing, Text == "a b") :-
    blanked([], "a b", Text).
test(no_text, error(type_error(string, a))) :-
    blanked([], a, _).

:- end_tests(blanked).

:- begin_tests(script_line).

test(lines, [forall(member(Text0-Expected, ["#!/bin/swipl\na."-"            \na.", "#!x"-"   ", "\uFEFFa."-" a.", "a. #!"-"a. #!"])),
             Text == Expected]) :-
    script_line(Text0, Text).

:- end_tests(script_line).
