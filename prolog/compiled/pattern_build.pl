:- module(pattern_build, [ pattern_table/3,     % +Neighbors, +Goals, -Table
                           pattern_values/5     % +Groups, +State, +Tables, -Low, -Values
                         ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(pairs)).

/** <module> Pattern databases: the moves that some tiles need, found by breadth-first search

Only moves of a pattern's own tiles count; the blank goes free of cost wherever none of them lies
(Korf and Felner, 2002). So all cells that the blank can come to are one region (Felner, Korf, Meshulam and Holte, 2007).

Where the tiles lie is a set of cells, and the order of the tiles along them. A node is a set with the region of the blank;
it is kept as node(Distances, Ways):

    Distances   distances(D1, D2, ...), by the number of the order, unbound until found
    Ways        way(Number, Orders) for each move that leads here: the number of the node that it comes from, and the
                number of the order here for each order there, or `same`

A level of the search is a term with a list of orders for each node. Nodes take what the level before them has; so there is no queue,
and nothing is overwritten.
*/

%!  pattern_table(+Neighbors:list(list), +Goals:list, -Table:atom) is det.
%
%   Table is the distances of all placements of some tiles, as the codes of its characters.
%   Neighbors are lists of cells by cell; a goal is goal(Cells, Blank): where each tile is to go, and the blank. The placement with tile I, from 0, on cell C has its character at the
%   sum of C*Count^I, where Count is the number of cells.

pattern_table(Neighbors, Goals, Table) :-
    Goals = [goal(Cells, _)|_],
    length(Neighbors, Count),
    length(Cells, Size),
    Board =.. [board|Neighbors],
    orders(Size, Orders),
    sets(Count, Size, Sets0),
    set_rows(Sets0, Board, 1, Sets),
    list_to_assoc(Sets, Rows),
    moved_orders(Size, Orders, Moved),
    maplist(set_nodes(Board, Rows, Moved), Sets, NodeLists),
    append(NodeLists, Nodes),
    length(Orders, Most),
    maplist(new_distances(Most), Nodes),
    maplist(seed(Orders, Rows), Goals, Seeds0),
    sort(Seeds0, Seeds),
    first_level(Nodes, 1, Seeds, Lists),
    maplist(left(Most), Lists, Lefts),
    search(Lists, 1, Nodes, Lefts),
    placed(Sets, NodeLists, Placed),
    table_text(Count, Size, Orders, Placed, Table).

%   The orders of the tiles along ascending cells, in lexicographic order.
orders(Size, Orders) :-
    Last is Size-1,
    numlist(0, Last, Tiles),
    findall(Order, permutation(Tiles, Order), Orders).

%   The sets of cells: Mask-Cells, Cells ascending.
sets(Count, Size, Sets) :-
    findall(Mask-Cells, set(Size, 0, Count, 0, Mask, Cells), Sets0),
    keysort(Sets0, Sets).

set(0, _, _, Mask, Mask, []) :-
    !.
set(Size, Cell, Count, Mask0, Mask, Cells) :-
    Cell < Count,
    Cell1 is Cell+1,
    (   Cells = [Cell|Cells1],
        Size1 is Size-1,
        Mask1 is Mask0 \/ 1<<Cell,
        set(Size1, Cell1, Count, Mask1, Mask, Cells1)
    ;   set(Size, Cell1, Count, Mask0, Mask, Cells)
    ).

%   Each set becomes Mask-row(Cells, Nodes, First, End): the number of the blank's node by
%   cell; its nodes are those from First to before End.
set_rows([], _, _, []).
set_rows([Mask-Cells|Sets], Board, First, [Mask-row(Cells, Nodes, First, End)|Rows]) :-
    functor(Board, _, Count),
    functor(Nodes, nodes, Count),
    taken(Cells, Nodes),
    number_regions(1, Count, Board, Nodes, First, End),
    set_rows(Sets, Board, End, Rows).

taken([], _).
taken([Cell|Cells], Nodes) :-
    Place is Cell+1,
    arg(Place, Nodes, 0),
    taken(Cells, Nodes).

number_regions(Place, Count, Board, Nodes, Number0, Number) :-
    (   Place > Count
    ->  Number = Number0
    ;   arg(Place, Nodes, Node),
        (   var(Node)
        ->  Cell is Place-1,
            fill([Cell], Board, Nodes, Number0),
            Number1 is Number0+1
        ;   Number1 = Number0
        ),
        Place1 is Place+1,
        number_regions(Place1, Count, Board, Nodes, Number1, Number)
    ).

%   The cells that the blank can come to have its region's number.
fill([], _, _, _).
fill([Cell|Cells], Board, Nodes, Number) :-
    Place is Cell+1,
    arg(Place, Nodes, Node),
    (   var(Node)
    ->  Node = Number,
        arg(Place, Board, Neighbors),
        append(Neighbors, Cells, Cells1)
    ;   Cells1 = Cells
    ),
    fill(Cells1, Board, Nodes, Number).

%   Moved has From-To-Orders: what an order becomes when the tile at the place From goes to the
%   place To of the others.
moved_orders(Size, Orders, Moved) :-
    numbered(Orders, 1, Pairs),
    list_to_assoc(Pairs, Numbers),
    Last is Size-1,
    findall((From-To)-Becomes,
            ( between(0, Last, From),
              between(0, Last, To),
              From =\= To,
              findall(Number,
                      ( member(Order, Orders),
                        nth0(From, Order, Tile, Others),
                        nth0(To, Order1, Tile, Others),
                        get_assoc(Order1, Numbers, Number) ),
                      List),
              Becomes =.. [orders|List] ),
            Pairs1),
    list_to_assoc(Pairs1, Moved).

numbered([], _, []).
numbered([Item|Items], Number, [Item-Number|Pairs]) :-
    Number1 is Number+1,
    numbered(Items, Number1, Pairs).

%   The nodes of a set. The tile that has come to Cell was on a neighbor where the blank is now.
set_nodes(Board, Rows, Moved, Mask-row(Cells, Nodes, First, End), List) :-
    findall(Node-move(Source, From, To),
            ( nth0(To, Cells, Cell, Others),
              Place is Cell+1,
              arg(Place, Board, Neighbors),
              member(Before, Neighbors),
              BeforePlace is Before+1,
              arg(BeforePlace, Nodes, Node),
              Node > 0,
              Mask1 is Mask - 1<<Cell + 1<<Before,
              get_assoc(Mask1, Rows, row(_, Nodes1, _, _)),
              arg(Place, Nodes1, Source),
              tiles_before(Others, Before, 0, From) ),
            Moves),
    Last is End-1,
    findall(Node, between(First, Last, Node), Numbers),
    maplist(set_node(Moves, Moved), Numbers, List).

set_node(Moves, Moved, Node, node(_, Ways)) :-
    findall(Move, member(Node-Move, Moves), Mine),
    maplist(way(Moved), Mine, Ways).

way(Moved, move(Source, From, To), way(Source, Orders)) :-
    (   From =:= To
    ->  Orders = same
    ;   get_assoc(From-To, Moved, Orders)
    ).

tiles_before([], _, Number, Number).
tiles_before([Cell|Cells], Before, Number0, Number) :-
    (   Cell < Before
    ->  Number1 is Number0+1,
        tiles_before(Cells, Before, Number1, Number)
    ;   Number = Number0
    ).

new_distances(Most, node(Distances, _)) :-
    functor(Distances, distances, Most).

%   Where the search begins: Node-Order.
seed(Orders, Rows, goal(Cells, Blank), Node-Order) :-
    numbered(Cells, 0, Pairs0),
    keysort(Pairs0, Pairs),
    pairs_keys_values(Pairs, Sorted, Tiles),
    foldl(with_cell, Sorted, 0, Mask),
    get_assoc(Mask, Rows, row(_, Nodes, _, _)),
    Place is Blank+1,
    arg(Place, Nodes, Node),
    nth1(Order, Orders, Tiles),
    !.

with_cell(Cell, Mask0, Mask) :-
    Mask is Mask0 \/ 1<<Cell.

first_level([], _, _, []).
first_level([node(Distances, _)|Nodes], Number, Seeds, [List|Lists]) :-
    findall(Order, member(Number-Order, Seeds), List),
    maplist(at_home(Distances), List),
    Number1 is Number+1,
    first_level(Nodes, Number1, Seeds, Lists).

at_home(Distances, Order) :-
    arg(Order, Distances, 0).

left(Most, List, Left) :-
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
next_level([node(Distances, Ways)|Nodes], Level, Distance, [Left0|Lefts0], [Left|Lefts], [List|Lists]) :-
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

%   Cells-Lists of each set: the distances of its nodes.
placed([], [], []).
placed([_-row(Cells, _, _, _)|Sets], [Nodes|NodeLists], [Cells-Lists|Placed]) :-
    maplist(node_distances, Nodes, Lists),
    placed(Sets, NodeLists, Placed).

node_distances(node(Distances, _), Distances).

%   A text for each cell of the last tile, put together.
table_text(Count, Size, Orders, Placed, Table) :-
    Last is Size-1,
    Width is Count**Last,
    findall(Place-Group,
            ( between(0, Last, Place), order_group(Place, Last, Count, Orders, Group) ),
            Groups),
    Top is Count-1,
    findall(Text,
            ( between(0, Top, Cell), part_text(Cell, Width, Groups, Placed, Text) ),
            Texts),
    atomic_list_concat(Texts, Table).

%   The orders with the last tile at a place: Number-Weights, weights being those of the
%   others.
order_group(Place, Last, Count, Orders, Group) :-
    findall(Number-Weights,
            ( nth1(Number, Orders, Order),
              nth0(Place, Order, Last, Others),
              findall(Weight, ( member(Tile, Others), Weight is Count**Tile ), Weights) ),
            Group).

part_text(Cell, Width, Groups, Placed, Text) :-
    functor(Part, part, Width),
    write_groups(Groups, Cell, Placed, Part),
    Part =.. [_|Codes],
    else_zero(Codes),
    string_codes(Text, Codes).

else_zero([]).
else_zero([Code|Codes]) :-
    (   var(Code)
    ->  Code = 0
    ;   true
    ),
    else_zero(Codes).

write_groups([], _, _, _).
write_groups([Place-Group|Groups], Cell, Placed, Part) :-
    write_sets(Placed, Place, Cell, Group, Part),
    write_groups(Groups, Cell, Placed, Part).

write_sets([], _, _, _, _).
write_sets([Cells-Lists|Placed], Place, Cell, Group, Part) :-
    (   nth0(Place, Cells, Cell, Others)
    ->  write_orders(Group, Others, Lists, Part)
    ;   true
    ),
    write_sets(Placed, Place, Cell, Group, Part).

write_orders([], _, _, _).
write_orders([Number-Weights|Group], Cells, Lists, Part) :-
    index(Weights, Cells, 1, Index),
    least(Lists, Number, inf, Distance),
    (   Distance == inf
    ->  true
    ;   arg(Index, Part, Distance)
    ),
    write_orders(Group, Cells, Lists, Part).

index([], [], Index, Index).
index([Weight|Weights], [Cell|Cells], Index0, Index) :-
    Index1 is Index0+Weight*Cell,
    index(Weights, Cells, Index1, Index).

%   The least distance of those that are known.
least([], _, Distance, Distance).
least([Distances|Lists], Number, Distance0, Distance) :-
    arg(Number, Distances, Known),
    (   integer(Known),
        Known < Distance0
    ->  least(Lists, Number, Known, Distance)
    ;   least(Lists, Number, Distance0, Distance)
    ).

%!  pattern_values(+Groups, +State, +Tables, -Low, -Values) is det.
%
%   Values are an index and a distance for each view of each group, as patterns.pl tells; Tables
%   are by the number of the pattern. Low is the largest sum of distances.

pattern_values([], _, _, 0, []).
pattern_values([Views|Groups], State, Tables, Low, Values) :-
    view_values(Views, State, Tables, 0, Sum, Values, Others),
    pattern_values(Groups, State, Tables, Low0, Others),
    Low is max(Sum, Low0).

view_values([], _, _, Sum, Sum, Values, Values).
view_values([view(Number, Image, Tiles)|Views], State, Tables, Sum0, Sum, [Index, Far|Values], Others) :-
    length(State, Count),
    view_index(Tiles, State, Image, Count, 1, 1, Index),
    nth1(Number, Tables, Table),
    get_string_code(Index, Table, Far),
    Sum1 is Sum0+Far,
    view_values(Views, State, Tables, Sum1, Sum, Values, Others).

view_index([], _, _, _, _, Index, Index).
view_index([Tile|Tiles], State, Image, Count, Weight, Index0, Index) :-
    once(nth0(Place, State, Tile)),
    nth0(Place, Image, Cell),
    Index1 is Index0+Weight*Cell,
    Weight1 is Weight*Count,
    view_index(Tiles, State, Image, Count, Weight1, Index1, Index).
