/*  Tests of directives.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/directives.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(directives).

:- begin_tests(directive_verdict).

test(verdict, [forall(user:allowed(Directive, Expected)), Verdict == Expected]) :-
    directive_verdict(Directive, directives_test, directives_syntax, Verdict).
test(wrong, [forall(user:bad(Directive)), Verdict = wrong(_)]) :-
    directive_verdict(Directive, directives_test, directives_syntax, Verdict).
test(libraries, true(sub_string(Text, _, _, _, "dcg/basics"))) :-
    directive_verdict(use_module(library(process)), directives_test, directives_syntax, wrong(Text)).
test(operators_of_a_library, true(current_op(700, xfx, directives_clp:(#=)))) :-
    directive_verdict(use_module(library(clpfd)), directives_test, directives_clp, operators(_)).

test(what_would_be_right, [forall(member(Directive-Part, [(dynamic p)-"as in dynamic(seen/2)",table(p/_)-"as in table(path/3)",
                                                          op(_,_,_)-"op(700, xfx, ~>)",else-"if(...) before it",
                                                          [x]-"not those of the puzzle",consult(x)-"not those of the puzzle",
                                                          use_module(x)-"not those of the puzzle"])),
                            true(sub_string(Text, _, _, 0, Part))]) :-
    directive_verdict(Directive, directives_test, directives_syntax, wrong(Text)).
test(a_mode_that_calls, Text == "a mode of table/1 may be index, -, first, last, min, max or sum") :-
    directive_verdict(table(p(_, lattice(open/3))), directives_test, directives_syntax, wrong(Text)).

:- end_tests(directive_verdict).

allowed(encoding(utf8), blank).
allowed(module(m, []), blank).
allowed(style_check(-singleton), blank).
allowed(discontiguous(p/1), blank).
allowed(set_prolog_flag(double_quotes, codes), keep).
allowed(set_prolog_flag(optimise, true), keep).
allowed(dynamic(p/1), dynamic([p/1])).
allowed(dynamic((p/1, q//1)), dynamic([p/1, q/3])).
allowed(dynamic([p/1, q/2]), dynamic([p/1, q/2])).
allowed(table(p/1), keep).
allowed(table((p/1, q(_, min, first))), keep).
allowed(use_module(library(lists)), operators([])).
allowed(use_module(library(lists), [append/3]), operators([])).
allowed(use_module(library(dcg/basics)), operators([])).
allowed(use_module([library(lists), library(apply)]), operators([])).
allowed(ensure_loaded(library(lists)), operators([])).
allowed(op(700, xfx, ===>), operators([op(700, xfx, ===>)])).
allowed(op(200, fy, [a, b]), operators([op(200, fy, a), op(200, fy, b)])).

bad(_).
bad(1).
bad(halt).
bad(user:dynamic(p/1)).
bad(dynamic(_)).
bad(dynamic(user:p/1)).
bad(dynamic(write/1)).
bad(dynamic(p/a)).
bad(dynamic(p/(-1))).
bad(dynamic(as(p/1, incremental))).
bad(dynamic([p/1|_])).
bad(table(p(_, lattice(open/3)))).
bad(table(p(_, po(shell/2)))).
bad(table(user:p(_, min))).
bad(table(as(p/1, shared))).
bad(table(write/1)).
bad(use_module(lists)).
bad(use_module([library(lists), library(process)])).
bad(use_module([library(lists)|_])).
bad(ensure_loaded(lists)).
bad(use_module(library(_))).
bad(use_module(library(shlib))).
bad(use_module(library(lists), [append/3 as halt])).
bad(use_module(library(lists), except([append/3]))).
bad(include(x)).
bad(initialization(main)).
bad(initialization(main, main)).
bad(set_prolog_flag(_, codes)).
bad(set_prolog_flag(double_quotes, _)).
bad(set_prolog_flag(_, true)).
bad(set_prolog_flag(optimise, codes)).
bad(set_prolog_flag(unknown, fail)).
bad(op(0, xfx, is)).
bad(op(700, xfx, user:x)).
bad(op(700, xfx, ',')).
bad(op(700, xfx, [(:-)])).
bad(op(1100, xfy, '|')).
bad(op(700, sideways, x)).
bad(op(_, xfx, x)).
bad(op(700, xfx, [x|_])).
