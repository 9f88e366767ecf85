/*  Any puzzle by iterative deepening: what can be done is what its rules say.

    The rules of a puzzle are ordinary Prolog: start/2, goal/1 and move/3. The search below
    runs on whatever puzzle is loaded before it, and on the farmer with wolf, goat and
    cabbage if none is.

        $ swipl prolog/rules.pl
        ?- time(ids).

        $ swipl prolog/puzzles/rules/jugs.pl prolog/rules.pl

    How the rules move is on a page of its own, which a copy of this one in another folder
    does not find by itself:

        $ swipl prolog/puzzles/rules/jugs.pl prolog/moves/rules.pl mine.pl
*/

:- encoding(utf8).
:- use_module(library(lists)).

:- if(\+ current_predicate(puzzle/3)).
:- include('puzzles/rules/farmer').
:- endif.

:- if(current_predicate(moved/3)).
:- elif((current_predicate(action/4), \+ current_predicate(move/3))).   % beside move/3, it is a helper of that
:- include('moves/actions').
:- else.
:- include('moves/rules').
:- endif.

%   reached(Limit): a path has Limit moves.
:- dynamic reached/1.

%!  ids is semidet.
%
%   Depth-first search to a limit that grows by one; prints every limit, then a shortest
%   solution. Fails if no path is as long as the limit: then there is no solution.

ids :-
    once(start(_, Start)),
    first_state(Start, State),
    limit(0, Limit),
    dfs(0, Limit, [start-State]),
    !.

%   limit(+Limit0, -Limit) is nondet: Limit0 and on, while there are paths of such lengths.
limit(Limit, Limit) :-
    retractall(reached(_)),
    print_limit(Limit).
limit(Limit0, Limit) :-
    retract(reached(Limit0)),
    Limit1 is Limit0+1,
    limit(Limit1, Limit).

%!  dfs(+N, +Limit, +Path) is semidet.
%
%   Path has N moves as Move-State, the last one first. Succeeds at the first goal that Limit
%   moves reach. No state comes twice on a path.

dfs(Limit, Limit, Path) :-
    !,
    reach(Limit),
    Path = [_-State|_],
    once(is_goal(State)),
    print_path(Path).
dfs(N, Limit, Path) :-
    Path = [_-State|_],
    step(State, Move, State1),
    \+ memberchk(_-State1, Path),
    N1 is N+1,
    dfs(N1, Limit, [Move-State1|Path]).

reach(Limit) :-
    (   reached(Limit)
    ->  true
    ;   assertz(reached(Limit))
    ).

%!  step(+State, -Move, -State1) is nondet.
%
%   A call expands State, a success generates State1.

step(State, Move, State1) :-
    moved(State, Move, State1).

%!  ids_low is semidet.
%
%   As ids/0, with the rules' own lower bound, bound/2: the first limit is that of the start,
%   and a path is left where its moves and the bound of its state are more than the limit.
%
%   @throws existence_error(bound, State): it has no bound for State, or a negative one.

:- if(current_predicate(bound/2)).

ids_low :-
    once(start(_, Start)),
    first_state(Start, State),
    ( bound(State, Low), Low >= 0 -> true ; no_bound(State) ),
    limit_low(Low, Limit),
    dfs_low(0, Limit, Low, [start-State]),
    !.

limit_low(Limit, Limit) :-
    retractall(reached(_)),
    print_limit(Limit).
limit_low(Limit0, Limit) :-
    retract(reached(_)),
    Limit1 is Limit0+1,
    limit_low(Limit1, Limit).

%!  dfs_low(+N, +Limit, +Low, +Path) is semidet.
%
%   As dfs/3; Low is the lower bound of the state that Path leads to.

dfs_low(Limit, Limit, Low, Path) :-
    Path = [_-State|_],
    (   once(is_goal(State))
    ->  print_path(Path)
    ;   Low =:= 0
    ->  reach(Limit),
        fail
    ).
dfs_low(N, Limit, Low, Path) :-
    N < Limit,
    N+Low =< Limit,
    Path = [_-State|_],
    step(State, Move, State1),
    \+ memberchk(_-State1, Path),
    N1 is N+1,
    ( bound(State1, Low1), Low1 >= 0 -> true ; no_bound(State1) ),
    (   N1+Low1 =< Limit
    ->  dfs_low(N1, Limit, Low1, [Move-State1|Path])
    ;   reach(Limit),
        fail
    ).

%   A state without a bound, 0 or more, is not left out: it may lead to the only goal.
no_bound(State) :-
    throw(error(existence_error(bound, State), _)).

:- endif.

print_limit(Limit) :-
    format("----- ~d -----~n", [Limit]).

%!  print_path(+Path) is det.
%
%   Prints the moves of Path.

print_path(Path) :-
    append(Steps, [_], Path),
    findall(Move, member(Move-_, Steps), Moves),
    print_moves(Moves).
