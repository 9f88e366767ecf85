/*  Tests of rules.pl.

        $ swipl -g run_tests -t halt prolog/rules/puzzle.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module('../engine/loading').
:- use_module(puzzle).

:- begin_tests(open_rules, [cleanup(user:forget)]).

test(facts_with_their_places,
     Facts == [[puzzle,1,1,[[line,"line"],[rules,"rules"],["A line","\"A line\""]]], [start,2,1,[[left,"left"]]],
               [goal,3,1,[]], [move,4,1,[]], [optimal,2,21,[[left,"left"],[2,"2"]]],
               [cell,6,1,[[0,"0"],[0,"0"],[0,"0"]]], [cell,6,1,[[1,"1"],[0,"0"],[1,"1"]]],
               [glyph,7,1,[[[],"at(1)"],["x","\"x\""]]]]) :-
    user:opened(line, puzzle(Facts, _, [])).
test(starts_as_text, Starts == [[left,"at(0)"]]) :-
    user:opened(line, puzzle(_, Starts, _)).
test(a_start_of_actions_is_sorted, Starts == [[lamp,"[a,b]"]]) :-
    user:opened(lamp, puzzle(_, Starts, _)).
test(an_operator_is_written_so_that_it_reads_back, Starts == [[s,"(a:-b)"]]) :-
    user:reported("puzzle(p, rules, \"P\").\nstart(s, (a:-b)).\ngoal(c).\nmove((a:-b), go, c).\n", puzzle(_, Starts, _)).
test(all_that_does_not_depend_on_what_is_read,
     Faults == [fault(undefined,1,18,undefined(q/2,[same([])|Names])), fault(repeated_fact,3,1,"two start states are named s; the other is on line 2"),
                fault(missing_fact,1,1,"no puzzle/3: add puzzle(Name, rules, \"Title\")"),
                fault(singleton,4,6,"X occurs only once: write _X, or correct it")]) :-
    user:reported("move(A, b, C) :- q(A, C).\n\c
                                start(s, 1).\nstart(s, 2).\ngoal(X).\n", faults(Faults0)),
    Faults0 = [fault(undefined,_,_,undefined(_,[_|Names]))|_],
    Faults = Faults0.
test(syntax_alone, Faults == [fault(ill_formed,2,5,"this ( is not closed")]) :-
    user:reported("move(A, b, C) :- q(A, C).\ngoal(a.\n", faults(Faults)).
test(what_may_not_run, [forall(member(Goal-Part, ["halt"-"halt/0 is not allowed", "assertz(b(1))"-"assertz/1 of b/1", "open(a, read, _)"-"open/3 is not allowed",
                                                  "lists:append(_, _)"-"lists:append/2"])),
                        Line-Column == 4-18]) :-
    format(string(Text), "puzzle(p, rules, \"P\").\nstart(s, a).\ngoal(b).\nmove(a, go, b):- ~s.\n", [Goal]),
    user:reported(Text, faults([fault(wrong_rule, Line, Column, Said)])),
    assertion(sub_string(Said, 0, _, _, Part)).
test(nothing_stays_of_what_is_wrong) :-
    user:reported("puzzle(p, rules, \"P\").\nstart(s, a).\ngoal(b).\nmove(a, go, b) :- halt.\n", _),
    assertion(\+ current_predicate(rules_test:move/3)).
test(when_it_is_tried, Faults == [fault(wrong_rule,2,1,"no move is possible from the start s, and it is not a goal: no head of move/3 fits its state")]) :-
    user:reported("puzzle(p, rules, \"P\").\nstart(s, a).\ngoal(b).\nmove(b, go, c).\n", faults(Faults)).
test(when_facts_are_asked, Line == 5) :-
    user:reported("puzzle(p, rules, \"P\").\nstart(s, a).\ngoal(b).\nmove(a, go, b).\ncell(A, 0, A) :- between(0, x, A).\n",
               faults([fault(wrong_rule, Line, 1, Said)])),
    assertion(sub_string(Said, _, _, _, "cell/3 raises an error")).
test(shipped, [forall(member(Name, [farmer, jugs, gripper])), Starts = [[_,_]]]) :-
    user:opened_file(Name, puzzle(_, Starts, _)).

:- end_tests(open_rules).

:- begin_tests(task_of_rules, [cleanup(user:forget)]).

test(lists, Task == ["at(Leaf_0_)", [["0","1","2"]], [["step",[0,0],[0,1]],["step",[0,1],[0,2]]], [[0,2]], none, []]) :-
    user:opened(line, _),
    task_of_rules(rules_test, narrowed, Task).
test(continues, Continues == [["down","down"],["up","up"]]) :-
    user:opened(walk, _),
    task_of_rules(rules_test, narrowed, [_,_,_,_,Continues,_]).
test(listed, States == ["at(0)","at(1)","at(2)"]) :-
    user:opened(line, _),
    task_of_rules(rules_test, listed, ["Leaf_0_",[States],_,_,none,[]]).
test(none, throws(narrowing(too_many(_, _)))) :-
    user:opened(counts, _),
    task_of_rules(rules_test, narrowed, _).

:- end_tests(task_of_rules).

:- begin_tests(leaves_of, [setup(user:opened(line, _)), cleanup(user:forget)]).

test(texts, Texts == ["2"]) :-
    leaves_of(rules_test, "at(Leaf_0_)", " at( 2 ) ", Texts).
test(another_form_is_one_leaf, Texts == ["by(2)"]) :-
    leaves_of(rules_test, "at(Leaf_0_)", "by(2)", Texts).
test(a_variable, error(instantiation_error)) :-
    leaves_of(rules_test, "at(Leaf_0_)", "at(_)", _).

:- end_tests(leaves_of).

:- begin_tests(pictures, [cleanup(user:forget)]).

test(texts, Texts == ["<0>","<1>",""]) :-
    user:opened(bounded, _),
    pictures(rules_test, ["at(0)","at(1)","at(2)"], Texts).
test(what_is_thrown, Texts == ["<0>",""]) :-
    user:opened(throwing, _),
    pictures(rules_test, ["at(0)","at(2)"], Texts).
test(none, Texts == [""]) :-
    user:opened(line, _),
    pictures(rules_test, ["at(0)"], Texts).

:- end_tests(pictures).

:- begin_tests(beside_rules, [cleanup(user:forget)]).

test(what_programs_see, [forall(member(Start-Expected, [first-(left-at(0)), named(left)-(left-at(0)), state("at(1)")-(given-at(1))])),
                         Found == [Expected]]) :-
    user:puzzle_text(line, Text),
    beside_rules(Text, it, Start, Module,
                 ( Module:puzzle(line, rules, _), findall(Name-State, Module:start(Name, State), Found) )).
test(helpers_stay_with_the_rules) :-
    user:puzzle_text(line, Text),
    beside_rules(Text, it, first, Module,
                 ( assertion(Module:move(at(0), step, at(1))),
                   assertion(\+ current_predicate(Module:next/2)) )).
test(nothing_is_left, [forall(member(Goal, [true, throw(it)]))]) :-
    user:puzzle_text(line, Text),
    findall(M, current_module(M), Before),
    catch(beside_rules(Text, it, first, _, Goal), it, true),
    findall(M, ( current_module(M), \+ memberchk(M, Before) ), New),
    assertion(New == []).

:- end_tests(beside_rules).

puzzle_text(line, "puzzle(line, rules, \"A line\").\nstart(left, at(0)). optimal(left, 2).\ngoal(at(2)).\n\c
                   move(at(X), step, at(Y)) :- next(X, Y).\nnext(0, 1). next(1, 2).\n\c
                   cell(X, 0, X) :- member(X, [0,1]).\nglyph(at(1), \"x\").\n").
puzzle_text(bounded, "puzzle(line, rules, \"A line\").\nstart(left, at(0)).\ngoal(at(2)).\nmove(at(X), step, at(Y)) :- X < 2, Y is X+1.\n\c
                      bound(at(X), H) :- H is 2-X.\npicture(at(X), T) :- X < 2, format(string(T), \"<~w>\", [X]).\n").
puzzle_text(throwing, "puzzle(line, rules, \"A line\").\nstart(left, at(0)).\ngoal(at(500)).\nmove(at(X), step, at(Y)) :- X < 500, Y is X+1.\n\c
                       picture(at(X), T) :- ( X > 1 -> throw(no_picture) ; format(string(T), \"<~w>\", [X]) ).\n").
puzzle_text(walk, "puzzle(walk, rules, \"A walk\").\nstart(left, at(0)).\ngoal(at(3)).\ncontinues(A, A).\n\c
                   move(at(X), up, at(Y)) :- X < 3, Y is X+1.\nmove(at(X), down, at(Y)) :- X > 0, Y is X-1.\n").
puzzle_text(counts, "puzzle(counts, rules, \"Counts\").\nstart(s, 0).\ngoal(3).\nmove(X, up, Y) :- Y is X+1.\n").
puzzle_text(lamp, "puzzle(lamp, rules, \"A lamp\").\nstart(lamp, [b,a]).\ngoal([c]).\naction(go, [a], [c], [a]).\n").

opened(Puzzle, Report) :-
    puzzle_text(Puzzle, Text),
    reported(Text, Report).

opened_file(Name, Report) :-
    format(atom(File), "puzzles/rules/~w.pl", [Name]),
    own_file(File, Path),
    read_file_to_string(Path, Text, [encoding(utf8)]),
    reported(Text, Report).

reported(Text, Report) :-
    forget,
    open_rules(rules_test, it, Text, Report).

forget :-
    forall(( member(Module, [rules_test,'rules_test.moves']), current_module(Module) ),
           catch(unload_module(Module), error(existence_error(_, _), _), true)).
