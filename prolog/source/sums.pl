:- module(pybridge_source_sums, [ wrong_sum/4,          % +Goal, +Clause, +Clauses, -Said
                                  sum_in_state/4,       % +Clause, +Clauses, -At, -Said
                                  looks_computed/4,     % +Variable, +Sum, +Clause, -Name
                                  computed_with/2,      % +Term, +Body
                                  not_a_number/3        % +Goal, +Clause, -Shown
                                ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(goals, [name_of/3]).
:- use_module(text, [place_of/4]).

/** <module> Arithmetic in rules that computes nothing
*/

%!  wrong_sum(+Goal, +Clause, +Clauses, -Said:string) is semidet.
%
%   Said is what is wrong with the arithmetic of Goal in Clause, one of Clauses.

wrong_sum(Variable = Sum, Clause, Clauses, Said) :-
    looks_computed(Variable, Sum, Clause, Name),
    \+ makes_term(Variable, Sum, Clause, Clauses),
    format(string(Said), "= does not compute: write ~w is ...", [Name]).
wrong_sum(Variable == Sum, Clause, Clauses, Said) :-
    looks_computed(Variable, Sum, Clause, Name),
    \+ makes_term(Variable, Sum, Clause, Clauses),
    format(string(Said), "== does not compute: write ~w is ..., or =:= to compare", [Name]).
wrong_sum(Variable is Sum, clause(_, _, _, _, _, Bindings), _, Said) :-
    var(Variable),
    compound(Sum),
    compound_name_arity(Sum, Operator, Arity),
    memberchk(Operator/Arity, [(+)/2,(-)/2,(*)/2,(/)/2,(//)/2,mod/2,(-)/1]),    % M is max(M, 0) is a test
    term_variables(Sum, Variables),
    member(Other, Variables),
    Other == Variable,
    !,
    name_of(Variable, Bindings, Name),
    format(string(Said), "~w cannot become another number: write ~w1 is ..., and use ~w1 then", [Name, Name, Name]).
wrong_sum(Goal, _, _, Said) :-
    constant(Comparison, Always, Right),
    Goal =.. [Comparison,A,B],
    ( number(A), sum(B) ; number(B), sum(A) ),
    !,
    format(string(Said), "~w does not compute and is ~w true: write ~w", [Comparison, Always, Right]).
wrong_sum(Goal, Clause, _, Said) :-
    not_a_number(Goal, Clause, Shown),
    format(string(Said), "~s is not a number, and cannot be computed with", [Shown]).

%!  not_a_number(+Goal, +Clause, -Shown:string) is semidet.
%
%   Goal in Clause computes with something that is not a number, which is Shown.

not_a_number(Goal, clause(_, _, _, _, _, Bindings), Shown) :-
    computes(Goal, Sums),
    member(Sum, Sums),
    part(Sum, Part),
    no_number(Part),
    !,
    Options = [variable_names(Bindings), quoted(true), spacing(next_argument), max_depth(20)],
    format(string(Shown), "~W", [Part, Options]).

%!  sum_in_state(+Clause, +Clauses, -At, -Said:string) is semidet.
%
%   Clause of move/3, one of Clauses, makes a state with a sum in it, at At, that nothing computes. It may be meant so.

sum_in_state(clause(move(State, Move, Next), Body, HeadPosition, BodyPosition, _, Bindings), Clauses, At, Said) :-
    ( Made = Next ; goal_in(Body, Variable = Made), Variable == Next ),
    inner_sum(Made, State, Sum, Same),
    functor(Sum, Name, _),
    meant_as_number(Name, Sum, Same, Body),
    \+ ( sub_term(Part, Move), Part == Sum ),
    \+ ( term_in(Clauses, Term), has_term(Term, Name) ),
    \+ computed_later(Clauses),
    HeadPosition = term_position(_, _, _, _, [_,_,Position]),
    ( place_of(Sum, Next, Position, At) -> true ; place_of(Sum, Body, BodyPosition, At) ),
    !,
    term_variables(Sum, [First|_]),
    name_of(First, Bindings, Old),
    between(1, inf, I),
    atom_concat(Old, I, New),
    \+ memberchk(New=_, Bindings),
    !,
    format(string(Said), "~W is not computed in a state: write ~w here, and ~w is ~W in the body",
           [Sum, [variable_names(Bindings)], New, New, Sum, [variable_names(Bindings)]]).

%   inner_sum(+Made, +State, -Sum, -Same) is nondet: Sum is a sum in Made. Same is `true` if it stands where State has a
%   variable of it.
inner_sum(Sum, State, Sum, Same) :-
    sum(Sum),
    ( var(State), contains_var(State, Sum) -> Same = true ; Same = false ).
inner_sum(Made, State, Sum, Same) :-
    compound(Made),
    arg(I, Made, Part),
    ( same_term(Made, State) -> arg(I, State, Part0) ; Part0 = none ),
    inner_sum(Part, Part0, Sum, Same).

%   same_term(+Made, +State) is semidet: their arguments mean the same. Those of lists may have moved.
same_term(Made, State) :-
    compound(State),
    compound_name_arity(Made, Name, Arity),
    compound_name_arity(State, Name, Arity),
    Name/Arity \== '[|]'/2.

%   constant(?Comparison, ?Always, ?Right): what holds of a sum and a number as terms, and what compares them.
constant(=, never, =:=).
constant(==, never, =:=).
constant(\=, always, =\=).
constant(\==, always, =\=).

%   sum(+Term) is semidet: an operation on variables and numbers, at least one of them a variable.
sum(Term) :-
    \+ ground(Term),
    operation(Term).

operation(Term) :-
    compound(Term),
    compound_name_arguments(Term, Name, [A,B]),
    memberchk(Name, [+, -, *, /, //, mod]),
    forall(member(Part, [A,B]), ( var(Part) ; number(Part) ; operation(Part) )).

%   meant_as_number(+Name, +Sum, +Same, +Body) is semidet. Terms of - and / are pairs more often than sums.
meant_as_number(Name, Sum, Same, Body) :-
    term_variables(Sum, Variables),
    ( arg(_, Sum, Part), number(Part) -> Number = true ; Number = false ),
    ( member(Variable, Variables), computed_with(Variable, Body) -> Used = true ; Used = false ),
    (   memberchk(Name, [-, /])
    ->  memberchk(true-true, [Same-Number,Same-Used,Number-Used])
    ;   memberchk(true, [Same,Number,Used])
    ).

%   term_in(+Clauses, -Term) is nondet: Term is in Clauses, neither computed nor in a state that a move makes.
term_in(Clauses, Term) :-
    member(clause(Head, Body, _, _, _, _), Clauses),
    (   nonvar(Head),
        ( Head = move(State, _, _) -> Term = State ; Term = Head )
    ;   inner_goal(Body, Term),
        \+ computes(Term, _),
        \+ ( Term = (Next0 = _), nonvar(Head), Head = move(_, _, Next), Next0 == Next )
    ).

%   computed_later(+Clauses) is semidet: a clause computes what is a term until then.
computed_later(Clauses) :-
    member(clause(_, Body, _, _, _, _), Clauses),
    inner_goal(Body, _ is Number),
    var(Number),
    !.

%!  looks_computed(+Variable, +Sum, +Clause, -Name) is semidet.
%
%   Sum is arithmetic, and Variable, which is called Name, is used where it would have to be a
%   number.

looks_computed(Variable, Sum, clause(Head, Body, _, _, _, Bindings), Name) :-
    var(Variable),
    arithmetic(Sum, Body),
    (   Where = Head
    ;   goal_in(Body, Other),
        \+ ( Other = (Left = Right), Left == Variable, Right == Sum ),
        \+ computes(Other, _),
        Where = Other
    ;   Where = Variable,
        \+ ( goal_in(Body, Other), computes(Other, Sums), contains_var(Variable, Sums) )
    ),
    contains_var(Variable, Where),
    !,
    name_of(Variable, Bindings, Name).

goal_in(Body, Goal) :- var(Body), !, Goal = call(Body).
goal_in((A, B), Goal) :- !, ( goal_in(A, Goal) ; goal_in(B, Goal) ).
goal_in((A ; B), Goal) :- !, ( goal_in(A, Goal) ; goal_in(B, Goal) ).
goal_in((A -> B), Goal) :- !, ( goal_in(A, Goal) ; goal_in(B, Goal) ).
goal_in((A *-> B), Goal) :- !, ( goal_in(A, Goal) ; goal_in(B, Goal) ).
goal_in(Goal, Goal).

%   computes(+Goal, -Sums) is semidet: Goal computes what Sums have.
computes(_ is Sum, [Sum]).
computes(Comparison, [A,B]) :-
    compound(Comparison),
    compound_name_arguments(Comparison, Name, [A,B]),
    memberchk(Name, [=:=, =\=, <, >, =<, >=, #=, #\=, #<, #>, #=<, #>=]).      % # of library(clpfd)

%   makes_term(+Variable, +Sum, +Clause, +Clauses) is semidet: Sum is meant to stay a term, such as a place X-Y, the name
%   of a move, or a sum that is computed later.
makes_term(Variable, _, clause(move(State, Move, Next), _, _, _, _, _), _) :-
    contains_var(Variable, Move),
    \+ contains_var(Variable, State-Next),
    !.
makes_term(Variable, Sum, clause(Head, Body, _, _, _, _), Clauses) :-
    functor(Sum, Name, 2),
    (   meant(Variable, Name, Body, Clauses)
    ;   compound(Head),
        functor(Head, Caller, Arity),
        arg(I, Head, Argument),
        Argument == Variable,
        functor(Call, Caller, Arity),
        member(clause(_, Body1, _, _, _, _), Clauses),
        inner_goal(Body1, Call),
        arg(I, Call, Variable1),
        var(Variable1),
        meant(Variable1, Name, Body1, Clauses)
    ),
    !.
makes_term(Variable, Sum, clause(Head, Body, _, _, _, _), Clauses) :-
    Sum =.. [Name,A,B],
    ( memberchk(Name, [-, /]) -> Pair = true ; Pair = false ),
    (   Pair == false
    ->  true
    ;   var(A), var(B)
    ->  true
    ;   \+ ( member(Part, [A,B]), var(Part), computed_with(Part, Body) )
    ),
    (   Term = Head
    ;   Pair == true,
        goal_in(Body, Term),
        \+ computes(Term, _),
        \+ ( Term = (Left = _), Left == Variable )
    ;   member(clause(Term, true, _, _, _, _), Clauses),
        memberchk(Term, [start(_, _),goal(_)])
    ),
    has_term(Term, Name),
    !.

%   meant(+Variable, +Name, +Body, +Clauses) is semidet: Body computes what Variable is, or a goal takes it for a term
%   of Name: such a term is in a list of the goal, or in the same argument of a clause that it calls.
meant(Variable, Name, Body, Clauses) :-
    inner_goal(Body, Goal),
    (   Goal = (_ is Sum),
        Sum == Variable
    ;   \+ computes(Goal, _),
        \+ memberchk(Goal, [_=_,_==_]),
        compound(Goal),
        arg(I, Goal, Argument),
        Argument == Variable,
        (   arg(_, Goal, List),
            is_list(List),
            member(Term, List)
        ;   functor(Goal, Called, Arity),
            functor(Head, Called, Arity),
            member(clause(Head, _, _, _, _, _), Clauses),
            arg(I, Head, Term)
        ),
        compound(Term),
        compound_name_arity(Term, Name, 2)
    ),
    !.

has_term(Term, Name) :-
    sub_term(Each, Term),
    compound(Each),
    compound_name_arity(Each, Name, 2),
    !.

%   inner_goal(+Body, ?Goal) is nondet: as goal_in/2, also within a negation.
inner_goal(Body, Goal) :-
    goal_in(Body, Goal0),
    nonvar(Goal0),
    ( Goal0 = (\+ Body1) -> inner_goal(Body1, Goal) ; Goal = Goal0 ).

%   arithmetic(+Sum, +Body) is semidet. Pairs and fractions of two variables or two numbers are
%   terms as good as any, unless Body computes with both variables; so are sums of two variables
%   that Body never computes with.
arithmetic(Sum, Body) :-
    compound(Sum),
    compound_name_arguments(Sum, Name, [A,B]),
    memberchk(Name, [+, -, *, /, //, mod]),
    operand(A, Body),
    operand(B, Body),
    (   memberchk(Name, [-, /]),
        number(A),
        number(B)
    ->  fail
    ;   ( number(A) ; number(B) )
    ->  true
    ;   memberchk(Name, [+, *, //, mod])
    ->  ( computed_with(A, Body) -> true ; computed_with(B, Body) )
    ;   computed_with(A, Body),
        computed_with(B, Body)
    ).

operand(Term, _) :- var(Term), !.
operand(Term, _) :- number(Term), !.
operand(Term, Body) :- arithmetic(Term, Body).

%!  computed_with(+Term, +Body) is semidet.
%
%   Body computes with Term, if that is a variable.

computed_with(Term, Body) :-
    (   var(Term)
    ->  goal_in(Body, Goal),
        computes(Goal, Sums),
        ( Goal = (Number is _) -> Used = [Number|Sums] ; Used = Sums ),
        contains_var(Term, Used)
    ;   true
    ),
    !.

%   part(+Sum, -Part) is nondet: Part is computed when Sum is.
part(Term, _) :- var(Term), !, fail.
part(Term, Term).
part(Term, Part) :-
    compound(Term),
    \+ is_list(Term),
    arg(_, Term, Arg),
    part(Arg, Part).

no_number(Part) :- atom(Part), !, Part \== [], \+ current_arithmetic_function(Part).
no_number(Part) :- is_list(Part), !, Part \= [_].
no_number(Part) :- string(Part), !, \+ string_length(Part, 1).
no_number(Part) :- compound(Part), compound_name_arity(Part, Name, Arity), functor(General, Name, Arity), \+ current_arithmetic_function(General).
