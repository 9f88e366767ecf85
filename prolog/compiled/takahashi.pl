:- module(pybridge_takahashi, []).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(goals, [conjunction/2]).
:- use_module(clause_text).
:- use_module(directions).
:- use_module(grid).
:- use_module(inversion).
:- use_module(walking).

/** <module> Takahashi's two bounds together: in each direction the larger one counts

A node carries for each direction the state of walking distance, the number of inversions, what tiles do
(see inversion.pl), and Far, the larger bound and one more: after a move the bound is one less, or Far.
Walking distance is looked at first, for where it is Far and nothing is left to spend, inversions need no
look. This saves some percent, and is why their goals are there twice.

For what the predicates of a part mean, see parts.pl.
*/

plan(Board, _, takahashi(Grid)) :-
    grid_of(Board, takahashi, Grid).

unit(_, 2).

items(_, Items) :-
    module_items(walking_distance, Walking),
    module_items(inversion_distance, Inversion),
    append(Walking, [comment("")|Inversion], Items).

carried(_, Names) :-
    axes_names(['Walk', 'Inversions', 'Far', 'Tiles'], Names).

told(_, [ "Walk is the state of walking distance, of rows and of columns, linked with those after each move.",
          "Inversions is their number, linked in the same way; Tiles says how a tile changes it by passing others.",
          "Far is the larger bound of both, and one more."
        ]).

tables(takahashi(Grid), Values, Goals) :-
    walking_tables(takahashi, Grid, Walks, WalkGoals),
    inversion_tables(Grid, Inversions, InversionGoals),
    append(Walks, Inversions, Values),
    append(WalkGoals, InversionGoals, Goals).

begin(takahashi(Grid), State, Low, Values, Goals) :-
    Low = '$VAR'('Low'),
    axes_variables(['Walk', 'Inversions', 'Far', 'Tiles'], Values),
    axis_begin(Grid, State, rows, RowFar, RowGoals),
    axis_begin(Grid, State, columns, ColumnFar, ColumnGoals),
    append([RowGoals, ColumnGoals, [Low is RowFar+ColumnFar-2]], Goals).

axis_begin(Grid, State, Axis, Far, Goals) :-
    walking_begin(Grid, Axis, State, Walking, WalkGoals),
    inversion_begin(Grid, Axis, State, Inversion, InversionGoals),
    axis_variable(Axis, 'Far', Far),
    append([WalkGoals, InversionGoals, [Far is max(Walking, Inversion)+1]], Goals).

move(takahashi(Grid), Move, Values0, Values, Slack0, Slack, Goals) :-
    Move = move(From, To, State, Way),
    grid_move(Grid, From, To, Axis, Behind),
    axis_change(Axis, Values0, [Walk0, Inversions0, Far0, Tiles], [Walk, Inversions, Far, Tiles], Values),
    nth0(From, State, Number),
    length(State, Count),               % after the other tiles comes Home
    move_variables(['Tile', 'Home', 'Far'], Way, [Tile, Home, Far]),
    grid_sizes(Grid, Axis, sizes(Lines, Length, _)),
    walking_link(Lines, Behind, Way, Walk0, Walk, Links),
    inversion_pass(Grid, Move, Tile, Inversions0, Inversions, Pass),
    larger(Way, bounds(Lines, Walk, Length, Inversions), Pass, Far0-Far, Slack0-Slack, Larger),
    append([[arg(Number, Tiles, Tile), arg(Count, Tile, Home)], Links, Larger], Goals).

larger(Way, bounds(Lines, Walk, Length, Inversions), Pass, Far0-Far, Slack0-Slack, Goals) :-
    move_variables(['Away', 'Least'], Way, [Away, Least]),
    AwayAt is 2*Lines+1,
    LeastAt is 2*Length+1,
    Left = (Slack0 \== 0),
    Spent = [Slack is Slack0-1, Far is Far0+1],
    append([[Left], Pass, Spent], Farther),
    append([Left], Spent, Farther1),
    maplist(conjunction, [Farther, Farther1, [Slack = Slack0, Far is Far0-1]], [If, If1, Else1]),
    append(Pass, [arg(LeastAt, Inversions, Least), ( Least == Far0 -> If1 ; Else1 )], Nearer),
    conjunction(Nearer, Else),
    Goals = [arg(AwayAt, Walk, Away), ( Away == Far0 -> If ; Else )].
