:- module(pybridge_iterators, [ new_iterator/5,  % +Iterator, +Limits, :Goal, +Names, +Values
                                iterator_row/4,  % +Job, +Iterator, -Names, -Rows
                                drop/2           % +Iterator, -Reply
                              ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(jobs).
:- use_module(limits).

/** <module> Answers one by one

An *iterator* is a goal in a Prolog engine of its own, whose answers are asked
for one by one while the thread is free for other jobs in between.
*/

:- dynamic
    iterator/3.                         % Iterator, Engine, Names

:- meta_predicate new_iterator(+, +, 0, +, +).

%!  new_iterator(+Iterator:integer, +Limits, :Goal, +Names, +Values) is det.
%
%   Iterator has the answers of Goal within Limits: the list Values of each, with
%   Names beside it. Nothing is run yet.

new_iterator(Iterator, Limits, Goal, Names, Values) :-
    engine_create(answer(Values),
                  pybridge_iterators:answered(Limits, Goal), Engine),
    assertz(iterator(Iterator, Engine, Names)).

answered(Limits, Goal) :-
    allow_large_integers,
    begun(Limits, Begun),
    catch(produced(Limits, Goal), Error,
          ( as_stop(Error, Begun, Ball), throw(Ball) )).

%   As limited/2, for all answers and inside the engine. The time of an iterator
%   is only what its answers take, and is watched from outside. SWI-Prolog gives
%   each further answer its own number of inferences, so they are added up.
produced([], Goal) :-
    call(Goal).
produced([time(_)|Limits], Goal) :-
    produced(Limits, Goal).
produced([inferences(Count)|Limits], Goal) :-
    statistics(inferences, Inferences0),
    (   call_with_inference_limit(pybridge_iterators:produced(Limits, Goal), Count, Result)
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

%!  iterator_row(+Job:integer, +Iterator:integer, -Names, -Rows) is det.
%
%   Rows has the next answer for Job, or none if there are no more.
%
%   @throws existence_error(iterator, Iterator)
%   @throws permission_error(resume, iterator, Iterator) if a job waits for it already
%   @throws existence_error(answer, Iterator) if the end was reported before

iterator_row(Job, Iterator, Names, Rows) :-
    (   iterator(Iterator, Engine, Names)
    ->  true
    ;   existence_error(iterator, Iterator)
    ),
    (   runs_in(Job, Engine)
    ->  true
    ;   permission_error(resume, iterator, Iterator)
    ),
    (   catch(engine_next(Engine, Answer), error(existence_error(engine, Gone), _),
              over(Engine, Iterator, Gone))
    ->  answer_row(Answer, Names, Row),
        Rows = [Row]
    ;   Rows = []
    ).

%   A goal may yield what is not an answer.
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
%   that asks for them. Reply is empty. An engine that was left behind with its thread
%   stays: to destroy it would end the process.

drop(Iterator, "") :-
    forall(( retract(iterator(Iterator, Engine, _)), \+ in_use(Engine) ),
           catch(engine_destroy(Engine), error(existence_error(_, _), _), true)).
