/*  Tests of unknown.pl.

        $ swipl -g run_tests -t halt prolog/narrowing/unknown.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(unknown).

:- begin_tests(shape).

test(an_atom_is_a_leaf, Shape == leaf(0, [])) :-
    shape(a, [], Shape).
test(leaves_from_left_to_right, Shape == term(s, [leaf(0,[1]), list([leaf(1,[1,2]), leaf(2,[2,2])]), leaf(3,[3])])) :-
    shape(s(1, [x,y], "z"), [], Shape).
test(no_parts_no_leaves, Shape == term(s, [leaf(0,[1]), leaf(1,[2])])) :-
    shape(s([], c()), [], Shape).
test(a_whole, Shape == list([leaf(0,[1]), leaf(1,[2])])) :-
    shape([f(a,b), [c]], [[1],[2]], Shape).
test(the_whole_state, Shape == leaf(0, [])) :-
    shape([a,b], [[]], Shape).
test(what_a_template_cannot_hold_is_a_leaf, Shape == term(s, [leaf(0,[1]), leaf(1,[2])])) :-
    dict_pairs(Dict, t, [a-1]),
    shape(s(Dict, 'myLeaf_0_'(x)), [], Shape).
test(not_ground, error(instantiation_error)) :-
    shape(s(_), [], _).

:- end_tests(shape).

:- begin_tests(unknown, [setup(user:values([0-a, 0-b, 1-a, 1-c])), cleanup(forget_values)]).

test(form, Numbers == [0,1,2]) :-
    shape(s([x,y],z), [], Shape),
    unknown(Shape, State, Leaves),
    assertion(( State = s([A,B],C), attvar(A), attvar(B), attvar(C) )),
    findall(Leaf, member(Leaf-_, Leaves), Numbers).
test(a_value_that_is_known, [true, nondet]) :-
    user:pair(A, B),
    A = a,
    B = c.
test(a_value_that_is_not_known, fail) :-
    user:pair(A, _),
    A = c.
test(a_value_of_the_other_leaf_alone, fail) :-
    user:pair(_, B),
    B = b.
test(two_leaves_that_are_equal, all(A-B == [a-a])) :-
    user:pair(A, B),
    A = B.
test(the_same_variable, true(attvar(A))) :-
    user:pair(A, _),
    A = A.
test(a_variable_that_is_no_leaf_is_bound_to_it, true(( attvar(A), A == X ))) :-
    user:pair(A, _),
    A = X.
test(all_values, all(A-B == [a-a, a-c, b-a, b-c])) :-
    user:pair(A, B),
    label(f(A, [B])).
test(what_is_bound_has_no_other, all(A-B == [b-a, b-c])) :-
    user:pair(A, B),
    A = b,
    label([A,B]).
test(nothing_to_label, all(X == [1])) :-
    X = 1,
    label(f(X, _)).

:- end_tests(unknown).

:- begin_tests(terms, [setup(user:values([0-f(1), 0-f(2), 0-g, 1-2])), cleanup(forget_values)]).

test(a_term_tries_all_values_that_fit, all(X == [1,2])) :-
    user:pair(A, _),
    A = f(X).
test(a_term_that_holds_another_leaf, all(B == [2])) :-
    user:pair(A, B),
    A = f(B).
test(a_term_that_no_value_fits, fail) :-
    user:pair(A, _),
    A = g(_).

:- end_tests(terms).

:- begin_tests(values, [cleanup(forget_values)]).

test(in_their_order_and_once, Values == [b,a]) :-
    forget_values,
    add_value(0, b), add_value(0, a), add_value(0, b),
    findall(Value, leaf_value(0, Value), Values).
test(forgotten, Values == []) :-
    add_value(0, b),
    forget_values,
    findall(Value, leaf_value(_, Value), Values).

:- end_tests(values).

:- begin_tests(raising, [setup(forget_values), cleanup(forget_values)]).

test(what_is_bound, Conditions == [0-a,2-c]) :-
    user:values([0-a, 1-b, 2-c]),
    unknown(list([leaf(0,[1]), leaf(1,[2]), leaf(2,[3])]), State, Leaves),
    State = [a,_,c],
    conditions(Leaves, Conditions).
test(once, [setup(forget_values), all(Conditions == [[0-a],[]])]) :-
    add_raising([0-a]), add_raising([]), add_raising([0-a]),
    raising(Conditions).
test(very_many, [setup(forget_values), all(Conditions == [[]])]) :-
    forall(between(0, 10 000, Value), add_raising([0-Value])),
    raising(Conditions).
test(forgotten, [setup(forget_values), fail]) :-
    add_raising([0-a]),
    forget_values,
    raising(_).

:- end_tests(raising).

values(Pairs) :-
    forget_values,
    forall(member(Leaf-Value, Pairs), add_value(Leaf, Value)).

%   Two unknown leaves, 0 and 1.
pair(A, B) :-
    unknown(list([leaf(0,[1]), leaf(1,[2])]), [A,B], _).
