/*  Tests of error_text.pl.

        $ swipl -g run_tests -t halt prolog/engine/error_text.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(error_text).

:- begin_tests(error_message).

test(message, [forall(user:says(Error, Expected)), Message == Expected]) :-
    error_message(Error, Message).
test(as_prolog_says_it, [forall(user:says_in_part(Goal, Part))]) :-
    catch(Goal, Error, true),
    error_message(Error, Message),
    assertion(sub_string(Message, _, _, _, Part)).
test(cyclic) :-
    X = f(X),
    error_message(error(X, _), Message),
    assertion(string(Message)).

%   A goal may throw what only looks like an error of ours.
test(looks_like_ours, [forall(user:looks_like_ours(Formal))]) :-
    error_message(error(Formal, _), Message),
    assertion(sub_string(Message, 0, _, _, "error(")).

%   Nor may it have goals called, or a module made, by what it throws.
test(nothing_is_called, [forall(user:calls(owned, Ball)), cleanup(retractall(user:owned))]) :-
    error_message(Ball, Message),
    assertion(string(Message)),
    assertion(\+ catch(user:owned, _, fail)).
test(no_frame_is_looked_at) :-
    error_message(frame(1, backtrace, 1), Message),
    assertion(Message == "frame(1,backtrace,1)").
test(no_module_is_made) :-
    atom_concat(no_such_module_, x, Module),
    error_message(error(existence_error(procedure, Module:foo/1), _), _),
    assertion(\+ current_module(Module)).
test(a_term_that_is_thrown, Text == "thrower/1 throws found(a, _), and nothing catches it") :-
    thrown_term(found(a, _), user, _, _, Text).
test(another_term, [forall(member(Term, [found(a), error(found(a, b), _), _])), fail]) :-
    thrown_term(Term, user, _, _, _).
test(an_unfit_heuristic, Message == "the heuristic walking does not work here: it has 2 goals; use manhattan") :-
    error_message(error(unfit_heuristic(walking, "it has 2 goals"), _), Message).
test(what_only_looks_like_one, Message == "error(unfit_heuristic('_','_'),'_')") :-
    error_message(error(unfit_heuristic('_', '_'), '_'), Message).

:- end_tests(error_message).

thrower(X) :- ( X == b -> throw(found(X, 1)) ; atom(X), throw(found(X, _)) ).

says(error(fact_file('a/b.pl', [fault(1, 2, "no"), fault(10, 1, "“nor this”")]), _),
     "a/b.pl:1:2: no\na/b.pl:10:1: “nor this”").
says(error(fact_file("text", [fault(1, 1, "no")]), _), "text:1:1: no").
says(error(program_file('p.pl', [fault(1, 2, "no")]), _), "p.pl:1:2: no").
says(error(unsafe_goal("open/3 is not allowed"), _), "open/3 is not allowed").
says(error(python_error("ValueError", "no such thing"), _), "ValueError: no such thing").
says(error(python_error('KeyError', 7), _), "KeyError: 7").
says(error(format('not enough arguments'), context(format/3, _)), "format: not enough arguments").
says(error(resource_error(stack), _{stack:[]}),
     "The stacks are full: the program recurses too deep, or without an end").
says(error(existence_error(iterator, 7), _), "iterator `7' does not exist").
says(error(instantiation_error, context('tmp-2-77':go/1, _)), "go/1: Arguments are not sufficiently instantiated").

says_in_part(atom_length(_, _), "not sufficiently instantiated").
says_in_part(atom_length(f(x), _), "Type error").
says_in_part(_ is [1, 2] + 1, "a list").
says_in_part(throw(my(ball)), "my(ball)").
says_in_part(throw(_), "not sufficiently instantiated").
says_in_part(call(no_such, 1), "no_such/1").

looks_like_ours(fact_file(_, [_])).
looks_like_ours(fact_file(a, _)).
looks_like_ours(fact_file(a, [x|_])).
looks_like_ours(fact_file(a, [fault(1, 1, no)])).
looks_like_ours(program_file(a, [fault(1, one, "no")])).
looks_like_ours(unsafe_goal(_)).
looks_like_ours(unsafe_goal(x)).
looks_like_ours(another(1)).

calls(Fact, Ball) :-
    Goal = assertz(user:Fact),
    Format = format("~@", [Goal]),
    member(Ball,
           [ Format, error(Format, _), error(_, Format), unhandled_exception(Format),
             error(type_error(Format, x), _), error(type_error(integer, Format), Format),
             error(syntax_error(Format), _), error(resource_error(Format), _),
             error(existence_error(Format, x), _), error(existence_error(procedure, Format), _),
             error(type_error(integer, x), context(Format, Format)),
             error(type_error(integer, x), context(foo/1, Format)),
             error(type_error(integer, x), context(foo/Format, _)),
             error(permission_error(Format, Format, Format), _),
             format("~W", [x, [portray_goal([_,_]>>Goal), portray(true)]])
           ]).
