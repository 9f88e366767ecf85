/*  How a blocks world moves: one clear block at a time, onto a clear block, a clear
    place or the table.

    A state is a list of [Block, Under], one pair a block. A program includes this page,
    or it is loaded before the program and behind the facts of a puzzle.

        $ swipl prolog/puzzles/blocks_world/blocks4.pl prolog/moves/blocks.pl
        ?- start(page, State), move(State, Move, State1).
*/

:- use_module(library(lists)).

%   A blocks world has places, or a table, or both.
:- discontiguous place/1, (table)/1.

%!  first_state(+Start, -State) is det.
%
%   State is what start/2 has.

first_state(State, State).

%!  move(+State, ?Move, ?State1) is nondet.
%
%   Move is Block-To: Block is put on To.

move(State, Block-To, State1) :-
    member([Block,Under], State),
    clear(Block, State),
    ( block(To) ; place(To) ; table(To) ),
    To \== Under,
    To \== Block,
    clear(To, State),
    once(select([Block,Under], State, [Block,To], State1)).

%   Another block can be put on X.
clear(X, _) :-
    table(X),
    !.
clear(X, State) :-
    \+ memberchk([_,X], State).

%!  print_moves(+Moves) is det.
%
%   Prints a line for each move. Moves come last one first.

print_moves(Moves) :-
    reverse(Moves, Forward),
    forall(member(Block-To, Forward), format("~w -> ~w~n", [Block,To])).
