/*  Tests of bridge.pl, as Prolog sees it. Python's side is in tests/swipl.

        $ swipl -g run_tests -t halt prolog/bridge.plt
*/

:- encoding(utf8).
:- use_module(library(http/json)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(bridge).

:- begin_tests(answer).

test(once, Answers == [[[json([atom='X']),1]]]) :-
    user:answers("request(once, [], member(X, [1,2]))", Answers).
test(all, Answers == [[[json([atom='X']),1]],[[json([atom='X']),2]]]) :-
    user:answers("request(all, [], member(X, [1,2]))", Answers).
test(failing, Answers == []) :-
    user:answers("request(once, [], fail)", Answers).
test(underscored_variables_are_left_out, Answers == [[[json([atom='Y']),2]]]) :-
    user:answers("request(once, [], (_X = 1, Y = 2))", Answers).
test(kinds, [forall(user:ends(Request, Outcome)), Got == Outcome]) :-
    user:outcome(Request, Got).
test(limits_nest, Got == inference_limit) :-
    user:outcome("request(once, [memory(200000000), time(10), inferences(10000)], (repeat, fail))", Got).
test(generous_limits_do_not_matter, Got == done) :-
    user:outcome("request(once, [memory(200000000), time(10), inferences(10000)], true)", Got).
test(memory_limit_is_put_back, Before == After) :-
    current_prolog_flag(stack_limit, Before),
    user:outcome("request(once, [memory(2000000)], numlist(1, 1000000, List))", memory_limit),
    current_prolog_flag(stack_limit, After).

test(error, [forall(user:raises(Goal, Part))]) :-
    format(string(Request), "request(once, [], ~s)", [Goal]),
    answer(1, Request, Reply),
    assertion(sub_string(Reply, _, _, _, Part)).
test(syntax_error) :-
    answer(1, "request(once, [], foo(", Reply),
    assertion(sub_string(Reply, _, _, _, "syntax_error")).
test(cyclic_answer) :-
    answer(1, "request(once, [], X = f(X))", Reply),
    assertion(sub_string(Reply, _, _, _, "acyclic_term")).
test(no_such_request, [forall(member(Text, ["nonsense", "request(once, [], (true), more)"]))]) :-
    answer(1, Text, Reply),
    assertion(sub_string(Reply, _, _, _, "domain_error(request,")).
test(inferences_are_counted) :-
    user:inferences("request(once, [], true)", Few),
    user:inferences("request(once, [], (between(1, 10000, X), foo \\== X, X >= 10000))", Many),
    assertion(Many-Few > 10000).

:- end_tests(answer).

:- begin_tests(cancel).

test(running, Outcome == cancelled) :-
    user:cancelled_while(101, "request(once, [], (repeat, fail))", 101, Outcome).
test(findall, Outcome == cancelled) :-
    user:cancelled_while(102, "request(all, [], (repeat, fail))", 102, Outcome).
test(another_job, Outcome == inference_limit) :-
    user:cancelled_while(103, "request(once, [inferences(3000000)], (repeat, fail))", 999, Outcome).
test(no_such_job) :-
    cancel(998).
test(over, Answers == [[[json([atom='X']),1]]]) :-
    user:answers("request(once, [], X = 1)", _),
    cancel(1),
    user:answers("request(once, [], X = 1)", Answers).

:- end_tests(cancel).

:- begin_tests(progress).

test(no_job, Reply == "{\"functor\":\"progress\",\"args\":[0,[]]}") :-
    progress(997, Reply).
test(this_job, Answers == [[[json([atom='Job']),1]]]) :-
    user:answers("request(once, [], pybridge:this_job(Job))", Answers).
test(of_a_running_job, true(Inferences > 0)) :-
    thread_create(answer(104, "request(once, [time(10)], (repeat, fail))", _), Thread),
    user:until(104),
    progress(104, Reply),
    cancel(104),
    thread_join(Thread),
    split_string(Reply, "[,", "", [_,_,Text|_]),
    number_string(Inferences, Text).

:- end_tests(progress).

ends("request(once, [], true)", done).
ends("request(once, [], fail)", done).
ends("request(all, [], fail)", done).
ends("request(once, [time(0.05)], (repeat, fail))", time_limit).
ends("request(once, [inferences(1000)], (repeat, fail))", inference_limit).
ends("request(once, [memory(2000000)], numlist(1, 1000000, List))", memory_limit).

raises("foo(x)", "existence_error(procedure,").
raises("atom_length(X, Y)", "instantiation_error").
raises("throw(my(ball))", "my(ball)").
raises("throw(\"日本\")", "日本").
raises("X is 1/0", "zero_divisor").

reply(Request, Outcome, Answers, Inferences) :-
    answer(1, Request, Reply),
    parts(Reply, Outcome, Answers, Inferences).

parts(Reply, Outcome, Answers, Inferences) :-
    atom_string(Text, Reply),
    atom_json_term(Text, json([functor=reply,args=[json([atom=Outcome]),Answers,Inferences,_]]), []).

answers(Request, Answers) :-
    reply(Request, _, Answers, _).

outcome(Request, Outcome) :-
    reply(Request, Outcome, _, _).

inferences(Request, Inferences) :-
    reply(Request, _, _, Inferences).

cancelled_while(Job, Request, Cancelled, Outcome) :-
    thread_self(Me),
    thread_create(( answer(Job, Request, Reply), thread_send_message(Me, reply(Reply)) ), Thread),
    until(Job),
    cancel(Cancelled),
    thread_get_message(reply(Reply)),
    thread_join(Thread),
    parts(Reply, Outcome, _, _).

%   Wait until the job runs.
until(Job) :-
    repeat,
    pybridge:running(Job, _),
    !.
