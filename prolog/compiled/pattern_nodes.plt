:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(pattern_nodes).
:- encoding(utf8).

board(board([1,3],[0,2,4],[1,5],[0,4],[1,3,5],[2,4])).

graph(Size, Rows, Orders, Nodes) :-
    board(Board),
    pattern_orders(Size, Orders),
    pattern_rows(Board, 6, Size, Rows),
    pattern_nodes(Board, Rows, Orders, NodeLists),
    append(NodeLists, Nodes).

:- begin_tests(pattern_nodes).

test(orders_are_lexicographic, Orders == [[0,1,2],[0,2,1],[1,0,2],[1,2,0],[2,0,1],[2,1,0]]) :-
    pattern_orders(3, Orders).
test(tiles_that_part_the_blanks_cells,
     Row == row([1,4], nodes(First,0,Second,First,0,Second), First, End)) :-
    user:graph(2, Rows, _, _),
    memberchk(0b010010-Row, Rows),
    Row = row(_, nodes(First,_,Second,_,_,_), _, End),
    Second =:= First+1,
    End =:= First+2.
test(nodes_are_numbered_by_row, Length == End) :-
    user:graph(3, Rows, _, Nodes),
    last(Rows, _-row(_, _, _, End0)),
    length(Nodes, Length0),
    Length is Length0+1,
    End = End0.
test(a_goal, Order == 3) :-
    user:graph(3, Rows, Orders, _),
    pattern_node(Rows, Orders, goal([2,0,5], 1), Node-Order),
    memberchk(0b100101-row(_, nodes(_,Node,_,_,_,_), _, _), Rows).
test(ways_lead_back) :-
    user:graph(3, _, _, Nodes),
    forall(( nth1(Number, Nodes, node(_, Ways)), member(way(Source, Orders), Ways) ),
           ( nth1(Source, Nodes, node(_, Back)),
             once(( member(way(Number, Orders1), Back), inverse(Orders, Orders1) )) )).
test(a_tile_that_passes_another, Orders == orders(2,1)) :-
    user:graph(2, Rows, _, Nodes),
    memberchk(0b000101-row([0,2], nodes(_,Here,_,_,_,_), _, _), Rows),
    memberchk(0b001100-row([2,3], nodes(There,_,_,_,_,_), _, _), Rows),
    nth1(Here, Nodes, node(_, Ways)),
    memberchk(way(There, Orders), Ways).

inverse(same, same).
inverse(Orders, Back) :-
    compound(Orders),
    compound(Back),
    forall(arg(From, Orders, To), arg(To, Back, From)).

:- end_tests(pattern_nodes).
