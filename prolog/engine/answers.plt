/*  Tests of answers.pl, with jobs, iterators and replies as they work together there.
    Python's side is in tests/swipl.

        $ swipl -g run_tests -t halt prolog/engine/answers.plt
*/

:- encoding(utf8).
:- use_module(library(http/json)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(answers).
:- use_module(iterators).
:- use_module(jobs).
:- use_module(marks).

:- begin_tests(answer).

test(once, Names-Rows == ['X']-[[1]]) :-
    user:found("once, [], [], member(X, [1,2])", Names, Rows).
test(all, Names-Rows == ['X']-[[1],[2]]) :-
    user:found("all, [], [], member(X, [1,2])", Names, Rows).
test(failing, [forall(member(Kind, [once, all])), Names-Rows == ['X']-[]]) :-
    format(string(Request), "~w, [], [], (X = 1, fail)", [Kind]),
    user:found(Request, Names, Rows).
test(no_variables, Names-Rows == []-[[]]) :-
    user:found("once, [], [], true", Names, Rows).
test(underscored_variables_are_left_out, Names-Rows == ['Y']-[[2]]) :-
    user:found("once, [], [], (_X = 1, Y = 2)", Names, Rows).
test(given_variables_are_left_out, Names-Rows == ['Y']-[[7]]) :-
    user:found("once, [], [X = 3, _Z = 4], Y is X+_Z", Names, Rows).
test(given_values_choose, Names-Rows == ['Y']-[[b],[c]]) :-
    user:found("all, [], [X = 2], (member(X-Y, [1-\"a\", 2-\"b\", 2-\"c\"]))", Names, Rows).
test(values_given_as_text, Names-Rows == ['Y']-[[7]]) :-
    user:found("once, [], given([X,_Z], \"[3,4]\"), Y is X+_Z", Names, Rows).
test(values_do_not_depend_on_the_flags_of_a_module,
     [setup(set_prolog_flag(answers_test:double_quotes, codes)),
      cleanup(set_prolog_flag(answers_test:double_quotes, string)),
      Rows == [[[97],ab]]]) :-
    user:reply(1, "answers_test", "once, [], given([V], '[\"ab\"]'), (X = \"a\", Y = V)", [done,_,Rows|_]).
test(names_of_any_script, Names == ['Ärger', 'X日本']) :-
    user:found("once, [], [], (Ärger = 1, X日本 = 2)", Names, _).

test(kinds, [forall(user:ends(Request, Outcome)), Got == Outcome]) :-
    user:outcome(Request, Got).
test(limits_nest, Got == inference_limit) :-
    user:outcome("once, [memory(200000000), time(10), inferences(10000)], [], (repeat, fail)", Got).
test(generous_limits_do_not_matter, Got == done) :-
    user:outcome("once, [memory(200000000), time(10), inferences(10000)], [], true", Got).
test(memory_limit_is_put_back, Before == After) :-
    current_prolog_flag(stack_limit, Before),
    user:outcome("once, [memory(2000000)], [], numlist(1, 1000000, List)", memory_limit),
    current_prolog_flag(stack_limit, After).

test(error, [forall(user:raises(Goal, Part))]) :-
    format(string(Request), "once, [], [], ~s", [Goal]),
    user:error_text(Request, Text),
    assertion(sub_string(Text, _, _, _, Part)).
test(syntax_error) :-
    user:error_text("once, [], [], foo(", Text),
    assertion(sub_string(Text, _, _, _, "syntax_error")).
test(cyclic_answer) :-
    user:error_text("once, [], [], X = f(X)", Text),
    assertion(sub_string(Text, _, _, _, "acyclic_term")).
test(no_such_request, [forall(user:no_request(Request))]) :-
    answer(1, "user", Request, Reply),
    assertion(sub_string(Reply, _, _, _, "domain_error(request,")).

test(inferences_are_counted) :-
    user:inferences("once, [], [], true", Few),
    user:inferences("once, [], [], (between(1, 10000, X), foo \\== X, X >= 10000)", Many),
    assertion(Many-Few > 10000).
test(inferences_are_counted_up_to_an_error, true(Inferences > 1000)) :-
    user:inferences("once, [], [], (user:count_down(1000), throw(away))", Inferences).
test(cpu_time_is_measured, true(( float(Cpu), Cpu > 0 ))) :-
    user:reply(1, "once, [], [], user:count_down(100000)", [_,_,_,_,Cpu,_]).

test(in_a_module, [cleanup(abolish(answers_test:here, 1)), Rows == [[1]]]) :-
    assertz(answers_test:here(1)),
    user:reply(1, "answers_test", "once, [], [], here(X)", [done,_,Rows|_]).
test(with_the_operators_of_a_module,
     [setup(op(700, xfx, answers_test: ===>)), cleanup(op(0, xfx, answers_test: ===>)), Rows == [[2]]]) :-
    user:reply(1, "answers_test", "once, [], [], (1 ===> 2) =.. [_,1,X]", [done,_,Rows|_]),
    user:reply(1, "once, [], [], X = (1 ===> 2)", [Error|_]),
    assertion(is_list(Error)).

:- end_tests(answer).

:- begin_tests(partial_answers).

test(limit, [forall(user:limit_cuts(Limit, Trouble, Outcome)), Got-Rows == Outcome-[[1,0],[2,0]]]) :-
    format(string(Request),
           "all, [~w], [], (member(X, [1,2,3]), (X < 3 -> Y = 0 ; ~w))", [Limit, Trouble]),
    user:reply(1, Request, [Got,_,Rows|_]).
test(error, Rows == [[1],[2]]) :-
    user:reply(1, "all, [], [], (member(X, [1,2,3]), (X < 3 -> true ; throw(away)))",
               [[_,away|_],_,Rows|_]).
test(cancelled, Outcome-Rows == cancelled-[[1],[2]]) :-
    user:cancelled_in(110, "all, [], [], (member(X, [1,2,3]), (X < 3 -> true ; user:spin))", 110,
                      [Outcome,_,Rows|_]).
test(limits_between_answers, [forall(member(Limit-Outcome, [inferences(1000)-inference_limit,
                                                            inferences(1003)-inference_limit,
                                                            inferences(9999)-inference_limit,
                                                            memory(5_000_000)-memory_limit])),
                              true(( Got == Outcome, Rows = [[1],[2]|_] ))]) :-
    format(string(Request), "all, [~w], [], between(1, inf, X)", [Limit]),
    user:reply(1, Request, [Got,_,Rows|_]).
test(none_of_once, Rows == []) :-
    user:reply(1, "once, [inferences(1000)], [], (X = 1, repeat, fail)", [inference_limit,_,Rows|_]).

:- end_tests(partial_answers).

:- begin_tests(cancel).

test(running, [forall(member(Kind, [once, all])), Outcome == cancelled]) :-
    format(string(Request), "~w, [], [], user:spin", [Kind]),
    user:cancelled_in(101, Request, 101, [Outcome|_]).
test(at_once, Outcome == cancelled) :-
    user:begun(102, "once, [], [], (repeat, fail)", Thread),
    user:until_running(102),
    cancel(102, ""),
    user:ended(Thread, [Outcome|_]).
test(another_job, Outcome == inference_limit) :-
    user:cancelled_in(103, "once, [inferences(3000000)], [], user:spin", 999, [Outcome|_]).
test(no_such_job, Reply == "over") :-
    cancel(998, Reply).
test(over, Rows == [[1]]) :-
    user:found("once, [], [], X = 1", _, _),
    cancel(1, _),
    user:found("once, [], [], X = 1", _, Rows).
test(late_signal, true) :-
    thread_self(Me),
    thread_signal(Me, pybridge_jobs:signalled(1, away)).
test(swallowed_and_repeated, Outcome == cancelled) :-
    user:begun(104, "once, [], [], (catch(user:spin, _, true), user:spin)", Thread),
    forall(between(1, 2, _), ( user:until_spinning, cancel(104, _) )),
    user:ended(Thread, [Outcome|_]).

:- end_tests(cancel).

:- begin_tests(jobs_within).

test(number, Rows == [[201,202,201]]) :-
    user:reply(201, "once, [], [], ( this_job(A),
                                     user:reply(202, \"once, [], [], this_job(Job)\", [_,_,[[B]]|_]),
                                     this_job(C) )", [done,['A','B','C'],Rows|_]).
test(number_after_trouble, [forall(user:trouble(Inner)), Rows == [[203]]]) :-
    format(string(Request), "once, [], [], (user:reply(204, ~q, _Reply), this_job(A))", [Inner]),
    user:reply(203, Request, [done,_,Rows|_]).
test(no_number_afterwards, [forall(user:trouble(Request)), error(existence_error(job, here))]) :-
    user:reply(205, Request, _),
    this_job(_).
test(nobody_runs_afterwards, [forall(user:trouble(Request))]) :-
    user:reply(205, Request, _),
    assertion(\+ pybridge_jobs:running(_, _)).
test(partial_answers_of_the_inner_alone, Outcome-Rows == done-[[1],[2]]) :-
    user:reply(206, "all, [], [], ( member(X, [1,2]),
                                    user:outcome(\"all, [inferences(1000)], [], (repeat, fail)\", _Outcome) )",
               [Outcome,_,Rows|_]).
test(marks_of_each, [cleanup(( forget(207, _), forget(208, _) )), Outer/Inner == [a,c]/[b]]) :-
    user:reply(207, "once, [], [], ( user:mark(a),
                                     user:reply(208, \"once, [], [], user:mark(b)\", [done,_,_,_,_,true]),
                                     user:mark(c) )", [done,_,_,_,_,true]),
    take_marks(207, Outer),
    take_marks(208, Inner).
test(cancelled_outer_ends_the_inner, Rows == [["cancelled"]]) :-
    user:cancelled_in(209, "once, [], [], ( user:reply(210, \"once, [], [], user:spin\", [Inner|_]),
                                            atom_string(Inner, Text) )", 209, [Outcome,Names,Rows0|_]),
    assertion(Outcome == done),
    nth1(Nth, Names, 'Text'),
    findall([Text], ( member(Row, Rows0), nth1(Nth, Row, Atom), atom_string(Atom, Text) ), Rows).

:- end_tests(jobs_within).

:- begin_tests(next, [cleanup(user:drop_all)]).

test(one_by_one, Rows == [[[1]], [[2]], []]) :-
    user:iterating("[], [], member(X, [1,2])", It, ['X']),
    findall(Row, ( between(1, 3, _), user:next_rows(It, Row) ), Rows).
test(begins_with_no_row, Rows-Count == []-0) :-
    flag(steps, _, 0),
    user:reply(1, "iterate(301), [], [], (member(X, [1,2]), user:step)", [done,_,Rows|_]),
    flag(steps, Count, Count).
test(lazy, Counts == [1,2,3]) :-
    flag(steps, _, 0),
    user:iterating("[], [], (between(1, inf, X), user:step)", It, _),
    findall(Count, ( between(1, 3, _), user:next_rows(It, [_]), flag(steps, Count, Count) ), Counts).
test(failing, Rows == []) :-
    user:iterating("[], [], (X = 1, fail)", It, ['X']),
    user:next_rows(It, Rows).
test(given_variables_are_left_out, Names/Rows == ['Y']/[[3]]) :-
    user:iterating("[], [X = 2], Y is X+1", It, Names),
    user:next_rows(It, Rows).
test(in_a_module, [cleanup(abolish(answers_test:here, 1)), Rows == [[1]]]) :-
    assertz(answers_test:here(1)),
    user:reply(1, "answers_test", "iterate(302), [], [], here(X)", [done|_]),
    user:next_rows(302, Rows).
test(between_other_jobs, Rows == [[[1]], [[5]], [[2]]]) :-
    user:iterating("[], [], member(X, [1,2])", It, _),
    user:next_rows(It, Row1),
    user:found("once, [], [], X = 5", _, Row2),
    user:next_rows(It, Row3),
    Rows = [Row1,Row2,Row3].
test(two_at_once, Rows == [[[1]], [[a]], [[2]], [[b]]]) :-
    user:iterating("[], [], member(X, [1,2])", It1, _),
    user:iterating("[], [], member(X, [\"a\",\"b\"])", It2, _),
    findall(Row, ( member(It, [It1,It2,It1,It2]), user:next_rows(It, Row) ), Rows).

test(error, Text == away) :-
    user:iterating("[], [], (X = 1 ; throw(away))", It, _),
    user:next_rows(It, [[1]]),
    next(1, It, Reply),
    user:parts(Reply, [[_,Text|_]|_]).
test(over, [forall(member(Goal, ["fail", "throw(away)"]))]) :-
    format(string(Request), "[], [], ~s", [Goal]),
    user:iterating(Request, It, _),
    next(1, It, _),
    next(1, It, Reply),
    assertion(sub_string(Reply, _, _, _, "existence_error(")).
test(unknown_iterator) :-
    next(1, 999, Reply),
    assertion(sub_string(Reply, _, _, _, "existence_error(iterator,999)")).
test(cyclic_answer) :-
    user:iterating("[], [], X = f(X)", It, _),
    next(1, It, Reply),
    assertion(sub_string(Reply, _, _, _, "acyclic_term")).

%   A step takes a hundred inferences or a few more.
test(inference_limit_of_all_answers, true(( Outcome == inference_limit, Count > 4, Count < 10 ))) :-
    user:iterating("[inferences(1000)], [], (between(1, inf, X), user:count_down(100))", It, _),
    user:until_stopped(It, Count, Outcome).
test(inference_limit_of_one_answer, Count-Outcome == 1-inference_limit) :-
    user:iterating("[inferences(1000)], [], (X = 1 ; repeat, fail)", It, _),
    user:until_stopped(It, Count, Outcome).
test(inference_limit_after_the_last_answer, Count-Outcome == 2-inference_limit) :-
    user:iterating("[inferences(1000)], [], (X = 1, user:count_down(400) ; X = 2 ; user:count_down(700), fail)",
                   It, _),
    user:until_stopped(It, Count, Outcome).
test(inference_limit_not_reached, Count-Outcome == 3-done) :-
    user:iterating("[inferences(1000)], [], member(X, [1,2,3])", It, _),
    user:until_stopped(It, Count, Outcome).
test(memory_limit, [true(Count > 2), nondet]) :-
    user:iterating("[memory(2000000)], [], (between(0, 20, N), Top is 1000*2**N, numlist(1, Top, Xs))", It, _),
    user:until_stopped(It, Count, memory_limit).
test(memory_limit_below_use, Outcome == memory_limit) :-
    user:iterating("[memory(1000)], [], true", It, _),
    user:until_stopped(It, 0, Outcome).
test(memory_limit_is_its_own, Before == After) :-
    current_prolog_flag(stack_limit, Before),
    user:iterating("[memory(2000000)], [], (X = 1 ; numlist(1, 1000000, X))", It, _),
    user:until_stopped(It, 1, memory_limit),
    current_prolog_flag(stack_limit, After).

test(cancelled, [forall(between(1, 20, _)), Outcome == cancelled]) :-
    user:iterating("[], [], (X = 1 ; user:spin)", It, _),
    user:next_rows(It, [[1]]),
    user:begun_next(311, It, Thread),
    user:until_spinning,
    cancel(311, _),
    user:ended(Thread, [Outcome|_]).
test(late_signal, Outcome-Rows == done-[[2]]) :-
    user:iterating("[], [], member(X, [1,2])", It, _),
    user:next_rows(It, [[1]]),
    pybridge_iterators:iterator(It, Engine, _),
    thread_signal(Engine, pybridge_jobs:signalled(1, away)),
    next(312, It, Reply),
    user:parts(Reply, [Outcome,_,Rows|_]).
test(number_of_each_job, Jobs == [[[313]], [[314]]]) :-
    user:iterating("[], [], (member(_, [a,b]), this_job(X))", It, _),
    findall(Rows,
            ( member(Job, [313, 314]), next(Job, It, Reply), user:parts(Reply, [done,_,Rows|_]) ),
            Jobs).
test(jobs_within, Rows == [[315,316,315]]) :-
    user:iterating("[], [], ( this_job(A),
                              user:reply(316, \"once, [], [], this_job(Job)\", [_,_,[[B]]|_]),
                              this_job(C) )", It, ['A','B'|_]),
    next(315, It, Reply),
    user:parts(Reply, [done,_,Rows|_]).
test(marks, [cleanup(forget(317, _)), Marks == [a]]) :-
    user:iterating("[], [], user:mark(a)", It, _),
    next(317, It, Reply),
    user:parts(Reply, [done,_,_,_,_,true]),
    take_marks(317, Marks).

:- end_tests(next).

:- begin_tests(drop, [cleanup(user:drop_all)]).

test(while_open, true(sub_string(Reply, _, _, _, "existence_error(iterator,"))) :-
    user:iterating("[], [], member(X, [1,2])", It, _),
    user:next_rows(It, [[1]]),
    drop(It, ""),
    next(1, It, Reply).
test(lets_the_goal_clean_up, Count == 1) :-
    flag(steps, _, 0),
    user:iterating("[], [], setup_call_cleanup(true, member(X, [1,2]), user:step)", It, _),
    user:next_rows(It, [[1]]),
    drop(It, _),
    flag(steps, Count, Count).
test(leaves_no_engine, After == Before) :-
    user:drop_all,
    findall(Engine, current_engine(Engine), Before),
    forall(member(Goal, ["member(X, [1,2])", "fail", "throw(away)"]),
           ( format(string(Request), "[], [], ~s", [Goal]),
             user:iterating(Request, It, _),
             next(1, It, _),
             drop(It, _) )),
    findall(Engine, current_engine(Engine), After).
test(never_begun, Count == 0) :-
    flag(steps, _, 0),
    user:iterating("[], [], user:step", It, _),
    drop(It, _),
    flag(steps, Count, Count).
test(twice, Reply == "") :-
    user:iterating("[], [], true", It, _),
    drop(It, _),
    drop(It, Reply).
test(unknown, Reply == "") :-
    drop(999, Reply).

:- end_tests(drop).

:- begin_tests(progress).

test(no_job, Reply == "[0,[]]") :-
    progress(997, Reply).
test(of_a_running_job, Outcome == cancelled) :-
    user:begun(120, "once, [], [], user:spin", Thread),
    user:until_spinning,
    user:inferences_so_far(120, Inferences1),
    user:until_more(120, Inferences1),
    cancel(120, _),
    user:ended(Thread, [Outcome|_]).
test(of_an_iterator, Outcome == cancelled) :-
    user:iterating("[], [], user:spin", It, _),
    user:begun_next(121, It, Thread),
    user:until_spinning,
    user:inferences_so_far(121, Inferences1),
    user:until_more(121, Inferences1),
    cancel(121, _),
    user:ended(Thread, [Outcome|_]),
    drop(It, _).
test(marks_are_told_once, [cleanup(forget(122, _)), Marks-Rest == "[0,[1,\"b\"]]"-"[0,[]]"]) :-
    user:reply(122, "once, [], [], (user:mark(1), user:mark(\"b\"))", [done|_]),
    progress(122, Marks),
    progress(122, Rest).

:- end_tests(progress).

:- begin_tests(forget).

test(marks, Marks-Reply == []-"") :-
    user:reply(130, "once, [], [], user:mark(a)", [done,_,_,_,_,true]),
    forget(130, Reply),
    take_marks(130, Marks).
test(has_no_marks, HasMarks == false) :-
    user:reply(131, "once, [], [], true", [_,_,_,_,_,HasMarks]).
test(has_marks_after_an_error, [cleanup(forget(132, _)), HasMarks == true]) :-
    user:reply(132, "once, [], [], (user:mark(a), X = f(X))", [_,_,_,_,_,HasMarks]).
test(no_such_job, Reply == "") :-
    forget(997, Reply).

:- end_tests(forget).

ends("once, [], [], true", done).
ends("once, [], [], fail", done).
ends("all, [], [], fail", done).
ends("once, [time(0.05)], [], (repeat, fail)", time_limit).
ends("once, [inferences(1000)], [], (repeat, fail)", inference_limit).
ends("once, [memory(2000000)], [], numlist(1, 1000000, List)", memory_limit).
ends("all, [memory(1000)], [], true", memory_limit).

limit_cuts(time(0.05), "repeat, fail", time_limit).
limit_cuts(inferences(1000), "repeat, fail", inference_limit).
limit_cuts(memory(2000000), "numlist(1, 1000000, Y)", memory_limit).

raises("foo(x)", "existence_error(procedure,").
raises("atom_length(X, Y)", "instantiation_error").
raises("throw(my(ball))", "my(ball)").
raises("throw(\"日本\")", "日本").
raises("X is 1/0", "zero_divisor").
raises("throw(error(fact_file(_, [_]), _))", "fact_file").

no_request("nonsense").
no_request("request(once, [], [], (true), more)").
no_request("request(twice, [], [], true)").
no_request("request(_, [], [], true)").

trouble("once, [], [], throw(away)").
trouble("once, [], [], foo(").
trouble("once, [], [], X = f(X)").
trouble("twice, [], [], true").
trouble("all, [inferences(1000)], [], (repeat, fail)").
trouble("once, [], [], fail").

%   reply(+Job, +Request, -Parts): Request without its request(...).
reply(Job, Request, Parts) :-
    reply(Job, "user", Request, Parts).

reply(Job, Module, Request, Parts) :-
    format(string(Text), "request(~s)", [Request]),
    answer(Job, Module, Text, Reply),
    parts(Reply, Parts).

parts(Reply, [Outcome,Names,Rows,Inferences,Cpu,HasMarks]) :-
    atom_string(Text, Reply),
    atom_json_term(Text, [Outcome,Names,Rows,Inferences,Cpu,@(HasMarks)], []).

found(Request, Names, Rows) :-
    reply(1, Request, [done,Names,Rows|_]).

outcome(Request, Outcome) :-
    reply(1, Request, [Outcome|_]).

inferences(Request, Inferences) :-
    reply(1, Request, [_,_,_,Inferences|_]).

error_text(Request, Text) :-
    reply(1, Request, [[_,Text0|_]|_]),
    atom_string(Text0, Text).

begun(Job, Request, Thread) :-
    flag(spinning, _, 0),
    thread_create(reply_to_come(reply(Job, Request, Parts), Parts), Thread).

begun_next(Job, Iterator, Thread) :-
    flag(spinning, _, 0),
    thread_create(reply_to_come(( next(Job, Iterator, Reply), parts(Reply, Parts) ), Parts), Thread).

reply_to_come(Goal, Parts) :-
    call(Goal),
    thread_exit(Parts).

ended(Thread, Parts) :-
    thread_join(Thread, exited(Parts)).

cancelled_in(Job, Request, Cancelled, Parts) :-
    begun(Job, Request, Thread),
    until_spinning,
    cancel(Cancelled, _),
    ended(Thread, Parts).

spin :-
    flag(spinning, _, 1),
    repeat,
    fail.

%   Once it spins; the next wait is for the next time.
until_spinning :-
    repeat,
    flag(spinning, Was, 0),
    Was =:= 1,
    !.

until_running(Job) :-
    repeat,
    pybridge_jobs:running(Job, _),
    !.

inferences_so_far(Job, Inferences) :-
    progress(Job, Reply),
    atom_string(Text, Reply),
    atom_json_term(Text, [Inferences,_], []).

until_more(Job, Inferences) :-
    repeat,
    inferences_so_far(Job, Now),
    Now > Inferences,
    !.

%   iterating(+Request, -Iterator, -Names): Request without its kind.
iterating(Request, Iterator, Names) :-
    flag(iterator, Iterator, Iterator+1),
    format(string(Text), "iterate(~d), ~s", [Iterator, Request]),
    reply(1, Text, [done,Names,[]|_]).

next_rows(Iterator, Rows) :-
    next(1, Iterator, Reply),
    parts(Reply, [done,_,Rows|_]).

until_stopped(Iterator, Count, Outcome) :-
    next(1, Iterator, Reply),
    parts(Reply, [Outcome0,_,Rows|_]),
    (   Rows = [_]
    ->  until_stopped(Iterator, Count0, Outcome),
        Count is Count0+1
    ;   Count = 0,
        Outcome = Outcome0
    ).

drop_all :-
    forall(pybridge_iterators:iterator(Iterator, _, _), drop(Iterator, _)).

step :-
    flag(steps, Count, Count+1).

mark(Mark) :-
    this_job(Job),
    open_marks(Job, Queue),
    thread_send_message(Queue, Mark).

count_down(0) :- !.
count_down(N0) :-
    N is N0-1,
    count_down(N).
