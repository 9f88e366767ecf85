/*  Tests of memory.pl.

        $ swipl -g run_tests -t halt prolog/rules/memory.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module('../source/text').
:- use_module(memory).

:- begin_tests(memory).

test(what_may_make_moves_change, [forall(user:doubt(Text, Expected, Part)), At == Expected]) :-
    source_clauses(Text, Clauses, _),
    doubt(Clauses, doubt(At, Why)),
    assertion(sub_string(Why, 0, _, _, Part)).
test(what_does_not, [forall(user:steady(Text)), Doubt == none]) :-
    source_clauses(Text, Clauses, _),
    doubt(Clauses, Doubt).
test(moves_that_change, [throws(wrong(at(7), "the moves from a are others when they are asked for again: why"))]) :-
    flag(pybridge_test, _, 0),
    same_again(a, changing, doubt(7, "why")).
test(what_is_unknown_is_left_to_others) :-
    same_again(c, changing, doubt(7, "why")).
test(moves_that_stay) :-
    same_again(b, changing, doubt(7, "why")).
test(a_state_is_as_before, Same-Other == true-false) :-
    same_state(f(a), f(a), Same),
    same_state(f(a), f(b), Other).
test(a_goal_that_changes_a_state, Where-Part == at(27)-"setarg/3 changes the state") :-
    source_clauses("move(A, m, B) :- B = A, !, setarg(1, B, b).", Clauses, _),
    catch(state_changed(Clauses, line(1)), wrong(Where, Said), true),
    sub_string(Said, 0, 26, _, Part).
test(a_goal_that_is_not_seen, [throws(wrong(line(1), "move/3 changes the state that it is given"))]) :-
    source_clauses("move(A, m, A).", Clauses, _),
    state_changed(Clauses, line(1)).

:- end_tests(memory).

changing:moved(a, go, N) :- flag(pybridge_test, N, N+1).
changing:moved(c, go, _).
changing:moved(b, go, N) :- ( flag(pybridge_test, N0, N0+1), N0 mod 2 =:= 0 -> member(N, [1,2]) ; member(N, [2,1]) ).

doubt("move(A, m, B) :- random_between(A, 5, B).", 17, "random_between/3 chooses by chance").
doubt("move(A, m, B) :- r(B, A).\nr(B, A) :- B is A + random(3).", 37, "random chooses by chance").
doubt("move(_, m, B) :- findall(C, random_member(C, [1,2]), [B]).", 28, "random_member/2 chooses by chance").
doubt("action(m, [], [], []) :- \\+ random(3) < 2, assertz(a).", 28, "random chooses").
doubt("move(A, m, B) :- n(A, B), \\+ seen(B), assertz(seen(B)).\nn(1, 2).\n:- dynamic(seen/1).", 38, "assertz/1 keeps").

steady("move(A, m, B) :- A < 3, B is A + 1.").
steady("start(a, S) :- random_permutation([1,2], S).\nmove(A, m, B) :- B is A + 1.").
steady("move(A, random(3), B) :- B is A + 1.").
