:- module(pybridge, [ answer/3,                 % +Job, +Request, -Reply
                      cancel/1,                 % +Job
                      progress/2,               % +Job, -Reply
                      this_job/1,               % -Job
                      forget/1,                 % +Job
                      embed/0
                    ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(exchange).
:- use_module(fact_file).
:- use_module(classic).
:- use_module(limits).

/** <module> The one file that Python loads

Python calls answer/3 with the text of a request and gets the text of a reply
(see exchange.pl). A request is a term

    request(Kind, Limits, Goal)

where Kind is `once` or `all` and Limits is as limited/2 takes it. A reply is

    reply(Outcome, Answers, Inferences, CpuSeconds)

where Outcome is `done`, `cancelled`, `time_limit`, `inference_limit`,
`memory_limit` or error(Message, Term), and Answers lists, one an answer, the
values of the goal's named variables as [Name, Value] pairs.
*/

:- dynamic running/2.                   % Job, Thread

%!  answer(+Job:integer, +Request:string, -Reply:string) is det.
%
%   Never fails and never throws.

answer(Job, Request, Reply) :-
    catch(answered(Job, Request, Reply), Error,
          failed(Error, Reply)).

answered(Job, Request, Reply) :-
    term_string(Term, Request, [variable_names(Names), module(user)]),
    (   Term = request(Kind, Limits, Goal)
    ->  true
    ;   domain_error(request, Term)
    ),
    thread_self(Thread),
    nb_setval(pybridge_job, Job),
    statistics(inferences, Inferences0),
    statistics(cputime, Cpu0),
    setup_call_cleanup(
        assertz(running(Job, Thread)),
        catch(( limited(Limits, answers(Kind, user:Goal, Names, Answers)),
                Outcome = done
              ),
              Error,
              outcome(Error, Outcome)),
        ( nb_setval(pybridge_job, none),
          retractall(running(Job, _))
        )),
    statistics(inferences, Inferences1),
    statistics(cputime, Cpu1),
    Inferences is Inferences1-Inferences0,
    Cpu is Cpu1-Cpu0,
    ( var(Answers) -> Answers = [] ; true ),
    json_text(reply(Outcome, Answers, Inferences, Cpu), Reply).

%   What goes wrong outside the goal: the request cannot be read, a reply cannot
%   be written, or a cancellation comes at the last moment.
failed(Error, Reply) :-
    nb_setval(pybridge_job, none),
    outcome(Error, Outcome),
    json_text(reply(Outcome, [], 0, 0.0), Reply).

answers(once, Goal, Names, Answers) :-
    (   call(Goal)
    ->  named(Names, Answer),
        Answers = [Answer]
    ;   Answers = []
    ).
answers(all, Goal, Names, Answers) :-
    named(Names, Answer),
    findall(Answer, Goal, Answers).

named([], []).
named([Name=Value|Names], Answer) :-
    (   sub_atom(Name, 0, 1, _, '_')
    ->  Answer = Rest
    ;   Answer = [[Name,Value]|Rest]
    ),
    named(Names, Rest).

outcome(pybridge_cancelled(_), cancelled) :- !.
outcome(Error, Outcome) :-
    limit_reached(Error, Outcome),
    !.
outcome(Error, error(Message, Term)) :-
    message_text(Error, Message),
    format(string(Term), '~q', [Error]).

message_text(error(fact_file(File, Faults), _), Message) :-
    !,
    findall(Line,
            ( member(fault(L, C, Text), Faults),
              format(string(Line), "~w:~d:~d: ~s", [File, L, C, Text])
            ),
            Lines),
    atomics_to_string_lines(Lines, Message).
message_text(Error, Message) :-
    catch(message_to_codes_text(Error, Message), _, fail),
    !.
message_text(Error, Message) :-
    format(string(Message), '~p', [Error]).

message_to_codes_text(Error, Message) :-
    '$messages':translate_message(Error, Lines, []),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
    split_string(Text, "", " \n", [Message]).

atomics_to_string_lines(Lines, Text) :-
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Text).

%!  cancel(+Job) is det.
%
%   Called in another thread than the one that runs Job. Does nothing if Job is
%   over; the signal names its job, so one that comes late hits no other.

cancel(Job) :-
    (   running(Job, Thread)
    ->  catch(thread_signal(Thread, pybridge:cancelled(Job)),
              error(existence_error(_, _), _), true)
    ;   true
    ).

cancelled(Job) :-
    (   nb_current(pybridge_job, Job)
    ->  throw(pybridge_cancelled(Job))
    ;   true
    ).

%!  this_job(-Job) is det.
%
%   Job is the number of the request that the calling thread is answering.

this_job(Job) :-
    nb_getval(pybridge_job, Job).

%!  progress(+Job, -Reply) is det.
%
%   Reply is the text of progress(Inferences, Marks): the inferences of the
%   thread that runs Job, 0 if none does, and the marks of a classic program
%   since the last call.

progress(Job, Reply) :-
    (   running(Job, Thread),
        catch(thread_statistics(Thread, inferences, Inferences), _, fail)
    ->  true
    ;   Inferences = 0
    ),
    marks(Job, Marks),
    json_text(progress(Inferences, Marks), Reply).

%!  forget(+Job) is det.
%
%   Drop the marks of Job.

forget(Job) :-
    forget_marks(Job).

%!  embed is det.
%
%   To be called once inside Python: a goal that halts must not end the process,
%   and a file's name may have any character, also in the locale C.

embed :-
    at_halt(cancel_halt(pybridge)),
    setlocale(ctype, Locale, Locale),
    (   memberchk(Locale, ['C', 'POSIX'])
    ->  catch(setlocale(ctype, _, 'C.UTF-8'), _, true)
    ;   true
    ).
