/*  Tests of classic.pl.

        $ swipl -g run_tests -t halt prolog/bridge/classic.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../engine/marks').
:- use_module(classic).

:- flag(job, _, 100).
:- prolog_load_context(directory, Here),
   file_directory_name(Here, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(run_classic, [cleanup(user:forget_all)]).

test(kinds_of_marks, Kinds == Expected) :-
    user:marks_of(sliding_tiles, seven, ids_low, [], Marks),
    maplist([Mark,Kind]>>functor(Mark, Kind, _), Marks, Kinds),
    findall(limit, between(16, 36, _), Limits),
    append([begun|Limits], [solved, ended], Expected).

test(limits, Limits == Expected) :-
    user:marks_of(sliding_tiles, seven, ids_low, [], Marks),
    findall(Limit, member(limit(Limit, _), Marks), Limits),
    numlist(16, 36, Expected).

test(solution, Tiles == [7,2,1,5,6,1,2,7,4,3,1,2,5,6,2,5,7,4,3,1,5,2,6,7,4,3,1,5,2,6,7,4,3,2,6,7]) :-
    user:marks_of(sliding_tiles, seven, ids_low, [], Marks),
    memberchk(solved(Moves, _), Marks),
    findall(Tile, member(Tile-_, Moves), Reversed),
    reverse(Reversed, Tiles).

test(prints_nothing, Output == "") :-
    with_output_to(string(Output), user:marks_of(blocks_world, blocks3, ids, [], _)).

%   A mark's own inferences are subtracted to within a few.
test(figures_never_fall, [forall(member(Counted, [true, false]))]) :-
    user:marks_of(blocks_world, blocks3, ids, [counted(Counted)], [begun(_)|Marks]),
    maplist([Mark,I-E-G]>>( functor(Mark, _, N), arg(N, Mark, figures(I, _, E, G)) ), Marks, Figures),
    forall(append(_, [I1-E1-G1,I2-E2-G2|_], Figures),
           assertion(( I1 =< I2+5, E1 =< E2, G1 =< G2 ))).

test(uncounted, Nodes == [0/0]) :-
    user:marks_of(blocks_world, blocks3, ids, [], Marks),
    findall(E/G,
            ( member(Mark, Marks), functor(Mark, _, N), arg(N, Mark, figures(_, _, E, G)) ),
            Nodes0),
    sort(Nodes0, Nodes).

%   One state, two moves from it, none to undo: [Limit, Expanded, Generated].
test(counted, Counts == [0-0/0, 1-1/2]) :-
    user:marks_of(blocks_world, blocks3, ids, [counted(true), limit(1)], Marks),
    findall(L-F, ( member(M, Marks), ( M = limit(L, F) ; M = stopped(F), L = end ) ), Begins),
    findall(L-E/G,
            ( append(_, [L-figures(_, _, E1, G1), _-figures(_, _, E2, G2)|_], Begins),
              E is E2-E1, G is G2-G1
            ),
            Counts).

test(limit, Last-Kinds == 3-[stopped, ended]) :-
    user:marks_of(sliding_tiles, seven, ids, [limit(3)], Marks),
    findall(Limit, member(limit(Limit, _), Marks), Limits),
    last(Limits, Last),
    findall(Kind, ( member(Mark, Marks), functor(Mark, Kind, _), Kind \== limit, Kind \== begun ), Kinds).

%   Source of the count: breadth-first search.
test(all, Count == 24) :-
    user:marks_of(sliding_tiles, seven, ids_low, [all(true)], Marks),
    aggregate_all(count, member(solved(_, _), Marks), Count),
    findall(Limit, member(limit(Limit, _), Marks), Limits),
    assertion(last(Limits, 36)).

test(start_by_name, Limit == 31) :-
    user:marks_of(sliding_tiles, eight, ids_low, [start(named(farthest_2))], Marks),
    user:last_limit(Marks, Limit).
test(start_by_state, Limit == 2) :-
    user:marks_of(sliding_tiles, seven, ids_low, [start(state([1,2,3,4,5,0,6,7]))], Marks),
    user:last_limit(Marks, Limit).
test(start_at_the_goal, Solved == [[]]) :-
    user:marks_of(sliding_tiles, seven, ids, [start(state([1,2,3,4,5,6,7,0]))], Marks),
    findall(Moves, member(solved(Moves, _), Marks), Solved).

test(no_such_program, error(existence_error(program, _))) :-
    user:marks_of(blocks_world, blocks3, format, [], _).
test(no_such_file, error(existence_error(_, _))) :-
    run_classic(0, '/no/such/file.pl', ids, []).
test(job_must_be_a_number, error(type_error(integer, x))) :-
    run_classic(x, '/no/such/file.pl', ids, []).

test(leaves_no_module, After == Before) :-
    user:marks_of(blocks_world, blocks3, ids, [], _),
    user:modules(Before),
    forall(between(1, 5, _), user:marks_of(blocks_world, blocks3, ids, [], _)),
    user:modules(After).

test(same_marks_twice, Inferences1 == Inferences2) :-
    user:marks_of(sliding_tiles, eight, ids_low, [], _),
    user:inferences_of(eight, Inferences1),
    user:inferences_of(eight, Inferences2).

:- end_tests(run_classic).

:- begin_tests(marks_of_runs, [cleanup(user:forget_all)]).

test(are_taken_once, Rest == []) :-
    user:run(7, blocks_world, blocks3, ids, []),
    take_marks(7, [begun(_),limit(0, _)|_]),
    take_marks(7, Rest).
test(of_each_run_apart, Kinds == [solved/9]) :-
    user:run(9, blocks_world, blocks3, ids, []),
    user:run(10, blocks_world, blocks3, ids, [limit(2)]),
    findall(solved/Job, ( member(Job, [9, 10]), take_marks(Job, Marks), memberchk(solved(_, _), Marks) ), Kinds).
test(forgotten, Marks == []) :-
    user:run(11, blocks_world, blocks3, ids, []),
    forget_marks(11),
    take_marks(11, Marks).

:- end_tests(marks_of_runs).

run(Job, Domain, Name, Program, Options) :-
    prolog_folder(Folder),
    atomic_list_concat([Folder, /, puzzles, /, Domain, /, Name, '.pl'], File),
    run_classic(Job, File, Program, Options).

marks_of(Domain, Name, Program, Options, Marks) :-
    flag(job, Job, Job+1),
    run(Job, Domain, Name, Program, Options),
    take_marks(Job, Marks).

last_limit(Marks, Limit) :-
    findall(L, member(limit(L, _), Marks), Limits),
    last(Limits, Limit).

inferences_of(Name, Inferences) :-
    marks_of(sliding_tiles, Name, ids_low, [], Marks),
    memberchk(begun(figures(I1, _, _, _)), Marks),
    memberchk(ended(figures(I2, _, _, _)), Marks),
    Inferences is I2-I1.

modules(Modules) :-
    findall(Module, current_module(Module), Modules0),
    msort(Modules0, Modules).

forget_all :-
    flag(job, Next, Next),
    forall(between(1, Next, Job), forget_marks(Job)).
