:- use_module(library(plunit)).
:- use_module(depth, []).
:- use_module(driver).
:- use_module(inversion, []).
:- use_module(manhattan, []).
:- use_module(sequences, []).
:- encoding(utf8).

pair(board(2, [[1],[0]], [[1,0]], [1-[0,1]], [])).

heads(Items, Heads) :-
    findall(Name/Arity, ( member((Head :- _), Items), functor(Head, Name, Arity) ), Heads).

goals((A, B), [A|Goals]) :-
    !,
    goals(B, Goals).
goals(Goal, [Goal]).

seen(pybridge_sequences-sequences(Board, 1, '', [])) :-
    pair(Board).

:- begin_tests(driver).

test(without_tables, Heads == [ids/0, ids/1]) :-
    user:pair(Board),
    driver_items(ids, Board, [pybridge_depth-depth], [], Items),
    user:heads(Items, Heads).
test(with_tables, Heads == [ida_star/0, ida_star/1, ida_star/2]) :-
    user:pair(Board),
    user:seen(Seen),
    driver_items(ida_star, Board, [pybridge_manhattan-manhattan(Board, 2), Seen], [], Items),
    user:heads(Items, Heads).
test(a_state_is_judged_before_tables_are_built, Names == [check, sequence_walks, ida_star]) :-
    user:pair(Board),
    user:seen(Seen),
    driver_items(ida_star, Board, [pybridge_manhattan-manhattan(Board, 2), Seen], [check], Items),
    memberchk((ida_star(_) :- Body), Items),
    user:goals(Body, Goals),
    findall(Name, ( member(Goal, Goals), functor(Goal, Name, _) ), Names).
test(one_start_does_not_stop_the_others, Call == ids('$VAR'('State'))) :-
    every_start(ids, [pybridge_depth-depth], (every_start(ids) :- forall(_, (_, ignore(Call))))).
test(tables_are_built_once_for_all_starts, Names == [sequence_walks, forall]) :-
    user:seen(Seen),
    user:pair(Board),
    every_start(ida_star, [pybridge_manhattan-manhattan(Board, 2), Seen], (_ :- Body)),
    user:goals(Body, Goals),
    findall(Name, ( member(Goal, Goals), functor(Goal, Name, _) ), Names).
test(sequence_pruning_leaves_solutions_out, Body == domain_error(program_without_sequence_pruning, ida_star)) :-
    user:seen(Seen),
    user:pair(Board),
    every_solution(ida_star, Board, [pybridge_manhattan-manhattan(Board, 2), Seen], (_ :- Body)).

:- end_tests(driver).
