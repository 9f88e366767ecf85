/*  Tests of facts.pl.

        $ swipl -g run_tests -t halt prolog/rules/facts.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(plunit)).
:- use_module(library(yall)).
:- use_module('../source/places', [lines_of/2]).
:- use_module('../source/text').
:- use_module(facts).

:- begin_tests(facts).

test(a_fact_that_is_there_twice, Facts == [[goal,4,1,[]],[color,1,1,[[1,"1"],[red,"red"]]],[color,3,2,[[1,"1"],[red,"red"]]]]) :-
    Text = "color(1, red).\ncolor(2, X) :- X = red.\n color(1, red).\ngoal(a).\n",
    source_clauses(Text, Clauses, _),
    lines_of(Text, Lines),
    maplist([Fact]>>assertz(pybridge_facts_test:Fact), [color(1, red),color(1, red),goal(a)]),
    facts(pybridge_facts_test, Clauses, Lines, Facts).
test(of_a_start_only_its_name, Facts == [[start,2,1,[[s,"s"]]]]) :-
    Text = "% first\nstart(s, a(1)).\n",
    source_clauses(Text, Clauses, _),
    lines_of(Text, Lines),
    assertz(pybridge_facts_test1:start(s, a(1))),
    facts(pybridge_facts_test1, Clauses, Lines, Facts).

:- end_tests(facts).
