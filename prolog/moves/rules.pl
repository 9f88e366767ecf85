/*  How a puzzle of rules moves: by its own move/3, as it stands.

    Where the rules say with continues/2 which steps continue from which, a move is a chain of
    steps that continue from each other, and its name the list of theirs.

        $ swipl prolog/puzzles/rules/farmer.pl prolog/moves/rules.pl
        ?- start(bank, State), moved(State, Move, State1).
*/

:- use_module(library(lists)).

%!  one_way is semidet.
%
%   Nobody says that moves can be undone.

one_way.

%!  first_state(+Start, -State) is det.
%
%   State is what start/2 has.

first_state(State, State).

%!  is_goal(+State) is nondet.

is_goal(State) :-
    goal(State).

%!  moved(+State, -Move, -State1) is nondet.
%
%   Move leads from State to State1.

:- if(current_predicate(continues/2)).

moved(State, Move, State1) :-
    findall(chain([Step],Next), ( move(State, Step, Next), Next \== State ), Chains),
    chains(Chains, State, [], Found),
    member(chain(Steps,State1), Found),
    chain_name(Steps, Move).

chain_name([Step], Step) :-
    !.
chain_name(Steps, Move) :-
    reverse(Steps, Move).

%   chains(+Chains, +State, +Ends, -Found): the shortest chain to each state, the first one
%   found, other than back to State. Steps come last one first. Ends has the ends of chains so
%   far, with their last steps: what continues from one step need not continue from another.
chains([], _, _, []).
chains([Chain|Chains0], State, Ends, Found) :-
    Chain = chain([Last|Steps],Here),
    (   memberchk(Here-Last, Ends)
    ->  chains(Chains0, State, Ends, Found)
    ;   findall(chain([Step,Last|Steps],Next),
                ( move(Here, Step, Next), continues(Last, Step), Next \== State ),
                More),
        append(Chains0, More, Chains),
        (   memberchk(Here-_, Ends)
        ->  Found = Found1
        ;   Found = [Chain|Found1]
        ),
        chains(Chains, State, [Here-Last|Ends], Found1)
    ).

:- else.

moved(State, Move, State1) :-
    move(State, Move, State1).

:- endif.

%!  print_moves(+Moves) is det.
%
%   Prints a line for each move. Moves come last one first.

print_moves(Moves) :-
    reverse(Moves, Forward),
    forall(member(Move, Forward), format("~q~n", [Move])).
