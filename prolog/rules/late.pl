:- module(pybridge_rules_late, [ faults_of_states/4,    % +Module, +Text, +States, -Faults
                                 cut_in/2               % +Text, -PI
                               ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module('../narrowing/narrow', [cuts/1]).
:- use_module('../narrowing/state_text').
:- use_module('../source/goals', [reached_from/3]).
:- use_module('../source/places').
:- use_module('../source/text').
:- use_module(trial).

/** <module> What is wrong with rules in states that only a search comes to
*/

%!  faults_of_states(+Module, +Text:string, +States, -Faults) is det.
%
%   Module has the rules of Text. Faults has the fault of the first of States, given as text, that
%   has one, as open_rules/4 reports it.

faults_of_states(Module, Text, States, Faults) :-
    source_clauses(Text, Clauses, _),
    (   member(StateText, States),
        text_value(StateText, State),
        state_fault(Module, Clauses, State, Where, Said)
    ->  lines_of(Text, Lines),
        placed(Where, Lines, Line, Column),
        Faults = [fault(wrong_rule, Line, Column, Said)]
    ;   Faults = []
    ).

%!  cut_in(+Text:string, -PI) is semidet.
%
%   PI is the first predicate of the rules in Text that move/3 calls, also by way of others, and that has a cut.

cut_in(Text, Name/Arity) :-
    source_clauses(Text, Clauses, _),
    reached_from(Clauses, move/3, PIs),
    member(clause(Head, Body, _, _, _, _), Clauses),
    callable(Head),
    functor(Head, Name, Arity),
    memberchk(Name/Arity, PIs),
    cuts(Body),
    !.
