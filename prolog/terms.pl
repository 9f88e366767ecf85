/*  The sliding puzzle by iterative deepening, with a board that is one term.

    seven.pl walks a list to read a tile, and again to move it. Here a board is
    board(T1, T2, ...), read by arg/3, and a move changes it in place: setarg/3 is
    undone on backtracking like a binding. What the search needs to know about a node
    goes from goal to goal as arguments, and what it asks of the facts is made ready
    as the file is loaded.

        $ swipl prolog/terms.pl
        ?- time(ids_low).

    It finds what seven.pl finds, at the same limits, node by node, on whatever
    sliding puzzle is loaded before it, and on the 7-puzzle if none is.

        $ swipl prolog/puzzles/sliding_tiles/box_eight.pl prolog/terms.pl

    The facts number the cells from 0, arg/3 from 1: so does all that follows, except
    the moves. What a board has at its blank means nothing, since the blank's
    cell is an argument of its own.
*/

:- encoding(utf8).
:- use_module(library(lists)).

%   Arithmetic is compiled; to the end of this file.
:- set_prolog_flag(optimise, true).

:- if(\+ current_predicate(puzzle/3)).
:- include('puzzles/sliding_tiles/seven').
:- endif.

%!  ids is semidet.
%
%   Depth-first search to a limit that grows by one; prints every limit, then a
%   shortest solution as the tiles in the order in which they move.

ids :-
    once(start(_, State)),
    state_board(State, Blank, Board),
    between(0, inf, Limit),
    print_limit(Limit),
    dfs(Limit, Blank, 0, Board, []),
    !.

%!  dfs(+Left, +Blank, +Last, +Board, +Moves) is semidet.
%
%   Board was reached by Moves, the last one first; Tile-Cell is a move of Tile
%   into Cell. Its blank is in cell Blank and comes from cell Last, to which it does
%   not go back; Last is 0 at the start. Succeeds at the first goal that is reached
%   by as many moves as are Left.

dfs(0, Blank, _, Board, Moves) :-
    goal_board(Blank, Board),
    !,
    print_moves(Moves).
dfs(Left, Blank, Last, Board, Moves) :-
    Left > 0,
    way(Blank, Last, Cell),
    arg(Cell, Board, Tile),
    setarg(Blank, Board, Tile),
    Left1 is Left-1,
    To is Blank-1,
    dfs(Left1, Cell, Blank, Board, [Tile-To|Moves]).

%!  ids_low is semidet.
%
%   As ids/0, with lower-bound pruning: the first limit is the lower bound of
%   the start.

ids_low :-
    once(start(_, State)),
    state_board(State, Blank, Board),
    distance_table(Table),
    lower_bound(Board, Table, Low),
    between(Low, inf, Limit),
    print_limit(Limit),
    dfs_low(Limit, Low, Blank, 0, Board, Table, []),
    !.

%!  dfs_low(+Left, +Low, +Blank, +Last, +Board, +Table, +Moves) is semidet.
%
%   As dfs/5; Low is the lower bound of Board, and no more than Left. A move changes
%   it by the distance of the moved tile alone. Table is an argument since a fact
%   that holds it would be copied at each call.

dfs_low(0, _, Blank, _, Board, _, Moves) :-
    goal_board(Blank, Board),
    !,
    print_moves(Moves).
dfs_low(Left, Low, Blank, Last, Board, Table, Moves) :-
    way(Blank, Last, Cell),
    arg(Cell, Board, Tile),
    arg(Tile, Table, Distances),
    arg(Cell, Distances, Before),
    arg(Blank, Distances, After),
    Low1 is Low-Before+After,
    Left1 is Left-1,
    Low1 =< Left1,
    setarg(Blank, Board, Tile),
    To is Blank-1,
    dfs_low(Left1, Low1, Cell, Blank, Board, Table, [Tile-To|Moves]).

%!  state_board(+State, -Blank, -Board) is det.
%
%   Board is the list State as a term, with its blank in cell Blank.

state_board(State, Blank, Board) :-
    nth1(Blank, State, 0),
    !,
    Board =.. [board|State].

%!  lower_bound(+Board, +Table, -Low) is det.
%
%   Low is the sum of the distances of all tiles.

lower_bound(Board, Table, Low) :-
    findall(Distance,
            ( arg(Cell, Board, Tile),
              Tile > 0,
              arg(Tile, Table, Distances),
              arg(Cell, Distances, Distance)
            ),
            All),
    sum_list(All, Low).

%!  distance_table(-Table) is det.
%
%   Table has for each tile by number, and each cell, what distance/2 says.

distance_table(Table) :-
    findall(Tile-Distances, distance(Tile, Distances), Pairs0),
    keysort(Pairs0, Pairs),
    findall(Row, ( member(_-Distances, Pairs), Row =.. [distances|Distances] ), Rows),
    Table =.. [table|Rows].

%!  way(+Blank, ?Last, -Cell) is nondet.
%
%   The blank, which came to cell Blank from Last, continues to Cell, in the order of
%   neighbor/2. Last is 0 if it came from nowhere.

:- dynamic way/3.
:- retractall(way(_, _, _)),
   forall(( neighbor(Blank0, Cells),
            Blank is Blank0+1,
            member(Last0, [-1|Cells]),
            Last is Last0+1,
            member(Cell0, Cells),
            Cell0 =\= Last0,
            Cell is Cell0+1
          ),
          assertz(way(Blank, Last, Cell))).

%!  goal_board(+Blank, +Board) is semidet.
%
%   Board, with its blank in cell Blank, is a goal.

:- dynamic goal_board/2.
:- retractall(goal_board(_, _)),
   forall(( goal(State),
            nth1(Blank, State, 0, Tiles),
            nth1(Blank, Entries, _, Tiles),
            Board =.. [board|Entries]
          ),
          assertz(goal_board(Blank, Board))).

print_limit(Limit) :-
    format("----- ~d -----~n", [Limit]).

%   The moves come last one first.
print_moves(Moves) :-
    reverse(Moves, Forward),
    findall(Tile, member(Tile-_, Forward), Tiles),
    format("~w~n", [Tiles]).
