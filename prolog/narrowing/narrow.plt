/*  Tests of narrow.pl.

        $ swipl -g run_tests -t halt prolog/narrowing/narrow.plt

    Leaves 0 and 1 have the values 0, 1, 2; leaf 2 has [] and [a,b].
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(narrow).
:- use_module(unknown).

:- begin_tests(no_leaf_is_looked_at_without_need, [setup(user:values), cleanup(forget_values)]).

test(unification_binds_one_leaf, Found =@= [1-_-_]) :-
    user:narrowed(A, _, _, A = 1, Found).
test(facts, Found =@= [0-1-_, 1-2-_]) :-
    user:narrowed(A, B, _, next(A, B), Found).
test(a_rule_binds_what_it_needs, Found =@= [1-_-_]) :-
    user:narrowed(A, _, _, one(A), Found).
test(a_comparison_labels_what_it_has, Found =@= [0-_-_, 1-_-_]) :-
    user:narrowed(A, _, _, A < 2, Found).
test(nothing_is_labelled_behind_what_fails, Found == []) :-
    user:narrowed(A, B, _, ( A = 7, B < 2 ), Found).
test(a_list_that_ends_in_a_leaf_is_labelled, Found =@= [_-_-[a,b], _-_-[a,b]]) :-
    user:narrowed(_, _, C, member(_, C), Found).
test(elements_of_a_known_list, Found =@= [1-_-_, _-1-_]) :-
    user:narrowed(A, B, _, member(1, [A,B]), Found).
test(append_cuts_a_known_list, Count == 3) :-
    user:narrowed(A, B, _, append(_, _, [A,B]), Found),
    length(Found, Count).

:- end_tests(no_leaf_is_looked_at_without_need).

%   What narrowing finds is what Prolog finds on all values, in the same order.
:- begin_tests(as_prolog, [setup(user:values), cleanup(forget_values)]).

test(goals, [forall(user:goal(A, B, C, Goal)), Narrowed == Expected]) :-
    findall(A-B-C, ( user:leaves(A, B, C), narrow(Goal, user), label([A,B,C]) ), Narrowed0),
    sort(Narrowed0, Narrowed),
    findall(A-B-C, ( user:leaves(A, B, C), label([A,B,C]), catch(user:Goal, error(_, _), fail) ), Expected0),
    sort(Expected0, Expected).
test(solutions_in_the_same_order, [forall(member(Value, [0,1,2])), Narrowed == Expected]) :-
    findall(Value1, ( user:leaves(A, _, _), narrow(choice(A, Value1), user), A = Value ), Narrowed),
    findall(Value1, user:choice(Value, Value1), Expected).
test(where_an_error_is_raised, [forall(user:goal(A, B, C, Goal)), setup(user:values), Raised == Expected]) :-
    forall(( user:leaves([A,B,C], Leaves), narrow(Goal, user, Leaves) ), true),
    findall(A-B-C,
            ( user:leaves([A,B,C], Leaves), raising(Raising), subset(Raising, Leaves), label([A,B,C]) ),
            Raised0),
    sort(Raised0, Raised),
    findall(A-B-C,
            ( user:leaves([A,B,C], _), label([A,B,C]), catch(forall(user:Goal, true), error(_, _), Error = yes),
              Error == yes ),
            Expected0),
    sort(Expected0, Expected).
test(no_goal_waits_for_a_leaf, throws(narrowing(waits(freeze)))) :-
    user:leaves(A, B, _),
    narrow(( freeze(X, X > A), X = B ), user).
test(nor_does_one_in_a_condition, [forall(member(Goal, [once(Waits), ( Waits -> true ), ( Waits -> true ; true )])),
                                   throws(narrowing(waits(when)))]) :-
    user:leaves(A, B, _),
    Waits = when(nonvar(X), X > A),
    narrow(( Goal, X = B ), user).
test(a_goal_that_is_not_known, error(instantiation_error)) :-
    narrow(_, user).
test(clauses_of_the_module_asked_for, Found == [mine]) :-
    findall(X, narrow(member(X, _), narrow_test), Found).

:- end_tests(as_prolog).

narrow_test:member(mine, _).

next(0, 1).
next(1, 2).

one(X) :- X = 1.

larger(X, Y) :- X > Y, !.
larger(X, X).

after_that(0, X) => X = 1.
after_that(_, X) => X = 2.

choice(X, Y) :- next(X, Y).
choice(X, low) :- X < 2.
choice(_, any).

goal(A, B, _, next(A, B)).
goal(A, B, _, ( next(A, X), next(X, B) )).
goal(A, B, _, ( A > B -> true ; B = 2 )).
goal(A, B, _, ( A > B -> B = 0 )).
goal(A, _, _, ( next(A, _) *-> A > 0 ; true )).
goal(A, B, _, \+ A = B).
goal(A, B, _, ( A = 0 ; B = 0 )).
goal(A, B, _, larger(A, B)).
goal(A, B, C, ( length(C, A), A =\= B )).
goal(A, B, _, once(next(A, B))).
goal(A, B, _, call(next(A, B))).
goal(A, B, _, A is B+1).
goal(A, B, C, ( C = [_|_], A @< B )).
goal(A, B, C, ( member(a, C), A = B )).
goal(A, _, C, nth0(A, C, b)).
goal(A, B, _, forall(next(A, X), X =< B)).
goal(A, B, _, ( findall(X, next(X, _), Xs), memberchk(A, Xs), A \== B )).
goal(A, _, _, A > a).
goal(A, B, _, ( nth0(0, [A,B], X), nth0(1, [A,B], X) )).
goal(A, B, _, ( nth1(1, [A,B], X), nth1(2, [A,B], X), next(X, _) )).
goal(A, B, _, ( nth0(1, [A,B], X, [Y]), next(X, Y) )).
goal(A, B, _, ( nth1(I, L, A, [B]), L = [X,X], I > 1 )).
goal(_, _, C, ( nth0(0, [C], [D|T]), D \== b, T = [_] )).
goal(A, B, _, call(( next(A, X), X = B, ! ))).
goal(A, B, _, ( call(( member(X, [A,B]), ! )), X = 1 )).
goal(A, _, _, ( A > a -> A = 0 ; A = 1 )).
goal(A, _, _, ( A > a *-> A = 0 ; A = 1 )).
goal(A, B, _, ( A = 0, nth0(none, [B], _) )).
goal(A, B, _, after_that(A, B)).
goal(A, B, _, ( dif(X, 1), X = A, B = X )).
goal(A, B, _, ( dif(X, Y), Y = B, X = A )).
goal(A, B, _, ( dif(A-B, 1-2), B > 0 )).

values :-
    forget_values,
    forall(( member(Leaf, [0,1]), member(Value, [0,1,2]) ), add_value(Leaf, Value)),
    add_value(2, []),
    add_value(2, [a,b]).

leaves(A, B, C) :-
    leaves([A,B,C], _).

leaves(State, Leaves) :-
    unknown(list([leaf(0,[1]), leaf(1,[2]), leaf(2,[3])]), State, Leaves).

%   Found has A-B-C for each solution, with what stays unknown as a new variable.
narrowed(A, B, C, Goal, Found) :-
    findall(Shown, ( leaves(A, B, C), narrow(Goal, user), copy_term_nat(A-B-C, Shown) ), Found).
