/*  Tests of mistaken_cuts.pl; mistakes.plt has more.

        $ swipl -g run_tests -t halt prolog/source/mistaken_cuts.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(mistaken_cuts).
:- use_module(text).

cuts_beside:move(_, _, _).
cuts_beside:moved(_, _, _).
cuts_beside:action(_, _, _, _).

:- begin_tests(mistaken_cut).

test(before_the_test, [nondet, At-true == 8-true]) :-
    source_clauses("c(X) :- !, p(X).\nc(X) :- q(X).\n", Clauses, _),
    mistaken_cut(Clauses, user, At, said(Template, Values)),
    assertion(sub_string(Template, _, _, _, "cut comes before")),
    assertion(memberchk(_="p(X)", Values)).
test(after_the_test, fail) :-
    source_clauses("c(X) :- p(X), !.\nc(X) :- q(X).\n", Clauses, _),
    mistaken_cut(Clauses, user, _, _).
test(of_the_best, fail) :-
    source_clauses("s([], _).\ns(L, N) :- member(N, L), \\+ ( member(O, L), O @< N ), !, q(N, M), s(M, N).\n", Clauses, _),
    mistaken_cut(Clauses, user, _, _).
test(of_one_that_is_new, [nondet, At-true == 54-true]) :-
    source_clauses("s([], _).\ns(L, C) :- member(N-_, L), \\+ member(N, C), !, q(N, M), s(M, C).\n", Clauses, _),
    mistaken_cut(Clauses, user, At, _).
test(of_a_move_back, [forall(member(Name, [move, moved])), fail]) :-
    format(string(Text), "t(a, []).\nt(T, [M|L]) :- ~w(S, M, T), p(T, S), !, t(S, L).\n", [Name]),
    source_clauses(Text, Clauses, _),
    mistaken_cut(Clauses, cuts_beside, _, _).
test(of_a_move, [forall(member(Goal, [ "move(S, M, T)", "moved(S, M, T)", "action(M, B, T, _), subset(B, S)" ])), nondet]) :-
    format(string(Text), "t(a, []).\nt(S, [M|L]) :- ~s, !, t(T, L).\n", [Goal]),
    source_clauses(Text, Clauses, _),
    mistaken_cut(Clauses, cuts_beside, _, said(Template, _)),
    assertion(sub_string(Template, _, _, _, "keeps only the first solution")).
test(of_a_generator, [forall(member(Goal, [ "member(N, L)", "select(N, L, _)", "between(1, L, N)", "nth0(_, L, N)",
                                            "nth1(N, L, _)", "append(N, _, L)", "append(_, [N|_], L)", "member([N,_], L)",
                                            "permutation(L, N)" ])), nondet]) :-
    format(string(Text), "s([]).\ns(L) :- ~s, !, q(N, M), s(M).\n", [Goal]),
    source_clauses(Text, Clauses, _),
    mistaken_cut(Clauses, cuts_beside, _, said(Template, _)),
    assertion(sub_string(Template, _, _, _, "keeps only the first solution")).
test(of_what_is_checked, [forall(member(Goal, [ "member(N-a, L)", "nth0(0, L, N)", "append([1|_], N, L)",
                                                "append(_, [N], L)", "append([N], _, L)" ])), fail]) :-
    format(string(Text), "s([]).\ns(L) :- ~s, !, q(N, M), s(M).\n", [Goal]),
    source_clauses(Text, Clauses, _),
    mistaken_cut(Clauses, cuts_beside, _, _).
test(of_a_limit_that_is_printed, [forall(member(Goal-Told, [ "format(\"~w\", [N])"-true, "tell(N)"-true, "fits(N)"-false ])), Said == Told]) :-
    format(string(Text), "ids :- between(0, inf, N), ~s, !, d(N).\nd(3).\ntell(N) :- write(N), nl.\nfits(N) :- N > 2.\n", [Goal]),
    source_clauses(Text, Clauses, _),
    ( mistaken_cut(Clauses, cuts_beside, _, _) -> Said = true ; Said = false ).

:- end_tests(mistaken_cut).
