:- module(pybridge_source_mistaken_cuts, [ mistaken_cut/4   % +Clauses, +Module, -At, -Said
                                         ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module('../untrusted/allowed', [of_rules/2, own/2]).
:- use_module(goals).
:- use_module(variables).

/** <module> Cuts that come too early

A cut after a goal that gives solution after solution leaves only the first one. One before everything else in a
clause that takes any arguments leaves only this clause.
*/

%!  mistaken_cut(+Clauses, +Module, -At, -Said) is nondet.
%
%   Said names the cut at the character At as a mistake. Clauses are loaded beside what is in Module.

mistaken_cut(Clauses, _, At, Said) :-
    append(_, [Clause|Later], Clauses),
    Clause = clause(Head, Body, _, BodyPosition, _, _),
    any_arguments(Head),
    functor(Head, Name, Arity),
    once(( member(clause(Other, _, _, _, _, _), Later), functor(Other, Name, Arity) )),
    steps(Body, BodyPosition, [!-At|Steps]),
    (   member(Goal-_, Steps),
        Goal \== !
    ->  shown_in(Clause, Goal, Shown),
        Said = said("this cut comes before `{goal}`, so no other clause of {name} is tried: write it after",
                    [goal=Shown, name=Name/Arity])
    ;   Said = said("with this cut no other clause of {name} is tried", [name=Name/Arity])
    ).
mistaken_cut(Clauses, Module, At, Said) :-
    member(Clause, Clauses),
    Clause = clause(Head, Body, _, BodyPosition, _, _),
    functor(Head, Name, Arity),
    steps(Body, BodyPosition, Steps),
    append(Before, [!-At|After], Steps),
    append(_, [Generator-GeneratorAt|Between], Before),
    \+ memberchk(!-_, Between),
    once(gives_more(Generator, GeneratorAt, Clause, Clauses, Module, Given)),
    \+ compared(Generator, GeneratorAt, Clause, Between),
    member(Goal-GoalAt, After),
    (   functor(Goal, Name, Arity)
    ->  append(_, [Generator-GeneratorAt|Following], Steps),
        depends(Following, GoalAt, Clause, Given)
    ;   Generator = between(_, _, _),
        forall(member(Each-_, Between), prints(Each, Clauses)),
        functor(Goal, Called, CalledArity),
        defined(Clauses, Called, CalledArity),
        Given = [Number],
        contains_var(Number, Goal)
    ),
    !,
    shown_in(Clause, Generator, Shown),
    Said = said("this cut keeps only the first solution of `{goal}`: remove it", [goal=Shown]).

%   compared(+Generator, +At, +Clause, +Steps) is semidet: the Steps look at all other solutions of Generator too, as
%   for the best of them, which is meant to be the only one.
compared(Generator, At, Clause, Steps) :-
    functor(Generator, Name, Arity),
    member(Step-_, Steps),
    callable(Step),
    memberchk(Step, [\+_,forall(_,_)]),
    sub_term(Other, Step),
    callable(Other),
    functor(Other, Name, Arity),
    term_variables(Other, Others),
    member(Variable, Others),
    contains_var(Variable, Generator),
    \+ new_variable(Variable, At, Clause, _),
    !.

%   depends(+Steps, +At, +Clause, +Given) is semidet: the goal at At has a variable of Given, or one that comes from
%   it by way of the Steps.
depends([Goal-At|Steps], Last, Clause, Given0) :-
    term_variables(Goal, Variables),
    (   At =:= Last
    ->  once(( member(Variable, Given0), contains_var(Variable, Variables) ))
    ;   member(Variable, Given0),
        contains_var(Variable, Variables)
    ->  include(is_new(At, Clause), Variables, New),
        append(New, Given0, Given),
        depends(Steps, Last, Clause, Given)
    ;   depends(Steps, Last, Clause, Given0)
    ).

new_variables(Term, At, Clause, New) :-
    term_variables(Term, Variables),
    include(is_new(At, Clause), Variables, New),
    New = [_|_].

is_new(At, Clause, Variable) :-
    new_variable(Variable, At, Clause, _).

any_arguments(Head) :-
    term_variables(Head, Variables),
    Head =.. [_|Args],
    length(Args, Length),
    length(Variables, Length),
    \+ ( member(Arg, Args), nonvar(Arg) ).

%   gives_more(+Goal, +At, +Clause, +Clauses, +Module, -Given) is nondet: Goal at At in Clause gives the new variables
%   Given values, and others in their place when it is asked again.
gives_more(Goal, At, Clause, _, _, Given) :-
    given(Goal, Part),
    all_new(Part, At, Clause),
    new_variables(Part, At, Clause, Given).
gives_more(Goal, At, Clause, Clauses, Module, Given) :-
    callable(Goal),
    new_variables(Goal, At, Clause, Given),
    functor(Goal, Name, Arity),
    \+ ( memberchk(Goal, [move(From,_,_),moved(From,_,_)]),     % from a later state back
         new_variable(From, At, Clause, _) ),
    generates(Clauses, Module, [], Name/Arity).

given(member(Element, _), Element).
given(select(Element, _, _), Element).
given(between(_, _, Number), Number).
given(nth0(Index, _, Element), Index-Element).
given(nth1(Index, _, Element), Index-Element).
given(append(Begin, End, _), Begin-End) :- \+ is_list(Begin), \+ is_list(End).     % whose length leaves one solution
given(permutation(_, Permutation), Permutation).

%   all_new(+Part, +At, +Clause): Part has new variables and nothing that restricts them but a pair or a list.
all_new(Part, At, Clause) :-
    var(Part),
    !,
    new_variable(Part, At, Clause, _).
all_new(A-B, At, Clause) :-
    !,
    all_new(A, At, Clause),
    all_new(B, At, Clause).
all_new([], _, _).
all_new([Part|Parts], At, Clause) :-
    all_new(Part, At, Clause),
    all_new(Parts, At, Clause).

%   generates(+Clauses, +Module, +Seen, +PI) is semidet: what PI makes of its arguments are the moves of the puzzle, or
%   the elements of some list.
generates(_, Module, _, PI) :-
    memberchk(PI, [move/3,action/4,moved/3]),
    ( of_rules(Module, PI) ; own(Module, PI) ),
    !.
generates(Clauses, Module, Seen, Name/Arity) :-
    \+ memberchk(Name/Arity, Seen),
    functor(Head, Name, Arity),
    member(Clause, Clauses),
    Clause = clause(Head, Body, _, BodyPosition, _, _),
    steps(Body, BodyPosition, Steps),
    append(_, [Goal-At|After], Steps),
    \+ memberchk(!-_, After),
    callable(Goal),
    (   given(Goal, Part),
        all_new(Part, At, Clause)
    ;   functor(Goal, Called, CalledArity),
        generates(Clauses, Module, [Name/Arity|Seen], Called/CalledArity)
    ),
    !.

%   prints(+Goal, +Clauses) is semidet: Goal does nothing but print, and cannot fail.
prints(Goal, Clauses) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    (   memberchk(Name, [format, write, print, writeln, writeq, nl, tab])
    ->  true
    ;   findall(Body, ( member(clause(Head, Body, _, _, _, _), Clauses), functor(Head, Name, Arity) ), [Body]),
        steps_print(Body)
    ).

steps_print((A, B)) :- !, steps_print(A), steps_print(B).
steps_print(Goal) :- prints(Goal, []).
