/*  How a sliding puzzle moves: a tile beside the blank slides into it.

    A state is a list with one entry a cell, 0 for the blank. A program includes this
    page, or it is loaded before the program and behind the facts of a puzzle.

        $ swipl prolog/puzzles/sliding_tiles/seven.pl prolog/moves/tiles.pl
        ?- start(page, State), move(State, Move, State1).
*/

:- use_module(library(lists)).

%   Arithmetic is compiled; to the end of this file.
:- set_prolog_flag(optimise, true).

%!  first_state(+Start, -State) is det.
%
%   State is what start/2 has.

first_state(State, State).

%!  move(+State, ?Move, ?State1) is nondet.
%
%   Move is Tile-Cell: Tile slides into Cell, where the blank was.

move(State, Tile-Blank, State1) :-
    nth0(Blank, State, 0),
    neighbor(Blank, Cells),
    member(Cell, Cells),
    nth0(Cell, State, Tile),
    slide(State, Cell, Tile, State1).

%   The blank goes to a cell and leaves the tile of that cell where it was.
slide([], _, _, []).
slide([Entry0|State0], Cell, Tile, [Entry|State]) :-
    (   Cell =:= 0
    ->  Entry = 0
    ;   Entry0 == 0
    ->  Entry = Tile
    ;   Entry = Entry0
    ),
    Cell1 is Cell-1,
    slide(State0, Cell1, Tile, State).

%!  print_moves(+Moves) is det.
%
%   Prints the tiles in the order in which they move. Moves come last one first.

print_moves(Moves) :-
    reverse(Moves, Forward),
    findall(Tile, member(Tile-_, Forward), Tiles),
    format("~w~n", [Tiles]).
