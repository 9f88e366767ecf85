:- module(pybridge_walking, [ walking_tables/4,  % +Heuristic, +Grid, -Values, -Goals
                              walking_begin/5,   % +Grid, +Axis, +State, -Low, -Goals
                              walking_link/6     % +Lines, +Behind, +Way, +Walk0, -Walk, -Goals
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(clause_text).
:- use_module(directions).
:- use_module(grid).
:- use_module(walking_size).

/** <module> Walking distance as a bound (Takahashi, 2001)

A node carries for each direction the state of walking distance, which is linked with those after each
move (see walking_distance.pl), and homes(Line, ...), the line in which each tile belongs. One lookup finds
the line, and one the next state. A table with a link for each tile needs only the second lookup, but is three
times as large, and not the same for both directions; it was not faster.

For what the predicates of a part mean, see parts.pl.
*/

plan(Board, _, walking(Grid)) :-
    grid_of(Board, walking, Grid).

unit(_, 2).

items(_, Items) :-
    module_items(walking_distance, Items).

carried(_, Names) :-
    axes_names(['Walk', 'Homes'], Names).

told(_, [ "Walk is the state of walking distance, of rows and of columns, linked with those after each move.",
          "Homes are the lines in which tiles belong, from 1."
        ]).

tables(walking(Grid), Values, Goals) :-
    walking_tables(walking, Grid, Values, Goals).

%!  walking_tables(+Heuristic, +Grid, -Values, -Goals) is det.
%
%   Goals build the tables of both directions, which are one where the board is a square
%   and the goal's blank on the diagonal.

walking_tables(Heuristic, Grid, Values, Goals) :-
    axes_variables(['Walks'], Values),
    maplist(table_goal(Heuristic, Grid), [rows, columns], Values, [RowGoal, ColumnGoal]),
    axes_share(RowGoal, ColumnGoal, Goals).

table_goal(Heuristic, Grid, Axis, Table, walking_table(Lines, Length, GoalLine, Buckets, Table)) :-
    grid_sizes(Grid, Axis, Sizes),
    Sizes = sizes(Lines, Length, GoalLine),
    walking_buckets(Heuristic, Sizes, Buckets).

begin(walking(Grid), State, Low, Values, Goals) :-
    Low = '$VAR'('Low'),
    axes_variables(['Walk', 'Homes'], Values),
    walking_begin(Grid, rows, State, RowLow, RowGoals),
    walking_begin(Grid, columns, State, ColumnLow, ColumnGoals),
    append([RowGoals, ColumnGoals, [Low is RowLow+ColumnLow]], Goals).

%!  walking_begin(+Grid, +Axis, +State, -Low, -Goals) is det.
%
%   Goals find Homes and Walk of Axis at a start, and that Low moves in this direction are needed.

walking_begin(Grid, Axis, State, Low, Goals) :-
    maplist(axis_variable(Axis), ['Walks', 'Homes', 'Walk', 'Low'], [Table, Homes, Walk, Low]),
    grid_homes(Grid, Axis, List),
    Lines =.. [homes|List],
    grid_cells(Grid, Axis, Cells),
    grid_sizes(Grid, Axis, sizes(Count, _, _)),
    Away is 2*Count+1,
    Goals = [ Homes = Lines,
              walking_state(Table, State, Cells, Homes, Walk),
              arg(Away, Walk, Low)
            ].

move(walking(Grid), move(From, To, State, Way), Values0, Values, Slack0, Slack, Goals) :-
    grid_move(Grid, From, To, Axis, Behind),
    axis_change(Axis, Values0, [Walk0, Homes], [Walk, Homes], Values),
    nth0(From, State, Tile),
    grid_sizes(Grid, Axis, sizes(Lines, _, _)),
    walking_link(Lines, Behind, Way, Walk0, Walk, Links),
    move_variables(['Home', 'Away', 'Farther'], Way, [Home, Away, Farther]),
    AwayAt is 2*Lines+1,
    FartherAt is AwayAt+1,
    spending(Away, Farther, Slack0, Slack, Spend),
    append([[arg(Tile, Homes, Home)], Links, [arg(AwayAt, Walk, Away), arg(FartherAt, Walk0, Farther), Spend]], Goals).

%!  walking_link(+Lines, +Behind, +Way, +Walk0, -Walk, -Goals) is det.
%
%   Goals find the state Walk after Walk0 when a tile comes that belongs in the line Home.

walking_link(Lines, Behind, Way, Walk0, Walk, Goals) :-
    variable('Walk', Way, Walk),
    variable('Home', Way, Home),
    variable('Link', Way, Link),
    (   Behind == true
    ->  Goals = [Link is Home+Lines, arg(Link, Walk0, Walk)]
    ;   Goals = [arg(Home, Walk0, Walk)]
    ).
