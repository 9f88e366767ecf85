:- module(pybridge_grid, [ grid_of/3,           % +Board, +Heuristic, -Grid
                           grid_sizes/3,        % +Grid, +Axis, -Sizes
                           grid_cells/3,        % +Grid, +Axis, -Lines
                           grid_homes/3,        % +Grid, +Axis, -Homes
                           grid_reading/3,      % +Grid, +Axis, -Cells
                           grid_ranks/3,        % +Grid, +Axis, -Ranks
                           grid_move/5          % +Grid, +From, +To, -Axis, -Behind
                         ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(board).

/** <module> Full rectangles: boards whose rows and columns mean something to a bound

A grid is a board of rows and columns with a cell at each place, all tiles different,
and one goal. An axis is `rows`, whose lines are the rows of the board and which
vertical moves cross, or `columns`.

A Grid is grid(Rows, Columns, Places, Goal): Places is a list of place(Row, Column), one a
cell, both counted from 0, whatever the facts count from.
*/

%!  grid_of(+Board, +Heuristic, -Grid) is det.
%
%   @throws unfit_heuristic(Heuristic, Reason) if Board is none, where Reason is a string.

grid_of(Board, Heuristic, Grid) :-
    board_places(Board, Places),
    (   misfit(Board, Places, Format-Arguments)
    ->  format(string(Reason), Format, Arguments),
        throw(error(unfit_heuristic(Heuristic, Reason), _))
    ;   true
    ),
    board_goals(Board, [Goal]),
    from_0(Places, Places0, Rows, Columns),
    Grid = grid(Rows, Columns, Places0, Goal).

misfit(_, [], "the facts do not give the places of its cells"-[]).
misfit(Board, _, "it has ~d goals, but must have one"-[Count]) :-
    board_goals(Board, Goals),
    length(Goals, Count),
    Count > 1.
misfit(Board, _, "~d tiles have number ~d, but all must differ"-[Count, Tile]) :-
    board_goals(Board, [Goal|_]),
    msort(Goal, Tiles),
    pairs_keys_values(Pairs, Tiles, Tiles),
    group_pairs_by_key(Pairs, Groups),
    member(Tile-Same, Groups),
    length(Same, Count),
    Count > 1.
misfit(Board, _, "its tiles are not numbered from 1 to ~d"-[Last]) :-
    board_goals(Board, [Goal|_]),
    msort(Goal, Tiles),
    length(Tiles, Count),
    Last is Count-1,
    \+ numlist(0, Last, Tiles).
misfit(_, Places, "it has no cell at row ~d, column ~d, but must be a full rectangle"-[Row, Column]) :-
    ranges(Places, Rows, Columns),
    member(Row, Rows),
    member(Column, Columns),
    \+ memberchk(place(Row, Column), Places).
misfit(Board, Places, "cells ~d and ~d share a side but are not neighbors"-[Cell, Other]) :-
    nth0(Cell, Places, Place),
    nth0(Other, Places, Place1),
    beside(Place, Place1),
    \+ board_edge(Board, Cell, Other).
misfit(Board, Places, "cells ~d and ~d are neighbors but do not share a side"-[Cell, Other]) :-
    board_edge(Board, Cell, Other),
    nth0(Cell, Places, Place),
    nth0(Other, Places, Place1),
    \+ beside(Place, Place1).

beside(place(Row, Column), place(Row1, Column1)) :-
    abs(Row-Row1)+abs(Column-Column1) =:= 1.

%   The rows and the columns, from the least to the greatest.
ranges(Places, Rows, Columns) :-
    range(rows, Places, Rows),
    range(columns, Places, Columns).

range(Axis, Places, Numbers) :-
    maplist(line(Axis), Places, Lines),
    min_list(Lines, Least),
    max_list(Lines, Most),
    numlist(Least, Most, Numbers).

line(rows, place(Row, _), Row).
line(columns, place(_, Column), Column).

from_0(Places, Places0, Rows, Columns) :-
    ranges(Places, RowNumbers, ColumnNumbers),
    RowNumbers = [Top|_],
    ColumnNumbers = [Left|_],
    length(RowNumbers, Rows),
    length(ColumnNumbers, Columns),
    maplist(moved(Top, Left), Places, Places0).

moved(Top, Left, place(Row, Column), place(Row0, Column0)) :-
    Row0 is Row-Top,
    Column0 is Column-Left.

%!  grid_sizes(+Grid, +Axis, -Sizes) is det.
%
%   Sizes is sizes(Lines, Length, GoalLine): how many lines, how many cells in each, and
%   the line of the blank in the goal.

grid_sizes(Grid, Axis, sizes(Lines, Length, GoalLine)) :-
    Grid = grid(Rows, Columns, _, Goal),
    (   Axis == rows
    ->  Lines-Length = Rows-Columns
    ;   Lines-Length = Columns-Rows
    ),
    once(nth0(Blank, Goal, 0)),
    grid_cells(Grid, Axis, Cells),
    nth0(Blank, Cells, GoalLine).

%!  grid_cells(+Grid, +Axis, -Lines) is det.
%
%   The line of each cell, by cell.

grid_cells(grid(_, _, Places, _), Axis, Lines) :-
    maplist(line(Axis), Places, Lines).

%!  grid_homes(+Grid, +Axis, -Homes) is det.
%
%   The line of each tile in the goal, from tile 1 on. They are counted from 1, to be indices.

grid_homes(Grid, Axis, Homes) :-
    Grid = grid(_, _, _, Goal),
    grid_cells(Grid, Axis, Lines),
    pairs_keys_values(Pairs, Goal, Lines),
    keysort(Pairs, [0-_|Sorted]),
    pairs_values(Sorted, Homes0),
    maplist(succ, Homes0, Homes).

%!  grid_reading(+Grid, +Axis, -Cells) is det.
%
%   All cells, line by line.

grid_reading(grid(_, _, Places, _), Axis, Cells) :-
    findall(Key-Cell, ( nth0(Cell, Places, Place), reading_key(Axis, Place, Key) ), Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Cells).

reading_key(rows, place(Row, Column), Row-Column).
reading_key(columns, place(Row, Column), Column-Row).

%!  grid_ranks(+Grid, +Axis, -Ranks) is det.
%
%   When each tile is read in the goal if it is read line by line, from tile 1 on. Ranks count
%   from 1 and leave none out.

grid_ranks(Grid, Axis, Ranks) :-
    Grid = grid(_, _, _, Goal),
    grid_reading(Grid, Axis, Cells),
    findall(Tile,
            ( member(Cell, Cells), nth0(Cell, Goal, Tile), Tile \== 0 ),
            Tiles),
    findall(Tile-Rank, nth1(Rank, Tiles, Tile), Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Ranks).

%!  grid_move(+Grid, +From, +To, -Axis, -Behind) is det.
%
%   The move of a tile between neighbors crosses from line to line of Axis. Behind is `true`
%   if it comes from the line behind the blank's, and `false` if from the one before.

grid_move(grid(_, _, Places, _), From, To, Axis, Behind) :-
    nth0(From, Places, place(Row, Column)),
    nth0(To, Places, place(Row1, Column1)),
    (   Column =:= Column1
    ->  Axis = rows,
        Step is Row-Row1
    ;   Axis = columns,
        Step is Column-Column1
    ),
    (   Step =:= 1
    ->  Behind = true
    ;   Behind = false
    ).
