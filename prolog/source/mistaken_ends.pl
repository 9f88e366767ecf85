:- module(pybridge_source_mistaken_ends, [ no_end/3   % +Clauses, -At, -Said
                                         ]).
:- encoding(utf8).
:- use_module(library(lists)).

/** <module> Predicates that have no clause that ends them
*/

%!  no_end(+Clauses, -At, -Said) is nondet.
%
%   Each clause of the predicate at At calls it again. Said is as in mistakes.pl.

no_end(Clauses, At, Said) :-
    findall(PI-Body, clause_body(Clauses, PI, Body), Bodies),
    member(clause(Head, Body0, _, _, At, _), Clauses),
    functor(Head, Name, Arity),
    always_calls(Body0, Name/Arity),
    forall(member(Name/Arity-Body, Bodies), always_calls(Body, Name/Arity)),
    !,
    findall(Body, member(Name/Arity-Body, Bodies), All),
    (   All = [_]
    ->  Said = said("{name} has no clause that ends it: its only clause calls {name} again; add the clause of the last step",
                    [name=Name/Arity])
    ;   Said = said("{name} has no clause that ends it: each of its clauses calls {name} again; add the clause of the last step",
                    [name=Name/Arity])
    ).

clause_body(Clauses, Name/Arity, Body) :-
    member(clause(Head, Body, _, _, _, _), Clauses),
    functor(Head, Name, Arity).

always_calls(Body, _) :- var(Body), !, fail.
always_calls((A, B), PI) :- !, ( always_calls(A, PI) ; always_calls(B, PI) ), !.
always_calls((C -> A ; B), PI) :- !, ( always_calls(C, PI) ; always_calls(A, PI) ), always_calls(B, PI), !.
always_calls((A ; B), PI) :- !, always_calls(A, PI), always_calls(B, PI).
always_calls((A -> B), PI) :- !, ( always_calls(A, PI) ; always_calls(B, PI) ), !.
always_calls((A *-> B), PI) :- !, ( always_calls(A, PI) ; always_calls(B, PI) ), !.
always_calls(Goal, Name/Arity) :- functor(Goal, Name, Arity).
