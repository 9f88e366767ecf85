/*  Tests of faults.pl.

        $ swipl -g run_tests -t halt prolog/rules/faults.plt

    A text is that of a sound puzzle with a piece in front: what is wrong is in the piece. The
    mistakes of learners are in tests/rules/mistakes.py.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../source/text').
:- use_module(faults).

:- begin_tests(rules_fault).

test(sound, Faults == []) :-
    user:faults_of("", Faults).
test(one_fault, [forall(user:wrong(Piece, Kind0, At0, Part)), Kind-At == Kind0-At0]) :-
    user:faults_of(Piece, Faults),
    assertion(Faults = [_]),
    Faults = [fault(Kind, At, Said)|_],
    format(string(Text), "~w", [Said]),
    assertion(sub_string(Text, _, _, _, Part)).
test(good, [forall(user:good(Piece)), Faults == []]) :-
    user:faults_of(Piece, Faults).
test(missing, [forall(member(Without-Part, ["puzzle"-"no puzzle/3", "start"-"no start/2", "goal"-"no goal/1", "move"-"no move/3"])),
               Kind-At == missing_fact-0]) :-
    user:sound(Text0),
    split_string(Text0, "\n", "", Lines0),
    findall(Line, ( member(Line, Lines0), \+ string_concat(Without, _, Line) ), Lines),
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Text),
    user:faults_in(Text, [fault(Kind, At, Said)]),
    assertion(sub_string(Said, 0, _, _, Part)).
test(misspelled, At-Said == 40-meant("no goal/1: add goal(State), a fact or a rule", goals, goal)) :-
    user:faults_in("puzzle(p, rules, \"P\").\n\nstart(s, a(0)).\ngoals(a(1)).\nmove(a(0), go, a(1)).", [fault(missing_fact, At, Said)]).
test(actions_are_moves, Faults == []) :-
    user:faults_in("puzzle(p, rules, \"P\").\nstart(s, [a]).\ngoal([b]).\naction(go, [a], [b], [a]).", Faults).

:- end_tests(rules_fault).

:- begin_tests(asked).

test(usage_has_the_arguments, [forall(asked(Name, Arity, Usage)), Name1/Arity1 == Name/Arity]) :-
    term_string(Term, Usage),
    functor(Term, Name1, Arity1).

:- end_tests(asked).

wrong("move(a(0), b).", wrong_arity, 0, "write move(State0, Move, State)").
wrong("goal(a, b).", wrong_arity, 0, "write goal(State)").
wrong("move(A, go, A) :- oner(A).", undefined, 18, "oner/1").
wrong("start(x, a(X, X)).", wrong_rule, 11, "X unknown").
wrong("optimal(s, N) .", wrong_rule, 11, "N unknown").
wrong("puzzle(P, rules, P).", wrong_rule, 7, "P unknown").
wrong("start(t, a(5)).\nstart(t, a(6)).", repeated_fact, 16, "two start states are named t").
wrong("h(A, B) :- B = A + 1.", wrong_rule, 11, "write B is").
wrong("h(A, B) :- B = A - 1.", wrong_rule, 11, "write B is").
wrong("h(A, B) :- A > 0, B = A - C, C > 0.", wrong_rule, 18, "write B is").
wrong("h(A, B) :- B == A * 2.", wrong_rule, 11, "== does not compute").
wrong("h(A) :- A is A + 1.", wrong_rule, 8, "A cannot become another number").
wrong("h(A) :- A > one.", wrong_rule, 8, "one is not a number").
wrong("h(A, B) :- B is twice(A).", wrong_rule, 11, "twice(A) is not a number").
wrong("h(A, B) :- B is A + [1, 2].", wrong_rule, 11, "[1, 2] is not a number").
wrong("h(A): A > 0.", wrong_rule, 4, "write :- between the head and the body of a rule, not :").
wrong("h(A) -> A > 0.", wrong_rule, 5, "not ->").
wrong("h(a),\nh(b).", wrong_rule, 4, "write a full stop").
wrong("h(a) ; h(b).", wrong_rule, 5, "write a full stop").
wrong("h(A) = A.", wrong_rule, 5, "write a head, :- and a body").
wrong("?- halt.", wrong_rule, 0, "a query is not allowed").

good("h(A) :- X = q(), X \\== A, A < 2.\nstart(t, q()).").   % data
good("h(D) :- directive(D).\ndirective(1).").
good("goal(at(1)).\ngoat(3).").                          % no state
good("h(A, B) :- B = A - A.").                          % a pair
good("h(X0-Y0, B) :- X is X0+1, Y is Y0-1, B = X-Y.").    % a place
good("h(A, B) :- at(A, X0, Y0), X is X0+1, Y is Y0-1, B = X-Y.\nat(X-Y, X, Y).\nstart(t, 1-1).").
good("h(A, B) :- A = X/Y, X1 is X+1, Y1 is Y-1, B = X1/Y1.").
good("h(A, B) :- B = A / 2 - c.").
good("h(A, B) :- C = A + 1, B is C * 2.").              % a sum that is computed later
good("h(A, B) :- C is A, C > 0, B = A - key.").
good("h(A, B) :- B is A + pi + e + [1].").
good("h(A, B) :- B is max(A, 3) mod 2.").
good("h(A, B) :- B is \"a\" + A.").
good("goal(A, B) :- goal(A), goal(B).\nh(A) :- goal(A, A).").   % a helper of that name
good("h([]) --> [].\ng(X) :- phrase(h([]), X).").
good("h(A) :- A > 0, m:n(A).").                         % judged when it is loaded
good(":- dynamic h/1.\ng(X) :- h(X).").
good("start(N, a(N)) :- member(N, [1, 2]).").

sound("puzzle(p, rules, \"P\").\nstart(s, a(0)).\ngoal(a(1)).\nmove(a(0), go, a(1)).\n").

faults_of(Piece, Faults) :-
    sound(Sound),
    (   sub_string(Piece, 0, _, _, "puzzle")
    ->  split_string(Sound, "\n", "", [_|Lines]),
        atomic_list_concat(Lines, '\n', Rest)
    ;   Rest = Sound
    ),
    format(string(Text), "~s\n~w", [Piece, Rest]),
    faults_in(Text, Faults).

faults_in(Text, Faults) :-
    source_clauses(Text, Clauses, Faults0),
    assertion(\+ memberchk(fault(ill_formed, _, _), Faults0)),
    findall(Fault, rules_fault(Clauses, Fault), Faults).
