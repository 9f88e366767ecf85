/*  Tests of forms.pl.

        $ swipl -g run_tests -t halt prolog/rules/forms.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module('../source/text').
:- use_module(forms).

:- begin_tests(wrong_form).

test(another_form, [forall(user:wrong(Text, Part)), nondet]) :-
    source_clauses(Text, Clauses, _),
    wrong_form(Clauses, _, Said),
    once(sub_string(Said, _, _, _, Part)).
test(exchanged, [forall(user:exchange(Text))]) :-
    source_clauses(Text, Clauses, _),
    exchanged(Clauses, _, _).
test(not_exchanged, [forall(user:right(Text)), fail]) :-
    source_clauses(Text, Clauses, _),
    exchanged(Clauses, _, _).
test(its_own_form, [forall(user:right(Text)), fail]) :-
    source_clauses(Text, Clauses, _),
    wrong_form(Clauses, _, _).

:- end_tests(wrong_form).

exchange("start(a, s(0)).\nmove(s(A), s(B), add(1)) :- B is A+1.\n").
exchange("start(a, [1,2]).\nmove(S0, S, flip(N)) :- flip(S0, N, S).\n").
exchange("start(a, [1,2]).\nmove(flip(N), S0, S) :- flip(S0, N, S).\n").
wrong("start(a, [x]).\naction(a, [x], [y], []).\nmove(S, b, S).\n", "here are both").
wrong("action(a, [x], [\\+ y], []).\n", "adds and deletes").

right("start(a, s(0)).\nmove(s(A), add(1), s(B)) :- B is A+1.\n").
right("start(a, begin).\nmove(begin, go, s(1)).\nmove(s(N), up, s(M)) :- M is N+1.\n").
right("start(a, [1,2]).\nmove(S0, flip(N), S) :- flip(S0, N, S).\n").
right("start(a, 1).\nmove(A, s(A), s(A)).\nmove(s(A), A, A).\n").
right("action(a, [x, \\+ y], [z], [x]).\n").
right("start(a, [x]).\naction(a, [x], [y], []).\nmove(S0, A, S) :- action(A, B, C, D), done(S0, B, C, D, S).\n").

:- begin_tests(cut_short).

test(a_full_stop_for_a_comma, To == inf) :-
    source_clauses("move(S0, flip(N), S) :- append(T, R, S0), reverse(T, F). append(F, R, S).\n", Clauses, _),
    cut_short(Clauses, 0, 57, To).
test(a_name_that_may_occur_once, fail) :-
    source_clauses("fits(_N, _Seen).\nunseen(_N, []).\nunseen(N, [H|T]) :- N > H, unseen(N, T).\n", Clauses, _),
    cut_short(Clauses, _, _, _).
test(a_helper_of_its_own, fail) :-
    source_clauses("move(S0, flip(N), S) :- append(T, _, S0), length(T, N).\nhelp(S, S).\n", Clauses, _),
    cut_short(Clauses, _, _, _).

:- end_tests(cut_short).
