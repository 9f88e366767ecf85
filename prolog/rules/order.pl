:- module(pybridge_rules_order, [ early_test/3,         % +Clause, -At, -Said
                                  early_negation/3      % +Clause, -At, -Said
                                ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(pairs)).
:- use_module('../source/goals', [name_of/3]).
:- use_module('../source/variables', [steps/3]).

/** <module> Goals in rules that stand before the goal that they need
*/

%!  early_test(+Clause, -At, -Said:string) is semidet.
%
%   A goal of Clause, at At, tests a variable that only a later goal gives a value. Of move/3, the
%   state is known when it is called, and the rest is not.

early_test(Clause, At, Said) :-
    early(Clause, At, Goal, Said),
    Goal \= (\+ _),
    !.

%!  early_negation(+Clause, -At, -Said:string) is semidet.
%
%   The same of a negation, which may be meant: no value at all makes its goal true.

early_negation(Clause, At, Said) :-
    early(Clause, At, \+ _, Said),
    !.

early(clause(Head, Body, _, Position, _, Bindings), At, Goal, Said) :-
    callable(Head),
    ( Head = move(Known, _, _) -> true ; Known = Head ),
    steps(Body, Position, Steps),
    append(Before, [Goal-At|After], Steps),
    test(Goal, Tested, Why),
    pairs_keys(Before, Seen),
    pairs_keys(After, Later),
    term_variables(Tested, Variables),
    member(Variable, Variables),
    \+ contains_var(Variable, Known-Seen),
    contains_var(Variable, Head-Later),
    name_of(Variable, Bindings, Name),
    said(Why, Name, Said).

said(computes, Name, Said) :-
    !,
    format(string(Said), "~w has no value here yet, and is computes what stands on its right: write ~w is ...", [Name, Name]).
said(compares, Name, Said) :-
    !,
    format(string(Said), "~w has no value here yet, and =:= compares: write ~w is ...", [Name, Name]).
said(only_compares, Name, Said) :-
    !,
    format(string(Said), "~w has no value here yet, and == only compares: write = to give it one, or is to compute it", [Name]).
said(Why, Name, Said) :-
    format(string(Said), "~w has no value here yet~s: put this goal behind the one that gives it one", [Name, Why]).

%   test(+Goal, -Tested, -Why) is semidet: Goal cannot be meant while Tested, of which it has variables, are unknown.
test(A \== B, Tested, ", so \\== is always true") :- parts(A, B, Tested).
test(A \= B, Tested, ", so \\= is never true") :- parts(A, B, Tested).
test(A == B, Tested, only_compares) :- parts(A, B, Tested).
test(\+ Goal, Goal, "").
test(Variable =:= _, Variable, compares) :- var(Variable), !.
test(A =:= B, A-B, "").
test(A =\= B, A-B, "").
test(A < B, A-B, "").
test(A > B, A-B, "").
test(A =< B, A-B, "").
test(A >= B, A-B, "").
test(Sum is Variable, Variable, computes) :- var(Variable), nonvar(Sum), !.
test(_ is Sum, Sum, "").

parts(A, B, Tested) :-
    member(Tested, [A,B]),
    var(Tested).
