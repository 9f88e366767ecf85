:- use_module(library(plunit)).
:- use_module(clause_set).
:- use_module(clause_text).
:- use_module(depth, []).
:- encoding(utf8).

%   Cells 0-1-2 in a row, the blank at home in cell 2.
row(board(3, [[1],[0,2],[1]], [[1,2,0]], [], [])).
%   Four cells in a ring.
ring(board(4, [[1,2],[0,3],[0,3],[1,2]], [[1,2,3,0]], [], [])).

%   Eight cells in a row, the blank at home in the last one.
corridor(board(8, [[1],[0,2],[1,3],[2,4],[3,5],[4,6],[5,7],[6]], [[1,2,3,4,5,6,7,0]], [], [])).

heads(Items, Heads) :-
    findall(Name/Arity,
            ( member(Item, Items),
              ( Item = (Head :- _) -> true ; Item = Head, Head \= comment(_) ),
              functor(Head, Name, Arity) ),
            Names),
    sort(Names, Heads).

:- begin_tests(clause_set).

test(a_clause_for_each_cell_and_where_from,
     Heads == [p/3, p/4, p_0_1/4, p_0_start/4, p_1_0/4, p_1_2/4, p_1_start/4, p_2_1/4, p_2_start/4]) :-
    user:row(Board),
    clause_set(p, Board, [pybridge_depth-depth], false, Items),
    user:heads(Items, Heads).
test(goals_come_first, First == (p_2_1('$VAR'('_'), 1, 2, '$VAR'('Moves')) :- !, '$VAR'('Moves') = [])) :-
    user:row(Board),
    clause_set(p, Board, [pybridge_depth-depth], false, Items),
    once(( member(First, Items), First = (Head :- _), functor(Head, p_2_1, 4) )).
test(a_cell_with_two_neighbors_is_passed_at_once, Calls == [p_3_2]) :-
    user:ring(Board),
    clause_set(p, Board, [pybridge_depth-depth], false, Items),
    memberchk((p_1_3(_, _, _, _, _) :- Body), Items),
    findall(Name, ( sub_term(Goal, Body), callable(Goal), functor(Goal, Name, 5) ), Calls).
test(only_so_many_are_passed, Calls == [p_5_4]) :-
    user:corridor(Board),
    clause_set(p, Board, [pybridge_depth-depth], false, Items),
    memberchk((p_1_0(_, _, _, _, _, _, _, _, _) :- Body), Items),
    findall(Name, ( sub_term(Goal, Body), callable(Goal), functor(Goal, Name, 9) ), Calls).
%   Two of each: the blank goes from cell 0 through cell 1 to cell 2 at once.
test(nodes_are_counted, Counts == [expand, generate, expand, generate]) :-
    user:row(Board),
    clause_set(p, Board, [pybridge_depth-depth], true, Items),
    memberchk((p_0_start(_, _, _, _) :- Body), Items),
    findall(Count, ( sub_term(Count, Body), memberchk(Count, [expand,generate]) ), Counts).
test(what_comes_once_has_no_name, Items == Named) :-
    program_of("p(X, _, [Z|_]) :- q(X, Z).", Items),
    program_of("p(X, Y, [Z|W]) :- q(X, Z).", [Clause]),
    without_singletons(Clause, Named0),
    Named = [Named0].

:- end_tests(clause_set).
