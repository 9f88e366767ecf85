:- use_module(library(plunit)).
:- use_module(goals).
:- encoding(utf8).

:- begin_tests(goals).

test(conjunction, Body == (a, b, c)) :-
    conjunction([a,b,c], Body).
test(nothing_to_do, Body == true) :-
    conjunction([], Body).
test(disjunction, Body == (a ; b)) :-
    disjunction([a,b], Body).
test(no_way, Body == fail) :-
    disjunction([], Body).
test(one_of, Goal == ( x == 1 -> then ; x == 2 -> then ; else )) :-
    one_of([1,2], x, then, else, Goal).

:- end_tests(goals).
