:- module(pybridge_limits, [ limited/2,         % +Limits, :Goal
                             allow_large_integers/0,
                             limit_reached/2    % +Error, -Outcome
                           ]).
:- encoding(utf8).

:- if(exists_source(library(time))).
:- use_module(library(time)).
:- endif.

/** <module> What a goal may use

Limits is a list of time(Seconds), inferences(Count) and memory(Bytes), the last
being the size of the stacks. Where SWI-Prolog has no library(time), time is
limited from outside alone.
*/

:- meta_predicate limited(+, 0).

%!  limited(+Limits, :Goal) is semidet.
%
%   As once(Goal), within Limits. At a limit it throws an error that
%   limit_reached/2 knows.

limited([], Goal) :-
    once(Goal).
limited([time(Seconds)|Limits], Goal) :-
    timed(Seconds, limited(Limits, Goal)).
limited([inferences(Count)|Limits], Goal) :-
    call_with_inference_limit(limited(Limits, Goal), Count, Result),
    !,
    (   Result == inference_limit_exceeded
    ->  throw(inference_limit_exceeded)
    ;   true
    ).
limited([memory(Bytes)|Limits], Goal) :-
    current_prolog_flag(stack_limit, Bytes0),
    setup_call_cleanup(
        set_prolog_flag(stack_limit, Bytes),
        limited(Limits, Goal),
        set_prolog_flag(stack_limit, Bytes0)).

:- meta_predicate timed(+, 0).

:- if(current_predicate(call_with_time_limit/2)).
timed(Seconds, Goal) :-
    call_with_time_limit(Seconds, Goal).
:- else.
timed(_, Goal) :-
    call(Goal).
:- endif.

%!  allow_large_integers is det.
%
%   To be called in a thread that Python has attached, or a new engine: on SWI-Prolog
%   9.2 these begin with no memory at all for large integers.

allow_large_integers :-
    (   current_prolog_flag(max_integer_size, 0)
    ->  current_prolog_flag(stack_limit, Bytes),
        set_prolog_flag(max_integer_size, Bytes)
    ;   true
    ).

%!  limit_reached(+Error, -Outcome) is semidet.
%
%   Error is thrown where a limit is reached; Outcome says which. A limit of
%   memory below what is in use cannot even be set, and so is reached at once.

limit_reached(Error, Outcome) :-
    limit_error(Pattern, Outcome),
    subsumes_term(Pattern, Error),
    !.

limit_error(time_limit_exceeded, time_limit).
limit_error(inference_limit_exceeded, inference_limit).
limit_error(error(resource_error(_), _), memory_limit).
limit_error(error(permission_error(limit, stacks, _), _), memory_limit).
