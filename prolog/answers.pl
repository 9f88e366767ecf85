:- module(answers, [ answer/4,                  % +Job, +Module, +Request, -Reply
                     next/3,                    % +Job, +Iterator, -Reply
                     drop/2,                    % +Iterator, -Reply
                     cancel/2,                  % +Job, -Reply
                     progress/2,                % +Job, -Reply
                     forget/2,                  % +Job, -Reply
                     this_job/1                 % -Job
                   ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(error_text).
:- use_module(exchange).
:- use_module(limits).
:- use_module(loading).
:- use_module(marks).

/** <module> Goals asked from outside, answered in text

A *job* is one question, with a number that whoever asks gives it. A request is
the text of

    request(Kind, Limits, Bindings, Goal)

where Kind is `once`, `all` or iterate(Iterator), Limits is as limited/2 takes
it, and Bindings give variables of Goal their values: goals `Variable = Value`, or
given(Variables, Text) with a list of the values as text. A reply is a JSON array

    [Outcome, Names, Rows, Inferences, CpuSeconds, HasMarks]

where Outcome is "done", "cancelled", "time_limit", "inference_limit",
"memory_limit" or an array that print_error/1 writes; Names are the variables of
the goal that are not given; Rows has an array of values for each answer; and
HasMarks is true if the job has left marks (see marks.pl), which are then to be
fetched and forgotten.

An *iterator* is a goal in a Prolog engine of its own, whose answers are asked
for one by one while the thread is free for other jobs in between.
*/

:- dynamic
    running/2,                          % Job, thread(Thread) or engine(Engine)
    iterator/3.                         % Iterator, Engine, Names

%!  answer(+Job:integer, +Module, +Request:string, -Reply:string) is det.
%
%   Answer a request whose goal is to be called in Module. Never fails and never
%   throws.

answer(Job, Module, Request, Reply) :-
    as_job(Job, answered(Job, Module, Request, Reply), Reply).

answered(Job, ModuleText, Request, Reply) :-
    statistics(inferences, Inferences0),
    statistics(cputime, Cpu0),
    atom_string(Module, ModuleText),
    (   current_module(Module)          % reading for another would make it
    ->  true
    ;   existence_error(module, Module)
    ),
    term_string(Term, Request, [variable_names(Named), module(Module)]),
    (   Term = request(Kind, Limits, Bindings, Goal),
        kind(Kind)
    ->  true
    ;   domain_error(request, Term)
    ),
    give(Bindings),
    wanted(Named, Names, Values),
    check_allowed(Module, Goal),
    catch(found(Kind, Limits, Module:Goal, Names, Values, Rows, Outcome),
          Error, stopped(Error, Rows, Outcome)),
    statistics(inferences, Inferences1),
    statistics(cputime, Cpu1),
    Inferences is Inferences1-Inferences0,
    Cpu is Cpu1-Cpu0,
    reply(Job, Outcome, Names, Rows, Inferences, Cpu, Reply).

%   The values of given(Variables, Text) are read with our own flags and operators.
give(given(Variables, Text)) :-
    !,
    term_string(Variables, Text, [module(answers), double_quotes(string)]).
give(Bindings) :-
    maplist(call, Bindings).

%   A kind is no variable, which would be any.
kind(Kind) :-
    nonvar(Kind),
    memberchk(Kind, [once, all, iterate(_)]).

%   One job may run within another: Python called from Prolog may ask again. All
%   of them are known to the thread, the innermost first. What goes wrong outside
%   the goal ends here: a request that cannot be read, a reply that cannot be
%   written, a cancellation at the last moment.
as_job(Job, Goal, Reply) :-
    thread_self(Thread),
    (   nb_current(pybridge_jobs, Outer)
    ->  true
    ;   Outer = []
    ),
    catch(setup_call_cleanup(begin(Job, Thread, Outer), Goal, end(Job, Outer)),
          Error, failed(Job, Error, Reply)).

begin(Job, Thread, Outer) :-
    assertz(running(Job, thread(Thread))),
    nb_setval(pybridge_jobs, [Job|Outer]).

end(Job, Outer) :-
    nb_setval(pybridge_jobs, Outer),
    retractall(running(Job, _)).

failed(Job, Error, Reply) :-
    outcome(Error, Outcome),
    reply(Job, Outcome, [], [], 0, 0.0, Reply).

%   Variables whose names begin with an underscore are nobody's business.
wanted([], [], []).
wanted([Name=Value|Named], Names, Values) :-
    (   ( nonvar(Value) ; sub_atom(Name, 0, 1, _, '_') )
    ->  wanted(Named, Names, Values)
    ;   Names = [Name|Names1],
        Values = [Value|Values1],
        wanted(Named, Names1, Values1)
    ).

stopped(Error, [], Outcome) :-
    outcome(Error, Outcome).

found(once, Limits, Goal, _, Values, Rows, done) :-
    (   limited(Limits, Goal)
    ->  Rows = [Values]
    ;   Rows = []
    ).
found(all, Limits, Goal, _, Values, Rows, Outcome) :-
    Stopped = stopped(no),
    limited(Limits, findall(Values, stopping(Goal, Stopped), Rows)),
    (   Stopped = stopped(by(Error))
    ->  outcome(Error, Outcome)
    ;   Outcome = done
    ).
found(iterate(Iterator), Limits, Goal, Names, Values, [], done) :-
    engine_create(answer(Values),
                  ( allow_large_integers, answers:produced(Limits, Goal) ), Engine),
    assertz(iterator(Iterator, Engine, Names)).

%   What stops the goal must not lose the answers so far: findall/3 is to end as
%   if the goal had no more.
stopping(Goal, Stopped) :-
    catch(Goal, Error,
          ( nb_setarg(1, Stopped, by(Error)), fail )).

%   As limited/2, for all answers and inside the engine. The time of an iterator
%   is only what its answers take, and is watched from outside. SWI-Prolog gives
%   each further answer the whole number of inferences anew, so they are added up.
produced([], Goal) :-
    call(Goal).
produced([time(_)|Limits], Goal) :-
    produced(Limits, Goal).
produced([inferences(Count)|Limits], Goal) :-
    statistics(inferences, Inferences0),
    (   call_with_inference_limit(answers:produced(Limits, Goal), Count, Result)
    ;   Result = no_more
    ),
    statistics(inferences, Inferences),
    (   ( Result == inference_limit_exceeded ; Inferences-Inferences0 > Count )
    ->  throw(inference_limit_exceeded)
    ;   Result \== no_more
    ).
produced([memory(Bytes)|Limits], Goal) :-
    set_prolog_flag(stack_limit, Bytes),
    produced(Limits, Goal).

%!  next(+Job:integer, +Iterator:integer, -Reply:string) is det.
%
%   The reply has one row, or none if there are no more answers. Never fails and
%   never throws.

next(Job, Iterator, Reply) :-
    as_job(Job, next_answer(Job, Iterator, Reply), Reply).

next_answer(Job, Iterator, Reply) :-
    statistics(cputime, Cpu0),
    (   iterator(Iterator, Engine, Names)
    ->  true
    ;   existence_error(iterator, Iterator)
    ),
    (   running(_, engine(Engine))
    ->  permission_error(resume, iterator, Iterator)
    ;   true
    ),
    assertz(running(Job, engine(Engine))),
    (   catch(engine_next(Engine, Answer), error(existence_error(engine, Gone), _),
              over(Engine, Iterator, Gone))
    ->  answer_row(Answer, Names, Row),
        Rows = [Row]
    ;   Rows = []
    ),
    statistics(cputime, Cpu1),
    Cpu is Cpu1-Cpu0,
    reply(Job, done, Names, Rows, 0, Cpu, Reply).

%   A goal may yield what is no answer.
answer_row(Answer, Names, Values) :-
    nonvar(Answer),
    Answer = answer(Values),
    is_list(Values),
    same_length(Names, Values),
    !.
answer_row(Yielded, _, _) :-
    domain_error(answer, Yielded).

%   An engine is gone once it has no more answers. Another may be missed in it.
over(Engine, Iterator, Gone) :-
    (   Engine == Gone
    ->  existence_error(answer, Iterator)
    ;   existence_error(engine, Gone)
    ).

%!  drop(+Iterator:integer, -Reply) is det.
%
%   Have no more answers of Iterator, if it is there. To be called in the thread
%   that calls next/3. Reply is empty.

drop(Iterator, "") :-
    forall(retract(iterator(Iterator, Engine, _)),
           catch(engine_destroy(Engine), error(existence_error(_, _), _), true)).

%!  cancel(+Job, -Reply) is det.
%
%   Called in another thread than the one that runs Job. Does nothing if Job is
%   over; the signal names its job, so one that comes late hits no other. It ends
%   a job within Job, too. Reply is empty.

cancel(Job, "") :-
    forall(( running(Job, Where), arg(1, Where, Thread) ),
           catch(thread_signal(Thread, answers:cancelled(Job)),
                 error(existence_error(_, _), _), true)).

cancelled(Job) :-
    (   answering(Job)
    ->  throw(pybridge_cancelled(Job))
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

%!  progress(+Job, -Reply) is det.
%
%   Reply is the text of [Inferences, Marks]: the inferences of what runs Job, 0
%   if nothing does, and what the job has reported since the last call.

progress(Job, Reply) :-
    (   findall(Where, running(Job, Where), Places),
        last(Places, Place),
        arg(1, Place, Thread),
        catch(thread_statistics(Thread, inferences, Inferences), _, fail)
    ->  true
    ;   Inferences = 0
    ),
    take_marks(Job, Marks),
    json_text([Inferences, Marks], Reply).

%!  forget(+Job, -Reply) is det.
%
%   Forget the marks of Job, once it is over. Reply is empty.

forget(Job, "") :-
    forget_marks(Job).

reply(Job, Outcome, Names, Rows, Inferences, Cpu, Reply) :-
    must_be(acyclic, Rows),
    ( has_marks(Job) -> HasMarks = true ; HasMarks = false ),
    with_output_to(string(Reply),
                   print_reply(Outcome, Names, Rows, Inferences, Cpu, HasMarks)).

print_reply(Outcome, Names, Rows, Inferences, Cpu, HasMarks) :-
    write('['),
    print_outcome(Outcome),
    write(',['),
    print_names(Names),
    write('],'),
    print_json(Rows),
    format(',~d,~w,~w]', [Inferences, Cpu, HasMarks]).

print_names([]).
print_names([Name|Names]) :-
    format('"~w"', [Name]),
    forall(member(Other, Names), format(',"~w"', [Other])).

print_outcome(error(Error)) :-
    !,
    print_error(Error).
print_outcome(Outcome) :-
    format('"~w"', [Outcome]).

outcome(pybridge_cancelled(_), cancelled) :- !.
outcome(Error, Outcome) :-
    limit_reached(Error, Outcome),
    !.
outcome(Error, error(Error)).
