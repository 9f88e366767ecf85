:- module(pybridge_watching, [ watch/5          % +Classic, +Job, +Module, +Program, +Options
                             ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(library(prolog_wrap)).
:- use_module(limits).
:- use_module(marks).

/** <module> A classic program that reports its progress

Two predicates by which the program prints are replaced: one gets every limit, the
other every solution, and both leave marks (see marks.pl), which another thread may take
while the search runs:

    begun(Figures)
    limit(Limit, Figures)               an iteration begins
    solved(Solution, Figures)
    stopped(Figures)                    the last iteration wanted is over
    ended(Figures)

Figures is figures(Inferences, CpuSeconds, Expanded, Generated). What a mark
itself costs is measured first and taken off, so that the difference of two marks
is the search's own inferences and no others. Nodes are counted in a run of their
own, since counting costs inferences.
*/

%!  watch(+Classic, +Job, +Module, +Program, +Options) is det.
%
%   Run Program, which was loaded into Module, and leave marks of Job. Classic is a
%   solution of classic/8; Options are counted(Boolean), all(Boolean), limit(Last) and
%   limits(Limits) of run_classic/4.

watch(Classic, Job, Module, Program, Options) :-
    Classic = classic(_, _, _, _, Announces, Prints, Expands, Generates),
    option(counted(Counted), Options, false),
    option(all(All), Options, false),
    option(limit(Last), Options, inf),
    option(limits(Limits), Options, []),
    nb_setval(classic_counts, counts(0, 0)),
    (   Counted == true
    ->  count(Module, Expands, Generates)
    ;   true
    ),
    arg(1, Announces, Limit),
    replace(Module, Announces, pybridge_watching:announced(Job, Limit, Last)),
    arg(1, Prints, Solution),
    replace(Module, Prints, pybridge_watching:found(Job, Solution, All)),
    calibrate(Module:Announces, Limit),
    search(Job, Module:Program, Limits).

%   Not wrapped: each wrapper permanently leaves a functor in Prolog.
replace(Module, Head, Body) :-
    functor(Head, Name, Arity),
    abolish(Module:Name, Arity),
    assertz((Module:Head :- Body)).

%   Whatever ends the search, the marks say where it ended.
search(Job, Program, Limits) :-
    open_marks(Job, Queue),
    nb_setval(classic_queue, Queue),
    nb_setval(classic_solved, false),
    nb_setval(classic_limits, 0),
    leave(begun),
    catch(limited(Limits, ignore(Program)), End0, true),
    leave(ended),
    copy_term_nat(End0, End),           % no goal that waits for a variable of it is ever called
    (   ( var(End) ; End == classic(stop(Job)) )
    ->  true
    ;   throw(End)
    ).

count(Module, Same, Same) :-
    !,
    wrap_predicate(Module:Same, pybridge_count, Wrapped,
                   ( pybridge_watching:tick(1), Wrapped, pybridge_watching:tick(2) )).
count(Module, Expands, Generates) :-
    wrap_predicate(Module:Expands, pybridge_count, Calls,
                   ( pybridge_watching:tick(1), Calls )),
    wrap_predicate(Module:Generates, pybridge_count, Succeeds,
                   ( Succeeds, pybridge_watching:tick(2) )).

tick(Which) :-
    nb_getval(classic_counts, Counts),
    arg(Which, Counts, N0),
    N is N0+1,
    nb_setarg(Which, Counts, N).

%   Two marks with nothing between them show what remains of a mark's own cost.
%   They go into a queue of their own, so that nobody takes them for the search's.
calibrate(Announces, Limit) :-
    nb_setval(classic_limits, 0),
    nb_setval(classic_solved, false),
    nb_setval(classic_lost, 0),
    nb_setval(classic_cost, 0),
    Limit = 0,
    setup_call_cleanup(
        message_queue_create(Queue),
        ( nb_setval(classic_queue, Queue),
          \+ \+ Announces,
          \+ \+ Announces,
          thread_get_message(Queue, limit(0, figures(I1, _, _, _))),
          thread_get_message(Queue, limit(0, figures(I2, _, _, _)))
        ),
        message_queue_destroy(Queue)),
    Cost is I2-I1,
    nb_setval(classic_cost, Cost).

%   With a solution found at the limit before this one, the search is over.
announced(Job, Limit, Last) :-
    statistics(inferences, Inferences),
    must_be(between(0, 1000 000), Limit),
    count_limit,
    nb_getval(classic_solved, Solved),
    (   ( Limit > Last ; Solved == true )
    ->  leave(stopped, Inferences),
        throw(classic(stop(Job)))
    ;   leave(limit(Limit), Inferences)
    ).

%   A program that announces limits without end must not fill the memory with them.
count_limit :-
    nb_getval(classic_limits, N0),
    N is N0+1,
    nb_setval(classic_limits, N),
    (   N =< 100 000
    ->  true
    ;   representation_error(more_than_100000_limits)
    ).

%   Fails if all solutions are wanted, so that the search continues. A program that
%   continues after the one solution that is wanted is stopped.
found(Job, Solution, All) :-
    statistics(inferences, Inferences),
    (   All == false,
        nb_getval(classic_solved, true)
    ->  throw(classic(stop(Job)))
    ;   acyclic_term(Solution),
        plain(Solution)
    ->  nb_setval(classic_solved, true),
        leave(solved(Solution), Inferences),
        All == false
    ;   leave(solved(nonsense), Inferences),    % whoever reads the marks says so
        throw(classic(stop(Job)))
    ).

%   What a solution of any puzzle is made of.
plain(Term) :-
    (   compound(Term)
    ->  forall(arg(_, Term, Arg), plain(Arg))
    ;   integer(Term)
    ->  abs(Term) < 1<<53
    ;   atomic(Term),
        \+ number(Term)
    ).

leave(Mark) :-
    statistics(inferences, Inferences),
    leave(Mark, Inferences).

%   Leave Mark, seen at Inferences, and put its own cost on the account.
leave(Mark0, Inferences) :-
    nb_getval(classic_queue, Queue),
    nb_getval(classic_lost, Lost0),
    nb_getval(classic_cost, Cost),
    nb_getval(classic_counts, counts(Expanded, Generated)),
    statistics(cputime, Cpu),
    Own is Inferences-Lost0,
    copy_term_nat(Mark0, Mark1),
    Mark1 =.. Parts0,
    append(Parts0, [figures(Own, Cpu, Expanded, Generated)], Parts),
    Mark =.. Parts,
    thread_send_message(Queue, Mark),
    statistics(inferences, Now),
    Lost is Lost0+Now-Inferences+Cost,
    nb_setval(classic_lost, Lost).
