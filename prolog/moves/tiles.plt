/*  Tests of tiles.pl.

        $ swipl -g run_tests -t halt prolog/moves/tiles.plt

    What touches what follows from rows and columns, and an exchange is made entry by entry.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- ['../puzzles/sliding_tiles/seven'].
:- [tiles].

:- begin_tests(move).

test(order, Moves == [7-0-[7,0,2,1,4,3,6,5], 4-0-[4,7,2,1,0,3,6,5]]) :-
    start(page, State),
    findall(Move-State1, move(State, Move, State1), Moves).
test(every_cell, [forall(between(0, 7, Blank)), Made == Expected]) :-
    user:board(Blank, State),
    findall(Tile-Cell-State1, move(State, Tile-Cell, State1), Made0),
    msort(Made0, Made),
    findall(Tile-Blank-State1,
            ( between(0, 7, Cell), user:touch(Blank, Cell), nth0(Cell, State, Tile),
              user:exchanged(Tile, State, State1) ),
            Expected0),
    msort(Expected0, Expected).
test(equal_tiles, Moves == [1-1-[0,1,1,2,3,4,5,6], 1-1-[1,1,0,2,3,4,5,6], 4-1-[1,4,1,2,3,0,5,6]]) :-
    findall(Move-State1, move([1,0,1,2,3,4,5,6], Move, State1), Moves).
test(which_move_it_was, all(Move == [4-0])) :-
    move([0,7,2,1,4,3,6,5], Move, [4,7,2,1,0,3,6,5]).
test(two_moves_away, fail) :-
    move([0,7,2,1,4,3,6,5], _, [4,7,2,1,3,0,6,5]).

:- end_tests(move).

:- begin_tests(starts_and_solutions).

test(first_state, State == [1,0]) :-
    first_state([1,0], State).
test(print_moves, Text == "[4,3]\n") :-
    with_output_to(string(Text), print_moves([3-4,4-0])).
test(no_moves, Text == "[]\n") :-
    with_output_to(string(Text), print_moves([])).

:- end_tests(starts_and_solutions).

%   What the page is judged by: 2 x 4 cells.

board(Blank, State) :-
    nth0(Blank, State, 0, [1,2,3,4,5,6,7]).

touch(Cell, Other) :-
    Row is Cell//4, Column is Cell mod 4,
    Row1 is Other//4, Column1 is Other mod 4,
    abs(Row-Row1)+abs(Column-Column1) =:= 1.

exchanged(Tile, State, State1) :-
    findall(Entry1,
            ( member(Entry, State), ( Entry =:= 0 -> Entry1 = Tile ; Entry =:= Tile -> Entry1 = 0 ; Entry1 = Entry ) ),
            State1).
