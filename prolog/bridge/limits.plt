/*  Tests of limits.pl.

        $ swipl -g run_tests -t halt prolog/bridge/limits.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(limits).

:- begin_tests(limits).

test(no_limit, X == 1) :-
    limited([], member(X, [1,2])).
test(generous, X == 1) :-
    limited([memory(200000000), time(10), inferences(10000)], member(X, [1,2])).
test(failure, fail) :-
    limited([time(10), inferences(10000)], fail).
test(reached, [forall(member(Limit-Goal-Outcome,
                             [ time(0.05)-(repeat, fail)-time_limit,
                               inferences(10000)-(repeat, atom_length(a, 2))-inference_limit,
                               memory(2000000)-numlist(1, 1000000, _)-memory_limit,
                               memory(1000)-true-memory_limit
                             ])),
               Got == Outcome]) :-
    catch(limited([Limit], Goal), Error, true),
    limit_reached(Error, Got).
test(large_integers, Bits == 3000) :-
    allow_large_integers,
    Bits is msb(2**3000).
test(other_errors_are_no_limit, throws(mine)) :-
    limited([time(10), inferences(10000)], throw(mine)).
test(other_errors_are_unknown, fail) :-
    limit_reached(error(type_error(integer, a), _), _).
test(errors_that_say_little_are_unknown, [forall(member(Ball, [_, error(_, _), error(permission_error(_, _, _), _)])), fail]) :-
    limit_reached(Ball, _).

:- end_tests(limits).
