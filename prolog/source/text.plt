/*  Tests of text.pl.

        $ swipl -g run_tests -t halt prolog/source/text.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(text).

:- begin_tests(clauses).

test(in_their_order, Heads == [a, b, '$directive'(dynamic(c/1))]) :-
    source_clauses("a. b :- a.\n:- dynamic c/1.", Clauses, []),
    findall(Head, member(clause(Head, _, _, _, _, _), Clauses), Heads).
test(bodies, Bodies == [true, (p,q), true, r]) :-
    source_clauses("a.\nb :- p, q.\n(c).\n(d :- r).", Clauses, []),
    findall(Body, member(clause(_, Body, _, _, _, _), Clauses), Bodies).
test(places, Places == [0, 6, 14]) :-
    source_clauses("a(1). b :- p.\n日 :- q.", Clauses, []),
    findall(At, member(clause(_, _, _, _, At, _), Clauses), Places).
test(names, Names == ['X', '_Y']) :-
    source_clauses("a(X, _Y, X).", [clause(_, _, _, _, _, Bindings)], []),
    findall(Name, member(Name=_, Bindings), Names).
test(operators_of_the_text, Head == ===>(a, b)) :-
    source_clauses(":- op(700, xfx, ===>).\na ===> b.", [_, clause(Head, _, _, _, _, _)], []).
test(operators_of_a_library, Body == #=(1, 1)) :-
    source_clauses(":- use_module(library(clpfd)).\na :- 1 #= 1.", [_, clause(_, Body, _, _, _, _)], []).
test(operators_of_libraries, Body == #=(1, 1)) :-
    member(Directive, ["use_module([library(lists), library(clpfd)])", "ensure_loaded(library(clpfd))"]),
    format(string(Text), ":- ~s.\na :- 1 #= 1.", [Directive]),
    source_clauses(Text, [_, clause(_, Body, _, _, _, _)], []),
    !.
test(a_blank_in_a_number, Ats == [10,23]) :-
    source_clauses("a :- b([],1 2). b(3  , 4 5). a :- b(1 000, \"1 2\", '3 4').", _, Faults),
    findall(At, member(fault(ill_formed, At, _), Faults), Ats).
test(operators_stay_here) :-
    source_clauses(":- op(700, xfx, ===>).\na.", _, []),
    assertion(\+ current_op(_, _, user:(===>))),
    assertion(\+ current_module(pybridge_rules_operators)).
test(nothing_runs, Count == 2) :-
    source_clauses(":- initialization(throw(it)).\n:- throw(it).", Clauses, []),
    length(Clauses, Count).
test(a_variable_is_read, true(var(Variable))) :-
    source_clauses("X.", [clause(Variable, true, _, none, 0, _)], _).
test(in_force, [forall(member(Text-Expected,
                              [ ":- if(current_predicate(b/0)).\na.\n:- else.\nc(X).\n:- endif." - [c(_)],
                                "b.\n:- if(current_predicate(b/0)).\na.\n:- elif(current_predicate(a/0)).\nc.\n:- else.\nd.\n:- endif.\ne." - [b,a,e],
                                ":- if(\\+ current_predicate(b/0)).\na.\n:- if(current_predicate(b/0)).\nc.\n:- endif.\n:- endif." - [a],
                                "b.\n:- if(current_predicate(b/0)).\na.\n:- else.\nc.\n:- endif." - [b,a],
                                ":- if(current_predicate(b/0)).\n:- if(b).\na.\n:- else.\nc.\n:- endif.\n:- else.\nd.\n:- endif." - [d],
                                ":- if(it).\na.\n:- else.\nb.\n:- endif." - [a,b],
                                "c.\n:- if(current_predicate(b/0)).\na.\n:- elif(current_predicate(c/0)).\nb.\n:- else.\nd.\n:- endif." - [c,b],
                                ":- if(current_predicate(b/0)).\na.\n:- elif(current_predicate(c/0)).\nb.\n:- else.\nd.\n:- endif." - [d],
                                ":- if(it).\na.\n:- elif(current_predicate(c/0)).\nb.\n:- else.\nd.\n:- endif." - [a,b,d],
                                "b.\n:- if(\\+ current_predicate(b/0)).\na.\n:- else.\nc.\n:- endif." - [b,c] ])),
                Heads =@= Expected]) :-
    source_clauses(Text, Clauses, _),
    findall(Head, ( member(clause(Head, _, _, _, _, _), Clauses), Head \= '$directive'(_) ), Heads).
test(what_is_left_out_has_no_faults, Faults == []) :-
    source_clauses(":- if(current_predicate(b/0)).\na(X).\n:- endif.", _, Faults).
test(how_a_shell_runs_it, At == 4) :-
    source_clauses("#!x\na.", [clause(a, _, _, _, At, _)], []).
test(no_text, Clauses == []) :-
    source_clauses(" % nothing\n", Clauses, []).

:- end_tests(clauses).

:- begin_tests(faults).

test(singletons, Faults == [fault(singleton, 5, "Y occurs only once: write _Y, or correct it")]) :-
    source_clauses("a(X, Y) :- b(X).", _, Faults).
test(its_place, [forall(user:once_at(Text, Expected)), At == Expected]) :-
    source_clauses(Text, _, [fault(singleton, At, _)]).
test(meant_so, Faults == []) :-
    source_clauses("a(_, _X) :- b(_).\n:- dynamic(X).\n?- X.", _, Faults).
test(reading_goes_on, Kinds-Heads == [ill_formed-7, singleton-13, ill_formed-22]-[b, d]) :-
    source_clauses("a :-\n b c.\nb(X).\nc :- (.\nd.", Clauses, Faults0),
    findall(Kind-At, member(fault(Kind, At, _), Faults0), Kinds),
    findall(Name, ( member(clause(Head, _, _, _, _, _), Clauses), functor(Head, Name, _) ), Heads).
test(behind_an_open_quote_with_the_next_clause, Heads == [b, c]) :-
    source_clauses("a('x).\nb.\nc :- \"no end\n and more.\n\n% 'comment\nc.", Clauses, [_, _]),
    findall(Head, member(clause(Head, _, _, _, _, _), Clauses), Heads).
test(places_behind_an_open_quote, At == 9) :-
    source_clauses("a('x).\nb(X).", _, [_, fault(singleton, At, _)]).

:- end_tests(faults).

:- begin_tests(place_of).

test(of_a_variable, [forall(user:variable_at(Text, Expected)), At == Expected]) :-
    term_string(Term, Text, [subterm_positions(Position), variable_names(Bindings)]),
    memberchk('X'=Variable, Bindings),
    place_of(Variable, Term, Position, At).
test(the_first, At == 2) :-
    term_string(Term, "a(X,X)", [subterm_positions(Position), variable_names(['X'=X])]),
    place_of(X, Term, Position, At).
test(nowhere, fail) :-
    term_string(Term, "a(b)", [subterm_positions(Position)]),
    place_of(_, Term, Position, _).

:- end_tests(place_of).

once_at("a(X).", 2).
once_at("a :- b([1, 2|X]).", 13).
once_at("a :- b, \\+ c({X}).", 14).
once_at("a :- (b ; (c, X = 1)).", 14).
once_at("日(X).", 2).

variable_at("X", 0).
variable_at("f(a, X)", 5).
variable_at("[a, X]", 4).
variable_at("[a|X]", 3).
variable_at("[a, b|X]", 6).
variable_at("- X", 2).
variable_at("a + X", 4).
variable_at("(X)", 0).
variable_at("{X}", 1).
variable_at("f((a, X), b)", 6).
variable_at("\"s\"-X", 4).
