/*  Tests of own.pl, and of what a program may do beside rules.

        $ swipl -g run_tests -t halt prolog/rules/own.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../untrusted/file').
:- use_module(own).
:- use_module(puzzle).

:- begin_tests(rules_own, [ setup(user:opened(rules_own_test)) ]).

test(part, Row == [["fill(5)",[],[]]]) :-
    parts_of(rules_own_test, "jugs(Leaf_0_,Leaf_1_)", ["fill( 5 )"], Row).
test(state, Row == [["jugs(5,0)",["5","0"],[]]]) :-
    parts_of(rules_own_test, "jugs(Leaf_0_,Leaf_1_)", ["jugs(5, 0)"], Row).
test(list, Row == [["[a,jugs(0,1)]",[],[["a",[],[]],["jugs(0,1)",["0","1"],[]]]]]) :-
    parts_of(rules_own_test, "jugs(Leaf_0_,Leaf_1_)", ["[a,jugs(0,1)]"], Row).
test(joined, Row == [["(a->1)",[],[["a",[],[]],["1",[],[]]]]]) :-
    parts_of(rules_own_test, "jugs(Leaf_0_,Leaf_1_)", ["a -> 1"], Row).
test(chain, Row == [["(a->b->jugs(0,1))",[],[["a",[],[]],["b",[],[]],["jugs(0,1)",["0","1"],[]]]]]) :-
    parts_of(rules_own_test, "jugs(Leaf_0_,Leaf_1_)", ["a -> b -> jugs(0,1)"], Row).
test(chain_as_a_state, Row == [["(a,1,2)",["a","(1,2)"],[["a",[],[]],["(1,2)",["1","2"],[["1",[],[]],["2",[],[]]]]]]]) :-
    parts_of(rules_own_test, "Leaf_0_,Leaf_1_", ["a, 1, 2"], Row).
test(no_term, Row == [[],[],["x",[],[]]]) :-
    parts_of(rules_own_test, "jugs(Leaf_0_,Leaf_1_)", ["Found it!", "a -> ", "x"], Row).
test(whole, Row == [["p(q)",["p(q)"],[]]]) :-
    parts_of(rules_own_test, "state", ["p(q)"], Row).
test(work, true) :-
    work_of(rules_own_test, "jugs(0,0)", 1, One),
    work_of(rules_own_test, "jugs(0,0)", 100, All),
    assertion(( 0 < One, One < All, All < 10 000 )).
test(actions, All == [["b","free"],["b","free"]]) :-
    user:opened(rules_own_actions, "puzzle(acts, rules, \"Acts\").\nstart(one, [free, a]).\ngoal([b]).\naction(go, [a, free], [b], [a]).\n"),
    parts_of(rules_own_actions, "actions", ["[free,b]", "[b,free]"], [[_,One,_],[_,Other,_]]),
    All = [One,Other].

:- end_tests(rules_own).

:- begin_tests(beside_rules).

test(allowed, [forall(user:allowed(Text)), true]) :-
    user:beside(Text, Found),
    assertion(Found == []).
test(refused, [forall(user:refused(Text, Part)), true]) :-
    user:beside(Text, Found),
    assertion(( Found = [fault(_, _, Said)|_], sub_string(Said, _, _, _, Part) )).
test(chosen_start, Starts == [given-jugs(4, 3)]) :-
    user:text(Rules),
    beside_rules(Rules, rules, state("jugs(4, 3)"), Module,
                 findall(Name-State, Module:start(Name, State), Starts)).

:- end_tests(beside_rules).

opened(Module) :-
    text(Text),
    opened(Module, Text).

opened(Module, Text) :-
    open_rules(Module, rules, Text, puzzle(_, _, _)).

text("puzzle(jugs, rules, \"Jugs\").\nstart(empty, jugs(0, 0)).\nstart(other, jugs(1, 1)).\n\c
      goal(jugs(4, _)).\nmove(jugs(_, B), fill(5), jugs(5, B)).\n\c
      move(jugs(A, B), pour, jugs(A1, B1)) :- poured(A, B, A1, B1).\n\c
      poured(A, B, A1, B1) :- P is min(A, 3-B), P > 0, A1 is A-P, B1 is B+P.\n").

%   beside(+Text, -Faults): of a program loaded beside the rules.
beside(Text, Faults) :-
    text(Rules),
    beside_rules(Rules, rules, named(empty), Module,
                 ( catch(load_program(Text, program, Module), error(program_file(_, Faults0), _), true),
                   ( var(Faults0) -> unload_program(Module), Faults = [] ; Faults = Faults0 )
                 )).

allowed("p(M) :- start(_, S), move(S, M, T), \\+ goal(T).\n").
allowed("p(L) :- findall(M, move(_, M, _), L).\n").
allowed("p(S, Ts) :- maplist(move(S), [_, _], Ts).\n").
allowed(":- if(current_predicate(move/3)).\np.\n:- else.\n:- halt.\n:- endif.\n").
allowed("puzzle(jugs, rules, \"Jugs\").\nstart(empty, jugs(0,0)).\nstart(other, jugs(1,1)).\np.\n").
allowed("move(jugs(A, B), pour, jugs(A1, B1)) :- poured(A, B, A1, B1).\npoured(_, _, 0, 0).\n").
allowed("poured(_).\np :- poured(1).\n").

refused("p :- poured(1, 1, _, _).\n", "poured/4 is not defined").
refused("move(a, b, c).\n", "move/3 is already defined by the puzzle's rules").
refused("move(S, M, T) :- poured(S, M, T, T).\n", "move/3 is already defined by the puzzle's rules").
refused("goal(jugs(1, 1)).\n", "goal/1 is already defined by the puzzle's rules").
refused("start(a, jugs(1, 1)).\n", "start/2 is already defined by the facts").
refused(":- dynamic move/3.\n", "move/3 is already defined").
refused(":- dynamic goal/1.\np :- retractall(goal(_)).\n", "goal/1 is already defined").
refused("p :- assertz(move(a, b, c)).\n", "assertz/1 of move/3").
refused("p :- retract(goal(_)).\n", "retract/1 of goal/1").
refused("p :- clause(move(_, _, _), _).\n", "clause/2 is allowed only for").
refused("p :- user:move(_, _, _).\n", "a goal in another module").
refused(":- table move/3.\n", "move/3 is already defined").
refused("p :- predicate_property(move(_, _, _), size(_)).\n", "predicate_property/2 is allowed only").
refused("p :- move(_, _, _), shell(ls).\n", "shell").
refused(":- if(move(_, _, _)).\n:- endif.\n", "a condition can only be").
