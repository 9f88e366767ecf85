/*  The sliding puzzle by iterative deepening, after M. Hiroi's 7-puzzle.

    A board is a list with one entry a cell, 0 for the blank. Tiles are exchanged
    by cell, never by number, so equal tiles need no care.

        $ swipl prolog/seven.pl
        ?- time(ids_low).

    Facts and search stand apart: the search below runs on whatever sliding puzzle
    is loaded before it, and on the 7-puzzle if none is. From a start that cannot
    reach a goal, the search never ends; `pybridge check` finds such starts.

        $ swipl prolog/puzzles/sliding_tiles/box_eight.pl prolog/seven.pl
*/

:- encoding(utf8).
:- use_module(library(lists)).

:- if(\+ current_predicate(puzzle/3)).
:- include('puzzles/sliding_tiles/seven').
:- endif.

%!  ids is semidet.
%
%   Depth-first search to a limit that grows by one; prints every limit, then a
%   shortest solution as the tiles in the order in which they move.

ids :-
    once(start(_, Board)),
    nth0(Blank, Board, 0),
    between(0, inf, Limit),
    print_limit(Limit),
    dfs(0, Limit, Blank, Board, []),
    !.

%!  dfs(+N, +Limit, +Blank, +Board, +Moves) is semidet.
%
%   Board, with its blank in cell Blank, was reached by the N Moves, the last
%   one first; Tile-Cell is a move of Tile into Cell. Succeeds at the first goal
%   that Limit moves reach. The last move is never undone.

dfs(Limit, Limit, _, Board, Moves) :-
    goal(Board),
    !,
    print_moves(Moves).
dfs(N, Limit, Blank, Board, Moves) :-
    N < Limit,
    neighbor(Blank, Cells),
    member(Cell, Cells),
    nth0(Cell, Board, Tile),
    \+ Moves = [Tile-Cell|_],
    slide(Blank, Cell, Board, Board1),
    N1 is N+1,
    dfs(N1, Limit, Cell, Board1, [Tile-Blank|Moves]).

%!  ids_low is semidet.
%
%   As ids/0, with lower-bound pruning: the first limit is the lower bound of
%   the start.

ids_low :-
    once(start(_, Board)),
    nth0(Blank, Board, 0),
    calc_distance(Board, 0, 0, Low),
    between(Low, inf, Limit),
    print_limit(Limit),
    dfs_low(0, Limit, Low, Blank, Board, []),
    !.

%!  dfs_low(+N, +Limit, +Low, +Blank, +Board, +Moves) is semidet.
%
%   As dfs/5; Low is the lower bound of Board, changed at each move by the
%   distance of the moved tile alone.

dfs_low(Limit, Limit, _, _, Board, Moves) :-
    goal(Board),
    !,
    print_moves(Moves).
dfs_low(N, Limit, Low, Blank, Board, Moves) :-
    N+Low =< Limit,
    neighbor(Blank, Cells),
    member(Cell, Cells),
    nth0(Cell, Board, Tile),
    \+ Moves = [Tile-Cell|_],
    distance(Tile, Distances),
    nth0(Cell, Distances, From),
    nth0(Blank, Distances, To),
    Low1 is Low-From+To,
    slide(Blank, Cell, Board, Board1),
    N1 is N+1,
    dfs_low(N1, Limit, Low1, Cell, Board1, [Tile-Blank|Moves]).

%!  calc_distance(+Tiles, +Cell, +Low0, -Low) is det.
%
%   Low is Low0 plus the distances of Tiles, which lie from Cell onwards.

calc_distance([], _, Low, Low).
calc_distance([0|Tiles], Cell, Low0, Low) :-
    !,
    Cell1 is Cell+1,
    calc_distance(Tiles, Cell1, Low0, Low).
calc_distance([Tile|Tiles], Cell, Low0, Low) :-
    distance(Tile, Distances),
    nth0(Cell, Distances, Distance),
    Low1 is Low0+Distance,
    Cell1 is Cell+1,
    calc_distance(Tiles, Cell1, Low1, Low).

%!  slide(+Blank, +Cell, +Board, -Board1) is det.
%
%   Board1 is Board with the entries of two cells exchanged.

slide(Blank, Cell, Board, Board1) :-
    Blank < Cell,
    !,
    Gap is Cell-Blank,
    exchange(Blank, Gap, Board, Board1).
slide(Blank, Cell, Board, Board1) :-
    Blank > Cell,
    Gap is Blank-Cell,
    exchange(Cell, Gap, Board, Board1).

%   Exchange the entry at an index with the one Gap places behind it.
exchange(0, Gap, [X|Xs], [Y|Ys]) :-
    !,
    put(Gap, X, Y, Xs, Ys).
exchange(Index, Gap, [X|Xs], [X|Ys]) :-
    Index1 is Index-1,
    exchange(Index1, Gap, Xs, Ys).

put(1, X, Y, [Y|Xs], [X|Xs]) :-
    !.
put(Gap, X, Y, [Z|Xs], [Z|Ys]) :-
    Gap1 is Gap-1,
    put(Gap1, X, Y, Xs, Ys).

print_limit(Limit) :-
    format("----- ~d -----~n", [Limit]).

%   The moves come last one first.
print_moves(Moves) :-
    reverse(Moves, Forward),
    findall(Tile, member(Tile-_, Forward), Tiles),
    format("~w~n", [Tiles]).
