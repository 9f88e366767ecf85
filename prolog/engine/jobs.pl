:- module(pybridge_jobs, [ as_job/2,            % +Job, :Goal
                           runs_in/2,           % +Job, +Engine
                           in_use/1,            % +Engine
                           cancel/2,            % +Job, -Reply
                           abort_job/2,         % +Job, -Reply
                           job_inferences/2,    % +Job, -Inferences
                           this_job/1           % -Job
                         ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(limits).

/** <module> What runs where

A *job* is one question, with a number that the caller gives it. It runs in the
thread that answers it or, if it asks an iterator, in a Prolog engine. One job may
run within another: Python called from Prolog may ask again. All jobs of a thread
are known to it, the innermost first.
*/

:- dynamic
    running/2.                          % Job, thread(Thread) or engine(Engine)

:- meta_predicate as_job(+, 0).

%!  as_job(+Job:integer, :Goal) is semidet.
%
%   As once(Goal), which is the job from now on in the calling thread.

as_job(Job, Goal) :-
    thread_self(Thread),
    (   nb_current(pybridge_jobs, Outer)
    ->  true
    ;   Outer = []
    ),
    setup_call_cleanup(begin(Job, Thread, Outer), once(Goal), end(Job, Outer)).

begin(Job, Thread, Outer) :-
    assertz(running(Job, thread(Thread))),
    nb_setval(pybridge_jobs, [Job|Outer]).

end(Job, Outer) :-
    nb_setval(pybridge_jobs, Outer),
    retractall(running(Job, _)).

%!  runs_in(+Job:integer, +Engine) is semidet.
%
%   From now on until its end, Job runs in Engine. Fails if a job does so already.
%   To be called as Job.

runs_in(Job, Engine) :-
    \+ in_use(Engine),
    assertz(running(Job, engine(Engine))).

%!  in_use(+Engine) is semidet.
%
%   A job runs in Engine, perhaps one that was left behind.

in_use(Engine) :-
    running(_, engine(Engine)),
    !.

%!  cancel(+Job, -Reply) is det.
%
%   Called in another thread than the one that runs Job. Does nothing if Job is
%   over; the signal names its job, so one that comes late hits no other. It ends
%   a job within Job, too. Reply is "over" if Job does not run, or not yet, and else empty.

cancel(Job, Reply) :-
    stop_ball(cancelled, Ball),
    signal(Job, Ball, Reply).

%!  abort_job(+Job, -Reply) is det.
%
%   As cancel/2, with a ball that catch/3 throws again when it has called its recovery
%   goal: so it also ends a goal that catches everything. Nothing of its reply is left.

abort_job(Job, Reply) :-
    signal(Job, '$aborted', Reply).

signal(Job, Ball, Reply) :-
    ( running(Job, _) -> Reply = "" ; Reply = "over" ),
    forall(( running(Job, Where), arg(1, Where, Thread) ),
           catch(thread_signal(Thread, pybridge_jobs:signalled(Job, Ball)),
                 error(existence_error(_, _), _), true)).

signalled(Job, Ball) :-
    (   answering(Job)
    ->  throw(Ball)
    ;   true
    ).

%   The calling thread or engine is answering Job, the innermost first.
answering(Job) :-
    nb_current(pybridge_jobs, Jobs),
    member(Job, Jobs).
answering(Job) :-
    engine_self(Engine),
    running(Job, engine(Engine)).

%!  this_job(-Job) is det.
%
%   Job is the number of the request that the calling thread is answering.
%
%   @throws existence_error(job, here) if it is answering none.

this_job(Job) :-
    (   answering(Job)
    ->  true
    ;   existence_error(job, here)
    ).

%!  job_inferences(+Job, -Inferences:integer) is det.
%
%   The inferences of what runs Job, 0 if nothing does.

job_inferences(Job, Inferences) :-
    findall(Where, running(Job, Where), Places),
    (   last(Places, Place),
        arg(1, Place, Thread),
        catch(thread_statistics(Thread, inferences, Inferences), _, fail)
    ->  true
    ;   Inferences = 0
    ).
