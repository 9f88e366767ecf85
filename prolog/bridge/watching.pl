:- module(pybridge_watching, [ watch/5          % +Classic, +Job, +Module, +Program, +Options
                             ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(library(prolog_wrap)).
:- use_module('../engine/error_text', [placed_error/6, thrown_term/5]).
:- use_module('../engine/limits').
:- use_module('../engine/marks').
:- use_module('../source/goal_names').
:- use_module(nodes).
:- use_module(printing).
:- use_module(texts, [given_states/4, observes/7, solution_mark/3, state_mark/3]).

/** <module> A classic program that reports its progress

Two predicates by which the program prints are replaced: one gets every limit, the
other every solution, and both leave marks (see marks.pl), which another thread may take
while the search runs:

    begun(Figures)
    limit(Limit, Figures)               an iteration begins
    limit(Limit, Line, Figures)         the same, announced by a line
    solved(Solution, Figures)
    printed(Line, Figures)              by a program that has not both of these predicates:
                                        a line, unless it announces a limit (limit_line/3)
    visited(Index, N, Low, Figures)     it visits the state at Index of its path(States), and counts N
                                        moves: a number, or what else it has there as text
    beside(Index, State, Figures)       it visits State from there, which is not the next
    stopped(Figures)                    the last iteration wanted is over
    failed(Figures)                     a program of the user's has failed
    ended(Figures)

Figures is figures(Inferences, CpuSeconds, Expanded, Generated). What a mark
itself takes is measured first and subtracted, so that the difference of two marks
is the search's own inferences and no others. Nodes are counted in a run of their
own, since counting costs inferences.
*/

%!  watch(+Classic, +Job, +Module, +Program, +Options) is det.
%
%   Run Program, which was loaded into Module, and leave marks of Job. Classic is a
%   solution of classic/8; Options are counted(Boolean), all(Boolean), limit(Last),
%   limits(Limits), signs(Signs), path(States) and nodes(Depth, Most) of run_classic/4.

watch(Classic, Job, Module, Program, Options) :-
    Classic = classic(_, Domain, _, _, Announces, Prints, Expands, Generates),
    option(counted(Counted), Options, false),
    option(all(All), Options, false),
    option(limit(Last), Options, inf),
    nb_setval(classic_counts, counts(0, 0)),
    (   Counted == true,
        \+ lacks(Module, Expands, Generates, Options)
    ->  count(Module, Expands, Generates)
    ;   true
    ),
    (   option(path(Given), Options)
    ->  given_states(Domain, Module, Given, States),
        observe(Module, Domain, Program, States)
    ;   true
    ),
    note_nodes(Classic, Module, Program, Options),
    (   \+ lacks(Module, Announces, Prints, Options)
    ->  arg(1, Announces, Limit),
        replace(Module, Announces, pybridge_watching:announced(Job, Limit, Last)),
        arg(1, Prints, Solution),
        replace(Module, Prints, pybridge_watching:found(Job, Domain, Solution, All)),
        Limit = 0,
        calibrate(Module:Announces),
        ( option(text(_, _), Options) -> Goal = pybridge_watching:succeeding(Module:Program) ; Goal = Module:Program ),
        search(Job, Module, Goal, Options)
    ;   option(signs(Signs), Options, ""),
        OnLine = pybridge_watching:line(Job, Last, Signs),
        printing(calibrate(format("----- 0 -----~n")), OnLine),
        search(Job, Module, pybridge_printing:printing(pybridge_watching:succeeding(Module:Program), OnLine), Options)
    ).

%   succeeding(:Goal): a failure leaves a mark.
succeeding(Goal) :-
    ( call(Goal) -> true ; leave(failed) ).

%   lacks(+Module, +Head, +Other, +Options): a program of the user's has not what the classic texts
%   print by, or make nodes by.
lacks(Module, Head, Other, Options) :-
    option(text(_, _), Options),
    \+ ( defines(Module, Head), defines(Module, Other) ).

defines(Module, Head) :-
    functor(Head, Name, Arity),
    functor(Own, Name, Arity),
    predicate_property(Module:Own, defined),
    \+ predicate_property(Module:Own, imported_from(_)).

%   Not wrapped: each wrapper permanently leaves a functor in Prolog.
replace(Module, Head, Body) :-
    functor(Head, Name, Arity),
    abolish(Module:Name, Arity),
    assertz((Module:Head :- Body)).

%   Whatever ends the search, the marks say where it ended.
search(Job, Module, Goal, Options) :-
    option(limits(Limits), Options, []),
    open_marks(Job, Queue),
    nb_setval(classic_queue, Queue),
    nb_setval(classic_solved, false),
    nb_setval(classic_limits, 0),
    ( option(text(Program, _), Options) -> nb_setval(classic_program, own(Program)) ; nb_setval(classic_program, ours) ),
    (   option(places(true), Options),
        option(text(Name, Text), Options)
    ->  leave(begun),
        setup_call_cleanup(
            set_prolog_flag(last_call_optimisation, false),    % keeps the clause that a last call is in
            catch(limited(Limits, catch_with_backtrace(ignore(Goal), Error, throw(Error))), End1, true),
            set_prolog_flag(last_call_optimisation, true)),
        leave(ended),
        placed(End1, Module, Name, Text, End0)
    ;   leave(begun),
        catch(limited(Limits, ignore(Goal)), End0, true),
        leave(ended)
    ),
    leave_number,
    copy_term_nat(End0, End),           % no goal that waits for a variable of it is ever called
    (   ( var(End) ; End == classic(stop(Job)) )
    ->  true
    ;   throw(End)
    ).

%   placed(+End0, +Module, +Name, +Text, -End): an error of a program of the user's with the line
%   of its clause. Only where library(prolog_stack) is loaded, errors say where they were.
placed(End0, Module, Name, Text, End) :-
    nonvar(End0),
    (   placed_error(End0, pybridge_watching:of_program, named_goal(Text), _, Line, Said)
    ;   thrown_term(End0, Module, _, Line, Said)
    ),
    !,
    End = error(program_file(Name, [fault(Line, 1, Said)]), _).
placed(End, _, _, _, End).

of_program(Source) :-
    atom_concat(_, '.program', Source).

count(Module, Same, Same) :-
    !,
    wrap_predicate(Module:Same, pybridge_count, Wrapped,
                   ( pybridge_watching:tick(1), Wrapped, pybridge_watching:tick(2) )).
count(Module, Expands, Generates) :-
    wrap_predicate(Module:Expands, pybridge_count, Calls,
                   ( pybridge_watching:tick(1), Calls )),
    wrap_predicate(Module:Generates, pybridge_count, Succeeds,
                   ( Succeeds, pybridge_watching:tick(2) )).

%   Tell what a search visits along a path: only the first visit counts of each state in
%   each iteration, and of the states beside it the first few.
observe(Module, Domain, Program, States) :-
    (   observes(Domain, Program, Head, Goal, N, Low, State),
        defines(Module, Head)
    ->  Path =.. [path|States],
        nb_setval(classic_path, Path),
        nb_setval(classic_from, -1),
        wrap_predicate(Module:Head, pybridge_observe, Wrapped,
                       ( ignore(( Goal, pybridge_watching:observed(Domain, N, Low, State) )), Wrapped ))
    ;   true
    ).

observed(Domain, N, Low, State) :-
    statistics(inferences, Inferences),
    b_getval(classic_from, From),
    Index is From+1,
    nb_getval(classic_path, Path),
    (   From < -1
    ->  true
    ;   Number is Index+1,
        arg(Number, Path, Expected),
        State == Expected
    ->  b_setval(classic_from, Index),
        plain_bound(Low, Bound),
        plain_count(N, Count),
        leave(visited(Index, Count, Bound), Inferences)
    ;   b_setval(classic_from, -2),
        ( ground(State), state_mark(Domain, State, Mark), plain(Mark) -> Seen = Mark ; Seen = nonsense ),
        leave(beside(From, Seen), Inferences)
    ).

plain_bound(Low, Bound) :-
    ( integer(Low), plain(Low) -> Bound = Low ; Bound = none ).

plain_count(N, Count) :-
    (   integer(N),
        plain(N)
    ->  Count = N
    ;   format(string(Text), "~W", [N, [quoted(true), max_depth(20)]]),
        ( sub_string(Text, 0, 60, _, Count) -> true ; Count = Text )
    ).

tick(Which) :-
    nb_getval(classic_counts, Counts),
    arg(Which, Counts, N0),
    N is N0+1,
    nb_setarg(Which, Counts, N).

%   Two marks with nothing between them show what remains of a mark's own cost.
%   They go into a queue of their own, so that nobody takes them for the search's.
calibrate(Announces) :-
    nb_setval(classic_limits, 0),
    nb_setval(classic_solved, false),
    nb_setval(classic_lost, 0),
    nb_setval(classic_cost, 0),
    setup_call_cleanup(
        message_queue_create(Queue),
        ( nb_setval(classic_queue, Queue),
          \+ \+ Announces,
          \+ \+ Announces,
          maplist(calibrated(Queue), [I1, I2])
        ),
        message_queue_destroy(Queue)),
    Cost is I2-I1,
    nb_setval(classic_cost, Cost).

calibrated(Queue, Inferences) :-
    thread_get_message(Queue, Mark),
    functor(Mark, limit, Arity),
    arg(Arity, Mark, figures(Inferences, _, _, _)).

%   With a solution found at the limit before this one, the search is over.
announced(Job, Limit, Last) :-
    statistics(inferences, Inferences),
    announced(Job, limit(Limit), Last, Inferences).

announced(Job, Mark, Last, Inferences) :-
    arg(1, Mark, Limit),
    must_be(between(0, 1000 000), Limit),
    nb_setval(classic_limit, Limit),
    count_limit,
    nb_getval(classic_solved, Solved),
    (   ( Limit > Last ; Solved == true )
    ->  leave(stopped, Inferences),
        throw(classic(stop(Job)))
    ;   leave(Mark, Inferences)
    ).

%   What a program prints that has a way of its own to print. Lines without end must not
%   fill the memory: those that are not taken yet are the last ones.
line(Job, Last, Signs, Line) :-
    statistics(inferences, Inferences),
    (   limit_line(Line, Signs, Limit)
    ->  announced(Job, limit(Limit, Line), Last, Inferences)
    ;   nb_getval(classic_queue, Queue),
        message_queue_property(Queue, size(Size)),
        ( Size > 10 000 -> ignore(thread_get_message(Queue, printed(_, _), [timeout(0)])) ; true ),
        string_length(Line, Length),
        ( Length =< 40 000 -> leave(printed(Line), Inferences) ; true )
    ).

%   A program of the user's that announces limits without end must not fill the memory with
%   them, nor announce them faster than it can be stopped.
count_limit :-
    nb_getval(classic_limits, N0),
    N is N0+1,
    nb_setval(classic_limits, N),
    (   ( N =< 100 ; nb_getval(classic_program, ours) )
    ->  true
    ;   N =< 10 000
    ->  sleep(0.001)
    ;   nb_getval(classic_program, own(Program)),
        Text = "the program announces more than 10,000 thresholds",
        throw(error(program_file(Program, [fault(1, 1, Text)]), _))
    ).

%   Fails if all solutions are wanted, so that the search continues. A program that
%   continues after the one solution that is wanted is stopped.
found(Job, Domain, Printed, All) :-
    statistics(inferences, Inferences),
    (   All == false,
        nb_getval(classic_solved, true)
    ->  throw(classic(stop(Job)))
    ;   acyclic_term(Printed),
        solution_mark(Domain, Printed, Solution),
        plain(Solution)
    ->  nb_setval(classic_solved, true),
        leave_path,
        leave(solved(Solution), Inferences),
        All == false
    ;   leave(solved(nonsense), Inferences),    % the reader of the marks says so
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
