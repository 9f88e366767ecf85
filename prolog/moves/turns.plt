/*  Tests of turns.pl.

        $ swipl -g run_tests -t halt prolog/moves/turns.plt

    A ring of four pieces: r turns it, s exchanges two. permutation.plt flips pancakes.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- dynamic metric/1, generator/2.
:- [turns].

goal([1,2,3,4]).

generator(r, [[1,2,3,4]]).
generator(s, [[1,2]]).
generator(n, []).

:- begin_tests(basic_move, [cleanup(user:count_by(half))]).

test(half, Moves == [r,r2,'r\'',s]) :-
    user:count_by(half),
    findall(Move, basic_move(Move, _, _), Moves).
test(quarter, Moves == [r,'r\'',s]) :-
    user:count_by(quarter),
    findall(Move, basic_move(Move, _, _), Moves).
test(powers, [forall(member(Powers-Expected, [[2]-[r2], [1]-[r,s], [-1]-['r\'',s], [1,2]-[r,r2,s], [5]-[r,s]])),
              Moves == Expected]) :-
    user:count_by(Powers),
    findall(Move, basic_move(Move, _, _), Moves).
test(direction, all(Move-State == [r-state(d,a,b,c), r2-state(c,d,a,b), 'r\''-state(b,c,d,a), s-state(b,a,c,d)])) :-
    user:count_by(half),
    basic_move(Move, state(a,b,c,d), State).

:- end_tests(basic_move).

:- begin_tests(power_name).

test(orders, [forall(member(Order-Expected, [2-[x], 3-[x,'x\''], 5-[x,x2,'x2\'','x\''], 6-[x,x2,x3,'x2\'','x\'']])),
              Names == Expected]) :-
    Last is Order-1,
    findall(Name, ( between(1, Last, Power), power_name(x, Power, Order, Name) ), Names).

:- end_tests(power_name).

:- begin_tests(make_moves).

test(typed, [forall(user:typed(Text, Expected)), State == Expected]) :-
    make_moves(Text, state(1,2,3,4), State).
test(unknown_move, error(existence_error(generator, q2))) :-
    make_moves("r q2", state(1,2,3,4), _).
test(names_that_begin_alike, [setup(assertz(user:generator(r2, [[1,3]]))), cleanup(retract(user:generator(r2, _))),
                              State == state(3,2,1,4)]) :-
    make_moves("r2", state(1,2,3,4), State).
test(half_a_move, error(existence_error(generator, rx))) :-
    make_moves("rx", state(1,2,3,4), _).

:- end_tests(make_moves).

:- begin_tests(move, [setup(( user:count_by(half), compile_moves ))]).

test(all, all(Move-State == [r-[4,1,2,3], r2-[3,4,1,2], 'r\''-[2,3,4,1], s-[2,1,3,4]])) :-
    move([1,2,3,4], Move, State).
test(alike_pieces, all(Move == [r,'r\'',s])) :-
    move([5,6,5,6], Move, [6,5,_,_]).
test(which_move_it_was, all(Move == ['r\''])) :-
    move([1,2,3,4], Move, [2,3,4,1]).
test(compiled_again, Moves == [r,'r\'',s]) :-
    user:count_by(quarter),
    compile_moves,
    findall(Move, move([1,2,3,4], Move, _), Moves).

:- end_tests(move).

:- begin_tests(starts_and_solutions).

test(a_state, State == [4,3,2,1]) :-
    first_state([4,3,2,1], State).
test(moves_from_the_goal, State == [1,4,2,3]) :-
    first_state("r s", State).
test(print_moves, Text == "r s r'\n") :-
    with_output_to(string(Text), print_moves(['r\'',s,r])).

:- end_tests(starts_and_solutions).

typed("r", state(4,1,2,3)).
typed("r2", state(3,4,1,2)).
typed("r3", state(2,3,4,1)).
typed("r'", state(2,3,4,1)).
typed("r2'", state(3,4,1,2)).
typed("r4", state(1,2,3,4)).
typed("  r  s ", state(1,4,2,3)).
typed("n2", state(1,2,3,4)).
typed("", state(1,2,3,4)).

count_by(Metric) :-
    retractall(metric(_)),
    assertz(metric(Metric)).
