:- module(pybridge_actions, [ uses_actions/1,   % +Module
                              action_task/3     % +Module, +Starts, -Task
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(state_text).

/** <module> From action/4 to a task

A state is the list of what holds. Each thing that can hold at all is a variable with two
values; what can hold is found by leaving out what actions delete, until nothing is new
(Bonet and Geffner, 2001).
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

action_task(Module, Starts, task("actions", Domains, Operators, Goals)) :-
    forall(Module:action(Name, Before, Add, Delete),
           ( ground(action(Name, Before, Add, Delete)) -> true ; throw(narrowing(unbound(Name))) )),
    append(Starts, Held0),
    sort(Held0, Held),
    grown(Module, Held, Can),
    findall(Operator,
            ( Module:action(Name, Before, Add, Delete),
              sort(Before, Needed),
              ord_subset(Needed, Can),
              operator(Name, Needed, Add, Delete, Can, Operator)
            ),
            Operators),
    maplist([Thing,[Text]]>>value_text(Thing, Text), Can, Domains),
    findall(Goal, ( Module:goal(Wanted), wanted(Wanted, Can, Goal) ), Goals).

grown(Module, Can0, Can) :-
    findall(Thing,
            ( Module:action(_, Before, Add, _),
              sort(Before, Needed),
              ord_subset(Needed, Can0),
              member(Thing, Add)
            ),
            Things),
    sort(Things, Sorted),
    ord_union(Can0, Sorted, Can1),
    (   Can1 == Can0
    ->  Can = Can0
    ;   grown(Module, Can1, Can)
    ).

operator(Name, Needed, Add0, Delete0, Can, [Text, Before, After]) :-
    value_text(Name, Text),
    sort(Add0, Add),
    sort(Delete0, Delete1),
    ord_subtract(Delete1, Add, Delete),
    findall(X, ( member(Thing, Needed), nth0(I, Can, Thing), ( X = I ; X = 1 ) ), Before),
    findall(X,
            ( nth0(I, Can, Thing),
              (   ord_memberchk(Thing, Add), \+ ord_memberchk(Thing, Needed)
              ->  Value = 1
              ;   ord_memberchk(Thing, Delete)
              ->  Value = 0
              ),
              ( X = I ; X = Value )
            ),
            After).

wanted(Wanted, Can, Goal) :-
    sort(Wanted, Things),
    ord_subset(Things, Can),
    findall(X, ( member(Thing, Things), nth0(I, Can, Thing), ( X = I ; X = 1 ) ), Goal).
