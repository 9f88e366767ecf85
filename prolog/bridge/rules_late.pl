:- module(pybridge_rules_late, [ known_moves/4,         % +Pair, :Goal, +State, -Pairs
                                 faults_of_states/4,    % +Module, +Text, +States, -Faults
                                 cut_in/2               % +Text, -PI
                               ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
:- use_module('../narrowing/narrow', [cuts/1]).
:- use_module('../narrowing/state_text').
:- use_module(rules_goals, [reached_from/3]).
:- use_module(rules_places).
:- use_module(rules_text).
:- use_module(rules_trial).

/** <module> What is wrong with rules in states that only a search comes to
*/

:- meta_predicate known_moves(+, 0, +, -).

%   most(What, Number): moves that are looked at before all others are found.
most(first_moves, 20_000).

%!  known_moves(+Pair, :Goal, +State, -Pairs) is det.
%
%   The moves from a state, given as text: a Pair, which is Move-Next, for each solution of Goal.
%   They are known and different, as those of the first states are. Where there are many, the first
%   ones are looked at before all are found, which may never end.
%
%   @throws wrong_rule(move, Said)

known_moves(Pair, Goal, State, Pairs) :-
    most(first_moves, Most),
    findall(Pair, limit(Most, Goal), Pairs0),
    require_known(Pairs0, State),
    (   length(Pairs0, Most)
    ->  findall(Pair, Goal, Pairs),
        require_known(Pairs, State)
    ;   Pairs = Pairs0
    ).

require_known(Pairs, State) :-
    (   \+ ground(Pairs)
    ->  Format = "a move from the state ~s leaves a part of the next state unknown"
    ;   repeated(Pairs, _)
    ->  Format = "a move is found twice from the state ~s, or leads to two states"
    ;   true
    ),
    ( var(Format) -> true ; format(string(Said), Format, [State]), throw(wrong_rule(move, Said)) ).

%!  faults_of_states(+Module, +Text:string, +States, -Faults) is det.
%
%   Module has the rules of Text. Faults has the fault of the first of States, given as text, that
%   has one, as open_rules/4 reports it.

faults_of_states(Module, Text, States, Faults) :-
    rules_text(Text, Clauses, _),
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
    rules_text(Text, Clauses, _),
    reached_from(Clauses, move/3, PIs),
    member(clause(Head, Body, _, _, _, _), Clauses),
    callable(Head),
    functor(Head, Name, Arity),
    memberchk(Name/Arity, PIs),
    cuts(Body),
    !.
