:- module(pybridge_watching, [ watch/5          % +Classic, +Job, +Module, +Program, +Options
                             ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(library(prolog_wrap)).
:- use_module(limits).
:- use_module(marks).

/** <module> A classic program that tells how it gets on

Two predicates by which the program prints are replaced: one is told every limit, the
other every solution, and both leave marks (see marks.pl), which another thread may take
while the search goes on:

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
    replace(Module, Prints, pybridge_watching:found(Solution, All)),
    calibrate(Module:Announces, Limit),
    search(Job, Module:Program, Limits).

%   Not wrapped: each wrapper leaves a functor in Prolog for ever.
replace(Module, Head, Body) :-
    functor(Head, Name, Arity),
    abolish(Module:Name, Arity),
    assertz((Module:Head :- Body)).

%   Whatever ends the search, the marks tell where it ended.
search(Job, Program, Limits) :-
    open_marks(Job, Queue),
    nb_setval(classic_queue, Queue),
    nb_setval(classic_solved, false),
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
    must_be(integer, Limit),
    nb_getval(classic_solved, Solved),
    (   ( Limit > Last ; Solved == true )
    ->  leave(stopped, Inferences),
        throw(classic(stop(Job)))
    ;   leave(limit(Limit), Inferences)
    ).

%   Fails if all solutions are wanted, so that the search goes on.
found(Solution, All) :-
    statistics(inferences, Inferences),
    nb_setval(classic_solved, true),
    leave(solved(Solution), Inferences),
    All == false.

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
