/*  Tests of replies.pl.

        $ swipl -g run_tests -t halt prolog/engine/replies.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(limits).
:- use_module(marks).
:- use_module(replies).

:- begin_tests(replies).

test(text, Reply == "[\"done\",[\"X\",\"Y\"],[[1,2],[3,4]],5,0.5,false]") :-
    reply_text(900, done, ['X','Y'], [[1,2],[3,4]], 5, 0.5, Reply).
test(no_rows, Reply == "[\"cancelled\",[],[],0,0.0,false]") :-
    reply_text(900, cancelled, [], [], 0, 0.0, Reply).
test(error, true(sub_string(Reply, 0, _, _, "[["))) :-
    reply_text(900, error(away), [], [], 0, 0.0, Reply).
test(marks, [setup(open_marks(901, _)), cleanup(forget_marks(901)), true(sub_string(Reply, _, 6, 0, ",true]"))]) :-
    reply_text(901, done, [], [], 0, 0.0, Reply).
test(cyclic, error(_)) :-
    X = f(X),
    reply_text(900, done, ['X'], [[X]], 0, 0.0, _).

test(stopped, [forall(member(Why, [cancelled, time_limit, inference_limit, memory_limit])), Got == Why]) :-
    stop_ball(Why, Ball),
    outcome(Ball, Got).
test(outcomes, [forall(user:means(Error, Outcome)), Got == Outcome]) :-
    outcome(Error, Got).

test(waiting_goals_are_dropped, Waiting == []) :-
    freeze(X, throw(woken)),
    outcome(error(X, _), error(Error)),
    term_attvars(Error, Waiting),
    Error = error(type_error(a, b), _).

:- end_tests(replies).

means(error(resource_error(global), context(system:foo/1, _)), memory_limit).
means(pybridge_cancelled(1), error(pybridge_cancelled(1))).
means(time_limit_exceeded, error(time_limit_exceeded)).
means(inference_limit_exceeded, error(inference_limit_exceeded)).
means(away, error(away)).
means(error(type_error(a, b), c), error(error(type_error(a, b), c))).
