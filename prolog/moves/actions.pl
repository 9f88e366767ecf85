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
%   Everything that a goal requires holds in State, and \+ Thing does not.

is_goal(State) :-
    goal(Wanted),
    all_hold(Wanted, State).

%!  all_hold(+Conditions, +State) is semidet.
%
%   Each of Conditions holds in State: a thing, or \+ Thing for one that does not.

all_hold([], _).
all_hold([Condition|Conditions], State) :-
    (   Condition = (\+ Thing)
    ->  \+ ord_memberchk(Thing, State)
    ;   ord_memberchk(Condition, State)
    ),
    all_hold(Conditions, State).

%!  moved(+State, -Move, -State1) is nondet.
%
%   Move leads from State to State1.

moved(State, Move, State1) :-
    action(Move, Before, Add, Delete),
    all_hold(Before, State),
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
