/*  Tests of blocks.pl.

        $ swipl -g run_tests -t halt prolog/moves/blocks.plt

    breadth_first.plt compares the solutions with those of the classic program, which has
    moves of its own.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- dynamic place/1, (table)/1.
:- [blocks].

block(a).
block(b).
block(c).

:- begin_tests(places, [setup(forall(member(Place, [x,y,z]), assertz(user:place(Place)))),
                        cleanup(retractall(user:place(_)))]).

test(order, Moves == [c-y-[[a,x],[b,a],[c,y]], c-z-[[a,x],[b,a],[c,z]]]) :-
    findall(Move-State1, move([[a,x],[b,a],[c,b]], Move, State1), Moves).
test(blocks_before_places, Moves == [a-b, a-z, b-a, b-z, c-a, c-b, c-z]) :-
    findall(Move, move([[a,x],[b,y],[c,y]], Move, _), Moves0),
    subtract(Moves0, [a-c,b-c], Moves).
test(covered_block, fail) :-
    move([[a,x],[b,a],[c,y]], a-_, _).
test(onto_what_it_stands_on, fail) :-
    move([[a,x],[b,a],[c,y]], b-a, _).
test(onto_itself, fail) :-
    move([[a,x],[b,a],[c,y]], c-c, _).
test(onto_a_covered_place, fail) :-
    move([[a,x],[b,a],[c,y]], c-x, _).
test(which_move_it_was, all(Move == [c-b])) :-
    move([[a,x],[b,a],[c,y]], Move, [[a,x],[b,a],[c,b]]).

:- end_tests(places).

:- begin_tests(table, [setup(assertz(user:table(floor))), cleanup(retractall(user:table(_)))]).

test(has_room_for_all, Moves == [b-c, b-floor, c-b]) :-
    findall(Move, move([[a,floor],[b,a],[c,floor]], Move, _), Moves).

:- end_tests(table).

:- begin_tests(starts_and_solutions).

test(first_state, State == [[a,x]]) :-
    first_state([[a,x]], State).
test(print_moves, Text == "b -> x\na -> b\n") :-
    with_output_to(string(Text), print_moves([a-b,b-x])).

:- end_tests(starts_and_solutions).
