/*  Tests of jobs.pl; answers.plt has more, of jobs within jobs.

        $ swipl -g run_tests -t halt prolog/engine/jobs.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(jobs).
:- use_module(limits).

:- begin_tests(jobs, [cleanup(assertion(\+ pybridge_jobs:running(_, _)))]).

test(number, Job == 1) :-
    as_job(1, this_job(Job)).
test(once, Xs == [1]) :-
    findall(X, as_job(1, member(X, [1,2])), Xs).
test(failing, fail) :-
    as_job(1, fail).
test(throwing, throws(away)) :-
    as_job(1, throw(away)).
test(none, error(existence_error(job, here))) :-
    this_job(_).
test(innermost_first, Jobs == [2,1]) :-
    as_job(1, as_job(2, findall(Job, pybridge_jobs:answering(Job), Jobs))).
test(outer_after_the_inner, Job == 1) :-
    as_job(1, ( catch(as_job(2, throw(away)), away, true), this_job(Job) )).
test(cancel_of_nothing, Reply == "over") :-
    cancel(1, Reply).
test(cancelled, true(stopped_by(Ball, cancelled))) :-
    thread_self(Me),
    thread_create(user:cancel_once_it_runs(3), Thread),
    catch(as_job(3, ( thread_send_message(Thread, go(Me)), repeat, fail )), Ball, true),
    thread_join(Thread).
test(a_signal_for_another_job) :-
    as_job(4, pybridge_jobs:signalled(5, away)).
test(inferences_of_nothing, Count == 0) :-
    job_inferences(1, Count).
test(inferences, true(Count > 0)) :-
    as_job(1, job_inferences(1, Count)).
test(two_in_one_engine, [setup(engine_create(x, true, Engine)), cleanup(engine_destroy(Engine)), fail]) :-
    as_job(1, ( runs_in(1, Engine), as_job(2, runs_in(2, Engine)) )).
test(one_engine_after_another, [setup(engine_create(x, true, Engine)), cleanup(engine_destroy(Engine))]) :-
    as_job(1, runs_in(1, Engine)),
    as_job(2, runs_in(2, Engine)).

:- end_tests(jobs).

cancel_once_it_runs(Job) :-
    thread_get_message(go(_)),
    cancel(Job, _).
