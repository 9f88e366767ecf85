:- use_module(library(plunit)).
:- use_module(directions).
:- encoding(utf8).

:- begin_tests(directions).

test(names, Names == ['RowWalk','RowHomes','ColumnWalk','ColumnHomes']) :-
    axes_names(['Walk','Homes'], Names).
test(variables, Variables == ['$VAR'('RowFar'),'$VAR'('ColumnFar')]) :-
    axes_variables(['Far'], Variables).
test(new_variables, Variables == ['$VAR'('Away1_5'),'$VAR'('Link1_5')]) :-
    move_variables(['Away','Link'], '1_5', Variables).
test(a_vertical_move_changes_the_rows, Own0-Values == [a,b]-[e,f,c,d]) :-
    axis_change(rows, [a,b,c,d], Own0, [e,f], Values).
test(a_horizontal_move_changes_the_columns, Own0-Values == [c,d]-[a,b,e,f]) :-
    axis_change(columns, [a,b,c,d], Own0, [e,f], Values).
test(one_table_for_both, Goals == [table(3, row), column = row]) :-
    axes_share(table(3, row), table(3, column), Goals).
test(a_table_for_each, Goals == [table(3, row), table(4, column)]) :-
    axes_share(table(3, row), table(4, column), Goals).
test(nearer_is_free, Slack == 0) :-
    spending(4, 6, 0, Slack, Goal),
    call(Goal).
test(farther_spends, Slack == 1) :-
    spending(6, 6, 2, Slack, Goal),
    call(Goal).
test(nothing_to_spend, fail) :-
    spending(6, 6, 0, _, Goal),
    call(Goal).

:- end_tests(directions).
