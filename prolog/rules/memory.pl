:- module(pybridge_rules_memory, [ doubt/2,              % +Clauses, -Doubt
                                   same_again/3,         % +State, +Moves, +Doubt
                                   same_state/3,         % +State, +Before, -Same
                                   state_changed/2       % +Clauses, +Where
                                 ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module('../source/goals', [goal_at/4, reached_from/3]).
:- use_module(guard).

/** <module> Rules that choose by chance, remember what was found before, or change a state

From a state they may find other moves each time. A search asks once for those of each state, in
whatever order it likes.
*/

%!  same_state(+State, +Before, -Same) is det.
%
%   Same is `true` if State is as it was Before, and `false` otherwise.

same_state(State, Before, Same) :- ( State == Before -> Same = true ; Same = false ).

%!  state_changed(+Clauses, +Where0) is erroneous.
%
%   @throws wrong(Where, Text) at the goal that changes a state, or at Where0.

state_changed(Clauses, Where0) :-
    (   member(clause(_, Body, _, Position, _, _), Clauses),
        goal_at(Body, Position, Goal, At),
        compound(Goal),
        functor(Goal, Name, Arity),
        memberchk(Name/Arity, [setarg/3,nb_setarg/3])
    ->  Said = "~w changes the state that it is given: let it change a copy by duplicate_term/2",
        wrong(at(At), Said, [Name/Arity])
    ;   wrong(Where0, "move/3 changes the state that it is given", [])
    ).

%!  same_again(+State, +Moves, +Doubt) is det.
%
%   Where there is a doubt/2, the module Moves makes the same moves from State whenever they are
%   asked for. Those that keep what they have computed once are right. Errors are left to others.
%
%   @throws wrong(Where, Text)

same_again(_, _, none) :- !.
same_again(State, Moves, doubt(Where, Why)) :-
    findall(Found,
            ( between(1, 5, _),
              catch(within(findall(Move-Next, Moves:moved(State, Move, Next), Found0), at(Where), ""), wrong(_, _), fail),
              sort(Found0, Found) ),
            All),
    (   ground(All),                    % what is unknown is said at its clause
        sort(All, [_,_|_])
    ->  shown(State, Shown),
        wrong(at(Where), "the moves from ~s are others when they are asked for again: ~s", [Shown, Why])
    ;   true
    ).

%!  doubt(+Clauses, -Doubt) is det.
%
%   What move/3 or action/4 reaches may make moves change: Doubt is doubt(At, Why) for the place
%   of a goal, and a text of what it does and what to write. It is `none` if nothing does.

doubt(Clauses, doubt(At, Why)) :-
    doubtful(Clauses, At, Why),
    !.
doubt(_, none).

doubtful(Clauses, At, Why) :-
    member(What, [chance,memory]),
    member(clause(Head, Body, _, Position, _, _), Clauses),
    callable(Head),
    goal_at(Body, Position, Goal, At),
    compound(Goal),
    doubtful_goal(What, Goal, Shown),
    functor(Head, Name, Arity),
    member(PI, [move/3,action/4]),
    reached_from(Clauses, PI, PIs),
    memberchk(Name/Arity, PIs),
    why(What, Shown, Why).

why(chance, Shown, Why) :-
    format(string(Why), "~w chooses by chance; find all choices, as between/3 and member/2 do", [Shown]).
why(memory, Shown, Why) :-
    format(string(Why), "~w keeps what was found before; moves may depend on the state alone, and no state is searched twice",
           [Shown]).

doubtful_goal(chance, Goal, Name/Arity) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [random/1,random/3,random_between/3,random_member/2,random_select/3,random_permutation/2,
                           random_perm2/4,random_subseq/3,randseq/3,randset/3,maybe/1,maybe/2,get_time/1,statistics/2]),
    !.
doubtful_goal(chance, Goal, Name) :-
    arg(_, Goal, Sum),
    sub_term(Part, Sum),
    nonvar(Part),
    memberchk(Part, [random(_),random_float,cputime,realtime]),
    functor(Goal, Operator, 2),
    memberchk(Operator, [is,<,>,=<,>=,=:=,=\=]),
    !,
    functor(Part, Name, _).
doubtful_goal(memory, Goal, Name/Arity) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [assert/1,asserta/1,assertz/1,assert/2,asserta/2,assertz/2,retract/1,retractall/1,nb_setval/2,
                           b_setval/2,flag/3,gensym/2]),
    !.
