/*  Tests of states.pl.

        $ swipl -g run_tests -t halt prolog/rules/states.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../engine/loading').
:- use_module(puzzle).
:- use_module(states).

:- begin_tests(expand_states, [cleanup(user:forget)]).

test(rows, Rows == [[0,2,[["step",["1"]]]], [1,0,[]]]) :-
    user:opened(bounded),
    expand_states(states_test, "at(Leaf_0_)", ["at(0)","at(2)"], Rows).
test(no_bound, Bounds == [-1]) :-
    user:opened(line),
    expand_states(states_test, "at(Leaf_0_)", ["at(0)"], Rows),
    findall(Bound, member([_,Bound,_], Rows), Bounds).
test(a_state_that_is_one_value, Rows == [[0,-1,[["up",["1"]]]]]) :-
    user:opened(counts),
    expand_states(states_test, "state", ["0"], Rows).
test(actions, Rows == [[0,-1,[["go",["b","c"]]]]]) :-
    user:opened(lamp),
    expand_states(states_test, "actions", ["[a,b]"], Rows).
test(chains, Rows == [[0,-1,[["up",["1"]],["[up,up]",["2"]],["[up,up,up]",["3"]]]]]) :-
    user:opened(walk),
    expand_states(states_test, "at(Leaf_0_)", ["at(0)"], Rows).

:- end_tests(expand_states).

:- begin_tests(walk_states, [cleanup(user:forget)]).

test(as_states_one_by_one, Rows == Expected) :-
    user:opened(bounded),
    expand_states(states_test, "at(Leaf_0_)", ["at(0)","at(1)","at(2)"], Expected),
    walk_states(states_test, "at(Leaf_0_)", "at(0)", ["step","step"], Rows).
test(up_to_a_move_that_is_not_there, Goals == [0,0,1]) :-
    user:opened(bounded),
    walk_states(states_test, "at(Leaf_0_)", "at(0)", ["step","step","step","step"], Rows),
    findall(Goal, member([Goal,_,_], Rows), Goals).
test(no_move_of_that_name, Rows == [[0,2,[["step",["1"]]]]]) :-
    user:opened(bounded),
    walk_states(states_test, "at(Leaf_0_)", "at(0)", ["back"], Rows).
test(names_with_quotes, Rows == [[0,-1,[["go(1)",["1"]],["go(\'1\')",["2"]]]],[0,-1,[]]]) :-
    user:opened(names),
    walk_states(states_test, "at(Leaf_0_)", "at(0)", ["go('1')"], Rows).
test(up_to_an_error, Rows == [[0,-1,[["up",["599"]]]],[0,-1,[["up",["600"]]]]]) :-
    user:opened(late),
    walk_states(states_test, "state", "598", ["up","up","up"], Rows).
test(an_error_in_the_first_state, error(instantiation_error)) :-
    user:opened(late),
    walk_states(states_test, "state", "600", ["up"], _).
test(what_stops_the_run_is_not_caught, throws(time_limit_exceeded)) :-
    user:opened(stopped),
    walk_states(states_test, "state", "600", ["up","up"], _).
test(large_rows) :-
    user:opened(wide),
    length(Codes, 99_990),
    maplist(=(0'a), Codes),
    format(string(State), "at(0,~s)", [Codes]),
    findall("step", between(1, 30, _), Names),
    walk_states(states_test, "at(Leaf_0_,Leaf_1_)", State, Names, Rows),
    length(Rows, Many),
    assertion(between(2, 11, Many)).
test(rows_that_take_long) :-
    user:opened(slow),
    findall("up", between(1, 300, _), Names),
    walk_states(states_test, "state", "600", Names, Rows),
    length(Rows, Many),
    assertion(between(2, 300, Many)).
test(chains, Goals == [0,1]) :-
    user:opened(walk),
    walk_states(states_test, "at(Leaf_0_)", "at(0)", ["[up,up,up]"], Rows),
    findall(Goal, member([Goal,_,_], Rows), Goals).

:- end_tests(walk_states).

:- begin_tests(known_moves).

test(moves_that_are_known, [forall(member(Pairs, [[], [a-1,b-1], [a-1]])), Found == Pairs]) :-
    known_moves(Pair, member(Pair, Pairs), "s", Found).
test(moves_that_are_not, [forall(member(Pairs, [[a-_], [_-1], [a-1,b-2,a-1]])), throws(wrong_rule(move, _))]) :-
    known_moves(Pair, member(Pair, Pairs), "s", _).
test(a_move_found_without_end, throws(wrong_rule(move, _))) :-
    known_moves(a-1, repeat, "s", _).
test(more_moves_than_are_looked_at_first, Found == 50_000) :-
    known_moves(N-N, between(1, 50_000, N), "s", Pairs),
    length(Pairs, Found).

:- end_tests(known_moves).

puzzle_text(line, "puzzle(line, rules, \"A line\").\nstart(left, at(0)). optimal(left, 2).\ngoal(at(2)).\n\c
                   move(at(X), step, at(Y)) :- next(X, Y).\nnext(0, 1). next(1, 2).\n\c
                   cell(X, 0, X) :- member(X, [0,1]).\nglyph(at(1), \"x\").\n").
puzzle_text(bounded, "puzzle(line, rules, \"A line\").\nstart(left, at(0)).\ngoal(at(2)).\nmove(at(X), step, at(Y)) :- X < 2, Y is X+1.\n\c
                      bound(at(X), H) :- H is 2-X.\npicture(at(X), T) :- X < 2, format(string(T), \"<~w>\", [X]).\n").
puzzle_text(walk, "puzzle(walk, rules, \"A walk\").\nstart(left, at(0)).\ngoal(at(3)).\ncontinues(A, A).\n\c
                   move(at(X), up, at(Y)) :- X < 3, Y is X+1.\nmove(at(X), down, at(Y)) :- X > 0, Y is X-1.\n").
puzzle_text(counts, "puzzle(counts, rules, \"Counts\").\nstart(s, 0).\ngoal(3).\nmove(X, up, Y) :- Y is X+1.\n").
puzzle_text(lamp, "puzzle(lamp, rules, \"A lamp\").\nstart(lamp, [b,a]).\ngoal([c]).\naction(go, [a], [c], [a]).\n").
puzzle_text(names, "puzzle(names, rules, \"Names\").\nstart(s, at(0)).\ngoal(at(9)).\n\c
                    move(at(0), go(1), at(1)).\nmove(at(0), go('1'), at(2)).\n").
puzzle_text(late, "puzzle(late, rules, \"Late\").\nstart(s, 0).\ngoal(1000).\n\c
                   move(X, up, Y) :- X < 1000, after(X, Y).\n\c
                   after(X, Y) :- X =\\= 600, Y is X+1.\nafter(600, Y) :- atom_length(_, Y).\n").
puzzle_text(stopped, "puzzle(stopped, rules, \"Stopped\").\nstart(s, 0).\ngoal(1000).\n\c
                      move(X, up, Y) :- X < 1000, ( X =:= 601 -> throw(time_limit_exceeded) ; Y is X+1 ).\n").
puzzle_text(slow, "puzzle(slow, rules, \"Slow\").\nstart(s, 0).\ngoal(1000).\n\c
                   move(X, up, Y) :- X < 1000, ( X < 600 -> true ; \\+ ( between(1, 400_000, N), N < 0 ) ), Y is X+1.\n").
puzzle_text(wide, "puzzle(wide, rules, \"Wide\").\nstart(s, at(0,a)).\ngoal(at(99,_)).\n\c
                   move(at(X,A), step, at(Y,A)) :- X < 99, Y is X+1.\n").

opened(Puzzle) :-
    puzzle_text(Puzzle, Text),
    forget,
    open_rules(states_test, it, Text, puzzle(_, _, _)).

forget :-
    forall(( member(Module, [states_test,'states_test.moves']), current_module(Module) ),
           catch(unload_module(Module), error(existence_error(_, _), _), true)).
