:- module(pybridge_rules_trial, [ trial_fault/4 % +Module, +Clauses, -Where, -Text
                                ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module('../engine/error_text', [error_message/2]).

/** <module> Rules tried on the first states

What only shows when rules run: moves that do not end, raise an error or leave something
unknown, starts from which nothing moves, a bound that cannot be one.
*/

%   most(What, Number): of states of a start, and inferences for the moves of one.
most(states, 200).
most(inferences, 3 000 000).

%!  trial_fault(+Module, +Clauses, -Where, -Text:string) is nondet.
%
%   Where is line(Line) or at(At), the place of the clause that is wrong. One fault of a kind
%   is enough.

trial_fault(Module, Clauses, Where, Text) :-
    Module:start(Name, State),
    (   member(clause(start(Name0, _), _, _, _, Place, _), Clauses),
        Name0 == Name
    ->  true
    ;   member(clause(start(_, _), _, _, _, Place, _), Clauses)
    ->  true
    ),
    At = at(Place),
    moves_of(Module, Moves),
    first(Moves, State, First),
    catch(tried([First], Module, Moves, Name, At), wrong(Where, Text), true),
    nonvar(Text),
    !.

moves_of(Module, Moves) :-
    atom_concat(Module, '.moves', Moves).

first(Moves, State, First) :-
    Moves:first_state(State, First).

%   tried(+States, +Module, +Moves, +Name, +At): breadth first from a start.
tried(First, Module, Moves, Name, At) :-
    empty(Seen),
    First = [State],
    put(State, Seen),
    (   once(limited_goal(Module, Moves, State))
    ->  true
    ;   successors(Module, Moves, State, Name, At, []),
        format(string(Text), "no move is possible from the start ~q, and it is no goal", [Name]),
        throw(wrong(At, Text))
    ;   true
    ),
    most(states, Most),
    walk(First, Most, Module, Moves, Name, At, Seen).

empty(Seen) :- trie_new(Seen).
put(State, Seen) :- trie_insert(Seen, State).

walk([], _, _, _, _, _, _) :- !.
walk(_, 0, _, _, _, _, _) :- !.
walk([State|States], Left, Module, Moves, Name, At, Seen) :-
    ignore(once(limited_goal(Module, Moves, State))),
    bound_fits(Module, Moves, State, Name),
    successors(Module, Moves, State, Name, At, Nexts),
    findall(Next, ( member(Next, Nexts), put(Next, Seen) ), New),
    append(States, New, States1),
    Left1 is Left-1,
    walk(States1, Left1, Module, Moves, Name, At, Seen).

limited_goal(Module, Moves, State) :-
    clause_line(Module, goal(_), Line),
    within(Moves:is_goal(State), line(Line), "goal/1", State).

%   within(:Goal, +Where, +What, +State) is nondet: Goal, which must end and raise no error.
within(Goal, Where, What, State) :-
    most(inferences, Most),
    catch(call_with_inference_limit(Goal, Most, How), Error, true),
    (   nonvar(Error)
    ->  raised(Error, What, State, Where)
    ;   How == inference_limit_exceeded
    ->  format(string(Text), "~w does not end for ~p", [What, State]),
        throw(wrong(Where, Text))
    ;   true
    ).

raised(Error, What, State, Where) :-
    (   Error = error(_, _)
    ->  error_message(Error, Message),
        format(string(Text), "~w raises an error for ~p: ~w", [What, State, Message]),
        throw(wrong(Where, Text))
    ;   throw(Error)
    ).

%   successors(+Module, +Moves, +State, +Name, +At, -Nexts): each clause by itself, so that
%   a fault has its line.
successors(Module, Moves, State, _, At, Nexts) :-
    rule(Module, Head, State, Move, Next),
    functor(Head, Functor, Arity),
    format(string(What), "~w/~w", [Functor, Arity]),
    findall(Move-Next-Line,
            ( clause(Module:Head, Body, Reference),
              ( clause_property(Reference, line_count(Line)) -> true ; Line = 1 ),
              within(Module:Body, line(Line), What, State)
            ),
            Found),
    (   Functor == move
    ->  forall(member(Move0-Next0-Line0, Found), known(Move0, Next0, Line0)),
        twice(Found)
    ;   true
    ),
    findall(Next1, within(Moves:moved(State, _, Next1), At, What, State), Nexts).

rule(Module, move(State, Move, Next), State, Move, Next) :-
    current_predicate(Module:move/3),
    !.
rule(_, action(Move, _, _, _), _, Move, none).

known(Move, Next, Line) :-
    (   \+ ground(Next)
    ->  format(string(Text), "this clause leaves a part of the next state unknown: ~p", [Next]),
        throw(wrong(line(Line), Text))
    ;   \+ ground(Move)
    ->  format(string(Text), "this clause leaves a part of the move unknown: ~p", [Move]),
        throw(wrong(line(Line), Text))
    ;   true
    ).

twice(Found) :-
    append(Before, [Move-Next-_|_], Found),
    member(Move1-Next1-_, Before),
    Move1 == Move,
    Next1 \== Next,
    !,
    last_line(Found, Move, Line),
    format(string(Text), "the move ~p leads to two states, ~p and ~p: give the moves different names",
           [Move, Next1, Next]),
    throw(wrong(line(Line), Text)).
twice(Found) :-
    append(Before, [Move-Next-Line|_], Found),
    member(Move1-Next1-_, Before),
    Move1-Next1 == Move-Next,
    !,
    format(string(Text), "the move ~p is found twice from one state", [Move]),
    throw(wrong(line(Line), Text)).
twice(_).

last_line(Found, Move, Line) :-
    findall(L, ( member(M-_-L, Found), M == Move ), Lines),
    last(Lines, Line).

%   bound_fits(+Module, +Moves, +State, +Name): bound/2 says one number, and 0 of a goal.
bound_fits(Module, Moves, State, Name) :-
    (   current_predicate(Module:bound/2)
    ->  clause_line(Module, bound(_, _), Line),
        findall(Bound, within(Module:bound(State, Bound), line(Line), "bound/2", State), Bounds),
        (   Bounds = [Bound|_],
            integer(Bound),
            Bound >= 0
        ->  true
        ;   format(string(Text), "bound/2 must say a number of moves, 0 or more, of ~p", [State]),
            throw(wrong(line(Line), Text))
        ),
        (   Bound > 0,
            once(Moves:is_goal(State))
        ->  format(string(Text), "bound/2 says ~w of the goal ~p, and must say 0", [Bound, State]),
            throw(wrong(line(Line), Text))
        ;   current_predicate(Module:optimal/2),
            Module:optimal(Name, Optimal),
            Module:start(Name, State),
            integer(Optimal),
            Bound > Optimal
        ->  format(string(Text), "bound/2 says ~w of the start ~q, and optimal/2 says ~w", [Bound, Name, Optimal]),
            throw(wrong(line(Line), Text))
        ;   true
        )
    ;   true
    ).

clause_line(Module, Head, Line) :-
    (   nth_clause(Module:Head, 1, Reference),
        clause_property(Reference, line_count(Line))
    ->  true
    ;   Line = 1
    ).
