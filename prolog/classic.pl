:- module(classic, [ run_classic/4              % +Job, +File, +Program, +Options
                   ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(option)).
:- use_module(library(prolog_wrap)).
:- use_module(fact_file).
:- use_module(limits).
:- use_module(marks).
:- use_module(loading, [prepare_programs/0]).
:- use_module(texts).

/** <module> The classic programs, run and watched

The text of a classic program is loaded beside a fact file in a module of its
own, unchanged; so is a program that was compiled from the facts (see texts.pl). Two
predicates by which it prints are replaced: one is told every limit, the other every
solution, and both leave marks (see marks.pl), which another thread may take while the
search goes on:

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

%!  run_classic(+Job, +File, +Program, +Options) is det.
%
%   Run Program on the puzzle in File and leave marks. Options:
%
%     - engine(+Engine)
%       Whose Program: `prolog` (the default), `prolog-terms` or `prolog-compiled`.
%     - heuristic(+Heuristic), pruning(+Pruning), and others for compile_puzzle/3
%       What `prolog-compiled` compiles into `ida_star`.
%     - start(+Start)
%       As in load_facts/3. Default is `first`.
%     - text(+Name, +Text)
%       A program that is not trusted, to run in place of the classic text. It must
%       announce and print as that does.
%     - counted(+Boolean)
%       Count nodes. Default is `false`.
%     - all(+Boolean)
%       Go on to all solutions of the least limit that has one. Default `false`.
%     - limit(+Limit)
%       The last limit to try. Default is `inf`.
%     - limits(+Limits)
%       What the search may use, as in limited/2; loading is not counted. Default
%       is `[]`.

run_classic(Job, File, Program, Options) :-
    must_be(integer, Job),
    must_be(atom, Program),
    option(start(Start), Options, first),
    in_temporary_module(
        Module,
        load_facts(File, Start, Module),
        run_beside(Job, Module, Program, Options)).

run_beside(Job, Module, Program, Options) :-
    Module:puzzle(_, Domain, _),
    option(engine(Engine), Options, prolog),
    Classic = classic(Engine, Domain, Programs, _, _, _, _, _),
    (   call(Classic),
        memberchk(Program, Programs)
    ->  true
    ;   existence_error(program, Engine/Domain/Program)
    ),
    current_output(Output),
    setup_call_cleanup(
        ( load(Classic, Job, Module, Program, Options, Unload),
          set_output(user_error)        % what a program of the user's may print
        ),
        watch(Classic, Job, Module, Program, Options),
        ( set_output(Output), Unload )).

%   Unload is to be called before the module goes.
load(Classic, _, Module, Program, Options, program_file:unload_program(Module)) :-
    option(text(Name, Text), Options),
    !,
    prepare_programs,
    program_file:load_program(Text, Name, Module),
    Classic = classic(_, _, _, _, Announces, Prints, _, _),
    forall(( member(Head, [Program, Announces, Prints]),
             \+ current_predicate(_, Module:Head)
           ),
           missing(Module, Name, Head)).
load(Classic, Job, Module, Program, Options, unload_file(Id)) :-
    arg(4, Classic, Source),
    open_text(Source, Module, Program, Options, Name, Stream),
    atomic_list_concat([Name, '@', Job], Id),
    call_cleanup(
        load_files(Module:Id, [stream(Stream), silent(true)]),
        close(Stream)).

missing(Module, Name, Head) :-
    functor(Head, Missing, Arity),
    program_file:unload_program(Module),
    format(string(Text), "the program defines no ~q, by which it is run and watched", [Missing/Arity]),
    throw(error(program_file(Name, [fault(1, 1, Text)]), _)).

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
    replace(Module, Announces, classic:announced(Job, Limit, Last)),
    arg(1, Prints, Solution),
    replace(Module, Prints, classic:found(Solution, All)),
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
    catch(limited(Limits, ignore(Program)), End, true),
    leave(ended),
    (   ( var(End) ; End == classic(stop(Job)) )
    ->  true
    ;   throw(End)
    ).

count(Module, Same, Same) :-
    !,
    wrap_predicate(Module:Same, pybridge_count, Wrapped,
                   ( classic:tick(1), Wrapped, classic:tick(2) )).
count(Module, Expands, Generates) :-
    wrap_predicate(Module:Expands, pybridge_count, Calls,
                   ( classic:tick(1), Calls )),
    wrap_predicate(Module:Generates, pybridge_count, Succeeds,
                   ( Succeeds, classic:tick(2) )).

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
    Mark0 =.. Parts0,
    append(Parts0, [figures(Own, Cpu, Expanded, Generated)], Parts),
    Mark =.. Parts,
    thread_send_message(Queue, Mark),
    statistics(inferences, Now),
    Lost is Lost0+Now-Inferences+Cost,
    nb_setval(classic_lost, Lost).
