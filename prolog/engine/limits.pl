:- module(pybridge_limits, [ limited/2,         % +Limits, :Goal
                             begun/2,           % +Limits, -Begun
                             within/2,          % +Begun, :Goal
                             as_stop/3,         % +Error, +Begun, -Ball
                             stop_ball/2,       % +Why, -Ball
                             stopped_by/2,      % +Error, -Why
                             allow_large_integers/0
                           ]).
:- encoding(utf8).
:- use_module(library(lists)).

:- if(exists_source(library(time))).
%   Its options are declared, not checked; for that, autoloading finds a library that takes
%   as long to load as half of our own files.
:- current_prolog_flag(autoload, Autoload),
   setup_call_cleanup(
       set_prolog_flag(autoload, explicit),
       use_module(library(time)),
       set_prolog_flag(autoload, Autoload)).
:- endif.

/** <module> What a goal may use

Limits is a list of time(Seconds), inferences(Count) and memory(Bytes), the last
being the size of the stacks. Where SWI-Prolog has no library(time), time is
limited from outside alone. *Begun* is such a list, each limit with what had been used
when it began.

What SWI-Prolog throws at a limit any goal may throw, too, or may have set a limit of
its own to. So it is looked at whether ours was reached, and then a ball is thrown that
nobody else can make.
*/

:- meta_predicate limited(+, 0), within(+, 0), bounded(+, 0).

%!  limited(+Limits, :Goal) is semidet.
%
%   As once(Goal), within Limits. At a limit it throws a ball that stopped_by/2 knows.

limited(Limits, Goal) :-
    begun(Limits, Begun),
    within(Begun, Goal).

%!  begun(+Limits, -Begun) is det.
%
%   The limits begin now.

begun([], []).
begun([Limit|Limits], [Limit-Since|Begun]) :-
    used(Limit, Since),
    begun(Limits, Begun).

used(time(_), Now) :-
    get_time(Now).
used(inferences(_), Inferences) :-
    statistics(inferences, Inferences).
used(memory(_), 0).

%!  within(+Begun, :Goal) is semidet.
%
%   As limited/2, for limits that have begun.

within([], Goal) :-
    !,
    once(Goal).
within(Begun, Goal) :-
    catch(bounded(Begun, Goal), Error,
          ( as_stop(Error, Begun, Ball), throw(Ball) )).

bounded([], Goal) :-
    once(Goal).
bounded([time(Seconds)-_|Begun], Goal) :-
    timed(Seconds, bounded(Begun, Goal)).
bounded([inferences(Count)-_|Begun], Goal) :-
    call_with_inference_limit(bounded(Begun, Goal), Count, Result),
    !,
    (   Result == inference_limit_exceeded
    ->  throw(inference_limit_exceeded)
    ;   true
    ).
bounded([memory(Bytes)-_|Begun], Goal) :-
    current_prolog_flag(stack_limit, Bytes0),
    setup_call_cleanup(
        set_prolog_flag(stack_limit, Bytes),
        bounded(Begun, Goal),
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

%!  as_stop(+Error, +Begun, -Ball) is det.
%
%   A goal has ended by Error: Ball says which limit was reached, or is Error where none
%   was. Error is looked at without unifying, as goals may wait for its variables.

as_stop(Error, Begun, Ball) :-
    (   member(Limit-Since, Begun),
        reached(Limit, Since, Error, Why)
    ->  stop_ball(Why, Ball)
    ;   Ball = Error
    ).

reached(time(Seconds), Since, Error, time_limit) :-
    Error == time_limit_exceeded,
    get_time(Now),
    Now-Since >= Seconds.
reached(inferences(Count), Since, Error, inference_limit) :-
    Error == inference_limit_exceeded,
    statistics(inferences, Now),
    Now-Since >= Count.
reached(memory(Bytes), _, Error, memory_limit) :-
    subsumes_term(error(permission_error(limit, stacks, _), _), Error),
    arg(1, Error, Formal),
    arg(3, Formal, Refused),            % less than is in use cannot even be set
    Refused == Bytes.

%!  stop_ball(+Why, -Ball) is det.
%
%   Ball is what stops a goal, for a reason that stopped_by/2 names. It holds a reference
%   to a clause, which no text can name.

stop_ball(Why, pybridge_stop(Why, Seal)) :-
    clause(sealed, true, Seal).

:- dynamic sealed/0.
sealed.

%!  stopped_by(+Error, -Why) is semidet.
%
%   Error was thrown to stop a goal, because it was cancelled or has reached a limit, or
%   where SWI-Prolog's own limit of memory was.

stopped_by(Error, Why) :-
    subsumes_term(pybridge_stop(_, _), Error),
    !,
    Error = pybridge_stop(Why, Seal0),
    clause(sealed, true, Seal),
    Seal0 == Seal.
stopped_by(Error, memory_limit) :-
    subsumes_term(error(resource_error(_), _), Error),
    arg(1, Error, resource_error(What)),
    arg(2, Error, Context),
    nonvar(Context),                    % library(error) leaves it open
    atom(What),
    memberchk(What, [stack, global, local, trail, argument, c_stack, memory, program_space,
                     table_space, private_table_space, shared_table_space]).
