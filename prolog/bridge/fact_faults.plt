/*  Tests of fact_faults.pl.

        $ swipl -g run_tests -t halt prolog/bridge/fact_faults.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(yall)).
:- use_module(fact_faults).

:- begin_tests(fact_faults).

test(place, Fault == fault(3, 5, "syntax error: operator_expected")) :-
    syntax_fault(operator_expected, stream(s, 3, 4, 20), 1, Fault).
test(no_place, [ forall(member(Where, [_, stream(s, 0, 1, 0), other])),
                 Fault == fault(7, 1, "syntax error: end_of_file") ]) :-
    syntax_fault(end_of_file, Where, 7, Fault).

test(no_fact, [forall(member(Term, [_, :- a, ?- a, (a :- b), (a --> b)]))]) :-
    once(no_fact([], Term, _)).
test(quasi_quotation, Message == "a quasi quotation is not a fact") :-
    no_fact([quasi_quotation(a, b, c, d)], goal(_), Message).
test(fact, fail) :-
    no_fact([], goal(a), _).

test(data, [forall(member(Term, [a, 1, "s", [], '[]', [1, [a, "s", []]]])), fail]) :-
    no_data(goal(Term), _).
test(no_data, [forall(member(Term, [1.5, f(x), [a|b], [f(x)], _, [_], 1r3, - a]))]) :-
    no_data(goal(Term), _).

test(short, Message == "it is f(x,'A')") :-
    shown("it is ", f(x, 'A'), Message).
test(large, [forall(user:large(Term))]) :-
    shown("", Term, Message),
    string_length(Message, Length),
    assertion(Length =< 100).
test(one_line, Message == "'a\\n'") :-
    shown("", 'a\n', Message).

:- end_tests(fact_faults).

large(Term) :-
    numlist(1, 1000, Numbers),
    (   Term = Numbers
    ;   Term =.. [f|Numbers]
    ;   atomic_list_concat(Numbers, Term)
    ;   foldl([N, T, N-T]>>true, Numbers, a, Term)
    ;   deep(300000, Term)
    ).

deep(Count, Term) :-
    (   Count =:= 0
    ->  Term = a
    ;   Term = -(Rest),
        Left is Count-1,
        deep(Left, Rest)
    ).
