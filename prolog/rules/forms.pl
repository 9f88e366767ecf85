:- module(pybridge_rules_forms, [ wrong_form/3,         % +Clauses, -At, -Said
                                  exchanged/3,          % +Clauses, -At, -Said
                                  cut_short/4           % +Clauses, -From, -At, -To
                                ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module('../untrusted/allowed').
:- use_module('../source/goals', [called/2, defined/3, in_reach/2]).

/** <module> Clauses of rules that have the form of something else
*/

%!  exchanged(+Clauses, -At, -Said:string) is semidet.
%
%   In the clauses of move/3, of which the first is at At, another argument than the second has not the form of
%   states. Rules that change the form of states may be meant so.

exchanged(Clauses, At, "the move is the second argument, between two states: write move(State0, Move, State)") :-
    findall(Head-At0, ( member(clause(Head, _, _, _, At0, _), Clauses), nonvar(Head), Head = move(_, _, _) ), Heads),
    Heads = [_-At|_],
    findall(Form, ( member(clause(Start, true, _, _, _, _), Clauses), nonvar(Start), Start = start(_, State),
                    form(State, Form) ), Forms),
    Forms \== [],
    (   other_form(1, Heads, Forms)
    ;   findall(Form, ( member(move(State, _, _)-_, Heads), form(State, Form) ), Known, Forms),
        other_form(3, Heads, Known)
    ),
    !.

%!  wrong_form(+Clauses, -At, -Said:string) is nondet.
%
%   What pybridge asks for is at At, and its arguments are not what they have to be.

wrong_form(Clauses, At, "a puzzle has move/3 or action/4, and here are both") :-
    findall(Name-At0, ( member(clause(Head, _, _, _, At0, _), Clauses), callable(Head), functor(Head, Name, Arity),
                        memberchk(Name/Arity, [move/3,action/4]) ), All),
    All = [First-_|_],
    member(Name-At, All),
    Name \== First,
    \+ called(Clauses, action/4),       % by clauses of move/3, which then say how
    \+ called(Clauses, move/3),
    !.
wrong_form(Clauses, At, "continues/2 puts moves of move/3 together; here are actions, each of which is a move") :-
    memberchk_head(action(_, _, _, _), Clauses, _),
    \+ memberchk_head(move(_, _, _), Clauses, _),
    memberchk_head(continues(_, _), Clauses, At).
wrong_form(Clauses, At, Said) :-
    member(clause(Head, _, _, _, At, _), Clauses),
    nonvar(Head),
    Head = action(_, _, Add, Delete),
    member(List, [Add,Delete]),
    is_list(List),
    member(Fact, List),
    nonvar(Fact),
    Fact = (\+ _),
    Said = "an action adds and deletes what holds: \\+ is for what must not hold before".

%   memberchk_head(+Head, +Clauses, -At) is semidet: the first clause of Head is at At.
memberchk_head(Head, Clauses, At) :-
    member(clause(Head0, _, _, _, At, _), Clauses),
    nonvar(Head0),
    subsumes_term(Head, Head0),
    !.

form(Term, Name/Arity) :-
    nonvar(Term),
    ( compound(Term) -> compound_name_arity(Term, Name, Arity) ; Name = Term, Arity = 0 ).   % q() is not q

%   other_form(+I, +Heads, +Forms) is semidet: the I-th argument has another form than states, and the second may be one.
other_form(I, Heads, Forms) :-
    forall(member(Head-_, Heads),
           ( arg(I, Head, Argument), form(Argument, Form), \+ memberchk(Form, Forms),
             arg(2, Head, Second), ( form(Second, Form2) -> memberchk(Form2, Forms) ; true ) )).

%!  cut_short(+Clauses, -From, -At, -To) is nondet.
%
%   The clause at At continues the one before, which begins at From: it has variables of that, which occur
%   once in both, and defines what is defined elsewhere. The clause behind it is at To.

cut_short(Clauses, From, At, To) :-
    \+ memberchk(clause('$directive'(style_check(-singleton)), _, _, _, _, _), Clauses),
    append(_, [Clause,Next|After], Clauses),
    Next = clause(Goal, true, _, none, At, Bindings),
    callable(Goal),
    form(Goal, Name/Arity),
    Clause = clause(Head, Body, _, _, From, Bindings0),
    callable(Head),
    \+ form(Head, Name/Arity),
    member(Same=Variable, Bindings),
    \+ sub_atom(Same, 0, _, _, '_'),
    memberchk(Same=Variable0, Bindings0),
    occurrences_of_var(Variable, Goal, 1),
    occurrences_of_var(Variable0, Head-Body, 1),
    (   builtin(Name/Arity)
    ;   in_reach(Name/Arity, [])
    ;   append(Others, [Next|_], Clauses),
        append(Others, After, Rest),
        defined(Rest, Name, Arity)
    ),
    !,
    ( After = [clause(_, _, _, _, To, _)|_] -> true ; To = inf ).
