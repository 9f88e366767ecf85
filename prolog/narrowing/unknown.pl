:- module(pybridge_unknown, [ shape/3,          % +State, +Wholes, -Shape
                              unknown/3,        % +Shape, -State, -Leaves
                              add_value/2,      % +Leaf, +Value
                              leaf_value/2,     % +Leaf, ?Value
                              forget_values/0,
                              conditions/2,     % +Leaves, -Conditions
                              add_raising/1,    % +Conditions
                              raising/1,        % -Conditions
                              label/1,          % +Term
                              label_constrained/1   % +Variables
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).

/** <module> States whose parts are unknown

The shape of a state is its term with a number in place of each leaf, which is a part that
has no parts:

    leaf(Number, Path)
    list(Shapes)
    term(Name, Shapes)

An unknown state is a state of that shape whose leaves are variables. Each knows the values
that its leaf has been seen with. To unify one with a value binds it, if the leaf is known
to have this value; to unify it with a term tries all values that fit, and label/1 all.

A part whose shape is not always the same, as a list that grows, is a leaf as a whole: its
path is one of Wholes. A path has the places from the part up to the state.
*/

%!  leaf_value(?Leaf, ?Value) is nondet.
%
%   Leaf has been seen with Value.

:- thread_local leaf_value/2.
:- thread_local raising/2.              % Hash, Conditions

%!  shape(+State, +Wholes:list, -Shape) is det.
%
%   State is ground. Leaves are numbered from 0 on, from left to right.

shape(State, Wholes, Shape) :-
    must_be(ground, State),
    shape(State, [], Wholes, Shape, 0, _).

shape(Term, Path, Wholes, leaf(N0, Path), N0, N) :-
    (   \+ compound(Term)
    ;   memberchk(Path, Wholes)
    ;   compound_name_arity(Term, _, 0)
    ;   is_dict(Term)                   % cannot be written with unknown keys
    ;   compound_name_arity(Term, Name, _),
        atom(Name),
        sub_atom(Name, _, _, _, 'Leaf_') % as the variables of a template
    ),
    !,
    N is N0+1.
shape(List, Path, Wholes, list(Shapes), N0, N) :-
    is_list(List),
    !,
    shapes(List, 1, Path, Wholes, Shapes, N0, N).
shape(Term, Path, Wholes, term(Name, Shapes), N0, N) :-
    compound_name_arguments(Term, Name, Parts),
    shapes(Parts, 1, Path, Wholes, Shapes, N0, N).

shapes([], _, _, _, [], N, N).
shapes([Part|Parts], Place, Path, Wholes, [Shape|Shapes], N0, N) :-
    shape(Part, [Place|Path], Wholes, Shape, N0, N1),
    Place1 is Place+1,
    shapes(Parts, Place1, Path, Wholes, Shapes, N1, N).

%!  unknown(+Shape, -State, -Leaves:list) is det.
%
%   State is an unknown state; Leaves are its leaves as Leaf-Variable, from left to right.

unknown(Shape, State, Leaves) :-
    unknown(Shape, State, Leaves, []).

unknown(leaf(Leaf, _), Variable, [Leaf-Variable|Leaves], Leaves) :-
    put_attr(Variable, pybridge_unknown, Leaf).
unknown(list(Shapes), Parts, Leaves0, Leaves) :-
    foldl(unknown, Shapes, Parts, Leaves0, Leaves).
unknown(term(Name, Shapes), Term, Leaves0, Leaves) :-
    foldl(unknown, Shapes, Parts, Leaves0, Leaves),
    compound_name_arguments(Term, Name, Parts).

%   Called by unification, before anything else is done with the variable.
attr_unify_hook(Leaf, Other) :-
    (   ground(Other)
    ->  leaf_value(Leaf, Other)
    ;   attvar(Other),
        get_attr(Other, pybridge_unknown, Second)
    ->  leaf_value(Leaf, Value),
        leaf_value(Second, Value),
        Other = Value
    ;   leaf_value(Leaf, Other)
    ).

%!  label_constrained(+Variables:list) is nondet.
%
%   Bind the leaves among Variables of which more is known than their values, as by dif/2.

label_constrained([]).
label_constrained([Variable|Variables]) :-
    (   attvar(Variable),
        get_attrs(Variable, att(_, _, Others)),
        Others \== []
    ->  label_leaf(Variable)
    ;   true
    ),
    label_constrained(Variables).

%!  label(+Term) is nondet.
%
%   Bind all leaves in Term to values that they have been seen with.

label(Term) :-
    term_attvars(Term, Variables),
    maplist(label_leaf, Variables).

label_leaf(Variable) :-
    (   attvar(Variable),
        get_attr(Variable, pybridge_unknown, Leaf)
    ->  leaf_value(Leaf, Variable)
    ;   true
    ).

%!  add_value(+Leaf, +Value) is det.

add_value(Leaf, Value) :-
    (   leaf_value(Leaf, Value)
    ->  true
    ;   assertz(leaf_value(Leaf, Value))
    ).

%!  forget_values is det.
%
%   Forget also what add_raising/1 has added.

forget_values :-
    retractall(leaf_value(_, _)),
    retractall(raising(_, _)).

%!  conditions(+Leaves:list, -Conditions:list) is det.
%
%   Those of Leaves that are bound, as Leaf-Value.

conditions([], []).
conditions([Leaf-Value|Leaves], Conditions) :-
    (   attvar(Value)
    ->  Conditions = Conditions1
    ;   Conditions = [Leaf-Value|Conditions1]
    ),
    conditions(Leaves, Conditions1).

%!  add_raising(+Conditions:list) is det.
%
%   The rules may raise an error in states of which Conditions hold. If there are very many
%   such conditions, they may do so in any state.

add_raising(Conditions) :-
    term_hash(Conditions, Hash),
    (   raising(any, _)
    ->  true
    ;   raising(Hash, Conditions)
    ->  true
    ;   predicate_property(raising(_, _), number_of_clauses(Number)),
        Number >= 10 000
    ->  retractall(raising(_, _)),
        assertz(raising(any, []))
    ;   assertz(raising(Hash, Conditions))
    ).

%!  raising(-Conditions:list) is nondet.

raising(Conditions) :-
    raising(_, Conditions).
