/*  How a puzzle of actions moves: an action that is possible adds what it adds, and deletes
    what it deletes and does not add.

    A state is a list of what holds, sorted. A program includes this page, or it is loaded
    before the program and behind the actions of a puzzle.

        $ swipl prolog/puzzles/rules/gripper.pl prolog/moves/actions.pl
        ?- start(rooms, Start), first_state(Start, State), moved(State, Move, State1).
*/

:- use_module(library(lists)).
:- use_module(library(ordsets)).

%!  one_way is semidet.
%
%   Nobody says that moves can be undone.

one_way.

%!  first_state(+Start, -State) is det.
%
%   State has what holds in Start, sorted.

first_state(Start, State) :-
    sort(Start, State).

%!  is_goal(+State) is nondet.
%
%   All that a goal wants holds in State.

is_goal(State) :-
    goal(Wanted),
    sort(Wanted, Things),
    ord_subset(Things, State).

%!  moved(+State, -Move, -State1) is nondet.
%
%   Move leads from State to State1.

moved(State, Move, State1) :-
    action(Move, Before, Add, Delete),
    sort(Before, Needed),
    ord_subset(Needed, State),
    sort(Delete, Deleted),
    ord_subtract(State, Deleted, Rest),
    sort(Add, Added),
    ord_union(Rest, Added, State1).

%!  print_moves(+Moves) is det.
%
%   Prints a line for each move. Moves come last one first.

print_moves(Moves) :-
    reverse(Moves, Forward),
    forall(member(Move, Forward), format("~q~n", [Move])).
