:- module(pybridge_source_mistakes, [ mistake/5         % +Clauses, +Module, +Program, -At, -Said
                                    ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module('../untrusted/allowed', [builtin/2, of_rules/2, own/2]).
:- use_module(goals).
:- use_module(mistaken_cuts).
:- use_module(mistaken_ends).
:- use_module(mistaken_names).
:- use_module(sums, [computed_with/2, looks_computed/4, not_a_number/3]).
:- use_module(variables).

/** <module> Mistakes that beginners make

Found in the clauses of a program that is known to be wrong, as text.pl reads them, without running
anything. Only what cannot be meant is called a mistake, in an order in which the first explains most.
*/

%!  mistake(+Clauses, +Module, +Program:atom, -At, -Said) is nondet.
%
%   Said names a mistake at the character At in Clauses, which are loaded beside what is in Module, as
%   said(Template, Values): a message in English, in which {name} is the Value of name=Value. It is a text, a predicate,
%   or line(At1) for the line of At1. Python translates the templates. A mistake of a clause matters only where Program/0
%   can come to it.

mistake(Clauses, Module, _, At, Said) :-
    undefined_goal(Clauses, Name/Arity, At, _),
    \+ own(Module, Name/Arity),
    \+ of_rules(Module, Name/Arity),
    meant(Clauses, Module, Name/Arity, Meant),
    Said = said("{name} is not defined; did you mean {meant}?", [name=Name/Arity, meant=Meant]).
mistake(Clauses0, Module, Program, At, Said) :-
    reached_from(Clauses0, Program/0, PIs),
    include(of_one(PIs), Clauses0, Clauses),
    reached_mistake(Clauses0, Clauses, Module, Program, At, Said).

of_one(PIs, clause(Head, _, _, _, _, _)) :-
    callable(Head),
    functor(Head, Name, Arity),
    memberchk(Name/Arity, PIs).

reached_mistake(Clauses0, Clauses, _, Program, At, Said) :-
    uncalled(Clauses0, Clauses, Program, At, Said).
reached_mistake(Clauses0, Clauses, _, _, At, Said) :-
    member(Clause, Clauses),
    Clause = clause(_, Body, _, BodyPosition, _, _),
    goal_at(Body, BodyPosition, Goal, At),
    mistaken_goal(Goal, At, Clause, Clauses0, Said).
reached_mistake(Clauses0, Clauses, Module, _, At, Said) :-
    member(Clause, Clauses),
    mistaken_name(Clause, Clauses0, Module, At, Said).
reached_mistake(_, Clauses, _, _, At, Said) :-
    member(clause(Head, Body, _, BodyPosition, _, _), Clauses),
    goal_at(Body, BodyPosition, Goal, At),
    Goal == Head,
    functor(Head, Name, Arity),
    Said = said("{name} calls itself with the same arguments, without end", [name=Name/Arity]).
reached_mistake(_, Clauses, _, _, At, Said) :-
    no_end(Clauses, At, Said).
reached_mistake(_, Clauses, Module, _, At, Said) :-
    mistaken_cut(Clauses, Module, At, Said).

%   meant(+Clauses, +Module, +PI, -Meant) is semidet: a predicate that is called similarly.
meant(Clauses, Module, Name/Arity, Meant) :-
    findall(PI, known(Clauses, Module, PI), PIs0),
    sort(PIs0, PIs),
    (   Meant = Other/Arity,
        member(Meant, PIs),
        resembles(Name, Other)
    ;   Meant = Name/_,
        member(Meant, PIs)
    ;   Meant = Other/Arity,
        in_reach(Meant, []),
        resembles(Name, Other)
    ;   Meant = Other/Arity,
        builtin(Arity, Names),
        member(Other, Names),
        resembles(Name, Other)
    ;   Meant = Name/_,
        in_reach(Meant, [])
    ;   Meant = Other/_,
        member(Meant, PIs),
        resembles(Name, Other)
    ),
    !.

resembles(Name, Other) :- similar(Name, Other), !.
resembles(Name, Other) :- atom_length(Name, Length), Length >= 3, dwim_match(Name, Other).

known(Clauses, _, Name/Arity) :-
    defined(Clauses, Name, Arity),
    atom(Name).
known(_, Module, PI) :- own(Module, PI).
known(_, Module, PI) :- of_rules(Module, PI).

%   uncalled(+Clauses0, +Clauses, +Program, -At, -Said) is nondet: what Program does not come to is called as
%   something that it does.
uncalled(Clauses0, Clauses, Program, At, Said) :-
    append(Before, [clause(Head, _, _, _, At, _)|_], Clauses0),
    callable(Head),
    Head \= '$directive'(_),
    functor(Head, Name, Arity),
    \+ memberchk(Name, [Program, ids, ids_low]),
    \+ ( member(clause(Head1, _, _, _, _, _), Before), callable(Head1), functor(Head1, Name, Arity) ),
    \+ called(Clauses0, Name/Arity),
    member(clause(Near, _, _, _, _, _), Clauses),
    functor(Near, Other, OtherArity),
    ( Other == Name -> true ; OtherArity == Arity, similar(Name, Other) ),
    !,
    Said = said("{name} is defined here and called nowhere; did you mean {meant}?",
                [name=Name/Arity, meant=Other/OtherArity]).

%   mistaken_goal(+Goal, +At, +Clause, +Clauses, -Said) is semidet: Goal, which is at At in Clause, does not do
%   what it looks like.
mistaken_goal(Variable = Sum, _, Clause, _, Said) :-
    looks_computed(Variable, Sum, Clause, _),
    \+ may_be_pair(Variable, Sum, Clause),
    !,
    shown_in(Clause, Variable, Left),
    shown_in(Clause, Sum, Right),
    Said = said("`{left} = {right}` does not compute: write `{left} is {right}`", [left=Left, right=Right]).
mistaken_goal(Variable == Sum, At, Clause, _, Said) :-
    var(Variable),
    (   looks_computed(Variable, Sum, Clause, _)
    ->  true
    ;   compound(Sum),
        functor(Sum, Operator, 2),
        memberchk(Operator, [+, *, //, mod]),
        new_variable(Variable, At, Clause, _)
    ),
    !,
    shown_in(Clause, Variable, Left),
    shown_in(Clause, Sum, Right),
    Said = said("`{left} == {right}` compares and does not compute: write `{left} is {right}`",
                [left=Left, right=Right]).
mistaken_goal(Left0 == Right0, At, Clause, _, Said) :-
    Left0 \== Right0,
    new_variable(Left0-Right0, At, Clause, Variable),
    !,
    maplist(shown_in(Clause), [Left0, Right0, Variable], [Left, Right, New]),
    (   New == "_"
    ->  Said = said("`{left} == {right}` compares and binds nothing, so it is never true: write `{left} = {right}`",
                    [left=Left, right=Right])
    ;   Said = said("`{left} == {right}` compares, and {name} has no value yet, so it is never true: write `{left} = {right}`",
                    [left=Left, right=Right, name=New])
    ).
mistaken_goal(Variable is Sum, At, Clause, _, Said) :-
    var(Sum),
    new_variable(Sum, At, Clause, _),
    nonvar(Variable),
    !,
    maplist(shown_in(Clause), [Variable, Sum], [Left, Right]),
    Said = said("is computes what stands on its right: write `{right} is {left}`", [left=Left, right=Right]).
mistaken_goal(Goal, At, Clause, _, Said) :-
    Goal = (Variable =:= Sum),
    var(Variable),
    new_variable(Variable, At, Clause, _),
    !,
    maplist(shown_in(Clause), [Variable, Sum], [Left, Right]),
    Said = said("`{left} =:= {right}` compares, and {left} has no value yet: write `{left} is {right}`",
                [left=Left, right=Right]).
mistaken_goal(Variable is Sum, _, Clause, _, Said) :-
    var(Variable),
    contains_var(Variable, Sum),
    !,
    maplist(shown_in(Clause), [Variable, Sum], [Left, Right]),
    Said = said("`{left} is {right}` cannot give {left} another value: write `New{left} is {right}`, and New{left} from there on",
                [left=Left, right=Right]).
mistaken_goal(Goal, _, Clause, Clauses, Said) :-
    Clause = clause(Head, _, _, _, _, _),
    functor(Head, Name, Arity),
    functor(Goal, Name, Arity),
    sum_passed(Goal, Clauses, Sum),
    shown_in(Clause, Sum, Shown),
    Said = said("`{sum}` is passed to {name} as it stands, not computed: write `N is {sum}` before, and N here",
                [sum=Shown, name=Name/Arity]).
mistaken_goal(Variable = Call, At, Clause, Clauses, Said) :-
    new_variable(Variable, At, Clause, _),
    called_as_function(Call, Clauses),
    Call =.. Parts0,
    append(Parts0, [Variable], Parts),
    Right =.. Parts,
    !,
    maplist(shown_in(Clause), [Variable, Call, Right], [Left, Shown, Written]),
    Said = said("`{left} = {call}` calls nothing: write `{written}`", [left=Left, call=Shown, written=Written]).
mistaken_goal(Goal, _, Clause, Clauses, Said) :-
    kept_in_list(Goal, Clause, Clauses, Front, Rest),
    maplist(shown_in(Clause), [Front, Rest], [Shown, Old]),
    sub_string(Shown, 0, _, 1, Open),
    Said = said("`{open},{rest}]` has {rest} as its last element: write `{open}|{rest}]` to put an element before those of {rest}",
                [open=Open, rest=Old]).
mistaken_goal(Goal, _, Clause, _, said("{part} is not a number, and cannot be computed with", [part=Part])) :-
    not_a_number(Goal, Clause, Part).

%   called_as_function(+Term, +Clauses) is semidet: a predicate has one argument more than Term, and nothing calls it;
%   nor does a clause take such a term for data.
called_as_function(Term, Clauses) :-
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    More is Arity+1,
    defined(Clauses, Name, More),
    \+ called(Clauses, Name/More),
    functor(Data, Name, Arity),
    \+ ( member(clause(Head, Body, _, BodyPosition, _, _), Clauses),
         (   has_part(Head, Data)
         ;   goal_at(Body, BodyPosition, Goal, _),
             \+ Goal = (_ = _),
             has_part(Goal, Data)
         )
       ).

%   has_part(+Term, +Data) is semidet: an argument in Term could be Data.
has_part(Term, Data) :-
    compound(Term),
    compound_name_arguments(Term, _, Args),
    member(Arg, Args),
    nonvar(Arg),
    ( subsumes_term(Data, Arg) ; has_part(Arg, Data) ),
    !.

%   kept_in_list(+Goal, +Clause, +Clauses, -Front, -Rest) is semidet: Goal calls the predicate of Clause with a list whose
%   last element is what its head has in the place of the list. Front are the others. No clause expects such a list.
kept_in_list(Goal, clause(Head, _, _, _, _, _), Clauses, Front, Rest) :-
    functor(Head, Name, Arity),
    functor(Goal, Name, Arity),
    arg(I, Goal, List),
    is_list(List),
    append(Front, [Rest], List),
    Front \== [],
    var(Rest),
    arg(I, Head, Old),
    Old == Rest,
    functor(Other, Name, Arity),
    \+ ( member(clause(Other, _, _, _, _, _), Clauses), arg(I, Other, Expected), is_list(Expected), Expected = [_,_|_] ),
    !.

%   may_be_pair(+Variable, +Term, +Clause) is semidet: nothing else computes with what Term joins, and Variable does not
%   take the place of an argument of the clause.
may_be_pair(_, Term, _) :-
    ground(Term),
    !.
may_be_pair(Variable, Term, clause(Head, Body, _, BodyPosition, _, _)) :-
    compound_name_arguments(Term, Name, Args),
    memberchk(Name, [-, /]),
    once(( member(Arg, Args), var(Arg), \+ computed_with(Arg, Body) )),
    functor(Head, HeadName, Arity),
    functor(Goal, HeadName, Arity),
    \+ ( goal_at(Body, BodyPosition, Goal0, _),
         subsumes_term(Goal, Goal0),
         arg(I, Goal0, New),
         New == Variable,
         arg(I, Head, Old),
         member(Passed, Args),
         Passed == Old ).

%   sum_passed(+Goal, +Clauses, -Sum) is semidet: Goal has Sum where a clause compares its argument by
%   unification, with a number or another argument.
sum_passed(Goal, Clauses, Sum) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    arg(I, Goal, Sum),
    compound(Sum),
    compound_name_arguments(Sum, Operator, [Left,Right]),
    memberchk(Operator, [+, -, *, //]),
    ( number(Left) ; number(Right) ),
    member(clause(Head, _, _, _, _, _), Clauses),
    arg(I, Head, Arg),
    (   number(Arg)
    ;   var(Arg),
        arg(J, Head, Other),
        J =\= I,
        Other == Arg
    ),
    !.
