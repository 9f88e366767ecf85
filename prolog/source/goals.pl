:- module(pybridge_source_goals, [ goal_at/4,            % +Body, +Position, -Goal, -At
                                   called/2,             % +Clauses, +PI
                                   defined/3,            % +Clauses, ?Name, ?Arity
                                   name_of/3,            % +Variable, +Bindings, -Name
                                   undefined_goal/4,     % +Clauses, -PI, -At, -Near
                                   in_reach/2,           % ?PI, +Defined
                                   reached_from/3,       % +Clauses, +PI, -PIs
                                   recursive_in/3        % +Clauses, +PI, -PIs
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../untrusted/allowed').
:- use_module('../untrusted/clauses', [head/2]).

/** <module> The goals in clauses: where they are, and which predicates they call
*/

%!  goal_at(+Body, +Position, -Goal, -At) is nondet.
%
%   Goal is called in Body, also by a predicate that calls its arguments. A closure has the
%   arguments that it is called with as variables.

goal_at(Body, Position, Goal, At) :-
    goal_at(Body, Position, [], Goal, At).

%   goal_at(+Body, +Position, +Clauses, -Goal, -At) is nondet: what Clauses define calls nothing by its arguments, whatever
%   its name.
goal_at(Goal, _, _, _, _) :-
    var(Goal),
    !,
    fail.
goal_at(Goal, parentheses_term_position(_, _, Position), Clauses, Inner, At) :-
    !,
    goal_at(Goal, Position, Clauses, Inner, At).
goal_at(Goal, Position, Clauses, Inner, At) :-
    callable(Goal),
    Position \== none,
    (   \+ control(Goal),
        Inner = Goal,
        beginning(Goal, Position, At)
    ;   Position = term_position(_, _, _, _, Positions),
        calls(Goal, I, More),
        \+ of_file(Goal, Clauses),
        arg(I, Goal, Each0),
        nth1(I, Positions, EachPosition0),
        without_variables(Each0, EachPosition0, Each1, EachPosition1),
        without_parameters(Each1, EachPosition1, More, Each2, EachPosition, Rest),
        extended(Rest, Each2, Each),
        goal_at(Each, EachPosition, Clauses, Inner, At)
    ).

%   beginning(+Goal, +Position, -At): an arrow that stands for -> has the condition before on its left, and more.
beginning(Goal, term_position(_, _, At, _, [_,_]), At) :-
    functor(Goal, Name, 2),
    memberchk(Name, [=>, :-]),
    !.
beginning(_, Position, At) :-
    arg(1, Position, At).

of_file(Goal, Clauses) :-
    \+ control(Goal),
    functor(Goal, Name, Arity),
    once(defined(Clauses, Name, Arity)).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(\+ _).

%   calls(+Goal, -I, -More) is nondet: Goal calls its I-th argument with More arguments.
calls(Goal, I, More) :-
    functor(Goal, Name, Arity),
    (   memberchk(Name/Arity, [aggregate_all/3,aggregate_all/4])
    ->  I is Arity-1,
        More = 0
    ;   builtin_or_library(Goal),
        predicate_property(Goal, meta_predicate(Spec)),
        arg(I, Spec, Kind),
        ( Kind == (^) -> More = 0 ; integer(Kind), More = Kind )
    ).

%   Those that are loaded already: maplist and its like, findall, forall.
builtin_or_library(Goal) :-
    functor(Goal, Name, Arity),
    (   current_predicate(Name/Arity)
    ->  true
    ;   predicate_property(system:Goal, built_in)
    ).

without_variables(Goal0, Position0, Goal, Position) :-
    nonvar(Goal0),
    Goal0 = _^Goal1,
    Position0 = term_position(_, _, _, _, [_,Position1]),
    !,
    without_variables(Goal1, Position1, Goal, Position).
without_variables(Goal, Position, Goal, Position).

%   without_parameters(+Closure0, +Position0, +More, -Closure, -Position, -Rest): Closure is what
%   a lambda calls, with the Rest of More arguments.
without_parameters(Closure0, parentheses_term_position(_, _, Position0), More, Closure, Position, Rest) :-
    !,
    without_parameters(Closure0, Position0, More, Closure, Position, Rest).
without_parameters(Closure0, term_position(_, _, _, _, [_,Position1]), More, Closure, Position, Rest) :-
    nonvar(Closure0),
    (   Closure0 = Parameters0>>Closure1,
        ( nonvar(Parameters0), Parameters0 = _/Parameters -> true ; Parameters = Parameters0 ),
        '$skip_list'(Count, Parameters, _)
    ->  More1 is max(0, More-Count)
    ;   Closure0 = _/Closure1,
        More1 = More
    ),
    !,
    without_parameters(Closure1, Position1, More1, Closure, Position, Rest).
without_parameters(Closure, Position, More, Closure, Position, More).

extended(More, Closure, Goal) :-
    callable(Closure),
    Closure =.. Parts0,
    length(New, More),
    append(Parts0, New, Parts),
    Goal =.. Parts.

%   body_goal(+Clauses, -PI0, -Goal, -At) is nondet: a clause of PI0 calls Goal.
body_goal(Clauses, Name/Arity, Goal, At) :-
    member(clause(Head, Body, HeadPosition, BodyPosition, _, _), Clauses),
    callable(Head),
    (   HeadPosition = term_position(_, _, _, _, [LeftPosition,RightPosition]),
        ( Head = (Left => Right) ; Head = (Left --> Right) )
    ->  defines(Head, Name, Arity),
        (   Head = (_ --> _)
        ->  grammar_goal(Right, RightPosition, Clauses, Goal, At)
        ;   goal_at(Right, RightPosition, Clauses, Goal, At)
        ;   Left = (_, Guard),
            LeftPosition = term_position(_, _, _, _, [_,GuardPosition]),
            goal_at(Guard, GuardPosition, Clauses, Goal, At)
        )
    ;   functor(Head, Name, Arity),
        goal_at(Body, BodyPosition, Clauses, Goal, At)
    ).

%   grammar_goal(+Body, +Position, +Clauses, -Goal, -At) is nondet: as goal_at/5, of the body of a grammar rule.
grammar_goal(Body, _, _, _, _) :-
    ( var(Body) ; is_list(Body) ; string(Body) ; Body == ! ),
    !,
    fail.
grammar_goal(Body, parentheses_term_position(_, _, Position), Clauses, Goal, At) :-
    !,
    grammar_goal(Body, Position, Clauses, Goal, At).
grammar_goal({Body}, brace_term_position(_, _, Position), Clauses, Goal, At) :-
    !,
    goal_at(Body, Position, Clauses, Goal, At).
grammar_goal(Body, term_position(_, _, _, _, Positions), Clauses, Goal, At) :-
    ( control(Body) ; Body = (_ | _) ),
    !,
    arg(I, Body, Part),
    nth1(I, Positions, Position),
    grammar_goal(Part, Position, Clauses, Goal, At).
grammar_goal(Body, Position, Clauses, Goal, At) :-
    extended(2, Body, Called),
    goal_at(Called, Position, Clauses, Goal, At).

%!  called(+Clauses, +PI) is semidet.
%
%   A clause calls PI, which is Name/Arity.

called(Clauses, Name/Arity) :-
    body_goal(Clauses, _, Goal, _),
    functor(Goal, Name, Arity),
    !.

%!  defined(+Clauses, ?Name, ?Arity) is nondet.
%
%   A clause or a directive defines Name/Arity.

defined(Clauses, Name, Arity) :-
    member(clause(Head, _, _, _, _, _), Clauses),
    callable(Head),
    defines(Head, Name, Arity).

defines('$directive'(Directive), Name, Arity) :-
    !,
    nonvar(Directive),
    ( Directive = dynamic(Specs) ; Directive = table(Specs) ; Directive = discontiguous(Specs) ),
    indicated(Specs, Name, Arity).
defines(Term, Name, Arity) :-
    head(Term, Head),
    callable(Head),
    functor(Head, Name, Arity).

indicated(Specs, _, _) :- var(Specs), !, fail.
indicated((A, B), Name, Arity) :- !, ( indicated(A, Name, Arity) ; indicated(B, Name, Arity) ).
indicated(Specs, Name, Arity) :- is_list(Specs), !, member(Spec, Specs), indicated(Spec, Name, Arity).
indicated(Name/Arity, Name, Arity) :- !.
indicated(Name//Arity0, Name, Arity) :- !, integer(Arity0), Arity is Arity0+2.
indicated(Head, Name, Arity) :- callable(Head), functor(Head, Name, Arity).

%!  name_of(+Variable, +Bindings, -Name) is det.
%
%   The name that Variable has in a clause with Bindings.

name_of(Variable, Bindings, Name) :-
    (   member(Name0=Known, Bindings),
        Known == Variable
    ->  Name = Name0
    ;   Name = "_"
    ).

%!  undefined_goal(+Clauses, -PI, -At, -Near) is nondet.
%
%   PI is called first at At, and neither in Clauses, nor in Prolog, nor in a library. What may
%   be meant is in Near: the names, as strings, of predicates with as many arguments, behind
%   same(Arities) of those that have the same name.

undefined_goal(Clauses, PI, At, [same(Arities)|Others]) :-
    findall(N/A, defined(Clauses, N, A), Defined),
    findall(Origin, used_library(Clauses, Origin), Origins),
    findall(PI0-At0,
            ( body_goal(Clauses, _, Goal, At0),
              functor(Goal, N0, A0),
              PI0 = N0/A0,
              PI0 \== (:)/2,           % that is judged when the rules are loaded
              \+ memberchk(PI0, Defined),
              \+ known(Goal, Origins)
            ),
            Undefined),
    append(Before, [PI-At|_], Undefined),
    \+ memberchk(PI-_, Before),
    PI = Name/Arity,
    append(Defined, Origins, All),
    findall(Same, ( in_reach(Name/Same, All), Same =\= Arity ), Arities0),
    sort(Arities0, Arities),
    findall(Other, ( in_reach(Name1/Arity, All), atom_string(Name1, Other) ), Others0),
    sort(Others0, Others).

used_library(Clauses, Origin) :-
    member(clause('$directive'(Directive), _, _, _, _, _), Clauses),
    nonvar(Directive),
    ( Directive = use_module(Spec) ; Directive = use_module(Spec, _) ; Directive = ensure_loaded(Spec) ),
    ( is_list(Spec) -> member(library(Library), Spec) ; Spec = library(Library) ),
    ground(Library),
    allowed_library(Library, Origin).

known(Goal, Origins) :-
    functor(Goal, Name, Arity),
    (   predicate_property(system:Goal, visible)
    ->  true
    ;   member(Origin, Origins),
        module_property(Origin, exports(PIs)),
        memberchk(Name/Arity, PIs)
    ).

%!  in_reach(?PI, +Defined) is nondet.
%
%   A beginner may mean PI: it is Defined, or one of Prolog's that are known best.

in_reach(PI, Defined) :-
    member(PI, Defined).
in_reach(PI, _) :-
    member(Module, [lists, apply]),
    module_property(Module, exports(PIs)),
    member(PI, PIs).
in_reach(PI, _) :-
    member(PI, [ length/2, between/3, findall/3, forall/2, msort/2, sort/2, sort/4, is_list/1,
                 ground/1, succ/2, plus/3, arg/3, functor/3, format/3, string_concat/3,
                 atomic_list_concat/2, atomic_list_concat/3 ]).

%!  reached_from(+Clauses, +PI, -PIs) is det.
%
%   PIs are PI and what it calls, also by way of others.

reached_from(Clauses, PI, PIs) :-
    arcs(Clauses, Arcs),
    reach([PI], Arcs, [], PIs).

arcs(Clauses, Arcs) :-
    findall(From-To, ( body_goal(Clauses, From, Goal, _), functor(Goal, N, A), To = N/A ), Arcs0),
    sort(Arcs0, Arcs).

%!  recursive_in(+Clauses, +PI, -PIs) is det.
%
%   PIs are what PI calls, also by way of others, and calls itself.

recursive_in(Clauses, PI, PIs) :-
    arcs(Clauses, Arcs),
    reach([PI], Arcs, [], Reached),
    include(on_a_circle(Arcs), Reached, PIs0),
    sort(PIs0, PIs).

on_a_circle(Arcs, PI) :-
    findall(To, member(PI-To, Arcs), Next),
    reach(Next, Arcs, [], Reached),
    memberchk(PI, Reached).

reach([], _, Reached, Reached).
reach([PI|PIs], Arcs, Reached0, Reached) :-
    (   memberchk(PI, Reached0)
    ->  reach(PIs, Arcs, Reached0, Reached)
    ;   findall(To, member(PI-To, Arcs), Next),
        append(Next, PIs, PIs1),
        reach(PIs1, Arcs, [PI|Reached0], Reached)
    ).
