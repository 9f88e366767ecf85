:- module(pybridge_rules_trial, [ trial_fault/4,        % +Module, +Clauses, -Where, -Text
                                  state_fault/5,        % +Module, +Clauses, +State, -Where, -Text
                                  repeated/2            % +Pairs, -Move
                                ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).
:- use_module('../source/goals', [reached_from/3]).
:- use_module('../source/places', [head_place/6,place_of_start/3]).
:- use_module(claims).
:- use_module(guard).
:- use_module(memory).
:- use_module(stuck).

/** <module> Rules tried on the first states

What only shows when rules run: moves that do not end, raise an error, change or leave something
unknown, starts from which nothing moves, a bound that cannot be one.
*/

%   most(What, Number): of states of a start, and of all starts, inferences of a start, moves of one state, and starts.
most(states, 200).
most(states_of_all, 2000).
most(inferences, 30_000_000).
most(moves, 10_000).
most(starts, 1000).

%!  trial_fault(+Module, +Clauses, -Where, -Text:string) is nondet.
%
%   One fault for each start at most. Module has the rules, and beside it is the module of how
%   they move.

trial_fault(Module, Clauses, Where, Text) :-
    atom_concat(Module, '.moves', Moves),
    most(starts, Most),
    More is Most+1,
    clause_line(Module:start(_, _), Line),
    catch(( within(findall(Name-State, limit(More, Module:start(Name, State)), Starts), line(Line), "start/2"),
            few_and_named(Starts, Clauses) ),
          wrong(Where, Text), true),
    (   nonvar(Text)
    ->  true
    ;   doubt(Clauses, Doubt),
        member(Start, Starts),
        catch(tried(Start, Starts, trial(Module, Moves, Clauses, Doubt)), wrong(Where, Text), true),
        nonvar(Text)
    ).

%!  state_fault(+Module, +Clauses, +State, -Where, -Text:string) is semidet.
%
%   The same of a state that may be far from all starts.

state_fault(Module, Clauses, State, Where, Text) :-
    atom_concat(Module, '.moves', Moves),
    catch(looked_at(State, trial(Module, Moves, Clauses, none), _), wrong(Where, Text), true),
    nonvar(Text).

few_and_named(Starts, Clauses) :-
    (   repeated(Starts, Name)
    ->  place_of_start(Name, Clauses, At),
        shown(Name, Shown),
        wrong(At, "two start states are named ~s", [Shown])
    ;   most(starts, Most),
        nth0(Most, Starts, Name-_)
    ->  place_of_start(Name, Clauses, At),
        wrong(At, "more than ~D start states; --start takes any other state", [Most])
    ;   true
    ).

%   tried(+Start, +Starts, +Trial): breadth first from a start. Trial is trial(Module, Moves, Clauses, Doubt).
tried(Name-State, Starts, Trial) :-
    Trial = trial(Module, Moves, Clauses, Doubt),
    place_of_start(Name, Clauses, At),
    (   atom(Name)
    ->  true
    ;   shown(Name, Shown),
        wrong(At, "the name of a start must be an atom such as first, not ~s", [Shown])
    ),
    start_known(State, At, Module),
    within(Moves:first_state(State, First), At, "start/2"),
    (   current_predicate(Module:move/3)
    ->  true
    ;   goal_of_actions(Module),
        actions_known(Module, Clauses)
    ),
    trie_new(Seen),
    trie_insert(Seen, First),
    same_again(First, Moves, Doubt),
    (   at_goal(First, Trial)
    ->  true
    ;   next_states(First, Trial, []),
        \+ ( member(_-Other0, Starts),        % then the rules make moves, and this start has no solution
             ground(Other0),
             Moves:first_state(Other0, Other),
             next_states(Other, Trial, [_|_]) )
    ->  no_move(First, Name, At, Module, Clauses)
    ;   true
    ),
    most_states(Starts, Most),
    Room is Most-1,
    statistics(inferences, Now),
    most(inferences, MostInferences),
    End is Now+MostInferences,
    walk([First], Room, End, Trial, Seen),
    bound_of_start(Module, Name, First),
    picture_drawn(First, Module, Clauses).

most_states(Starts, Most) :-
    length(Starts, Count),
    most(states, Most0),
    most(states_of_all, All),
    Most is max(3, min(Most0, All//Count)).

start_known(State, At, Module) :-
    (   \+ acyclic_term(State)
    ->  wrong(At, "start/2 makes a state that contains itself", [])
    ;   \+ ground(State)
    ->  shown(State, Shown),
        wrong(At, "start/2 leaves a part of the state unknown: ~s", [Shown])
    ;   current_predicate(Module:move/3)
    ->  true
    ;   \+ is_list(State)
    ->  shown(State, Shown),
        wrong(At, "with action/4, the state of a start is a list of what holds, not ~s", [Shown])
    ;   member((\+ Absent), State)
    ->  shown(Absent, Shown),
        wrong(At, "what a start does not list does not hold: leave out \\+ ~s", [Shown])
    ;   true
    ).

%   walk(+States, +Room, +End, +Trial, +Seen): breadth first from States, at most Room more, until End.
walk([], _, _, _, _) :- !.
walk(_, _, End, _, _) :-
    statistics(inferences, Now),
    Now > End,
    !.
walk([State|States], Room, End, Trial, Seen) :-
    Trial = trial(_, Moves, _, Doubt),
    same_again(State, Moves, Doubt),
    looked_at(State, Trial, Nexts),
    findall(Next, limit(Room, ( member(Next, Nexts), trie_insert(Seen, Next) )), New),
    append(States, New, States1),
    length(New, Count),
    Room1 is Room-Count,
    walk(States1, Room1, End, Trial, Seen).

looked_at(State, Trial, Nexts) :-
    Trial = trial(Module, _, Clauses, _),
    ( at_goal(State, Trial) -> Goal = true ; Goal = false ),
    bound_claimed(State, Goal, Module, Clauses),
    next_states(State, Trial, Nexts).

at_goal(State, trial(Module, Moves, Clauses, _)) :-
    once(within(Moves:is_goal(State), Module:goal(_), "goal/1", State, Clauses)).

%   next_states(+State, +Trial, -Nexts): the steps first, and then what moves make of them.
next_states(State, Trial, Nexts) :-
    Trial = trial(Module, Moves, Clauses, _),
    (   current_predicate(Module:move/3)
    ->  steps_known(State, Trial),
        (   current_predicate(Module:continues/2)
        ->  Where = Module:continues(_, _), What = "a chain of steps by move/3 and continues/2"
        ;   Where = Module:move(_, _, _), What = "move/3"
        )
    ;   Where = Module:action(_, _, _, _), What = "action/4"
    ),
    within(findall(Move-Next, Moves:moved(State, Move, Next), Pairs), Where, What, State, Clauses),
    (   What == "action/4",
        repeated(Pairs, Name)
    ->  action_line(Module, Name, Line),
        findall(found(Name, Next, line(Line)), member(Name-Next, Pairs), Founds),
        twice(Founds, Clauses)
    ;   true
    ),
    pairs_values(Pairs, Nexts).

action_line(Module, Name, Line) :-
    findall(Line0,
            ( clause(Module:action(Name, _, _, _), Body, Reference),
              catch(call_with_inference_limit(Module:Body, 100_000, _), error(_, _), fail),
              clause_property(Reference, line_count(Line0)) ),
            Lines),
    ( last(Lines, Line) -> true ; clause_line(Module:action(_, _, _, _), Line) ).

%   steps_known(+State, +Trial): what is wrong with the steps from a state has the line of the
%   clause that does the same by itself. What only a clause by itself does, without a cut, is right.
steps_known(State, Trial) :-
    Trial = trial(Module, _, Clauses, _),
    clause_line(Module:move(_, _, _), Line),
    step_fault(whole(Module:move(State, Move, Next), Move-Next, line(Line)), State, Clauses, Text, Where0),
    (   var(Text)
    ->  true
    ;   step_fault(each(Module), State, Clauses, Text1, Where1),
        ( Text1 == Text -> Where = Where1 ; Where = Where0 ),
        throw(wrong(Where, Text))
    ).

%   step_fault(+How, +State, +Clauses, -Text, -Where): Text is unbound if nothing is wrong.
step_fault(How, State, Clauses, Text, Where) :-
    most(moves, Most),
    More is Most+1,
    catch(( steps(How, State, Clauses, More, Founds),
            (   length(Founds, More)
            ->  last(Founds, found(_, _, Last)),
                shown(State, Shown),
                ( repeats(Founds) -> to_look_at("move/3", Clauses, Hint) ; Hint = "" ),
                wrong(Last, "more than ~D moves from one state, ~s~s", [Most, Shown, Hint])
            ;   twice(Founds, Clauses)
            ) ),
          wrong(Where, Text), true).

steps(whole(Goal, Move-Next, Where), State, Clauses, More, Founds) :-
    duplicate_term(State, Before),
    within(findall(found(Move, Next, Where)-Same, limit(More, ( Goal, same_state(State, Before, Same) )), Pairs),
           Where, "move/3", State, Clauses),
    pairs_keys_values(Pairs, Founds, All),
    ( memberchk(false, All) -> state_changed(Clauses, Where) ; true ),
    forall(member(found(Move1, Next1, _), Founds),
           ( known(Next1, "the next state", Where), known(Move1, "the move", Where) )).
steps(each(Module), State, Clauses, More, Founds) :-
    findall(Found, limit(More, tried_clause(State, Module, Clauses, Found)), Founds).

tried_clause(State, Module, Clauses, found(Move, Next, Where)) :-
    Head = move(State, Move, Next),
    clause(Module:Head, Body, Reference),
    ( clause_property(Reference, line_count(Line)) -> true ; Line = 1 ),
    within(Module:Body, line(Line), "move/3", State, Clauses),
    nth_clause(Module:move(_, _, _), N, Reference),
    head_place(move/3, 3, N, Clauses, line(Line), Where3),
    known(Next, "the next state", Where3),
    head_place(move/3, 2, N, Clauses, line(Line), Where),
    known(Move, "the move", Where).

%   actions_known(+Module, +Clauses): each action is known, and has lists.
actions_known(Module, Clauses) :-
    Head = action(Name, Before, Add, Delete),
    forall(( nth_clause(Module:action(_, _, _, _), N, Reference),
             clause(Module:Head, Body, Reference),
             ( clause_property(Reference, line_count(Line)) -> true ; Line = 1 ),
             within(findall(Head, Module:Body, Heads), line(Line), "action/4"),
             member(Head, Heads)
           ),
           (   acyclic_term(Head),
               ground(Head),
               maplist(is_list, [Before,Add,Delete])
           ->  true
           ;   head_place(action/4, 1, N, Clauses, line(Line), Where),
               known(Name, "the name of the action", Where),
               known([Before,Add,Delete], "the action", Where),
               wrong(Where, "write action(Name, Before, Add, Delete) with three lists", [])
           )).

goal_of_actions(Module) :-
    (   solutions(Module:goal(Wanted), Wanted, Module:goal(_), All),
        forall(member(Wanted, All), is_list(Wanted))
    ->  clause_line(Module:goal(_), Line),
        forall(member(Wanted, All), known(Wanted, "the goal", line(Line)))
    ;   clause_line(Module:goal(_), Line),
        wrong(line(Line), "goal/1 must give a list of what has to hold, since there are actions", [])
    ).

known(Part, What, Where) :-
    (   \+ acyclic_term(Part)
    ->  wrong(Where, "this clause makes a part of ~s that contains itself", [What])
    ;   ground(Part)
    ->  true
    ;   shown(Part, Shown),
        wrong(Where, "this clause leaves a part of ~s unknown: ~s", [What, Shown])
    ).

%   twice(+Founds, +Clauses): no move leads to two states, and none is found twice.
twice(Founds, Clauses) :-
    (   repeats(Founds),
        append(Before, [found(Move, Next, Where)|_], Founds),
        member(found(Move1, Next1, _), Before),
        Move1 == Move
    ->  shown(Move, Shown),
        (   Next1 == Next
        ->  ( fact_twice(Clauses, Fact) -> format(string(Hint), "; the fact ~s is there twice", [Fact]) ; Hint = "" ),
            wrong(Where, "the move ~s is found twice from one state~s", [Shown, Hint])
        ;   shown(Next1, One),
            shown(Next, Other),
            wrong(Where, "the move ~s leads to two states, ~s and ~s: give the moves different names",
                  [Shown, One, Other])
        )
    ;   true
    ).

%   fact_twice(+Clauses, -Shown) is semidet: one that move/3 may ask for.
fact_twice(Clauses, Shown) :-
    reached_from(Clauses, move/3, PIs),
    append(Before, [clause(Fact, true, _, _, _, _)|_], Clauses),
    callable(Fact),
    functor(Fact, Name, Arity),
    memberchk(Name/Arity, PIs),
    member(clause(Fact0, true, _, _, _, _), Before),
    Fact0 =@= Fact,
    !,
    shown(Fact, Shown).

repeats(Founds) :-
    findall(Move-Next, member(found(Move, Next, _), Founds), Pairs),
    repeated(Pairs, _).

%!  repeated(+Pairs, -Move) is semidet.
%
%   Move is twice in Pairs, which are Move-Next.

repeated(Pairs, Move) :-
    pairs_keys(Pairs, Moves),
    msort(Moves, Sorted),
    append(_, [Move,Next|_], Sorted),
    Move == Next,
    !.
