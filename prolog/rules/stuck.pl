:- module(pybridge_rules_stuck, [ no_move/5             % +State, +Name, +At, +Module, +Clauses
                                ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module('../source/variables', [shown_in/3, steps/3]).
:- use_module('../untrusted/clauses', [head/2]).
:- use_module(forms, [exchanged/3]).
:- use_module(guard, [no_stop/1, wrong/3]).

/** <module> Where the moves from a state fail
*/

%   most(Inferences): of the goals of a clause.
most(1 000 000).

%!  no_move(+State, +Name, +At, +Module, +Clauses) is erroneous.
%
%   Say why move/3 in Module has no solution from State, the start Name at At.
%
%   @throws wrong(Where, Text)

no_move(State, Name, At, Module, Clauses) :-
    (   exchanged(Clauses, Place, Said)
    ->  wrong(at(Place), "~s; no move is possible from the start ~q", [Said, Name])
    ;   catch(stuck(State, Module, Clauses, Why), slow, fail)
    ->  no_move(Why, Name, At)
    ;   wrong(At, "no move is possible from the start ~q, and it is not a goal", [Name])
    ).

no_move(fails(Where, Goal), Name, _) :-
    wrong(at(Where), "no move is possible from the start ~q, and it is not a goal: ~s fails", [Name, Goal]).
no_move(no_head, Name, At) :-
    wrong(At, "no move is possible from the start ~q, and it is not a goal: no head of move/3 fits its state", [Name]).

%   stuck(+State, +Module, +Clauses, -Why) is semidet: Why is fails(At, Goal) for the goal, a text at At, that fails in
%   the clause that comes furthest; or `no_head`, if no head of move/3 fits.
stuck(State, Module, Clauses, Why) :-
    findall(Done-fails(At, Goal), failing(State, Module, Clauses, Done, At, Goal), Found),
    (   Found == []
    ->  findall(Head, ( member(clause(Term, _, _, _, _, _), Clauses), head(Term, Head), Head = move(_, _, _) ), Heads),
        Heads \== [],           % not with actions
        \+ memberchk(move(State, _, _), Heads),
        Why = no_head
    ;   sort(1, @>=, Found, [_-Why|_])
    ).

%   failing(+State, +Module, +Clauses, -Done, -At, -Goal) is nondet: a clause does Done goals, and fails at Goal.
failing(State, Module, Clauses, Done, At, Shown) :-
    member(Clause, Clauses),
    Clause = clause(Head, Body, _, Position, _, _),
    nonvar(Head),
    Head = move(_, _, _),
    \+ Head \= move(State, _, _),
    steps(Body, Position, Steps),
    once(( append(Before, [Goal-At|_], Steps),
           append(Before, [Goal-At], First),
           \+ succeeds(State, Module, Head, First) )),
    length(Before, Done),
    shown_in(Clause, Goal, Shown).

%   succeeds(+State, +Module, +Head, +First) is semidet: so do the First steps of a clause. It throws `slow` where it
%   takes too long to say. What the rules throw of their own is a failure.
succeeds(State, Module, Head, First) :-
    copy_term(Head-First, move(State, _, _)-Goals),
    most(Most),
    catch(call_with_inference_limit(all(Goals, Module), Most, How), Error, ( no_stop(Error), fail )),
    ( How == inference_limit_exceeded -> throw(slow) ; true ).

all([], _).
all([Goal-_|Goals], Module) :-
    call(Module:Goal),
    all(Goals, Module).
