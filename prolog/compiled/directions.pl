:- module(pybridge_directions, [ axis_variable/3,   % +Axis, +Ending, -Variable
                                 axes_names/2,      % +Endings, -Names
                                 axes_variables/2,  % +Endings, -Variables
                                 move_variables/3,  % +Names, +Way, -Variables
                                 axis_change/5,     % +Axis, +Values0, ?Own0, ?Own, -Values
                                 axes_share/3,      % +RowGoal, +ColumnGoal, -Goals
                                 spending/5         % +Away, +Farther, +Slack0, +Slack, -Goal
                               ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(clause_text).

/** <module> What bounds of two directions have in common

Such a bound adds the least number of vertical moves, which cross the rows, and that of horizontal moves,
which cross the columns. It carries the same values for both, those of the rows first, and a move changes
those of its own direction. The name of a value says whose it is: RowWalk, ColumnWalk.
*/

%!  axis_variable(+Axis, +Ending:atom, -Variable) is det.

axis_variable(rows, Ending, Variable) :-
    variable('Row', Ending, Variable).
axis_variable(columns, Ending, Variable) :-
    variable('Column', Ending, Variable).

%!  axes_names(+Endings, -Names) is det.
%
%   Names are those of the rows' values with such endings, and then of the columns'.

axes_names(Endings, Names) :-
    axes_variables(Endings, Variables),
    maplist(variable_name, Variables, Names).

variable_name('$VAR'(Name), Name).

%!  axes_variables(+Endings, -Variables) is det.

axes_variables(Endings, Variables) :-
    findall(Variable,
            ( member(Axis, [rows, columns]), member(Ending, Endings), axis_variable(Axis, Ending, Variable) ),
            Variables).

%!  move_variables(+Names, +Way, -Variables) is det.
%
%   Variables are new ones of a move; Way is that of the move (see parts.pl).

move_variables(Names, Way, Variables) :-
    findall(Variable, ( member(Name, Names), variable(Name, Way, Variable) ), Variables).

%!  axis_change(+Axis, +Values0, ?Own0, ?Own, -Values) is det.
%
%   Own0 is the share of Axis in Values0, and Own that in Values; the other one is the same.

axis_change(rows, Values0, Own0, Own, Values) :-
    halves(Values0, Own0, Other),
    append(Own, Other, Values).
axis_change(columns, Values0, Own0, Own, Values) :-
    halves(Values0, Other, Own0),
    append(Other, Own, Values).

halves(Values, Rows, Columns) :-
    append(Rows, Columns, Values),
    same_length(Rows, Columns),
    !.

%!  axes_share(+RowGoal, +ColumnGoal, -Goals) is det.
%
%   Goals find what the two goals find in their last arguments, once if they do the same.

axes_share(RowGoal, ColumnGoal, Goals) :-
    RowGoal =.. RowParts,
    ColumnGoal =.. ColumnParts,
    once(append(Same, [Row], RowParts)),
    once(append(Others, [Column], ColumnParts)),
    (   Same == Others
    ->  Goals = [RowGoal, Column = Row]
    ;   Goals = [RowGoal, ColumnGoal]
    ).

%!  spending(+Away, +Farther, +Slack0, +Slack, -Goal) is det.
%
%   Goal spends one unit of the slack, two moves, if the new bound Away is the old one and one more,
%   which is Farther. Otherwise it is one less, as all moves change the parity, and nothing is spent.

spending(Away, Farther, Slack0, Slack,
         ( Away == Farther -> Slack0 \== 0, Slack is Slack0-1 ; Slack = Slack0 )).
