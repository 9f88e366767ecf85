:- module(pybridge_narrow, [ narrow/3,          % +Goal, +Module, +Leaves
                             narrow/2,          % +Goal, +Module
                             holds/1,           % +Goal
                             changes/2,         % +Module, -PI
                             cuts/1             % +Body
                           ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(unknown).

/** <module> Rules run on unknown states

A small interpreter. Unification binds a leaf, and that is a condition of what follows.
What cannot run on unknown leaves, as arithmetic, negation, conditions or a predicate with
a cut, first has the leaves that it looks at labelled. So it looks at no more leaves than
the rules do. This is narrowing: to run a program on what is not known yet, and to bind as
little as each step needs (Slagle, 1974; Hullot, 1980).

An error within what was labelled counts as failure: the values may be some that no state
has together. Where it was raised is kept, see add_raising/1.
*/

:- meta_predicate narrow(?, +).        % nothing is called in the module of who asks

%!  narrow(+Goal, +Module, +Leaves:list) is nondet.
%
%   As narrow/2. Where Goal raises an error, what is bound of Leaves is added to raising/1.

narrow(Goal, Module, Leaves) :-
    b_setval(pybridge_leaves, Leaves),
    narrow(Goal, Module).

%!  narrow(+Goal, +Module) is nondet.
%
%   Goal is true of the leaves that it has, as they are bound then. Solutions come in the
%   order in which Prolog finds them.

narrow(Goal, _) :-
    var(Goal),
    !,
    throw(error(instantiation_error, _)).
narrow(true, _) :- !.
narrow((A, B), Module) :-
    !,
    narrow(A, Module),
    narrow(B, Module).
narrow((If -> Then ; Else), Module) :-
    !,
    label(If),
    (   holds_or_raises(Module:If, Raised)
    ->  Raised == false,
        no_goal_waits(If),
        narrow(Then, Module)
    ;   narrow(Else, Module)
    ).
narrow((If *-> Then ; Else), Module) :-
    !,
    label(If),
    (   holds_or_raises(Module:If, Raised)
    *-> Raised == false,
        no_goal_waits(If),
        narrow(Then, Module)
    ;   narrow(Else, Module)
    ).
narrow((If -> Then), Module) :-
    !,
    label(If),
    ( holds(Module:If) -> true ),
    no_goal_waits(If),
    narrow(Then, Module).
narrow((A ; B), Module) :-
    !,
    (   narrow(A, Module)
    ;   narrow(B, Module)
    ).
narrow(call(Goal), Module) :-
    nonvar(Goal),
    \+ cuts(Goal),
    !,
    narrow(Goal, Module).
narrow(once(Goal), Module) :-
    !,
    label(Goal),
    ( holds(Module:Goal) -> true ),
    no_goal_waits(Goal).
narrow(Goal, Module) :-
    unifies(Goal, Lists),
    \+ own(Goal, Module),
    !,
    label_walked(Lists),
    holds(unified(Goal)).
narrow(Goal, Module) :-
    plain(Goal, Module),
    !,
    clause(Module:Goal, Body),
    narrow(Body, Module).
narrow(Goal, Module) :-
    label(Goal),
    holds(Module:Goal),
    no_goal_waits(Goal).

%!  holds(+Goal) is nondet.
%
%   Goal, in the module that it names, is true; what raises an error on labelled leaves does not
%   hold, unless it is for want of memory.

holds(Goal) :-
    catch(Goal, error(Formal, Context), ( of_goal(Formal, Context), fail )).

%   A condition that raises an error makes neither branch run.
holds_or_raises(Goal, Raised) :-
    catch(( Goal, Raised = false ), error(Formal, Context), ( of_goal(Formal, Context), Raised = true )).

of_goal(Formal, Context) :-
    (   nonvar(Formal),
        Formal = resource_error(_)
    ->  throw(error(Formal, Context))
    ;   nb_current(pybridge_leaves, Leaves),
        Leaves \== []
    ->  conditions(Leaves, Conditions),
        add_raising(Conditions)
    ;   true
    ).

%   no_goal_waits(+Goal) is det: a goal that waits until a variable is bound could then run on
%   leaves that are unknown.
no_goal_waits(Goal) :-
    term_attvars(Goal, Variables),
    (   member(Variable, Variables),
        member(Delays, [freeze,when]),
        get_attr(Variable, Delays, _)
    ->  throw(narrowing(waits(Delays)))
    ;   true
    ).

own(Goal, Module) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    predicate_property(Module:Head, defined),
    \+ predicate_property(Module:Head, imported_from(_)).

%   unifies(+Goal, -Lists) is semidet: Goal does nothing but unify, so it runs on unknown
%   leaves; Lists are walked along.
unifies(_ = _, []).
unifies(fail, []).
unifies(false, []).
unifies(member(_, L), [L]).
unifies(append(A, B, C), Lists) :- ( length_known(A) -> Lists = [] ; length_known(C) -> Lists = [] ; Lists = [A,B,C] ).
unifies(select(_, A, B), Lists) :- walked_either(A, B, Lists).
unifies(select(_, A, _, B), Lists) :- walked_either(A, B, Lists).
unifies(selectchk(_, _, _), _) :- fail.
unifies(nextto(_, _, L), [L]).
unifies(permutation(A, B), Lists) :- walked_either(A, B, Lists).
unifies(between(A, B, X), []) :- \+ attvar(A), \+ attvar(B), \+ attvar(X).
unifies(nth0(I, L, _), [L]) :- \+ attvar(I).
unifies(nth1(I, L, _), [L]) :- \+ attvar(I).
unifies(nth0(I, A, _, B), Lists) :- \+ attvar(I), walked_either(A, B, Lists).
unifies(nth1(I, A, _, B), Lists) :- \+ attvar(I), walked_either(A, B, Lists).
unifies(arg(I, T, _), []) :- \+ attvar(I), nonvar(T).
unifies(reverse(A, _), [A]).
unifies(last(A, _), [A]).
unifies(length(L, N), [L]) :- \+ attvar(N).

%   unified(+Goal) is nondet: to unify with a leaf may succeed in several ways, and where a library
%   has a cut after that only the first would be left. So it is done afterwards.
unified(Goal) :-
    Goal =.. [Name,I,L,E],
    memberchk(Name, [nth0,nth1]),
    !,
    call(Name, I, L, Each),
    Each = E.
unified(Goal) :-
    Goal =.. [Name,I,A,E,B],
    memberchk(Name, [nth0,nth1]),
    !,
    (   length_known(A)
    ->  call(Name, I, A, Each, Rest),
        Each = E,
        Rest = B
    ;   call(Name, I, List, E, B),
        List = A
    ).
unified(Goal) :-
    call(Goal).

walked_either(A, B, Lists) :-
    (   ( length_known(A) ; length_known(B) )
    ->  Lists = []
    ;   Lists = [A,B]
    ).

length_known(List) :-
    '$skip_list'(_, List, Tail),
    Tail == [].

%   A list that is a leaf as a whole, or ends in one, must be known before it is walked along.
label_walked([]).
label_walked([List|Lists]) :-
    '$skip_list'(_, List, Tail),
    ( attvar(Tail) -> label(Tail) ; true ),
    label_walked(Lists).

%   plain(+Goal, +Module) is semidet: Goal calls a predicate of the rules whose clauses have
%   no cut.
plain(Goal, Module) :-
    own(Goal, Module),
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, tabled),
    \+ predicate_property(Module:Head, ssu),       % => commits
    \+ ( clause(Module:Head, Body), cuts(Body) ).

%!  cuts(+Body) is nondet.
%
%   Body has a cut.

cuts(Body) :- var(Body), !, fail.
cuts(!).
cuts((A, B)) :- ( cuts(A) ; cuts(B) ).
cuts((A ; B)) :- ( cuts(A) ; cuts(B) ).
cuts((A -> B)) :- ( cuts(A) ; cuts(B) ).
cuts((A *-> B)) :- ( cuts(A) ; cuts(B) ).

%!  changes(+Module, -PI) is nondet.
%
%   A clause may call PI, whose effects stay where leaves are labelled with other values
%   afterwards, or change the unknown state itself: such rules cannot be narrowed.

changes(Module, Name/Arity) :-
    current_predicate(_, Module:Head),
    \+ predicate_property(Module:Head, imported_from(_)),
    catch(clause(Module:Head, Body), error(_, _), fail),
    sub_term(Part, Body),
    compound(Part),
    compound_name_arity(Part, Name, Arity),
    memberchk(Name/Arity, [assert/1,asserta/1,assertz/1,retract/1,retractall/1,
                           setarg/3,nb_setarg/3,add_nb_set/2,add_nb_set/3]).
