:- module(pybridge_pattern_text,
                   [ pattern_text/6,            % +Count, +Size, +Orders, +Rows, +NodeLists, -Table
                     pattern_values/5           % +Groups, +State, +Tables, -Low, -Values
                   ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).

/** <module> A pattern database as text, and what it says about a state

An atom takes a byte for each distance, and get_string_code/3 finds it in constant time, which it
does not in a string of SWI-Prolog 9.0.4.
*/

%!  pattern_text(+Count, +Size, +Orders, +Rows, +NodeLists, -Table:atom) is det.
%
%   Table is what pattern_table/3 finds; see pattern_nodes.pl for the others.

pattern_text(Count, Size, Orders, Rows, NodeLists, Table) :-
    placed(Rows, NodeLists, Placed),
    last_tile_texts(Count, Size, Orders, Placed, Texts),
    atomic_list_concat(Texts, Table).

%   Cells-Lists of each set: the distances of its nodes.
placed([], [], []).
placed([_-row(Cells, _, _, _)|Sets], [Nodes|NodeLists], [Cells-Lists|Placed]) :-
    maplist(node_distances, Nodes, Lists),
    placed(Sets, NodeLists, Placed).

node_distances(node(Distances, _), Distances).

%   A text for each cell of the last tile.
last_tile_texts(Count, Size, Orders, Placed, Texts) :-
    Last is Size-1,
    Width is Count**Last,
    findall(Place-Group,
            ( between(0, Last, Place), order_group(Place, Last, Count, Orders, Group) ),
            Groups),
    Top is Count-1,
    findall(Text,
            ( between(0, Top, Cell), part_text(Cell, Width, Groups, Placed, Text) ),
            Texts).

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
%   Values are an index and a distance for each view of each group, as pattern_views.pl
%   has them; Tables are by the number of the pattern. Low is the largest sum of distances.

pattern_values([], _, _, 0, []).
pattern_values([Views|Groups], State, Tables, Low, Values) :-
    view_values(Views, State, Tables, 0, Sum, Values, Others),
    pattern_values(Groups, State, Tables, Low0, Others),
    Low is max(Sum, Low0).

view_values([], _, _, Sum, Sum, Values, Values).
view_values([View|Views], State, Tables, Sum0, Sum, [Index, Far|Values], Others) :-
    View = view(Number, Image, Tiles),
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
