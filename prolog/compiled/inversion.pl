:- module(pybridge_inversion, [ inversion_tables/3,  % +Grid, -Values, -Goals
                                inversion_begin/5,   % +Grid, +Axis, +State, -Low, -Goals
                                inversion_pass/6     % +Grid, +Move, +Tile, +Inversions0, -Inversions, -Goals
                              ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(clause_text).
:- use_module(directions).
:- use_module(grid).

/** <module> Inversion distance as a bound (Takahashi, 2001)

A node carries for each direction the number of inversions and what tiles do that pass others
(see inversion_distance.pl). On a board of four rows and columns a move takes five lookups: one for the tile,
three for those it passes and one for the new number. Adding up what each of the three does was slower by a
fifth; and to compare two tiles takes twice as long as a lookup, for which they must be in the goal's order first.

For what the predicates of a part mean, see parts.pl.
*/

plan(Board, _, inversion(Grid)) :-
    grid_of(Board, inversion, Grid).

unit(_, 2).

items(_, Items) :-
    module_items(inversion_distance, Items).

carried(_, Names) :-
    axes_names(['Inversions', 'Tiles'], Names).

told(_, [ "Inversions is their number, of rows and of columns, linked with those after each move.",
          "Tiles says how a tile changes it by passing others."
        ]).

tables(inversion(Grid), Values, Goals) :-
    inversion_tables(Grid, Values, Goals).

%!  inversion_tables(+Grid, -Values, -Goals) is det.
%
%   Goals build the numbers of both directions, which are the same for squares, and the terms of tiles.

inversion_tables(Grid, Values, Goals) :-
    axes_variables(['Numbers', 'Tiles'], Values),
    axes_variables(['Numbers'], Numbers),
    maplist(numbers_goal(Grid), [rows, columns], Numbers, [RowGoal, ColumnGoal]),
    axes_share(RowGoal, ColumnGoal, NumberGoals),
    axes_variables(['Tiles'], Tiles),
    maplist(tiles_goal(Grid), [rows, columns], Tiles, TileGoals),
    append(NumberGoals, TileGoals, Goals).

numbers_goal(Grid, Axis, Numbers, inversion_table(Length, Tiles, Numbers)) :-
    grid_sizes(Grid, Axis, sizes(Lines, Length, _)),
    Tiles is Lines*Length-1.

tiles_goal(Grid, Axis, Tiles, inversion_tiles(Ranks, Homes, Length, Tiles)) :-
    grid_ranks(Grid, Axis, Ranks),
    grid_homes(Grid, Axis, Homes),
    grid_sizes(Grid, Axis, sizes(_, Length, _)).

begin(inversion(Grid), State, Low, Values, Goals) :-
    Low = '$VAR'('Low'),
    axes_variables(['Inversions', 'Tiles'], Values),
    inversion_begin(Grid, rows, State, RowLow, RowGoals),
    inversion_begin(Grid, columns, State, ColumnLow, ColumnGoals),
    append([RowGoals, ColumnGoals, [Low is RowLow+ColumnLow]], Goals).

%!  inversion_begin(+Grid, +Axis, +State, -Low, -Goals) is det.
%
%   Goals find Inversions of Axis at a start, and that Low moves in this direction are needed.

inversion_begin(Grid, Axis, State, Low, Goals) :-
    maplist(axis_variable(Axis), ['Numbers', 'Inversions', 'Least'], [Numbers, Inversions, Low]),
    grid_reading(Grid, Axis, Cells),
    grid_ranks(Grid, Axis, Ranks),
    grid_sizes(Grid, Axis, sizes(_, Length, GoalLine)),
    Away is 2*Length+1,
    Goals = [ inversion_state(Numbers, State, Cells, Ranks, Length, GoalLine, Inversions),
              arg(Away, Inversions, Low)
            ].

move(inversion(Grid), Move, Values0, Values, Slack0, Slack, Goals) :-
    Move = move(From, To, State, Way),
    grid_move(Grid, From, To, Axis, _),
    axis_change(Axis, Values0, [Inversions0, Tiles], [Inversions, Tiles], Values),
    nth0(From, State, Number),
    move_variables(['Tile', 'Away', 'Farther'], Way, [Tile, Away, Farther]),
    inversion_pass(Grid, Move, Tile, Inversions0, Inversions, Pass),
    grid_sizes(Grid, Axis, sizes(_, Length, _)),
    AwayAt is 2*Length+1,
    FartherAt is AwayAt+1,
    spending(Away, Farther, Slack0, Slack, Spend),
    (   Length =:= 1
    ->  Look = []                       % no tile is passed
    ;   Look = [arg(Number, Tiles, Tile)]
    ),
    append([Look, Pass, [arg(AwayAt, Inversions, Away), arg(FartherAt, Inversions0, Farther), Spend]], Goals).

%!  inversion_pass(+Grid, +Move, +Tile, +Inversions0, -Inversions, -Goals) is det.
%
%   Goals find the number of Inversions after Inversions0 when Tile passes others by Move.

inversion_pass(Grid, move(From, To, State, Way), Tile, Inversions0, Inversions, Goals) :-
    variable('Inversions', Way, Inversions),
    grid_move(Grid, From, To, Axis, Behind),
    grid_sizes(Grid, Axis, sizes(_, Length, _)),
    passed(Grid, Axis, From, To, Cells),
    past(Cells, State, Way, Tile, Link, Pasts),
    last_link(Behind, Link, Length, Way, Link1, Add),
    append([Pasts, Add, [arg(Link1, Inversions0, Inversions)]], Goals).

%   The cells between two, as they are read.
passed(Grid, Axis, From, To, Cells) :-
    grid_reading(Grid, Axis, Reading),
    once(nth0(Here, Reading, From)),
    once(nth0(There, Reading, To)),
    First is min(Here, There)+1,
    Last is max(Here, There)-1,
    findall(Cell, ( between(First, Last, Place), nth0(Place, Reading, Cell) ), Cells).

past([], _, _, _, 1, []).               % lines of one cell: no tile is passed
past([Cell], State, Way, Past, Link, [arg(Tile, Past, Link)]) :-
    !,
    nth0(Cell, State, Tile),
    variable('Change', Way, Link).
past([Cell|Cells], State, Way, Past0, Link, [arg(Tile, Past0, Past)|Goals]) :-
    nth0(Cell, State, Tile),
    atomic_list_concat([Cell, Way], '_', Ending),
    variable('Past', Ending, Past),
    past(Cells, State, Way, Past, Link, Goals).

last_link(false, Link, _, _, Link, []).
last_link(true, Link, Length, Way, Link1, Goals) :-
    (   integer(Link)
    ->  Link1 is Link+Length,
        Goals = []
    ;   variable('Behind', Way, Link1),
        Goals = [Link1 is Link+Length]
    ).
