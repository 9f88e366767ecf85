:- module(pybridge_rules_faults, [ rules_fault/2,       % +Clauses, -Fault
                                   rules_hint/3,        % +Clauses, -At, -Said
                                   cut_off/3,           % +Clauses, -From, -To
                                   asked/3              % ?Name, ?Arity, -Usage
                                 ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module('../source/goals').
:- use_module('../source/sums', [sum_in_state/4, wrong_sum/4]).
:- use_module('../source/text').
:- use_module('../source/variables', [place/3]).
:- use_module(forms).
:- use_module(order).

/** <module> What can be said about rules without running them

A fault is fault(Kind, At, Said). Kind is `undefined`, `wrong_arity`, `missing_fact`, `repeated_fact` or `wrong_rule`.
Said is a text; of `undefined` it is undefined(Name/Arity, Near), of `repeated_fact` line(Text, At1), which
ends with the line of At1, and of `missing_fact` it may be meant(Text, Other, Name): Name has another name.
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
    catch(findall(Each, fault_in(Clauses, Each), Faults), error(domain_error(compound_non_zero_arity, Empty), _), true),
    (   nonvar(Faults)
    ->  member(Fault, Faults)
    ;   member(Clause, Clauses),
        place(Clause, Empty, At),
        compound_name_arity(Empty, Name, 0),
        format(string(Said), "write ~w without (): what has no arguments is an atom", [Name]),
        Fault = fault(wrong_rule, At, Said)
    ).

fault_in(Clauses, Fault) :-
    findall(fault(wrong_rule, At, Said), neck_fault(Clauses, At, Said), Necks),
    (   Necks == []
    ->  fault_of(Clauses, Fault)
    ;   member(Fault, Necks)            % what is not defined then follows from these
    ).

fault_of(Clauses, fault(wrong_arity, At, Said)) :-
    member(clause(Head, _, _, _, At, _), Clauses),
    callable(Head),
    functor(Head, Name, Arity),
    asked(Name, _, _),
    \+ asked(Name, Arity, _),
    \+ called(Clauses, Name/Arity),
    !,
    asked(Name, _, Usage),
    format(string(Said), "~w/~w has a wrong number of arguments: write ~w", [Name, Arity, Usage]).
fault_of(Clauses, fault(wrong_rule, At, Said)) :-
    member(clause(Head, _, _, _, At, _), Clauses),
    callable(Head),
    functor(Head, Name, Arity),
    \+ asked(Name, _, _),
    asked(Meant, Arity, _),
    atom_length(Meant, Length),
    atom_length(Name, Length),
    dwim_match(Name, Meant),
    functor(Other, Meant, Arity),
    arg(1, Head, First),
    arg(1, Other, First0),
    once(( member(clause(Other, _, _, _, _, _), Clauses), alike(First, First0) )),    % goat(2) is not goal(banks(...))
    \+ called(Clauses, Name/Arity),
    format(string(Said), "~w/~w is called nowhere; did you mean ~w?", [Name, Arity, Meant]).
fault_of(Clauses, fault(undefined, At, undefined(PI, Near))) :-
    undefined_goal(Clauses, PI, At, Near).
fault_of(Clauses, fault(wrong_rule, At, Said)) :-
    member(Clause, Clauses),
    Clause = clause(_, Body, _, BodyPosition, _, _),
    goal_at(Body, BodyPosition, Goal, At),
    wrong_sum(Goal, Clause, Clauses, Said).
fault_of(Clauses, fault(wrong_rule, At, Said)) :-
    member(Clause, Clauses),
    early_test(Clause, At, Said).
fault_of(Clauses, fault(wrong_rule, At, Said)) :-
    wrong_form(Clauses, At, Said).
fault_of(Clauses, fault(wrong_rule, At, Said)) :-
    member(clause(Head, true, HeadPosition, _, _, Bindings), Clauses),
    must_be_known(Head, What),
    term_variables(Head, [Variable|_]),
    place_of(Variable, Head, HeadPosition, At),
    name_of(Variable, Bindings, Name),
    format(string(Said), "~w leaves ~w unknown; atoms begin with a small letter", [What, Name]).
fault_of(Clauses, fault(repeated_fact, At, line(Said, At1))) :-
    findall(Each-Place, ( member(clause(start(Each, _), true, _, _, Place, _), Clauses), atom(Each) ), Starts),
    keysort(Starts, Sorted),
    group_pairs_by_key(Sorted, Groups),
    member(Name-[At1|Rest], Groups),
    member(At, Rest),
    format(string(Said), "two start states are named ~q; the other is on line", [Name]).
fault_of(Clauses, fault(missing_fact, At, Said)) :-
    wanted(PIs, Said0),
    \+ ( member(Name/_, PIs), defined(Clauses, Name, _) ),    % another arity has its own fault
    missing(Clauses, PIs, Said0, At, Said).

%!  rules_hint(+Clauses, -At, -Said:string) is nondet.
%
%   What is likely to be wrong, at At, in rules that have no solution or no end. In others it is meant so.

rules_hint(Clauses, At, Said) :-
    exchanged(Clauses, At, Said).
rules_hint(Clauses, At, Said) :-
    member(Clause, Clauses),
    sum_in_state(Clause, Clauses, At, Said).
rules_hint(Clauses, At, Said) :-
    member(Clause, Clauses),
    early_negation(Clause, At, Said).

%   alike(?A, ?B) is semidet: they may be states of one puzzle.
alike(A, B) :- ( var(A) ; var(B) ; atomic(A), atomic(B) ), !.
alike(A, B) :- compound(A), compound(B), compound_name_arity(A, Name, Arity), compound_name_arity(B, Name, Arity).

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
    member(clause(Head, _, _, _, At, _), Clauses),
    nonvar(Head),
    Head = (?- _).
neck_fault(Clauses, At, Said) :-
    member(clause(Head, true, Position, none, _, _), Clauses),
    nonvar(Head),
    on_the_left(Head, Position, no_neck(Said), At),
    !.

neck_fault(Clauses, At, Said) :-
    member(clause(Head, _, term_position(_, _, At, _, _), Position, _, _), Clauses),
    Position \== none,
    nonvar(Head),
    Head = (_, _),
    no_neck(',', Said),
    !.
neck_fault(Clauses, At, "a full stop ends the clause before this, which seems to continue it: write a comma there") :-
    cut_short(Clauses, _, At, _),
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
no_neck(',', "a comma after a fact or a head: write a full stop, or :- before a body, or a comma in place of the full stop before it").
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
cut_off(Clauses, From, To) :-
    cut_short(Clauses, From, _, To).
