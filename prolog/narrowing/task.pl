:- module(pybridge_task, [ task/3,              % +Module, +Starts, -Task
                           listed_task/3        % +Module, +Starts, -Task
                         ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(actions).
:- use_module(narrow).
:- use_module(state_text).
:- use_module(unknown).

/** <module> From rules to a task: variables, operators and goals

The leaves of a state are the variables of the task. Each solution of move/3 on an unknown
state is an operator: what it binds are its conditions, and what differs afterwards its
effects. What operators write may be new values of a leaf, which make new operators; so all
is done again until there are none. A part that changes its shape becomes a leaf as a whole,
and everything starts over. No state is ever enumerated.

The values of a variable are those that its leaf may have: some may never be reached. Finite
variables, operators and partial goals are those of SAS+ (Bäckström and Nebel, 1995), as in
the translation of M. Helmert (2009).
*/

:- dynamic most/2.

most(operators, 200_000).
most(goals, 20_000).
most(states, 20_000).

%!  task(+Module, +Starts:list, -Task) is det.
%
%   Task is task(Template, Domains, Operators, Goals, Raising) of the rules in Module: the text
%   of a state with a variable a leaf (see template/3), the texts of the values of each, and
%   operators operator(Name, Conditions, Effects) in the order in which move/3 finds its
%   solutions. Conditions, Effects and each of Goals and of Raising are lists [Leaf, Value, ...]
%   of numbers from 0 on. In states of which one of Raising holds, the rules may raise an
%   error. A state whose form changes is one variable, whose values are all states.
%
%   @throws narrowing(too_many(What, Most))
%   @throws narrowing(changes(PI)): a clause changes something in place
%   @throws narrowing(waits(Name)): a goal waits for a variable, by Name/2
%   @throws narrowing(unbound(Name)): a move leaves a part of the next state unknown.

task(Module, Starts, Task) :-
    (   uses_actions(Module)
    ->  action_task(Module, Starts, Task)
    ;   changes(Module, PI)
    ->  throw(narrowing(changes(PI)))
    ;   call_cleanup(shaped(Module, Starts, [], Task), forget_values)
    ).

shaped(Module, Starts, Wholes, Task) :-
    Starts = [First|_],
    forget_values,
    shape(First, Wholes, Shape),
    (   Shape = leaf(_, _)
    ->  listed(Module, Starts, Shape, Task)
    ;   shaped(Module, Starts, Wholes, Shape, Task)
    ).

shaped(Module, Starts, Wholes, Shape, Task) :-
    Starts = [First|_],
    catch(( maplist(noted(Shape), Starts),
            rounds(Module, Shape, Operators),
            goals(Module, Shape, Goals)
          ),
          coarser(Path),
          true),
    (   nonvar(Path)
    ->  shaped(Module, Starts, [Path|Wholes], Task)
    ;   written(Shape, First, Operators, Goals, Task)
    ).

%!  listed_task(+Module, +Starts:list, -Task) is det.
%
%   As task/3, but each state is the one variable as a whole: all states are listed.
%
%   @throws narrowing(too_many(states, Most))

listed_task(Module, Starts, Task) :-
    call_cleanup(
        ( forget_values,
          Starts = [First|_],
          shape(First, [[]], Shape),
          listed(Module, Starts, Shape, Task)
        ),
        forget_values).

%   A state that has no parts, or not always the same, is one variable. Its values are the
%   states that can be reached, if they are few; each move from one is an operator.
listed(Module, Starts, Shape, Task) :-
    reached(Starts, [], Module, count(0), [], Operators0),
    findall(Conditions,
            ( leaf_value(0, State), sound(once(Module:goal(State)), State), Conditions = [0-State] ),
            Goals0),
    written(Shape, _, Operators0, Goals0, Task).

%   Later are the states of the next layer, the last one first.
reached([], [], _, _, Found, Operators) :-
    !,
    reverse(Found, Operators).
reached([], Later, Module, Count, Found, Operators) :-
    reverse(Later, States),
    reached(States, [], Module, Count, Found, Operators).
reached([State|States], Later, Module, Count, Found, Operators) :-
    leaf_value(0, State),
    !,
    reached(States, Later, Module, Count, Found, Operators).
reached([State|States], Later0, Module, Count, Found0, Operators) :-
    add_value(0, State),
    at_most(states, Count),
    duplicate_term(State, Given),       % which setarg/3 may change
    (   sound(findall(operator(Name,[0-State],[0-Next]), Module:move(Given, Name, Next), New), State)
    ->  true
    ;   New = []
    ),
    foldl(reached_by, New, Found0-Later0, Found-Later),
    reached(States, Later, Module, Count, Found, Operators).

%   What raises an error in a state does not hold there, as where leaves are labelled.
sound(Goal, State) :-
    b_setval(pybridge_leaves, [0-State]),
    holds(Goal).

reached_by(Operator, Found-Later, [Operator|Found]-[Next|Later]) :-
    Operator = operator(Name,_,[_-Next]),
    ( ground(Name-Next) -> true ; throw(narrowing(unbound(Name))) ).

%   The values of a state; one of another shape makes a leaf of what differs.
noted(Shape, State) :-
    forall(differs(Shape, State, Leaf, Value), add_value(Leaf, Value)).

%   differs(+Shape, ?State, -Leaf, -Value) is nondet: throws coarser(Path) at another shape.
differs(leaf(Leaf, _), Part, Leaf, Part) :- !.
differs(Whole, State, Leaf, Value) :-
    (   parts(Whole, State, Shapes, Parts)
    ->  nth1(I, Shapes, Shape),
        nth1(I, Parts, Part),
        differs(Shape, Part, Leaf, Value)
    ;   path_of(Whole, Path),
        throw(coarser(Path))
    ).

%   parts(+Shape, +State, -Shapes, -Parts) is semidet: State has the form of Shape, and Parts of the Shapes.
parts(list(Shapes), Parts, Shapes, Parts) :-
    is_list(Parts),
    same_length(Shapes, Parts).
parts(term(Name, Shapes), Term, Shapes, Parts) :-
    compound(Term),
    compound_name_arguments(Term, Name, Parts),
    same_length(Shapes, Parts).

%   The path of a part that is not a leaf is that of its first leaf, less the way there.
path_of(leaf(_, Path), Path).
path_of(list([Shape|_]), Path) :- path_of(Shape, [_|Path]).
path_of(term(_, [Shape|_]), Path) :- path_of(Shape, [_|Path]).

rounds(Module, Shape, Operators) :-
    Count = count(0),
    findall(Operator, ( operator(Module, Shape, Operator), at_most(operators, Count) ), Operators0),
    findall(Leaf-Value,
            ( member(operator(_, _, Effects), Operators0),
              member(Leaf-Value, Effects),
              \+ leaf_value(Leaf, Value)
            ),
            New),
    (   New == []
    ->  Operators = Operators0
    ;   forall(member(Leaf-Value, New), add_value(Leaf, Value)),
        rounds(Module, Shape, Operators)
    ).

at_most(What, Count) :-
    arg(1, Count, N0),
    N is N0+1,
    nb_setarg(1, Count, N),
    most(What, Most),
    (   N > Most
    ->  throw(narrowing(too_many(What, Most)))
    ;   true
    ).

operator(Module, Shape, operator(Name, Conditions, Effects)) :-
    unknown(Shape, State, Leaves),
    narrow(move(State, Name, Next), Module, Leaves),
    label_leaves(Leaves),
    label(Name),
    ( ground(Name) -> true ; throw(narrowing(unbound(Name))) ),
    effects(Shape, State, Next, Effects0),
    conditions(Leaves, Conditions),
    foldl(real(Conditions), Effects0, Effects, []).

label_leaves(Leaves) :-
    pairs_values(Leaves, Variables),
    label_constrained(Variables).

real(Conditions, Leaf-Value, Effects0, Effects) :-
    (   memberchk(Leaf-Before, Conditions),
        Before == Value
    ->  Effects0 = Effects
    ;   Effects0 = [Leaf-Value|Effects]
    ).

%   effects(+Shape, +State, +Next, -Effects) is nondet, for values of leaves that one leaf
%   takes from another.
effects(leaf(Leaf, _), Part, Next, Effects) :-
    !,
    (   Part == Next
    ->  Effects = []
    ;   label(Next),
        ( ground(Next) -> true ; throw(narrowing(unbound(Next))) ),
        Effects = [Leaf-Next]
    ).
effects(Shape, State, Next, Effects) :-
    (   parts(Shape, Next, Shapes, Nexts)
    ->  parts(Shape, State, Shapes, Parts),
        effects_of_parts(Shapes, Parts, Nexts, Effects)
    ;   another_shape(Shape, Next)
    ).

another_shape(_, Next) :-
    var(Next),
    \+ attvar(Next),
    !,
    throw(narrowing(unbound(Next))).
another_shape(Shape, _) :-
    path_of(Shape, Path),
    throw(coarser(Path)).

effects_of_parts([], [], [], []).
effects_of_parts([Shape|Shapes], [Part|Parts], [Next|Nexts], Effects) :-
    effects(Shape, Part, Next, Effects1),
    effects_of_parts(Shapes, Parts, Nexts, Effects2),
    append(Effects1, Effects2, Effects).

goals(Module, Shape, Goals) :-
    Count = count(0),
    findall(Conditions,
            ( unknown(Shape, State, Leaves),
              narrow(goal(State), Module, Leaves),
              label_leaves(Leaves),
              conditions(Leaves, Conditions),
              at_most(goals, Count)
            ),
            Goals0),
    sort(Goals0, Goals).

%   As texts and numbers.
written(Shape, First, Operators0, Goals0, task(Template, Domains, Operators, Goals, Raising)) :-
    template(Shape, First, Template),
    unknown(Shape, _, Leaves),
    findall(Texts,
            ( member(Leaf-_, Leaves),
              findall(Text, ( leaf_value(Leaf, Value), value_text(Value, Text) ), Texts)
            ),
            Domains),
    findall(Leaf-Values,
            ( member(Leaf-_, Leaves), findall(Value, leaf_value(Leaf, Value), Values) ),
            Known),
    numbered(Known, Numbers),
    maplist(numbered_operator(Numbers), Operators0, Operators),
    maplist(pairs(Numbers), Goals0, Goals),
    findall(Conditions, ( raising(Conditions0), pairs(Numbers, Conditions0, Conditions) ), Raising).

numbered(Known, Numbers) :-
    findall(Leaf-Value-I, ( member(Leaf-Values, Known), nth0(I, Values, Value) ), Triples),
    length(Triples, Size),
    Slots is 2*Size+1,
    functor(Numbers, numbers, Slots),
    forall(( member(Leaf-Value-I, Triples) ),
           ( slot(Numbers, Leaf-Value, Slot),
             arg(Slot, Numbers, Bucket0),
             ( var(Bucket0) -> Bucket = [] ; Bucket = Bucket0 ),
             nb_setarg(Slot, Numbers, [Leaf-Value-I|Bucket])
           )).

slot(Numbers, Key, Slot) :-
    term_hash(Key, Hash),
    functor(Numbers, _, Slots),
    Slot is Hash mod Slots+1.

number_of(Numbers, Leaf, Value, I) :-
    slot(Numbers, Leaf-Value, Slot),
    arg(Slot, Numbers, Bucket),
    member(Leaf-Known-I, Bucket),
    Known == Value,
    !.

numbered_operator(Numbers, operator(Name, Conditions, Effects), [Text, Before, After]) :-
    value_text(Name, Text),
    pairs(Numbers, Conditions, Before),
    pairs(Numbers, Effects, After).

pairs(Numbers, Pairs, Flat) :-
    findall(X,
            ( member(Leaf-Value, Pairs),
              number_of(Numbers, Leaf, Value, I),
              ( X = Leaf ; X = I )
            ),
            Flat).
