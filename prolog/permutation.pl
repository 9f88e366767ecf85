/*  Permutation puzzles by iterative deepening.

        $ swipl prolog/permutation.pl
        ?- time(ids_low).

    Facts, moves and search stand apart. The search below runs on whatever permutation
    puzzle is loaded before it, and on seven pancakes if none is. How generators turn the
    pieces is on a page of its own, moves/turns.pl. From a start that cannot reach the
    goal, the search never ends; `pybridge check` finds such starts.

        $ swipl prolog/puzzles/permutation/pocket.pl prolog/permutation.pl

    A copy of this page in another folder finds neither by itself:

        $ swipl prolog/puzzles/permutation/pocket.pl prolog/moves/turns.pl mine.pl

    When a search begins, each move becomes a clause, such as

        turn(r, state(A,B,C,D), state(D,A,B,C)).

    with a variable for each point, so that one unification moves all pieces.
*/

:- encoding(utf8).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(ugraphs)).

%   Arithmetic is compiled; to the end of this file.
:- set_prolog_flag(optimise, true).

:- if(\+ current_predicate(puzzle/3)).
:- include('puzzles/permutation/pancake').
:- endif.

%   How the pieces move, unless it is loaded.
:- if(\+ current_predicate(basic_move/3)).
:- include('moves/turns').
:- endif.

:- dynamic turn/3.                      % Move, State, State1
:- dynamic follows/2.                   % Last, Move
:- dynamic solved/1.                    % State

%!  ids is semidet.
%
%   Depth-first search to a limit that grows by one; prints every limit, then a
%   shortest solution as the names of its moves.

ids :-
    compile_facts,
    first_state(State),
    between(0, inf, Limit),
    print_limit(Limit),
    dfs(0, Limit, start, State, []),
    !.

%!  dfs(+N, +Limit, +Last, +State, +Moves) is semidet.
%
%   State was reached by the N Moves, the last one first, which is also Last; that is
%   `start` if there is none. Succeeds at the first goal that Limit moves reach.

dfs(Limit, Limit, _, State, Moves) :-
    solved(State),
    !,
    print_moves(Moves).
dfs(N, Limit, Last, State, Moves) :-
    N < Limit,
    move(Last, Move, State, State1),
    N1 is N+1,
    dfs(N1, Limit, Move, State1, [Move|Moves]).

%!  move(+Last, -Move, +State, -State1) is nondet.
%
%   State1 is State after Move. Moves that merge with Last are left out: those that with
%   it move nothing, such as R and R', or what one move does, such as R and R.

move(Last, Move, State, State1) :-
    follows(Last, Move),
    turn(Move, State, State1).

%!  ids_low is semidet.
%
%   As ids/0, with lower-bound pruning: the first limit is the lower bound of the
%   start. The facts must have distance/2.

ids_low :-
    compile_facts,
    compile_orbits(Orbits),
    first_state(State),
    lower_bound(Orbits, State, Low),
    between(Low, inf, Limit),
    print_limit(Limit),
    dfs_low(0, Limit, Low, Orbits, start, State, []),
    !.

%!  dfs_low(+N, +Limit, +Low, +Orbits, +Last, +State, +Moves) is semidet.
%
%   As dfs/5; Low is the lower bound of State.

dfs_low(Limit, Limit, _, _, _, State, Moves) :-
    solved(State),
    !,
    print_moves(Moves).
dfs_low(N, Limit, Low, Orbits, Last, State, Moves) :-
    N+Low =< Limit,
    move(Last, Move, State, State1),
    lower_bound(Orbits, State1, Low1),
    N1 is N+1,
    dfs_low(N1, Limit, Low1, Orbits, Move, State1, [Move|Moves]).

%!  lower_bound(+Orbits, +State, -Low) is det.
%
%   An orbit is orbit(Most, Rows): its points, each as Point-Row where argument Piece of
%   Row is the distance of that piece from that point. One move moves Most of the points
%   at most, each by a distance of one: so the sum of all distances needs Sum/Most
%   moves, and the piece that is farthest from its goal needs its distance. Low is
%   the largest of these over the orbits.

lower_bound(Orbits, State, Low) :-
    foldl(orbit_bound(State), Orbits, 0, Low).

orbit_bound(State, orbit(Most, Rows), Low0, Low) :-
    sum_distances(Rows, State, 0, Sum, Low0, Low1),
    Low is max(Low1, (Sum+Most-1)//Most).

sum_distances([], _, Sum, Sum, Largest, Largest).
sum_distances([Point-Row|Rows], State, Sum0, Sum, Largest0, Largest) :-
    arg(Point, State, Piece),
    arg(Piece, Row, Distance),
    Sum1 is Sum0+Distance,
    Largest1 is max(Largest0, Distance),
    sum_distances(Rows, State, Sum1, Sum, Largest1, Largest).

%!  compile_facts is det.
%
%   Make the clauses of the moves, of those that follow each other, and of the goal.

compile_facts :-
    retractall(turn(_, _, _)),
    retractall(follows(_, _)),
    retractall(solved(_)),
    forall(basic_move(Move, State, State1),
           assertz(turn(Move, State, State1))),
    forall(( turn(Move, _, _) ; Move = start ),
           forall(( turn(Next, _, _), \+ merge(Move, Next) ),
                  assertz(follows(Move, Next)))),
    goal(Goal),
    numbered(Goal, Solved),
    assertz(solved(Solved)).

%   The two moves together move nothing, or what one move does.
merge(Last, Move) :-
    unturned(State),
    turn(Last, State, State1),
    turn(Move, State1, State2),
    ( State2 == State ; turn(_, State, State2) ),
    !.

%   The pieces have the numbers of their points.
unturned(State) :-
    goal(Goal),
    length(Goal, Points),
    numlist(1, Points, Numbers),
    State =.. [state|Numbers].

%!  first_state(-State) is det.
%
%   State is that of the first start, which is a list of the pieces by point, or a string
%   of moves from the goal, such as "R U2 F'".

first_state(State) :-
    once(start(_, Start)),
    (   is_list(Start)
    ->  numbered(Start, State)
    ;   solved(Goal),
        make_moves(Start, Goal, State)
    ).

%   State has the pieces by point, with numbers from 1 on in the order of those in the facts.
numbered(Pieces, State) :-
    goal(Goal),
    sort(Goal, Kinds),
    maplist(number_of(Kinds), Pieces, Numbers),
    State =.. [state|Numbers].

number_of(Kinds, Piece, Number) :-
    nth1(Number, Kinds, Piece),
    !.

%!  compile_orbits(-Orbits) is det.
%
%   Orbits are those of lower_bound/3. Points belong to the same one if moves connect
%   them; points that nothing moves belong to none.

compile_orbits(Orbits) :-
    unturned(State),
    findall(From-To, ( turn(_, State, State1), arg(To, State1, From), From =\= To ), Steps),
    vertices_edges_to_ugraph([], Steps, Graph),
    findall(Points, ( member(Point-_, Graph), reachable(Point, Graph, Points) ), All),
    sort(All, Each),
    maplist(orbit_of(State), Each, Orbits).

orbit_of(State, Points, orbit(Most, Rows)) :-
    aggregate_all(max(Count),
                  ( turn(_, State, State1), moved(Points, State1, Count) ),
                  Most),
    maplist(row, Points, Rows).

moved(Points, State, Count) :-
    aggregate_all(count, ( member(Point, Points), \+ arg(Point, State, Point) ), Count).

row(Point, Point-Row) :-
    goal(Goal),
    sort(Goal, Kinds),
    findall(Distance,
            ( member(Piece, Kinds), distance(Piece, Distances), nth1(Point, Distances, Distance) ),
            Row0),
    Row =.. [row|Row0].

print_limit(Limit) :-
    format("----- ~d -----~n", [Limit]).
