:- module(pybridge_source_variables, [ new_variable/4,  % +Term, +At, +Clause, -Variable
                                       place/3,         % +Clause, +Sub, -At
                                       steps/3,         % +Body, +Position, -Steps
                                       shown_in/3       % +Clause, +Term, -Text
                                     ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(text, [place_of/4]).

/** <module> The variables of a clause: where they are, which are new, and what they are called

Clauses are those of text.pl.
*/

%!  place(+Clause, +Sub, -At) is semidet.
%
%   The first Sub in Clause is at the character At.

place(clause(Head, Body, HeadPosition, BodyPosition, _, _), Sub, At) :-
    (   place_of(Sub, Head, HeadPosition, At)
    ->  true
    ;   place_of(Sub, Body, BodyPosition, At)
    ).

%!  new_variable(+Term, +At, +Clause, -Variable) is semidet.
%
%   Variable in Term, a part of the goal at At, is not in the head nor in a goal before.

new_variable(Term, At, clause(Head, Body, _, BodyPosition, _, _), Variable) :-
    goals_before(Body, BodyPosition, At, Seen),
    term_variables(Term, Variables),
    member(Variable, Variables),
    \+ contains_var(Variable, Head-Seen),
    !.

%   goals_before(+Body, +BodyPosition, +At, -Seen): the goals that begin before At.
goals_before(Goal, _, _, []) :-
    var(Goal),
    !.
goals_before(Goal, parentheses_term_position(_, _, Position), At, Seen) :-
    !,
    goals_before(Goal, Position, At, Seen).
goals_before(Goal, term_position(_, _, _, _, [Left,Right]), At, Seen) :-
    control(Goal),
    !,
    arg(1, Goal, First),
    arg(2, Goal, Second),
    goals_before(First, Left, At, Seen1),
    goals_before(Second, Right, At, Seen2),
    append(Seen1, Seen2, Seen).
goals_before(\+ Goal, term_position(_, _, _, _, [Position]), At, Seen) :-
    !,
    goals_before(Goal, Position, At, Seen).
goals_before(Goal, Position, At, Seen) :-
    arg(1, Position, From),
    ( From < At -> Seen = [Goal] ; Seen = [] ).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).

%!  steps(+Body, +Position, -Steps) is det.
%
%   Steps are Goal-At for each goal of a conjunction, as read with Position.

steps(Body, none, [Body-0]) :-
    !.
steps(Body, parentheses_term_position(_, _, Position), Steps) :-
    !,
    steps(Body, Position, Steps).
steps(Body, term_position(_, _, _, _, [Left,Right]), Steps) :-
    nonvar(Body),
    Body = (A, B),
    !,
    steps(A, Left, Steps1),
    steps(B, Right, Steps2),
    append(Steps1, Steps2, Steps).
steps(Goal, Position, [Goal-At]) :-
    arg(1, Position, At).

%!  shown_in(+Clause, +Term, -Text:string) is det.
%
%   Text is Term as Clause has it, with the names of its variables.

shown_in(clause(_, _, _, _, _, Bindings), Term, Text) :-
    term_variables(Term, Variables),
    exclude(is_named(Bindings), Variables, Unnamed),
    maplist(nameless, Unnamed, Others),
    append(Bindings, Others, Names),
    Options = [variable_names(Names), quoted(true), spacing(next_argument), max_depth(20)],
    (   compound(Term),
        compound_name_arguments(Term, Name, [Arg]),
        current_op(_, fx, Name)         % dynamic, table and such: no operator in a goal
    ->  format(string(Text), "~q(~W)", [Name, Arg, Options])
    ;   format(string(Text), "~W", [Term, Options])
    ).

is_named(Bindings, Variable) :-
    member(_=Named, Bindings),
    Named == Variable,
    !.

nameless(Variable, '_'=Variable).
