:- module(pybridge_pattern_nodes, [ pattern_orders/2,  % +Size, -Orders
                                    pattern_rows/4,    % +Board, +Count, +Size, -Rows
                                    pattern_nodes/4,   % +Board, +Rows, +Orders, -NodeLists
                                    pattern_node/4     % +Rows, +Orders, +Goal, -NodeOrder
                                  ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(pairs)).

/** <module> Where the tiles of a pattern lie, and how moves join these places

Where some tiles lie is a set of cells, and the order of the tiles along them. All cells that
the blank can reach without moving one of these tiles are one region (Felner, Korf, Meshulam
and Holte, 2007). A node is a set with a region:

    node(Distances, Ways)

    Distances   distances(D1, D2, ...), by the number of the order, unbound until found
    Ways        way(Number, Orders) for each move that leads here: the number of the node that
                it comes from, and the number of the order here for each order there, or `same`

Nodes are numbered from 1. A row is Mask-row(Cells, Nodes, First, End), for a set and the mask
of its bits: Nodes has the number of the node by the blank's cell, or 0 where a tile is; they
are those from First to before End.
*/

%!  pattern_orders(+Size, -Orders) is det.
%
%   The orders of the tiles along ascending cells, in lexicographic order.

pattern_orders(Size, Orders) :-
    Last is Size-1,
    numlist(0, Last, Tiles),
    findall(Order, permutation(Tiles, Order), Orders).

%!  pattern_rows(+Board, +Count, +Size, -Rows) is det.
%
%   Rows are of all sets of Size of the Count cells of Board, which is board(Neighbors0, ...).

pattern_rows(Board, Count, Size, Rows) :-
    sets(Count, Size, Sets),
    set_rows(Sets, Board, 1, Rows).

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

%   The cells that the blank can reach have its region's number.
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

%   Items with numbers, from Number on.
numbered([], _, []).
numbered([Item|Items], Number, [Item-Number|Pairs]) :-
    Number1 is Number+1,
    numbered(Items, Number1, Pairs).

%!  pattern_nodes(+Board, +Rows, +Orders, -NodeLists) is det.
%
%   NodeLists has the nodes of each row, nothing being found.

pattern_nodes(Board, Rows, Orders, NodeLists) :-
    list_to_assoc(Rows, ByMask),
    Orders = [Order|_],
    length(Order, Size),
    moved_orders(Size, Orders, Moved),
    length(Orders, Most),
    maplist(set_nodes(Board, ByMask, Moved, Most), Rows, NodeLists).

%   The nodes of a set. The tile that has come to Cell was on a neighbor where the blank is now.
set_nodes(Board, Rows, Moved, Most, Mask-row(Cells, Nodes, First, End), List) :-
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
    maplist(set_node(Moves, Moved, Most), Numbers, List).

set_node(Moves, Moved, Most, Node, node(Distances, Ways)) :-
    functor(Distances, distances, Most),
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

%!  pattern_node(+Rows, +Orders, +Goal, -NodeOrder) is det.
%
%   NodeOrder is the numbers Node-Order of goal(Cells, Blank).

pattern_node(Rows, Orders, goal(Cells, Blank), Node-Order) :-
    numbered(Cells, 0, Pairs0),
    keysort(Pairs0, Pairs),
    pairs_keys_values(Pairs, Sorted, Tiles),
    foldl(with_cell, Sorted, 0, Mask),
    memberchk(Mask-row(_, Nodes, _, _), Rows),
    Place is Blank+1,
    arg(Place, Nodes, Node),
    nth1(Order, Orders, Tiles),
    !.

with_cell(Cell, Mask0, Mask) :-
    Mask is Mask0 \/ 1<<Cell.

