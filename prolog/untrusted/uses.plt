/*  Tests of uses.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/uses.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(uses).

:- begin_tests(wrong_use).

test(format, [forall(member(Text, ["", "~w", "~a~n", "~*c~`-t~30|~2d~t~w~10+~e~q~p~~", '~w', `~w`, "100%", "a@b W",
                                   "~:d", "~8|", "~"])), fail]) :-
    wrong_use(format(Text, []), uses_test, _).
test(bad_format, [forall(member(Text, [_, [0'~|_], "~@", "~W", "~20@", "~*@", "~`x@", "~w~:@", f(x), "~`~~w~@",
                                       ['~', '@']])), nondet]) :-
    wrong_use(format(Text, []), uses_test, Reason),
    assertion(string(Reason)).
test(sink, [forall(member(Sink, [string(_), atom(_), codes(_), chars(_)])), fail]) :-
    wrong_use(with_output_to(Sink, true), uses_test, _).
test(bad_sink, [forall(member(Sink, [_, user_error, current_output])), nondet]) :-
    wrong_use(format(Sink, "", []), uses_test, _).
test(change, [setup(assertz(pybridge_program_uses:changeable(uses_test, d/1))),
              cleanup(retractall(pybridge_program_uses:changeable(uses_test, _))),
              forall(member(Name, [assert, asserta, assertz, retract, retractall])), fail]) :-
    Goal =.. [Name, d(_)],
    wrong_use(Goal, uses_test, _).
test(bad_change, [forall(( member(Name, [assert, asserta, assertz, retract, retractall]),
                           member(Arg, [_, d(1), (d(1) :- true), (d(1) => true), '?=>'(d(1), true), (d --> []), user:d(1), (user:d(1) :- true)]) )), nondet]) :-
    Goal =.. [Name, Arg],
    wrong_use(Goal, uses_test, _).
test(property, [forall(member(Property, [size(_), number_of_clauses(_)])), fail]) :-
    wrong_use(predicate_property(here(_), Property), uses_test, _).
test(bad_property, [forall(member(Head-Property, [_-size(_), append(_,_,_)-size(_), user:here(_)-size(_), here(_)-_,
                                                  here(_)-file(_), nowhere-size(_)])), nondet]) :-
    wrong_use(predicate_property(Head, Property), uses_test, _).
test(flag, fail) :-
    wrong_use(current_prolog_flag(stack_limit, _), uses_test, _).
test(bad_flag, [forall(member(Flag, [_, pid, argv, home, "stack_limit"])), nondet]) :-
    wrong_use(current_prolog_flag(Flag, _), uses_test, _).
test(clause, fail) :-
    wrong_use(clause(here(_), _), uses_test, _).
test(bad_clause, [forall(member(Head, [_, user:here(_), append(_, _, _), nowhere])), nondet]) :-
    wrong_use(clause(Head, _), uses_test, _).

:- end_tests(wrong_use).

uses_test:here(1).
