/*  Blocks world by iterative deepening, after M. Hiroi's page.

    A state is a list of [Block, Under], one pair a block, in the order of the
    block/1 facts; Under is another block, a place or the table. One clear block
    moves at a time, onto a clear block, a clear place or the table.

        $ swipl prolog/blocks.pl
        ?- ids.

    Facts and search stand apart: the search below runs on whatever blocks world
    is loaded before it, and on the page's three blocks if none is.

        $ swipl prolog/puzzles/blocks_world/blocks4.pl prolog/blocks.pl
*/

:- encoding(utf8).
:- use_module(library(lists)).

:- if(\+ current_predicate(puzzle/3)).
:- include('puzzles/blocks_world/blocks3').
:- endif.

%   A blocks world has places, or a table, or both.
:- discontiguous place/1, (table)/1.

%!  ids is semidet.
%
%   Depth-first search to a limit that grows by one; prints every limit, then
%   the moves of a shortest plan.

ids :-
    once(start(_, State)),
    between(0, inf, Limit),
    print_limit(Limit),
    dfs(0, Limit, [State]),
    !.

%!  dfs(+N, +Limit, +States) is semidet.
%
%   States is the path of N moves from the start, the last state first. Succeeds
%   at the first goal that Limit moves reach. No state comes twice on a path.

dfs(Limit, Limit, [State|States]) :-
    goal(State),
    !,
    print_plan([State|States]).
dfs(N, Limit, [State|States]) :-
    N < Limit,
    move_block(_, _, State, State1),
    \+ memberchk(State1, States),
    N1 is N+1,
    dfs(N1, Limit, [State1,State|States]).

%!  move_block(?Block, ?To, +State, -State1) is nondet.
%
%   State1 is State after moving Block onto To, which may be a block, a place or
%   the table.

move_block(Block, To, State, State1) :-
    member([Block,Under], State),
    clear(Block, State),
    move_to(To),
    To \== Under,
    To \== Block,
    clear(To, State),
    once(select([Block,Under], State, [Block,To], State1)).

%!  move_to(?To) is nondet.
%
%   A block can be put on To, if it is clear.

move_to(To) :-
    block(To).
move_to(To) :-
    place(To).
move_to(To) :-
    table(To).

%   Another block can be put on X.
clear(X, _) :-
    table(X),
    !.
clear(X, State) :-
    \+ memberchk([_,X], State).

print_limit(Limit) :-
    format("----- ~d -----~n", [Limit]).

%   The states come last one first.
print_plan(States) :-
    reverse(States, [State|Forward]),
    print_steps(Forward, State).

print_steps([], _).
print_steps([State|States], State0) :-
    member([Block,To], State),
    \+ memberchk([Block,To], State0),
    !,
    format("~w -> ~w~n", [Block,To]),
    print_steps(States, State).
