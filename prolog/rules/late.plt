/*  Tests of late.pl.

        $ swipl -g run_tests -t halt prolog/rules/late.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(late).
:- use_module(puzzle).

:- begin_tests(late).

test(the_first_state_with_a_fault, Faults == [fault(wrong_rule,7,15,"the move up leads to two states, 9 and 1: give the moves different names")]) :-
    user:opened(Text),
    faults_of_states(late_test, Text, ["0","1","8","7"], Faults).
test(an_error_in_a_helper, Place-Said == (6-1)-"move/3 raises an error in after/2, at atom_length(_, _)") :-
    user:opened(Text),
    faults_of_states(late_test, Text, ["0","7"], [fault(wrong_rule, Line, Column, Said0)]),
    Place = Line-Column,
    once(sub_string(Said0, Before, _, _, ": atom_length/2")),
    sub_string(Said0, 0, Before, _, Said).
test(no_state_with_a_fault, Faults == []) :-
    user:opened(Text),
    faults_of_states(late_test, Text, ["0","1","6"], Faults).

test(a_cut, [forall(member(Text-PIs, [
        "move(A, b, C) :- set(A, C).\nset(A, B) :- A > 1, !, B is A-1.\nset(A, A)."-[set/2],
        "move(A, b, C) :- ( A > 1 -> ! ; C = A ), C = 1."-[move/3],
        "move(A, b, A) :- A > 1.\nother :- !."-[],
        "move(A, b, C) :- once(set(A, C)).\nset(A, A)."-[]])), Found == PIs]) :-
    findall(PI, cut_in(Text, PI), Found).

:- end_tests(late).

opened(Text) :-
    Text = "puzzle(late, rules, \"Late\").\nstart(a, 0).\ngoal(9).\nmove(A, up, B) :- after(A, B).\n\c
            after(A, B) :- A < 9, A =\\= 7, B is A+1.\nafter(7, B) :- atom_length(_, B).\n      move(8, up, 1).\n",
    (   current_module(late_test)
    ->  true
    ;   open_rules(late_test, it, Text, Report),
        assertion(Report = faults(_))          % the first states have these faults, too
    ).
