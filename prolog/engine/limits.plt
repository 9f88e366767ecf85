/*  Tests of limits.pl.

        $ swipl -g run_tests -t halt prolog/engine/limits.plt
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
    catch(limited([Limit], Goal), Ball, true),
    stopped_by(Ball, Got).
test(reached_by_limits_that_have_begun, Got == inference_limit) :-
    begun([time(10), inferences(1000)], Begun),
    catch(within(Begun, catch(( repeat, fail ), Error, true)), _, true),
    as_stop(Error, Begun, Ball),
    stopped_by(Ball, Got).
test(not_reached, [forall(( member(Limits, [[], [time(10), inferences(1000000), memory(200000000)]]),
                            user:looks_like_a_limit(Error) )),
                   Ball =@= Error]) :-
    catch(limited(Limits, throw(Error)), Ball, true).
test(a_limit_within_a_limit, Ball == time_limit_exceeded) :-
    catch(limited([time(10)], call_with_time_limit(0.01, ( repeat, fail ))), Ball, true).
test(seen_by_nobody_else, [forall(( user:looks_like_a_limit(Error) ; Error = pybridge_stop(time_limit, _) )), fail]) :-
    stopped_by(Error, _).
test(no_goal_is_woken, [forall(member(Ball-Goal, [f(X)-X, pybridge_stop(X, X)-X, error(resource_error(X), X)-X,
                                                  error(permission_error(limit, stacks, X), X)-X])), fail]) :-
    freeze(Goal, throw(woken)),
    as_stop(Ball, [time(1)-0, inferences(1)-0, memory(1000)-0], Same),
    assertion(Same == Ball),
    stopped_by(Same, _).
test(the_whole_stack, Got == memory_limit) :-
    current_prolog_flag(stack_limit, Bytes),
    setup_call_cleanup(set_prolog_flag(stack_limit, 2000000),
                       catch(( numlist(1, 1000000, List), List = [_|_] ), Error, true),
                       set_prolog_flag(stack_limit, Bytes)),
    stopped_by(Error, Got).
test(large_integers, Bits == 3000) :-
    allow_large_integers,
    Bits is msb(2**3000).
test(other_errors_are_no_limit, throws(mine)) :-
    limited([time(10), inferences(10000)], throw(mine)).
test(other_errors_are_unknown, fail) :-
    stopped_by(error(type_error(integer, a), _), _).
test(errors_that_say_little_are_unknown,
     [forall(member(Ball, [_, error(_, _), error(permission_error(_, _, _), _)])), fail]) :-
    stopped_by(Ball, _).

:- end_tests(limits).

looks_like_a_limit(time_limit_exceeded).
looks_like_a_limit(inference_limit_exceeded).
looks_like_a_limit(error(resource_error(x), _)).
looks_like_a_limit(error(resource_error(stack), _)).
looks_like_a_limit(error(resource_error(open_files), context(system:open/3, _))).
looks_like_a_limit(error(permission_error(limit, stacks, 1000), _)).
looks_like_a_limit(pybridge_cancelled(1)).
