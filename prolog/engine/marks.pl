:- module(pybridge_marks, [ open_marks/2,       % +Job, -Queue
                            has_marks/1,        % +Job
                            take_marks/2,       % +Job, -Marks
                            forget_marks/1      % +Job
                          ]).
:- encoding(utf8).
:- use_module(library(error)).

/** <module> What a job reports while it runs

A job leaves marks in a message queue of its own, from which another thread takes
them. They are not kept in a dynamic predicate: where two threads assert to one, SWI-Prolog
9.0.4 has shown a clause twice.
*/

:- dynamic opened/1.                    % Job

%!  open_marks(+Job:integer, -Queue) is det.
%
%   Job, which the calling thread runs, is to send its marks to Queue.

open_marks(Job, Queue) :-
    must_be(integer, Job),
    queue(Job, Queue),
    (   has_marks(Job)
    ->  true
    ;   sig_atomic(( message_queue_create(_, [alias(Queue)]),
                     assertz(opened(Job)) ))
    ).

queue(Job, Queue) :-
    atom_concat(pybridge_marks_, Job, Queue).

%!  has_marks(+Job) is semidet.
%
%   Job has opened its marks, and they are not forgotten.

has_marks(Job) :-
    opened(Job),
    !.

%!  take_marks(+Job, -Marks) is det.
%
%   Take the marks that Job has left since the last call, in order; none if it
%   has not opened them, or they are forgotten. In one thread at a time.

take_marks(Job, Marks) :-
    queue(Job, Queue),
    (   catch(thread_get_message(Queue, Mark, [timeout(0)]),
              error(existence_error(_, _), _), fail)
    ->  Marks = [Mark|Marks1],
        take_marks(Job, Marks1)
    ;   Marks = []
    ).

%!  forget_marks(+Job) is det.
%
%   Once Job is over.

forget_marks(Job) :-
    queue(Job, Queue),
    retractall(opened(Job)),
    catch(message_queue_destroy(Queue), error(existence_error(_, _), _), true).
