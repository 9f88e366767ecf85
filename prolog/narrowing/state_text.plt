/*  Tests of state_text.pl.

        $ swipl -g run_tests -t halt prolog/narrowing/state_text.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(state_text).
:- use_module(unknown).

:- begin_tests(value_text).

test(reads_back, [forall(user:value(Value)), Read == Value]) :-
    value_text(Value, Text),
    term_string(Read, Text).
test(reads_back_as_an_argument, [forall(user:value(Value)), Read == f(Value, b)]) :-
    value_text(Value, Text),
    format(string(Whole), "f(~s,b)", [Text]),
    term_string(Read, Whole).
test(short, Text == "step(big,5,down)") :-
    value_text(step(big, 5, down), Text).

:- end_tests(value_text).

:- begin_tests(template).

test(a_variable_a_leaf, Text == "s([Leaf_0_,Leaf_1_],Leaf_2_)") :-
    user:template_of(s([a,b],c), Text).
test(operators_are_written_as_terms, Text == "-(Leaf_0_,Leaf_1_)") :-
    user:template_of(a-b, Text).
test(all_values_in_their_places, [forall(user:state(State)), Read == State]) :-
    user:template_of(State, Template),
    state_leaves(Template, State, Texts),
    foldl([Text,N-Whole0,N1-Whole]>>( format(string(Leaf), "Leaf_~d_", [N]),
                                      atomic_list_concat(Parts, Leaf, Whole0),
                                      atomic_list_concat(Parts, Text, Whole),
                                      N1 is N+1 ),
          Texts, 0-Template, _-Whole),
    term_to_atom(Read, Whole).

:- end_tests(template).

:- begin_tests(state_leaves).

test(texts, Texts == ["a","b-c","[d]"]) :-
    state_leaves("s([Leaf_0_,Leaf_1_],Leaf_2_)", s([a,b-c],[d]), Texts).
test(another_form, fail) :-
    state_leaves("s([Leaf_0_,Leaf_1_],Leaf_2_)", s([a,b,c],[d]), _).
test(another_name, fail) :-
    state_leaves("s(Leaf_0_)", t(a), _).

:- end_tests(state_leaves).

value(a).
value('A b').
value("text \"in\" quotes\n").
value(-1).
value(- 1).
value(-(1)).
value(1.5).
value([]).
value('[]').
value([a,[b]]).
value(a-b).
value((a:-b,c)).
value((:- a)).
value({x}).
value(- - a).
value(f(:-, (a,b))).
value(\+a).
value('\e').

state(s([a,b],c)).
state((a:-b)-c).
state([-1,- 1,f(x,y)]).
state({a}).
state("text").
state(- (-)).

template_of(State, Text) :-
    shape(State, [], Shape),
    template(Shape, State, Text).
