/*  Tests of permutation.pl.

        $ swipl -g run_tests -t halt prolog/permutation.plt

    The judge flips pancakes by taking lists apart, and knows nothing of cycles: a
    breadth-first search of all 5,040 stacks has the distances. Another puzzle, a ring of
    four pieces, is loaded into a module of its own for what pancakes do not have.
*/

:- encoding(utf8).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module(library(solution_sequences)).
:- use_module(bridge/fact_file).
:- [permutation].

:- dynamic away/2.                      % Stack, Distance

:- prolog_load_context(directory, Here),
   asserta(prolog_folder(Here)).

:- begin_tests(ids, [setup(user:search_all), cleanup(retractall(user:away(_, _)))]).

test(output, Lines == ["----- 0 -----", "----- 1 -----", "----- 2 -----", "----- 3 -----", "----- 4 -----",
                       "----- 5 -----", "----- 6 -----", "----- 7 -----", "----- 8 -----",
                       "f2 f4 f6 f4 f3 f7 f5 f3", ""]) :-
    with_output_to(string(Text), ids),
    split_string(Text, "\n", "", Lines).

test(low_output, Lines == ["----- 2 -----", "----- 3 -----", "----- 4 -----", "----- 5 -----", "----- 6 -----",
                           "----- 7 -----", "----- 8 -----", "f2 f4 f6 f4 f3 f7 f5 f3", ""]) :-
    with_output_to(string(Text), ids_low),
    split_string(Text, "\n", "", Lines).

test(solution) :-
    start(shuffled, Stack),
    foldl(user:flip, [2,4,6,4,3,7,5,3], Stack, [1,2,3,4,5,6,7]).

test(optimal, [nondet, forall(start(Name, Stack)), Length == Optimal]) :-
    optimal(Name, Optimal),
    user:away(Stack, Length).

%   Source of the counts: OEIS A092113.
test(distances, Counts == [1,6,30,149,543,1357,1903,1016,35]) :-
    findall(Count, ( between(0, 8, D), aggregate_all(count, user:away(_, D), Count) ), Counts).

test(dfs_finds_the_distance, [nondet, forall(( between(0, 5, D), user:first_away(D, Stack) ))]) :-
    numbered(Stack, State),
    with_output_to(string(_), once(dfs(0, D, start, State, []))).

test(dfs_finds_nothing_shorter, [forall(( between(1, 6, D), user:first_away(D, Stack) )), fail]) :-
    numbered(Stack, State),
    Shorter is D-1,
    with_output_to(string(_), dfs(0, Shorter, start, State, [])).

test(bound_is_never_too_high, Wrong == []) :-
    compile_orbits(Orbits),
    findall(Stack-Low,
            ( user:away(Stack, D), numbered(Stack, State), lower_bound(Orbits, State, Low), Low > D ),
            Wrong).

test(bound_of_the_goal, Low == 0) :-
    compile_orbits(Orbits),
    solved(State),
    lower_bound(Orbits, State, Low).

%   One move takes two of the sum; of several orbits the largest bound counts.
test(bound_by_the_sum, Low == 2) :-
    lower_bound([orbit(2, [1-row(0,1,1),2-row(1,0,1),3-row(1,1,0)])], state(2,3,1), Low).
test(bound_by_one_piece, Low == 3) :-
    lower_bound([orbit(2, [1-row(0,3,1,1),2-row(1,0,1,1)]),orbit(2, [3-row(0,0,0,1),4-row(0,0,1,0)])],
                state(2,1,4,3), Low).
test(orbit_of_pancakes, Most-Points == 6-[1,2,3,4,5,6,7]) :-
    compile_orbits([orbit(Most, Rows)]),
    findall(Point, member(Point-_, Rows), Points).

:- end_tests(ids).

:- begin_tests(moves, [setup(compile_facts)]).

test(order, Moves == [f2,f3,f4,f5,f6,f7]) :-
    findall(Move, turn(Move, _, _), Moves).
test(turn, [forall(between(2, 7, Top)), nondet, State1 == Expected]) :-
    atom_concat(f, Top, Move),
    turn(Move, state(a,b,c,d,e,f,g), State1),
    user:flip(Top, [a,b,c,d,e,f,g], Stack),
    Expected =.. [state|Stack].
test(never_undoes_the_last_move, [forall(turn(Last, _, _)), Moves == Expected]) :-
    findall(Move, follows(Last, Move), Moves),
    findall(Move, ( turn(Move, _, _), Move \== Last ), Expected).
test(begins_with_any, Moves == [f2,f3,f4,f5,f6,f7]) :-
    solved(State),
    findall(Move, move(start, Move, State, _), Moves).

:- end_tests(moves).

%   A ring of four pieces: r turns it, s exchanges two.
:- begin_tests(ring).

test(merging_with_half, Moves == [s]) :-
    user:in_ring("metric(half)", "", findall(Move, follows(r, Move), Moves)).
test(not_merging_with_quarter, Moves == [r,s]) :-
    user:in_ring("metric(quarter)", "", findall(Move, follows(r, Move), Moves)).
test(start_as_moves, State == state(1,4,2,3)) :-
    user:in_ring("metric(half)", "r s", first_state(State)).
test(unknown_move, error(existence_error(generator, q2))) :-
    user:in_ring("metric(half)", "r q2", first_state(_)).
test(alike_pieces, State == state(1,2,2,1)) :-
    user:in_module("puzzle(it, permutation, \"it\"). goal([7, 9, 9, 7]). metric(half). generator(r, [[1, 2, 3, 4]]).",
                   solved(State)).
test(orbits, Orbits == [orbit(2, [1-row(0,1,0,0),2-row(1,0,0,0)]), orbit(2, [3-row(0,0,0,1),4-row(0,0,1,0)])]) :-
    user:in_module("puzzle(it, permutation, \"it\"). goal([1, 2, 3, 4, 4]). metric(half).
                    generator(r, [[1, 2], [3, 4]]). generator(s, [[3, 4]]).
                    distance(1, [0, 1, 0, 0, 0]). distance(2, [1, 0, 0, 0, 0]).
                    distance(3, [0, 0, 0, 1, 0]). distance(4, [0, 0, 1, 0, 0]).",
                   compile_orbits(Orbits)).

:- end_tests(ring).

%   What the program is judged by.

flip(Top, Stack0, Stack) :-
    length(Tops, Top),
    append(Tops, Others, Stack0),
    reverse(Tops, Flipped),
    append(Flipped, Others, Stack).

search_all :-
    compile_facts,
    retractall(away(_, _)),
    Goal = [1,2,3,4,5,6,7],
    assertz(away(Goal, 0)),
    layers(0, [Goal]).

layers(_, []) :-
    !.
layers(D, Stacks) :-
    D1 is D+1,
    findall(Next,
            ( member(Stack, Stacks), between(2, 7, Top), flip(Top, Stack, Next),
              \+ away(Next, _), assertz(away(Next, D1)) ),
            Nexts),
    layers(D1, Nexts).

%   The first few states at a distance.
first_away(D, Stack) :-
    limit(5, away(Stack, D)).

in_ring(Metric, Start, Goal) :-
    format(string(Text),
           "puzzle(it, permutation, \"ring\"). start(s, ~q). goal([1, 2, 3, 4]). ~s. \c
            generator(r, [[1, 2, 3, 4]]). generator(s, [[1, 2]]).",
           [Start, Metric]),
    in_module(Text, Goal).

in_module(Facts, Goal) :-
    prolog_folder(Folder),
    atom_concat(Folder, '/permutation.pl', Path),
    atom_concat(Path, '@test', Id),     % what it includes is found from there
    in_temporary_module(
        Module,
        ( set_module(Module:base(system)), load_facts_text(Facts, it, first, Module) ),
        ( setup_call_cleanup(
              open(Path, read, Stream, [encoding(utf8)]),
              load_files(Module:Id, [stream(Stream), silent(true)]),
              close(Stream)),
          call_cleanup(user:compiled(Module, Goal), unload_file(Id))
        )).

%   A predicate of its own: SWI-Prolog 9.2 compiles no goal that names a temporary module.
compiled(Module, Goal) :-
    Module:compile_facts,
    Module:Goal.
