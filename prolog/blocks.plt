/*  Tests of blocks.pl.

        $ swipl -g run_tests -t halt prolog/blocks.plt

    The judge makes the states of three blocks on three places by trying every
    assignment, and recognizes a move by comparing two states, not by making one.
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- [blocks].

:- begin_tests(ids).

%   Source: M. Hiroi, Prolog programming, iterative deepening. The plan is the
%   only one of five moves.
test(output, Lines == ["----- 0 -----", "----- 1 -----", "----- 2 -----",
                       "----- 3 -----", "----- 4 -----", "----- 5 -----",
                       "red -> y", "blue -> red", "green -> z",
                       "blue -> green", "red -> blue", ""]) :-
    with_output_to(string(Text), ids),
    split_string(Text, "\n", "", Lines).

test(single_plan, Count == 1) :-
    start(page, State),
    nb_setval(plans, 0),
    with_output_to(string(Text), ignore(( user:dfs(0, 5, [State]), fail ))),
    split_string(Text, "\n", "", Lines),
    length(Lines, Length),
    Count is (Length-1)/5.

test(nothing_shorter, [forall(between(0, 4, Limit)), fail]) :-
    start(page, State),
    with_output_to(string(_), dfs(0, Limit, [State])).

:- end_tests(ids).

:- begin_tests(move_block).

test(states, Count == 60) :-
    aggregate_all(count, user:legal(_), Count).

test(successors, [forall(user:legal(State)), Made == Expected]) :-
    findall(Block/To/State1, move_block(Block, To, State, State1), Made0),
    msort(Made0, Made),
    findall(Block/To/State1,
            ( user:legal(State1), user:one_move(Block, To, State, State1) ),
            Expected0),
    msort(Expected0, Expected).

test(order, Moves == [red/y, red/z]) :-
    start(page, State),
    findall(Block/To, move_block(Block, To, State, _), Moves).

test(given_block_and_target, State == [[red,y],[blue,green],[green,x]]) :-
    start(page, State0),
    once(move_block(red, y, State0, State)).
test(covered_block, fail) :-
    start(page, State),
    move_block(blue, y, State, _).
test(onto_what_it_stands_on, fail) :-
    start(page, State),
    move_block(red, blue, State, _).
test(onto_itself, fail) :-
    start(page, State),
    move_block(red, red, State, _).
test(onto_a_covered_place, fail) :-
    start(page, State),
    move_block(red, x, State, _).

:- end_tests(move_block).

:- begin_tests(move_to).

test(blocks_before_places, Targets == [red, blue, green, x, y, z]) :-
    findall(To, move_to(To), Targets).

:- end_tests(move_to).

%   What the program is judged by.

legal(State) :-
    Blocks = [red, blue, green],
    maplist([Block,[Block,Under]]>>member(Under, [red, blue, green, x, y, z]), Blocks, State),
    maplist([[_,Under],Under]>>true, State, Unders),
    is_set(Unders),
    forall(member(Block, Blocks), stands(Block, State, 3)).

%   Block's tower ends at a place within this many steps.
stands(Thing, State, Steps) :-
    (   memberchk([Thing,Under], State)
    ->  Steps > 0,
        Steps1 is Steps-1,
        stands(Under, State, Steps1)
    ;   true
    ).

%   Two legal states differ in what Block stands on, and it carries nothing.
one_move(Block, To, State, State1) :-
    findall(B/U, ( member([B,U], State1), \+ memberchk([B,U], State) ), [Block/To]),
    \+ member([_,Block], State).
