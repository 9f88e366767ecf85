/*  Tests of replies.pl.

        $ swipl -g run_tests -t halt prolog/engine/replies.plt
*/

:- encoding(utf8).
:- use_module(library(http/json)).
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

:- begin_tests(print_error).

test(parts, Parts =@= ["my(\"日本\")", "my(\"日本\")", _{functor:"my", args:["日本"]}]) :-
    user:printed(my("日本"), Parts).
test(an_error_of_ours, [Message,Text] == ["a.pl:2:3: no", "error(fact_file('a.pl',[fault(2,3,\"no\")]),c)"]) :-
    user:printed(error(fact_file('a.pl', [fault(2, 3, "no")]), c), [Message,Text,_]).
test(variable, true(get_dict(other, Value, _))) :-
    user:printed(_, [_,_,Value]).
test(cyclic, Value == null) :-
    X = f(X),
    user:printed(X, [_,_,Value]).
test(deep, Start == "[\"away(f(f(f(f(") :-
    user:nested(200 001, Deep),
    with_output_to(string(All), print_error(away(Deep))),
    sub_string(All, 0, 15, _, Start),
    sub_string(All, Length, _, _, ",{\"functor\":\"away\""),
    !,
    assertion(Length < 1000).

:- end_tests(print_error).

nested(0, a) :- !.
nested(N0, f(Term)) :-
    N is N0-1,
    nested(N, Term).

means(error(resource_error(global), context(system:foo/1, _)), memory_limit).
means(pybridge_cancelled(1), error(pybridge_cancelled(1))).
means(time_limit_exceeded, error(time_limit_exceeded)).
means(inference_limit_exceeded, error(inference_limit_exceeded)).
means(away, error(away)).
means(error(type_error(a, b), c), error(error(type_error(a, b), c))).

printed(Error, Parts) :-
    with_output_to(string(Text), print_error(Error)),
    setup_call_cleanup(
        open_string(Text, Stream),
        json_read_dict(Stream, Parts, [value_string_as_atom(false)]),
        close(Stream)).
