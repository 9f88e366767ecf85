:- module(pybridge_actions, [ uses_actions/1,   % +Module
                              action_task/3     % +Module, +Starts, -Task
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(library(yall)).
:- use_module(state_text).

/** <module> From action/4 to a task

A state is the list of what holds. Each thing that can hold at all is a variable with two
values; what can hold is found by leaving out what actions delete, and what they need not to
hold, until nothing is new (Bonet and Geffner, 2001).
*/

%!  uses_actions(+Module) is semidet.
%
%   The rules in Module are actions.

uses_actions(Module) :-
    \+ current_predicate(Module:move/3),
    current_predicate(Module:action/4).

%!  action_task(+Module, +Starts:list, -Task) is det.
%
%   As task/3. The template is `actions`: the text of a state is the list of what holds.
%
%   @throws narrowing(unbound(Name)): the action Name has a variable.

action_task(Module, Starts, task("actions", Domains, Operators, Goals, [])) :-
    findall(action(Name, Needed, Not, Add, Delete),
            ( Module:action(Name, Before, Add0, Delete0),
              ( ground(action(Name, Before, Add0, Delete0)) -> true ; throw(narrowing(unbound(Name))) ),
              conditions(Before, Needed, Not),
              sort(Add0, Add),
              sort(Delete0, Delete1),
              ord_subtract(Delete1, Add, Delete)
            ),
            Actions),
    append(Starts, Held0),
    sort(Held0, Held),
    list_to_assoc([], Can0),
    grown(Held, Actions, Can0, Can1),
    assoc_to_keys(Can1, Can),
    findall(Thing-I, nth0(I, Can, Thing), Pairs),
    ord_list_to_assoc(Pairs, Numbers),
    findall(Operator, ( member(Action, Actions), operator(Action, Numbers, Operator) ), Operators),
    maplist([Thing,[Text]]>>value_text(Thing, Text), Can, Domains),
    findall(Goal, ( Module:goal(Wanted), wanted(Wanted, Numbers, Goal) ), Goals).

%   conditions(+Before, -Needed, -Not) is semidet: what must hold, and what must not, both sorted.
%   Fails if nothing can fulfill both.
conditions(Before, Needed, Not) :-
    partition([\+ _]>>true, Before, Nots, Needed0),
    maplist([\+ Thing,Thing]>>true, Nots, Not0),
    sort(Needed0, Needed),
    sort(Not0, Not),
    ord_disjoint(Needed, Not).

%   grown(+New, +Actions, +Can0, -Can): Can has New and what Actions can add then.
grown(New, Actions, Can0, Can) :-
    foldl(put, New, Can0, Can1),
    partition(possible(Can1), Actions, Possible, Rest),
    (   Possible == []
    ->  Can = Can1
    ;   findall(Thing, ( member(action(_, _, _, Add, _), Possible), member(Thing, Add) ), Things0),
        sort(Things0, Things),
        grown(Things, Rest, Can1, Can)
    ).

put(Thing, Assoc0, Assoc) :-
    put_assoc(Thing, Assoc0, true, Assoc).

possible(Can, action(_, Needed, _, _, _)) :-
    all_in(Needed, Can).

all_in([], _).
all_in([Thing|Things], Assoc) :-
    get_assoc(Thing, Assoc, _),
    all_in(Things, Assoc).

operator(action(Name, Needed, Not, Add, Delete), Numbers, [Text, Before, After]) :-
    all_in(Needed, Numbers),
    value_text(Name, Text),
    valued(Needed, 1, Numbers, Before1),
    valued(Not, 0, Numbers, Before0),
    together(Before1, Before0, Before),
    ord_subtract(Add, Needed, Add1),
    valued(Add1, 1, Numbers, After1),
    valued(Delete, 0, Numbers, After0),
    together(After1, After0, After).

%   valued(+Things, +Value, +Numbers, -Pairs): those that can hold at all, each as Number-Value.
valued(Things, Value, Numbers, Pairs) :-
    findall(I-Value, ( member(Thing, Things), get_assoc(Thing, Numbers, I) ), Pairs).

together(Pairs1, Pairs2, Flat) :-
    append(Pairs1, Pairs2, Pairs0),
    sort(Pairs0, Pairs),
    findall(X, ( member(I-Value, Pairs), ( X = I ; X = Value ) ), Flat).

wanted(Wanted, Numbers, Goal) :-
    conditions(Wanted, Things, Not),
    all_in(Things, Numbers),
    valued(Things, 1, Numbers, Pairs1),
    valued(Not, 0, Numbers, Pairs0),
    together(Pairs1, Pairs0, Goal).
