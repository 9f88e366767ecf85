:- use_module(library(plunit)).
:- use_module(clause_text).
:- use_module(manhattan, []).
:- encoding(utf8).

%   A row of three cells, the goal 1 2 and the blank.
row(board(3, [[1],[0,2],[1]], [[1,2,0]], [1-[0,1,2], 2-[1,0,1]], [])).
%   The same with distances by hand: 2 counts three in the last cell.
by_hand(board(3, [[1],[0,2],[1]], [[1,2,0]], [1-[0,1,2], 2-[1,0,3]], [])).

change(Board, From, To, State, Goals) :-
    pybridge_manhattan:plan(Board, [], Plan),
    once(pybridge_manhattan:move(Plan, move(From, To, State, From), [], [], s0, s1, Goals)).

:- begin_tests(manhattan).

test(detours_are_counted, Unit == 2) :-
    user:row(Board),
    pybridge_manhattan:plan(Board, [], Plan),
    pybridge_manhattan:unit(Plan, Unit).
test(other_changes_are_counted_by_one, Unit == 1) :-
    user:by_hand(Board),
    pybridge_manhattan:plan(Board, [], Plan),
    pybridge_manhattan:unit(Plan, Unit).
test(tiles_are_told_apart, Goals == [( t == 2 -> s1 = s0 ; s0 \== 0, s1 is s0-1 )]) :-
    user:row(Board),
    user:change(Board, 0, 1, [t,0,u], Goals).
test(all_tiles_alike, Goals == [( s0 \== 0, s1 is s0-1 )]) :-
    user:row(Board),
    user:change(Board, 1, 2, [u,t,0], Goals).
test(a_lookup, Goals == [spend_1_2(t, '$VAR'('Spend1')), s1 is s0-'$VAR'('Spend1'), s1 >= 0]) :-
    user:by_hand(Board),
    user:change(Board, 1, 2, [u,t,0], Goals).
test(what_is_looked_up, Spends == [spend_1_2(1, 2), spend_1_2(2, 4)]) :-
    user:by_hand(Board),
    pybridge_manhattan:plan(Board, [], Plan),
    pybridge_manhattan:items(Plan, Items),
    findall(spend_1_2(Tile, Spend), member(spend_1_2(Tile, Spend), Items), Spends).
test(the_bound_of_a_state, Bound == 3) :-
    user:row(Board),
    pybridge_manhattan:plan(Board, [], Plan),
    pybridge_manhattan:items(Plan, Items),
    with_output_to(string(Text), ( current_output(Stream), write_program(Stream, Items) )),
    setup_call_cleanup(open_string(Text, Program),
                       load_files(manhattan_test:bound, [stream(Program), silent(true)]),
                       close(Program)),
    Board = board(_, _, _, Distances, _),
    forall(member(Tile-Ds, Distances), assertz(manhattan_test:distance(Tile, Ds))),
    manhattan_test:bound([2,0,1], Bound).

:- end_tests(manhattan).
