:- module(pybridge_board, [ board_of/2,         % +Module, -Board
                            board_cells/2,      % +Board, -Count
                            board_neighbors/3,  % +Board, +Cell, -Cells
                            board_goals/2,      % +Board, -States
                            board_edge/3,       % +Board, ?From, ?To
                            board_places/2,     % +Board, -Places
                            board_spend/5,      % +Board, +Tile, +From, +To, -Spend
                            board_tiles/2,      % +Board, -Tiles
                            board_colours/2,    % +Board, -Colours
                            board_step/2        % +Board, -Step
                          ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).

/** <module> The facts of a sliding puzzle, as the compiler needs them

A board is board(Count, Rows, Goals, Distances, Places): how many cells there are, a
list of the neighbors of each, the goals, Tile-Distances for each tile, and a list
of place(Row, Column), one a cell, which is empty if the facts have no cell/3.
*/

%!  board_of(+Module:atom, -Board) is det.
%
%   Board is what the facts loaded into Module say.
%
%   @throws type_error(oneof([sliding_tiles]), Domain) if they are of another puzzle.

board_of(Module, board(Count, Rows, Goals, Distances, Places)) :-
    must_be(atom, Module),
    Module:puzzle(_, Domain, _),
    must_be(oneof([sliding_tiles]), Domain),
    findall(Goal, Module:goal(Goal), Goals),
    Goals = [Goal1|_],
    length(Goal1, Count),
    Last is Count-1,
    findall(Cells,
            ( between(0, Last, Cell), once(Module:neighbor(Cell, Cells)) ),
            Rows),
    (   current_predicate(Module:distance/2)
    ->  findall(Tile-Ds, Module:distance(Tile, Ds), Distances)
    ;   Distances = []
    ),
    (   current_predicate(Module:cell/3)
    ->  findall(place(Row, Column),
                ( between(0, Last, Cell), once(Module:cell(Cell, Row, Column)) ),
                Places)
    ;   Places = []
    ).

%!  board_cells(+Board, -Count) is det.

board_cells(board(Count, _, _, _, _), Count).

%!  board_neighbors(+Board, +Cell, -Cells) is det.
%
%   Cells touch Cell, in the order in which moves are tried.

board_neighbors(board(_, Rows, _, _, _), Cell, Cells) :-
    nth0(Cell, Rows, Cells).

%!  board_goals(+Board, -States) is det.

board_goals(board(_, _, Goals, _, _), Goals).

%!  board_edge(+Board, ?From, ?To) is nondet.
%
%   From and To touch.

board_edge(board(_, Rows, _, _, _), From, To) :-
    nth0(From, Rows, Cells),
    member(To, Cells).

%!  board_places(+Board, -Places) is det.
%
%   Where each cell is drawn, as place(Row, Column), by cell.

board_places(board(_, _, _, _, Places), Places).

%!  board_tiles(+Board, -Tiles) is det.
%
%   The tiles by number, equal ones once.

board_tiles(board(_, _, [Goal|_], _, _), Tiles) :-
    sort(Goal, Sorted),
    exclude(==(0), Sorted, Tiles).

%!  board_spend(+Board, +Tile, +From, +To, -Spend) is semidet.
%
%   A move of Tile to the neighbor To makes a solution through it Spend moves longer
%   than the bound promised: one move, and the change of its distance. Fails if Tile has no distances.

board_spend(board(_, _, _, Distances, _), Tile, From, To, Spend) :-
    memberchk(Tile-Ds, Distances),
    nth0(From, Ds, Before),
    nth0(To, Ds, After),
    Spend is 1+After-Before.

%!  board_step(+Board, -Step) is det.
%
%   Step is two(Colour, Colours) if neighbors always differ in colour and all goals have their
%   blank on Colour: the solutions of a start are then all even or all odd. Else it is `one`.

board_step(Board, Step) :-
    (   board_colours(Board, Colours),
        board_goals(Board, Goals),
        maplist(blank_colour(Colours), Goals, Seen),
        sort(Seen, [Colour])
    ->  Step = two(Colour, Colours)
    ;   Step = one
    ).

blank_colour(Colours, State, Colour) :-
    nth0(Blank, State, 0),
    nth0(Blank, Colours, Colour).

%!  board_colours(+Board, -Colours) is semidet.
%
%   Colours has 0 or 1 for each cell, and neighbors always differ; fails if a ring of cells is odd.

board_colours(Board, Colours) :-
    board_cells(Board, Count),
    length(Colours, Count),
    Last is Count-1,
    numlist(0, Last, Cells),
    maplist(colour_from(Board, Colours), Cells).

colour_from(Board, Colours, Cell) :-
    nth0(Cell, Colours, Colour),
    (   var(Colour)
    ->  Colour = 0,
        spread([Cell], Board, Colours)
    ;   true
    ).

spread([], _, _).
spread([Cell|Cells], Board, Colours) :-
    nth0(Cell, Colours, Colour),
    Other is 1-Colour,
    board_neighbors(Board, Cell, Neighbors),
    include(uncoloured(Colours), Neighbors, New),
    maplist(has_colour(Colours, Other), Neighbors),
    append(Cells, New, Next),
    spread(Next, Board, Colours).

uncoloured(Colours, Cell) :-
    nth0(Cell, Colours, Colour),
    var(Colour).

has_colour(Colours, Colour, Cell) :-
    nth0(Cell, Colours, Colour).
