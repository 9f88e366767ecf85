/*  Tests of actions.pl.

        $ swipl -g run_tests -t halt prolog/narrowing/actions.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(actions).

:- begin_tests(uses_actions).

test(actions, true) :-
    uses_actions(lamp).
test(moves, fail) :-
    uses_actions(moving).
test(neither, fail) :-
    uses_actions(nothing).

:- end_tests(uses_actions).

:- begin_tests(action_task).

test(template, Template == "actions") :-
    action_task(lamp, [[here,off]], task(Template, _, _, _, _)).
test(what_can_hold_at_all, Can == ["door","here","off","on"]) :-
    action_task(lamp, [[here,off]], task(_, Domains, _, _, _)),
    findall(Text, member([Text], Domains), Can).
test(only_actions_that_can_be_possible, Names == ["carry","switch"]) :-
    action_task(lamp, [[here,off]], task(_, _, Operators, _, _)),
    findall(Name, member([Name,_,_], Operators), Names).
test(conditions_and_effects, Operator == ["carry",[1,1],[0,1,1,0]]) :-
    action_task(lamp, [[here,off]], task(_, _, [Operator|_], _, _)).
test(adding_wins_over_deleting, Operator == ["switch",[0,1,2,1],[2,0,3,1]]) :-
    action_task(lamp, [[here,off]], task(_, _, [_,Operator], _, _)).
test(goals_that_can_hold, Goals == [[3,1]]) :-
    action_task(lamp, [[here,off]], task(_, _, _, Goals, _)).
test(all_starts, Can == ["door","here","magic","off","on","wish"]) :-
    action_task(lamp, [[here,off],[magic]], task(_, Domains, _, _, _)),
    findall(Text, member([Text], Domains), Can).
test(a_variable_in_an_action, throws(narrowing(unbound(_)))) :-
    action_task(unbound, [[a]], _).
test(what_must_not_hold, Operators == [["leave",[0,1,1,0],[0,0]],["open",[1,0],[1,1]]]) :-
    action_task(gate, [[in]], task(_, _, Operators, _, _)).
test(goals_with_what_must_not_hold, Goals == [[0,0],[]]) :-
    action_task(gate, [[in]], task(_, _, _, Goals, _)).
test(nothing_holds_at_first, Operators == [["begin",[0,0],[0,1]]]) :-
    action_task(empty, [[]], task(_, _, Operators, _, _)).

:- end_tests(action_task).

lamp:goal([on]).
lamp:goal([wish, magic, no_such_thing]).
lamp:action(carry, [here], [door], [here]).
lamp:action(switch, [off, door], [on, door], [off, door]).
lamp:action(wish, [magic], [wish], []).

gate:goal([\+ in]).
gate:goal([\+ no_such_thing]).
gate:goal([in, \+ in]).
gate:action(leave, [in, \+ open], [], [in]).
gate:action(open, [\+ open, \+ no_such_thing], [open], [no_such_thing]).
gate:action(never, [in, \+ in], [open], []).

empty:goal([done]).
empty:action(begin, [\+ done], [done], []).

unbound:goal([a]).
unbound:action(take(X), [a], [has(X)], []).

moving:move(a, go, b).
moving:action(a, [], [], []).
