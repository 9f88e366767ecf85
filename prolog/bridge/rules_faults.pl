:- module(pybridge_rules_faults, [ rules_fault/2,       % +Clauses, -Fault
                                   cut_off/3,           % +Clauses, -From, -To
                                   asked/3,             % ?Name, ?Arity, -Usage
                                   looks_computed/4,    % +Variable, +Sum, +Clause, -Name
                                   computed_with/2,     % +Term, +Body
                                   not_a_number/3       % +Goal, +Clause, -Shown
                                 ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(pairs)).
:- use_module(clause_variables, [occurs_in/2]).
:- use_module(rules_goals).
:- use_module(rules_text).

/** <module> What can be said about rules without running them

A fault is fault(Kind, At, Said). Kind is `undefined`, `arity`, `missing`, `repeated` or `rule`.
Said is a text; of `undefined` it is undefined(Name/Arity, Near), of `repeated` line(Text, At1), which
ends with the line of At1, and of `missing` it may be meant(Text, Other, Name): Name has another name.
*/

%!  asked(?Name, ?Arity, -Usage) is nondet.
%
%   pybridge asks for Name/Arity in a puzzle of rules.

asked(puzzle, 3, "puzzle(Name, rules, \"Title\")").
asked(source, 1, "source(\"Text\")").
asked(start, 2, "start(Name, State)").
asked(goal, 1, "goal(State)").
asked(move, 3, "move(State0, Move, State)").
asked(action, 4, "action(Name, Before, Add, Delete)").
asked(optimal, 2, "optimal(Name, Length)").
asked(bound, 2, "bound(State, Moves)").
asked(continues, 2, "continues(Move1, Move2)").
asked(cell, 3, "cell(Cell, Row, Column)").
asked(glyph, 2, "glyph(Value, \"Text\")").
asked(color, 2, "color(Value, \"Color\")").
asked(colour, 2, "colour(Value, \"Colour\")").
asked(picture, 2, "picture(State, Text)").

%!  rules_fault(+Clauses, -Fault) is nondet.

rules_fault(Clauses, Fault) :-
    findall(fault(rule, At, Said), neck_fault(Clauses, At, Said), Necks),
    (   Necks == []
    ->  fault_of(Clauses, Fault)
    ;   member(Fault, Necks)            % what is not defined then follows from these
    ).

fault_of(Clauses, fault(arity, At, Said)) :-
    member(clause(Head, _, _, _, At, _), Clauses),
    callable(Head),
    functor(Head, Name, Arity),
    asked(Name, _, _),
    \+ asked(Name, Arity, _),
    \+ called(Clauses, Name/Arity),
    !,
    asked(Name, _, Usage),
    format(string(Said), "~w/~w has a wrong number of arguments: write ~w", [Name, Arity, Usage]).
fault_of(Clauses, fault(undefined, At, undefined(PI, Near))) :-
    undefined_goal(Clauses, PI, At, Near).
fault_of(Clauses, fault(rule, At, Said)) :-
    member(Clause, Clauses),
    Clause = clause(_, Body, _, BodyPosition, _, _),
    goal_at(Body, BodyPosition, Goal, At),
    \+ makes_pair(Goal, Clause, Clauses),
    wrong_goal(Goal, Clause, Said).
fault_of(Clauses, fault(rule, At, Said)) :-
    member(clause(Head, true, HeadPosition, _, _, Bindings), Clauses),
    must_be_known(Head, What),
    term_variables(Head, [Variable|_]),
    place_of(Variable, Head, HeadPosition, At),
    name_of(Variable, Bindings, Name),
    format(string(Said), "~w leaves ~w unknown; atoms begin with a small letter", [What, Name]).
fault_of(Clauses, fault(repeated, At, line(Said, At1))) :-
    findall(Each-Place, ( member(clause(start(Each, _), true, _, _, Place, _), Clauses), atom(Each) ), Starts),
    keysort(Starts, Sorted),
    group_pairs_by_key(Sorted, Groups),
    member(Name-[At1|Rest], Groups),
    member(At, Rest),
    format(string(Said), "two start states are named ~q; the other is on line", [Name]).
fault_of(Clauses, fault(missing, At, Said)) :-
    wanted(PIs, Said0),
    \+ ( member(Name/_, PIs), defined(Clauses, Name, _) ),    % another arity has its own fault
    missing(Clauses, PIs, Said0, At, Said).

must_be_known(puzzle(_, _, _), "puzzle/3").
must_be_known(start(_, _), "start/2").
must_be_known(optimal(_, _), "optimal/2").

wanted([puzzle/3], "no puzzle/3: add puzzle(Name, rules, \"Title\")").
wanted([move/3,action/4], "no move/3: add move(State0, Move, State) :- ...").
wanted([start/2], "no start/2: add start(Name, State)").
wanted([goal/1], "no goal/1: add goal(State), a fact or a rule").

%   missing(+Clauses, +PIs, +Said0, -At, -Said): At is that of what may be meant, or 0.
missing(Clauses, PIs, Said0, At, Said) :-
    member(Name/Arity, PIs),
    member(clause(Head, _, _, _, At, _), Clauses),
    callable(Head),
    functor(Head, Other, Arity),
    dwim_match(Name, Other),
    \+ called(Clauses, Other/Arity),
    !,
    Said = meant(Said0, Other, Name).
missing(_, _, Said, 0, Said).

%   neck_fault(+Clauses, -At, -Said) is nondet: a fact of that form is a rule that is written
%   wrongly.
neck_fault(Clauses, At, "a query is not allowed in a file: type it at Prolog's prompt") :-
    member(clause((?- _), _, _, _, At, _), Clauses).
neck_fault(Clauses, At, Said) :-
    member(clause(Head, true, Position, none, _, _), Clauses),
    nonvar(Head),
    on_the_left(Head, Position, no_neck(Said), At),
    !.

%   on_the_left(+Head, +Position, ?Form, -At) is semidet: the innermost operator on the left
%   that could stand for :- is at At.
on_the_left(Head, term_position(_, _, From, To, [Position|_]), no_neck(Said), At) :-
    functor(Head, Name, 2),
    no_neck(Name, Said0),
    To > From,
    arg(1, Head, Left),
    (   nonvar(Left),
        on_the_left(Left, Position, no_neck(Said1), At1)
    ->  At = At1,
        Said = Said1
    ;   At = From,
        Said = Said0
    ).

no_neck(:, "write :- between the head and the body of a rule, not :").
no_neck(->, "write :- between the head and the body of a rule, not ->").
no_neck(',', "a comma after a fact or a head: write a full stop, or :- before a body").
no_neck(;, "a semicolon after a fact or a head: write a full stop, or :- before a body").
no_neck(Name, Said) :-
    memberchk(Name, [=, ==, is, <, >, =<, >=, =:=, =\=, \=, \==]),
    not_a_clause(Said).

not_a_clause("this is not a clause: write a head, :- and a body; to continue the clause before, end that with a comma").

%!  cut_off(+Clauses, -From, -To) is nondet.
%
%   From-To is a clause that has no head, together with the one before: a full stop may cut it off.

cut_off(Clauses, From, To) :-
    append(Before, [clause(Head, true, Position, none, At, _)|After], Clauses),
    nonvar(Head),
    not_a_clause(Said),
    on_the_left(Head, Position, no_neck(Said), _),
    ( last(Before, clause(_, _, _, _, From, _)) -> true ; From = At ),
    ( After = [clause(_, _, _, _, To, _)|_] -> true ; To = inf ).

%   wrong_goal(+Goal, +Clause, -Said:string) is semidet: Goal in Clause does not do what it looks like.

wrong_goal(Variable = Sum, Clause, Said) :-
    looks_computed(Variable, Sum, Clause, Name),
    format(string(Said), "= does not compute: write ~w is ...", [Name]).
wrong_goal(Variable == Sum, Clause, Said) :-
    looks_computed(Variable, Sum, Clause, Name),
    format(string(Said), "== does not compute: write ~w is ..., or =:= to compare", [Name]).
wrong_goal(Variable is Sum, clause(_, _, _, _, _, Bindings), Said) :-
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
wrong_goal(Goal, Clause, Said) :-
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

%!  looks_computed(+Variable, +Sum, +Clause, -Name) is semidet.
%
%   Sum is arithmetic, and Variable, which is called Name, is used where it would have to be a
%   number.

looks_computed(Variable, Sum, clause(Head, Body, _, _, _, Bindings), Name) :-
    var(Variable),
    arithmetic(Sum, Body),
    (   term_variables(Head, Variables)
    ;   goal_in(Body, Other),
        \+ ( Other = (Left = Right), Left == Variable, Right == Sum ),
        \+ computes(Other, _),
        term_variables(Other, Variables)
    ;   Variables = [Variable],
        \+ ( goal_in(Body, Other), computes(Other, Sums), term_variables(Sums, Used), occurs_in(Variable, Used) )
    ),
    occurs_in(Variable, Variables),
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
computes(A =:= B, [A,B]).
computes(A =\= B, [A,B]).
computes(A < B, [A,B]).
computes(A > B, [A,B]).
computes(A =< B, [A,B]).
computes(A >= B, [A,B]).

%   makes_pair(+Goal, +Clause, +Clauses) is semidet: Goal makes a term such as X-Y or X/Y, a place
%   of a board, and so do others: this clause, or the facts that begin or end the puzzle.
makes_pair(Variable = Pair, clause(Head, Body, _, _, _, _), Clauses) :-
    var(Variable),
    compound(Pair),
    Pair =.. [Name,A,B],
    memberchk(Name, [-, /]),
    (   var(A), var(B)
    ->  true
    ;   \+ ( member(Part, [A,B]), var(Part), computed_with(Part, Body) )
    ),
    (   Term = Head
    ;   goal_in(Body, Term),
        \+ computes(Term, _),
        \+ ( Term = (Left = _), Left == Variable )
    ;   member(clause(Term, true, _, _, _, _), Clauses),
        memberchk(Term, [start(_, _),goal(_)])
    ),
    sub_term(Other, Term),
    compound(Other),
    functor(Other, Name, 2),
    !.

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
        ( Goal = (Number is _) -> Used0 = [Number|Sums] ; Used0 = Sums ),
        term_variables(Used0, Used),
        occurs_in(Term, Used)
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
no_number(Part) :- compound(Part), functor(Part, Name, Arity), functor(General, Name, Arity), \+ current_arithmetic_function(General).
