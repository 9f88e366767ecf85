/*  Tests of trial.pl.

        $ swipl -g run_tests -t halt prolog/rules/trial.plt

    Rules are loaded as rules.pl loads them; each is a piece of a puzzle on a line of cells.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../engine/loading').
:- use_module('../source/text').
:- use_module(puzzle, []).
:- use_module(trial).

:- begin_tests(trial_fault).

test(sound, [forall(user:sound(Text)), Faults == []]) :-
    user:tried(Text, Faults).
test(one_fault, [forall(user:wrong(Text, Expected, Part)), Where == Expected]) :-
    user:tried(Text, [Where-Said]),
    assertion(sub_string(Said, _, _, _, Part)).
test(one_of_each_start, Wheres == [at(0), at(13)]) :-
    user:tried("start(a, 7). start(b, 8). goal(1). move(0, go, 1).", Faults),
    findall(Where, member(Where-_, Faults), Wheres).
test(in_one_line, [forall(user:wrong(Text, _, _)), true(\+ sub_string(Said, _, _, _, "\n"))]) :-
    user:tried(Text, [_-Said]).
test(large_states_are_cut, true(Length < 300)) :-
    user:tried("start(s, L) :- numlist(1, 1000, L).\ngoal(1).\nmove(0, go, 1).\n", [_-Said0]),
    assertion(sub_string(Said0, _, _, _, "no move is possible")),
    user:tried("start(s, L) :- numlist(1, 1000, L).\ngoal(1).\nmove(L, go, [_|L]).\n", [_-Said]),
    string_length(Said, Length).
%   200 states of 1,000 moves
test(many_moves_take_no_longer_each, [true((Faults == [], Inferences < 30_000_000))]) :-
    user:inferences("start(s, 0).\ngoal(-1).\nmove(X, by(N), Y) :- between(1, 1000, N), Y is X+N.\n", Faults, Inferences).
%   thousands of inferences a move
test(large_states_of_many_moves, [true((Faults == [], Inferences < 40_000_000))]) :-
    user:inferences("start(s, L) :- length(L, 500), maplist(=(0), L).\ngoal([2|_]).\n\c
                     move(S0, set(I), S) :- nth0(I, S0, 0, R), nth0(I, S, 1, R).\n", Faults, Inferences).
test(the_first_states, [forall(member(Last-Count, [199-1,200-0])), true(Found == Count)]) :-
    format(string(Text), "start(s, 0).\ngoal(-1).\nmove(X, to(Y), Y) :- X < ~d, ( Y is X+1 ; Y is X+2 ).\n\c
                          move(~d, wrong, Y) :- Y is a.\n", [Last,Last]),
    user:tried(Text, Faults),
    length(Faults, Found).
test(actions_are_looked_at_once, [true((Faults == [], Inferences < 1_000_000))]) :-
    user:inferences("start(s, [at(0)]).\ngoal([at(no)]).\n\c
                     action(go(X, Y), [at(X)], [at(Y)], [at(X)]) :- between(0, 49, X), between(0, 49, Y), X =\\= Y.\n",
                    Faults, Inferences).

:- end_tests(trial_fault).

sound("start(s, 0).\ngoal(2).\nmove(X, up, Y) :- X < 2, Y is X+1.\n").
sound("start(s, 9).\nstart(t, 0).\ngoal(1).\nmove(0, up, 1).\n").             % the first one has no solution
sound("start(s, 0).\ngoal(0).\nmove(1, up, 2).\n").                        % nothing to be moved
sound("start(s, [b,a]).\ngoal([c]).\naction(go, [a,b], [c], [a]).\n").
sound("start(s, 0).\ngoal(2).\nmove(X, up, Y) :- X < 2, Y is X+1.\nbound(X, H) :- H is 2-X.\noptimal(s, 2).\n").
sound("start(N, N) :- member(N, [a,b]).\ngoal(c).\nmove(a, go, c).\nmove(b, go, c).\n").
sound("start(s, 0).\ngoal(-1).\nmove(X, up, Y) :- Y is X+1.\n").          % no end of states
sound("start(s, 0).\ngoal(2).\n:- dynamic(known/2).\nmove(X, up, Y) :- X < 2, after(X, Y).\n\c
       after(X, Y) :- known(X, Y0), !, Y = Y0.\nafter(X, Y) :- Y is X+1, assertz(known(X, Y)).\n").   % computed once
sound("start(s, 0).\ngoal(2).\nmove(X, up(N), Y) :- X < 2, random_permutation([1,2], Ns), member(N, Ns), Y is X+N.\n").

wrong("start(s, 0).\ngoal(2).\nmove(X, up, Y) :- X < 2, Z is X+1, Y = f(Z, _).\n", at(34), "a part of the next state unknown: f(1, _)").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 1).\nmove(1, up(_), 2).\n", at(46), "a part of the move unknown: up(_)").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 1).\nmove(0, up, 2).\n", at(46), "the move up leads to two states, 1 and 2").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 1).\nmove(X, up, 1) :- X < 1.\n", at(46), "the move up is found twice").
wrong("start(s, 0).\ngoal(2).\n\nmove(X, M, Y) :- move(X, M, Y).\n", line(4), "look at move/3, which calls itself").
wrong("start(s, 0).\ngoal(2).\nmove(X, go, Y) :- far(X, Y).\nfar(X, Y) :- Z is X+1, far(Z, Y).\n", line(3),
      "move/3 does not end within 3,000,000 inferences; the state is 0; look at far/2, which calls itself").
wrong("start(s, 0).\ngoal(2).\nmove(_, up, 1) :- any.\nany.\nany :- any.\n", at(30),
      "more than 10,000 moves from one state, 0; look at any/0, which calls itself").
wrong("start(s, 0).\ngoal(2).\nmove(_, up, X) :- X = f(X).\n", at(34), "contains itself").
wrong("start(s, 0).\ngoal(2).\nmove(_, N, N) :- between(1, inf, N).\n", at(30), "more than 10,000 moves from one state, 0").
wrong("start(s, 0).\ngoal(2).\nmove(X, up, Y) :- step(X, Y).\n\nstep(X, Y) :- Y is X+a.\n", line(5), "in step/2").
wrong("start(s, 0).\ngoal(X) :- goal(X).\nmove(0, up, 1).\n", line(2), "goal/1 does not end within 3,000,000 inferences").
wrong("start(s, 0).\ngoal(X) :- X > _.\nmove(0, up, 1).\n", line(2), "goal/1 raises an error at").
wrong("start(s, 0).\ngoal(2).\nmove(1, up, 2).\n", at(0), "no move is possible from the start s").
wrong("goal(2).\nstart(s, f(_)).\nmove(1, up, 2).\n", at(9), "start/2 leaves a part of the state unknown: f(_)").
wrong("start(f(x), 0).\ngoal(2).\nmove(0, up, 2).\n", at(0), "the name of a start must be an atom such as first, not f(x)").
wrong("start(N, S) :- start(N, S).\ngoal(2).\nmove(0, up, 2).\n", line(1), "start/2 does not end within 3,000,000 inferences").
wrong("start(s, 0).\nstart(N, S) :- member(N-S, [s-1]).\ngoal(2).\nmove(0, up, 2).\n", at(0), "two start states are named s").
wrong("start(N, N) :- atom_length(N, _).\ngoal(2).\nmove(0, up, 2).\n", line(1), "start/2 raises an error").
wrong("start(N, M) :- between(1, 2000, M), atom_concat(s, M, N).\ngoal(2).\nmove(0, up, 2).\n", at(0), "more than 1,000 start states").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 2).\nbound(_, 1).\n", line(4), "bound/2 says 1 of the goal 2, and must say 0").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 2).\nbound(_, one).\n", line(4), "and says one of 0").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 2).\nbound(2, 0).\n", line(4), "and says nothing of 0").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 2).\nbound(2, 0).\nbound(0, 2).\noptimal(s, 1).\n", line(4), "bound/2 says 2 of the start s").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 2).\nbound(X, H) :- bound(X, H).\n", line(4), "bound/2 does not end within 3,000,000 inferences").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 2).\npicture(X, Y) :- Y is X+a.\n", line(4), "picture/2 raises an error").
wrong("start(s, 0).\ngoal(2).\nmove(0, up, 2).\npicture(X, f(X)).\n", line(4), "picture/2 must give a text, as format(string(Text), ...) does, not f(0)").
wrong("start(s, [a]).\ngoal([c]).\naction(be, [a], [a], []).\naction(go(_), [a], [c], [a]).\n", at(59), "the name of the action unknown").
wrong("start(s, [a]).\ngoal([c]).\naction(X, [a], [c], [a]) :- member(X, [go,go]).\n", line(3), "the move go is found twice").
wrong("start(s, 0).\ngoal(3).\nmove(X, up, Y) :- X < 3, Y is X+1.\ncontinues(A, B) :- continues(B, A).\n", line(4),
      "a chain of steps by move/3 and continues/2 does not end within 3,000,000 inferences").
wrong("start(s, [a]).\ngoal([c]).\naction(go(X, Y, Z), [z(X,Y,Z)], [c], [a]) :- d(X), d(Y), d(Z), numlist(1, 230, _).\nd(X) :- between(1, 25, X).\n", line(3),
      "action/4 does not end within 3,000,000 inferences").
wrong("start(s, [a]).\ngoal([c]).\naction(go(N), [a], [c], [a]) :- between(0, inf, N).\n", line(3), "action/4 does not end").
wrong("start(s, [a]).\ngoal([c,\\+ a(_)]).\naction(go, [a], [c], [a]).\n", line(2), "a part of the goal unknown: [c, \\+a(_)]").
wrong("start(s, 0).\nstart(X, Y) :- X = 1, Y = 2.\ngoal(2).\nmove(0, go, 2).\n", at(13), "must be an atom such as first, not 1").
wrong("start(N, S) => N = s, S = f(_).\ngoal(2).\nmove(0, go, 2).\n", at(0), "start/2 leaves a part of the state unknown").
wrong("start(s, 0).\ngoal(2).\nmove(0, go, T) :- T = 2, throw(error(_, _)).\n", line(3), "move/3").
wrong("start(s, 0).\ngoal(2).\nmove(0, go, T) :- !, fail, T = 1.\nmove(_, _, _) :- throw(oops).\n", at(43), "fails").
wrong("start(s, 0).\ngoal(2).\nmove(0, go, 1) :- slow, nope(1).\nslow :- forall(between(1,600000,X), X > 0).\nnope(2).\n", at(0),
      "no move is possible from the start s, and it is not a goal").
wrong("start(s, [a]).\ngoal([c]).\naction(go, [a], c, [a]).\n", at(33), "three lists").
wrong("start(s, [a]).\ngoal(c).\naction(go, [a], [c], [a]).\n", line(2), "goal/1 must give a list").
wrong("start(s, [a,\\+ b]).\ngoal([c]).\naction(go, [a], [c], [a]).\n", at(0), "does not hold: leave out \\+ b").
wrong("start(s, X) :- X = f(X).\ngoal(a).\nmove(_, go, a).\n", at(0), "a state that contains itself").
wrong("start(s, a).\ngoal([c]).\naction(go, [a], [c], [a]).\n", at(0), "with action/4, the state of a start is a list").

inferences(Text, Faults, Inferences) :-
    statistics(inferences, Before),
    tried(Text, Faults),
    statistics(inferences, After),
    Inferences is After-Before.

%   Faults has Where-Text.
tried(Text, Faults) :-
    source_clauses(Text, Clauses, _),
    Module = trial_test,
    call_cleanup(
        ( pybridge_rules_puzzle:load_rules(Module, it, Text),
          findall(Where-Said, trial_fault(Module, Clauses, Where, Said), Faults0) ),
        ( unload_module(Module), unload_module('trial_test.moves') )),
    Faults = Faults0.
