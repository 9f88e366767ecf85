:- module(pybridge_pattern_build, [ pattern_table/3  % +Neighbors, +Goals, -Table
                                  ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(pattern_nodes).
:- use_module(pattern_text).

/** <module> Pattern databases: the moves that some tiles need, found by breadth-first search

Only moves of a pattern's own tiles count; the blank goes free of cost wherever none of them
lies (Korf and Felner, 2002). The search goes over nodes and orders, see pattern_nodes.pl. A
level is a term with a list of orders for each node, those found last; the nodes take from it what
the next level has. So there is no queue, and nothing is overwritten: what is found is bound.
*/

%!  pattern_table(+Neighbors:list(list), +Goals:list, -Table:atom) is det.
%
%   Table is the distances of all placements of some tiles, as the codes of its characters.
%   Neighbors are lists of cells by cell; a goal is goal(Cells, Blank): where each tile is to
%   go, and the blank. The placement with tile I, from 0, on cell C has its character at one
%   more than the sum of C*Count^I, where Count is the number of cells.

pattern_table(Neighbors, Goals, Table) :-
    Goals = [goal(Cells, _)|_],
    length(Neighbors, Count),
    length(Cells, Size),
    Board =.. [board|Neighbors],
    pattern_orders(Size, Orders),
    pattern_rows(Board, Count, Size, Rows),
    pattern_nodes(Board, Rows, Orders, NodeLists),
    append(NodeLists, Nodes),
    maplist(pattern_node(Rows, Orders), Goals, Seeds0),
    sort(Seeds0, Seeds),
    first_level(Nodes, 1, Seeds, Lists),
    maplist(left, Nodes, Lists, Lefts),
    search(Lists, 1, Nodes, Lefts),
    pattern_text(Count, Size, Orders, Rows, NodeLists, Table).

first_level([], _, _, []).
first_level([node(Distances, _)|Nodes], Number, Seeds, [List|Lists]) :-
    findall(Order, member(Number-Order, Seeds), List),
    maplist(at_home(Distances), List),
    Number1 is Number+1,
    first_level(Nodes, Number1, Seeds, Lists).

at_home(Distances, Order) :-
    arg(Order, Distances, 0).

left(node(Distances, _), List, Left) :-
    functor(Distances, _, Most),
    length(List, Found),
    Left is Most-Found.

%   Lists are the orders found last, by node, and Lefts how many are not found yet.
search(Lists, Distance, Nodes, Lefts0) :-
    (   maplist(==([]), Lists)
    ->  true
    ;   Level =.. [level|Lists],
        next_level(Nodes, Level, Distance, Lefts0, Lefts, Lists1),
        Distance1 is Distance+1,
        search(Lists1, Distance1, Nodes, Lefts)
    ).

next_level([], _, _, [], [], []).
next_level([Node|Nodes], Level, Distance, [Left0|Lefts0], [Left|Lefts], [List|Lists]) :-
    Node = node(Distances, Ways),
    (   Left0 == 0
    ->  Left = 0,
        List = []
    ;   take(Ways, Level, Distances, Distance, [], List),
        length(List, Found),
        Left is Left0-Found
    ),
    next_level(Nodes, Level, Distance, Lefts0, Lefts, Lists).

take([], _, _, _, List, List).
take([way(Source, Orders)|Ways], Level, Distances, Distance, List0, List) :-
    arg(Source, Level, From),
    (   From == []
    ->  List1 = List0
    ;   Orders == same
    ->  take_same(From, Distances, Distance, List0, List1)
    ;   take_moved(From, Orders, Distances, Distance, List0, List1)
    ),
    take(Ways, Level, Distances, Distance, List1, List).

take_same([], _, _, List, List).
take_same([Order|Orders], Distances, Distance, List0, List) :-
    arg(Order, Distances, Known),
    (   var(Known)
    ->  Known = Distance,
        take_same(Orders, Distances, Distance, [Order|List0], List)
    ;   take_same(Orders, Distances, Distance, List0, List)
    ).

take_moved([], _, _, _, List, List).
take_moved([Order0|Orders], Moved, Distances, Distance, List0, List) :-
    arg(Order0, Moved, Order),
    arg(Order, Distances, Known),
    (   var(Known)
    ->  Known = Distance,
        take_moved(Orders, Moved, Distances, Distance, [Order|List0], List)
    ;   take_moved(Orders, Moved, Distances, Distance, List0, List)
    ).
