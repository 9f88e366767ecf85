:- use_module(library(plunit)).
:- use_module(clause_text).
:- encoding(utf8).

written(Items, Text) :-
    with_output_to(string(Text),
                   ( current_output(Stream),
                     write_program(Stream, Items) )).

:- begin_tests(clause_text).

test(a_fact, Text == "p('A b', \"c\", [1, 2], X).\n") :-
    user:written([p('A b', "c", [1,2], '$VAR'('X'))], Text).
test(variables_keep_their_names, Text == "p(Slack4) :-\n    q(Slack4, _).\n") :-
    variable('Slack', 4, Slack),
    user:written([(p(Slack) :- q(Slack, '$VAR'('_')))], Text).
test(alternatives_stand_below_each_other,
     Text == "p :-\n    (   a,\n        b\n    ;   c\n    ->  d\n    ;   e\n    ),\n    f.\n") :-
    user:written([(p :- ( a, b ; c -> d ; e ), f)], Text).
test(predicates_are_parted, Text == "p(1).\np(2).\n\nq.\n\n%   Why.\nr.\n") :-
    user:written([p(1), p(2), q, comment("Why."), r], Text).
test(gaps_are_not_doubled, Text == "p.\n\nq.\n") :-
    user:written([comment(""), p, comment(""), comment(""), q], Text).
test(a_directive, Text == ":- use_module(library(lists)).\n\np.\n") :-
    user:written([(:- use_module(library(lists))), p], Text).
test(text_becomes_items,
     Items == [(p('$VAR'('X'), '$VAR'('_')) :- q('$VAR'('X'))), r]) :-
    program_of("p(X, _) :- q(X). r.", Items).
test(items_are_read_as_they_were_written, Again == Items) :-
    program_of("p(X, Y) :- ( X == 1 -> Y = 2 ; X > 3, \\+ q(Y) -> true ; Y is X+1 ), !. p([], [a|_]).", Items),
    user:written(Items, Text),
    program_of(Text, Again).
test(a_module_keeps_its_libraries_and_no_other_directive, Directives == [use_module(library(apply)), use_module(library(lists))]) :-
    module_items(inversion_distance, Items),
    findall(Directive, member((:- Directive), Items), Directives).
test(no_program, error(syntax_error(_), _)) :-
    program_of("p :- .", _).
test(no_item, error(instantiation_error)) :-
    user:written([_], _).

:- end_tests(clause_text).
