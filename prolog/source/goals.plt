/*  Tests of goals.pl.

        $ swipl -g run_tests -t halt prolog/source/goals.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(goals).
:- use_module(text).

:- begin_tests(goal_at).

test(goals_and_places, [forall(user:body(Text, Expected)), Found == Expected]) :-
    user:clauses(Text, [clause(_, Body, _, Position, _, _)|_]),
    findall(Name/Arity-At, ( goal_at(Body, Position, Goal, At), functor(Goal, Name, Arity) ), Found).
test(no_body, fail) :-
    user:clauses("a(1).", [clause(_, Body, _, Position, _, _)]),
    goal_at(Body, Position, _, _).

:- end_tests(goal_at).

:- begin_tests(defined).

test(all, PIs == [a/1, b/2, c/1, d/2, e/3, f/4, g/1, h/0, i/2, j/2]) :-
    user:clauses(":- dynamic Some.\n:- dynamic i//0.\n:- table j(_, min).\na(1).\nb(X, X) :- a(X).\n:- dynamic c/1, [d/2].\n:- table e/3.\nf(X), g --> [X].\nf(X, X) --> [].\n\c
                  g(X), a(X) => a(X).\nh => true.", Clauses),
    findall(Name/Arity, ( defined(Clauses, Name, Arity), Name \== directive ), PIs0),
    sort(PIs0, PIs1),
    subtract(PIs1, [f/3], PIs).
test(called_elsewhere, [forall(member(Text-PI, [ "a --> b, c."-(b/2), "a --> \"x\", ( b ; { c(1) } )."-(c/1),
                                                 "a --> call(b, 1), [x]."-(b/3), "a, b => c."-(b/0), "a => b(_)."-(b/1) ])),
                        true(called(Clauses, PI))]) :-
    user:clauses(Text, Clauses).
test(called) :-
    user:clauses("a :- \\+ b(1), findall(X, c(X), _).", Clauses),
    assertion(( called(Clauses, b/1), called(Clauses, c/1), \+ called(Clauses, a/0), \+ called(Clauses, b/2) )).

:- end_tests(defined).

:- begin_tests(undefined_goal).

test(the_first_place_of_each, Found == [b/1-5, c/0-22]) :-
    user:clauses("a :- b(1).\na :- b(2), c.", Clauses),
    findall(PI-At, undefined_goal(Clauses, PI, At, _), Found).
test(what_is_there, [forall(member(Text, [ "a :- b. b.", "a :- append(_, _, _).", "a :- format(\"~w\", [x]).",
                                           "a :- X is 1, X > 0.", "a :- maplist([X]>>(X = 1), [_]).",
                                           "a(X) :- maplist({X}/[Y]>>(Y = X ; Y is 1), [_]).",
                                           "a :- foldl(add, one, [], _).\nfoldl(_, _, L, L).",
                                           "a :- partition([x|T], T, _, _).\npartition(_, _, [], []).", "a :- b. :- dynamic b/0.",
                                           "a :- b([], []). b --> [].",
                                           ":- use_module(library(clpfd)).\na :- X in 0..3, label([X]).",
                                           ":- use_module([library(lists), library(clpfd)]).\na :- X in 0..3, label([X]).",
                                           "a :- read_term_from_atom(_, _, []), top_sort(_, _).", "a :- !, ( b -> c ; d ), \\+ b. b. c. d.",
                                           "a :- aggregate_all(count, member(_, []), _)." ])), Found == []]) :-
    user:clauses(Text, Clauses),
    findall(PI, undefined_goal(Clauses, PI, _, _), Found).
test(within_others, [forall(member(Text, [ "a :- \\+ b(1).", "a :- ( b(1) -> true ; true ).", "a :- forall(b(1), true).",
                                           "a :- findall(x, b(1), _).", "a :- maplist(b, [1]).", "a :- call(b, 1).",
                                           "a :- bagof(X, Y^b(X-Y), _).", "a :- foldl(b, [1], 0, _).",
                                           "a :- aggregate_all(count, b(1), _)." ])), Names == [b]]) :-
    user:clauses(Text, Clauses),
    findall(Name, undefined_goal(Clauses, Name/_, _, _), Names).
test(other_numbers_of_arguments, [nondet, Arities == [1,3]]) :-
    user:clauses("a :- b(1, 2). b(1). b(1, 2, 3).", Clauses),
    undefined_goal(Clauses, b/2, _, [same(Arities)|_]).
test(names_with_as_many_arguments, [true, nondet]) :-
    user:clauses("a :- apend(1, 2, 3). add(1, 2, 3).", Clauses),
    undefined_goal(Clauses, apend/3, _, [same([])|Names]),
    assertion(( memberchk("append", Names), memberchk("add", Names), \+ memberchk("member", Names) )).

:- end_tests(undefined_goal).

:- begin_tests(recursive_in).

test(circles, [forall(member(PI-Expected, [a/0-[b/0, c/0, d/1], b/0-[b/0, c/0], d/1-[d/1], e/0-[]])), PIs == Expected]) :-
    user:clauses("a :- b, d(1), e. b :- c. c :- b. d(X) :- e, d(X). e. f :- f.", Clauses),
    recursive_in(Clauses, PI, PIs).

:- end_tests(recursive_in).

:- begin_tests(name_of).

test(known, Name == 'X') :-
    name_of(X, ['Y'=_, 'X'=X], Name).
test(unknown, Name == "_") :-
    name_of(_, ['Y'=_], Name).

:- end_tests(name_of).

body("a :- b.", [b/0-5]).
body("a :- b(1), c ; d.", [b/1-5, c/0-11, d/0-15]).
body("a :- ( b -> c ; d ).", [b/0-7, c/0-12, d/0-16]).
body("a :- \\+ b.", [b/0-8]).
body("a :- X, b(X).", [b/1-8]).
body("a :- once(b), findall(X, c(X), _).", [once/1-5, b/0-10, findall/3-14, c/1-25]).
body("a :- maplist(b(1), L).", [maplist/2-5, b/2-13]).
body("a :- setof(X-Y, Z^b(X, Y, Z), _).", [setof/3-5, b/3-18]).
body("a :- 1 = 2.", [(=)/2-5]).
body("a :- maplist([X]>>b(X), L).", [maplist/2-5, b/1-18]).
body("a :- foldl([X]>>b(X), L, 0, S).", [foldl/4-5, b/3-16]).
body("a :- maplist(Y/([X]>>b(X, Y)), L).", [maplist/2-5, b/2-21]).

clauses(Text, Clauses) :-
    source_clauses(Text, Clauses, _).
