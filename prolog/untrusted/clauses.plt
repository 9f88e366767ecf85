/*  Tests of clauses.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/clauses.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(clauses).

:- begin_tests(clause_verdict).

test(defines, [forall(user:good(Clause, PI)), Defined-Verdict == [PI]-keep]) :-
    clause_verdict(Clause, clauses_test, Defined, Verdict).
test(wrong, [forall(user:bad(Clause)), Verdict = wrong(_)]) :-
    clause_verdict(Clause, clauses_test, _, Verdict).
test(there_before, Text == "there/1 is already defined by the facts; choose another name, or have the same facts") :-
    clause_verdict(there(1), clauses_test, [there/1], wrong(Text)).
test(library_loaded_before, Verdict == keep) :-
    ignore(catch(system:foldl(_, [], 0, _), _, true)),    % now system knows foldl/4
    clause_verdict(foldl(_, _, _, _), clauses_test, _, Verdict).
test(names_of_other_versions, Text == "==> stands between a head and its body in some version of Prolog; choose another name") :-
    clause_verdict(('==>'(_, _) :- p), clauses_test, [], wrong(Text)).
test(a_start_in_moves, Defined-Text == []-"write this start as a list, [2,1], which it is to programs") :-
    clause_verdict(start(one, "flip"), clauses_test, Defined, wrong(Text)).
test(another_start, Text == "start/2 is already defined by the facts; choose another name, or have the same facts") :-
    clause_verdict(start(two, "flip"), clauses_test, _, wrong(Text)).
test(no_argument, [forall(member(Body, [true, q])), Text == "p() has parentheses and no argument; write p"]) :-
    compound_name_arity(Head, p, 0),
    clause_verdict((Head :- Body), clauses_test, [], wrong(Text)).
test(loads_nothing, true) :-
    clause_verdict(process_create(_, _, _), clauses_test, _, keep),
    \+ current_module(process).

:- end_tests(clause_verdict).

clauses_test:there(0).
clauses_test:start(one, [2,1]).

good(p, p/0).
good(p(_), p/1).
good((p(_) :- _), p/1).
good((p(_) => q), p/1).
good((p(_), q => r), p/1).
good((p --> q), p/2).
good((p(_), [a] --> q), p/3).
good(append(_, _, _), append/3).
good(end_of_file(_), end_of_file/1).

bad(_).
bad(1).
bad("p").
bad([p]).
bad([]).
bad((?- p)).
bad((_ :- p)).
bad((1 :- p)).
bad((_ --> p)).
bad((user:p --> q)).
bad(user:p).
bad((user:p :- q)).
bad(user:(p :- q)).
bad((user:p => q)).
bad((user:p, q => r)).
bad(end_of_file).
bad((p, q)).
bad((p ; q :- r)).
bad({p}).
bad(!).
bad(write(_)).
bad(succ(_, _)).
bad(term_expansion(_, _)).
bad(goal_expansion(_, _, _, _)).
bad((attribute_goals(_) --> [])).
bad('$tabled'(_, _)).
bad((a := b)).
bad('?=>'(p, q)).
bad('==>'(p, q)).
bad('?=>'(user:portray(_), halt)).
bad(('?=>'(p, q) :- true)).
bad('=>'(a)).
bad(call(_, _, _, _, _, _, _, _, _)).
bad('|'(_, _)).
bad((call --> [])).
