:- module(pybridge_depth, []).
:- encoding(utf8).

/** <module> No bound: the slack of a node is the number of moves that are left

For what the predicates of a part mean, see parts.pl.
*/

plan(_, _, depth).

items(_, []).

carried(_, []).

unit(_, 1).

begin(_, _, 0, [], []).

enter(_, Slack, [Slack > 0]).

move(_, _, [], [], Slack0, Slack, [Slack is Slack0-1]).
