:- use_module(library(plunit)).
:- use_module(clause_set).
:- use_module(depth, []).
:- encoding(utf8).

%   Cells 0-1-2 in a row, the blank at home in cell 2.
row(board(3, [[1],[0,2],[1]], [[1,2,0]], [], [])).
%   Four cells in a ring.
ring(board(4, [[1,2],[0,3],[0,3],[1,2]], [[1,2,3,0]], [], [])).

heads(Items, Heads) :-
    findall(Name/Arity,
            ( member(Item, Items),
              ( Item = (Head :- _) -> true ; Item = Head, Head \= comment(_) ),
              functor(Head, Name, Arity) ),
            Names),
    sort(Names, Heads).

:- begin_tests(clause_set).

test(conjunction, Body == (a, b, c)) :-
    conjunction([a,b,c], Body).
test(nothing_to_do, Body == true) :-
    conjunction([], Body).
test(disjunction, Body == (a ; b)) :-
    disjunction([a,b], Body).
test(no_way, Body == fail) :-
    disjunction([], Body).
test(one_of, Goal == ( x == 1 -> then ; x == 2 -> then ; else )) :-
    one_of(x, [1,2], then, else, Goal).
test(a_clause_for_each_cell_and_where_from,
     Heads == [p/3, p/4, p_0_1/4, p_0_start/4, p_1_0/4, p_1_2/4, p_1_start/4, p_2_1/4, p_2_start/4]) :-
    user:row(Board),
    clause_set(p, Board, [depth-depth], false, Items),
    user:heads(Items, Heads).
test(goals_come_first, First == (p_2_1('$VAR'('_'), 1, 2, []) :- !)) :-
    user:row(Board),
    clause_set(p, Board, [depth-depth], false, Items),
    once(( member(First, Items), First = (Head :- _), functor(Head, p_2_1, 4) )).
test(a_cell_with_two_neighbors_is_passed_at_once, Calls == [p_3_2]) :-
    user:ring(Board),
    clause_set(p, Board, [depth-depth], false, Items),
    memberchk((p_1_3(_, _, _, _, _) :- Body), Items),
    findall(Name, ( sub_term(Goal, Body), callable(Goal), functor(Goal, Name, 5) ), Calls).
%   Two of each: the blank goes from cell 0 through cell 1 to cell 2 at once.
test(nodes_are_counted, Counts == [expand, generate, expand, generate]) :-
    user:row(Board),
    clause_set(p, Board, [depth-depth], true, Items),
    memberchk((p_0_start(_, _, _, _) :- Body), Items),
    findall(Count, ( sub_term(Count, Body), memberchk(Count, [expand,generate]) ), Counts).
test(tables_are_built_where_there_are_any, Values-Goals == []-[]) :-
    parts_tables([depth-depth], Values, Goals).
test(a_start, Low-Values-Goals == 0-[]-[]) :-
    parts_begin([depth-depth], state, Low, Values, Goals).

:- end_tests(clause_set).
