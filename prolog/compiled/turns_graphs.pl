:- module(pybridge_turns_graphs, [ turn_graph/5,        % +Colouring, +Generators, +Powers, +Most, -Graph
                                   graph_node/3         % +Graph, +State, -Node
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(error)).
:- use_module(library(lists)).

/** <module> A projection of a permutation puzzle as a graph of terms

A projection sees only the colour of what lies on each point of an orbit. Its states are
terms node(Distance, Node1, ..., NodeN): how many moves the goal is away, and the nodes that
the moves lead to. So a move computes nothing. The term has no end: it must not be written,
compared or copied.
*/

%!  turn_graph(+Colouring, +Generators, +Powers, +Most, -Graph) is det.
%
%   Colouring is a list of Piece-Colour in the order of the points where the goal has the
%   pieces. Each generator is a list of Places: what it brings to a point comes from that
%   place, counted from 1. Powers is the moves as Generator-Power, both counted from 1. Graph
%   is graph(Colouring, Index, Nodes) with the index of each state by its colours.
%
%   @throws representation_error(_) if there are more than Most states.

turn_graph(Colouring, Generators, Powers, Most, graph(Colouring, Index, Nodes)) :-
    findall(Colour, member(_-Colour, Colouring), Colours),
    State =.. [state|Colours],
    list_to_assoc([State-1], Index0),
    explore([State|Queue], Queue, 1, Most-Generators, Index0, Index, Rows),
    length(Rows, Count),
    functor(Nodes, nodes, Count),
    Table =.. [table|Rows],
    Nodes =.. [_|All],
    maplist(link(Table, Nodes, Powers), Rows, All),
    arg(1, Nodes, Goal),
    arg(1, Goal, 0),
    spread([Goal], 1).

%   Rows has for each state in the queue the numbers of the states that the generators lead to.
explore(States, Queue, _, _, Index, Index, Rows) :-
    States == Queue,
    !,
    Rows = [].
explore([State|States], Queue, Count, Most-Generators, Index0, Index, [Row|Rows]) :-
    reached(Generators, Most, State, Numbers, found(Queue, Count, Index0), found(Queue1, Count1, Index1)),
    Row =.. [row|Numbers],
    explore(States, Queue1, Count1, Most-Generators, Index1, Index, Rows).

reached([], _, _, [], Found, Found).
reached([Places|Generators], Most, State, [Number|Numbers], Found0, Found) :-
    colours(Places, State, Colours),
    State1 =.. [state|Colours],
    number_of(State1, Most, Number, Found0, Found1),
    reached(Generators, Most, State, Numbers, Found1, Found).

colours([], _, []).
colours([Place|Places], State, [Colour|Colours]) :-
    arg(Place, State, Colour),
    colours(Places, State, Colours).

number_of(State, Most, Number, found(Queue0, Count0, Index0), Found) :-
    (   get_assoc(State, Index0, Number)
    ->  Found = found(Queue0, Count0, Index0)
    ;   Count0 < Most
    ->  Number is Count0+1,
        Queue0 = [State|Queue],
        put_assoc(State, Index0, Number, Index),
        Found = found(Queue, Number, Index)
    ;   format(atom(What), 'more than ~D arrangements of the pieces; use another engine', [Most]),
        representation_error(What)
    ).

link(Table, Nodes, Powers, Row, Node) :-
    maplist(after(Table, Nodes, Row), Powers, Others),
    Node =.. [node,_|Others].

after(Table, Nodes, Row, Generator-Power, Node) :-
    arg(Generator, Row, Number0),
    repeated(Power, Generator, Table, Number0, Number),
    arg(Number, Nodes, Node).

repeated(1, _, _, Number, Number) :-
    !.
repeated(Power, Generator, Table, Number0, Number) :-
    arg(Number0, Table, Row),
    arg(Generator, Row, Number1),
    Power1 is Power-1,
    repeated(Power1, Generator, Table, Number1, Number).

%   Nodes are the layer of the distance before; those that have no distance yet are next.
spread([], _) :-
    !.
spread(Nodes, Distance) :-
    foldl(beside(Distance), Nodes, Next, []),
    Distance1 is Distance+1,
    spread(Next, Distance1).

beside(Distance, Node, Next0, Next) :-
    Node =.. [node,_|Others],
    foldl(at_distance(Distance), Others, Next0, Next).

at_distance(Distance, Node, Next0, Next) :-
    arg(1, Node, Known),
    (   var(Known)
    ->  Known = Distance,
        Next0 = [Node|Next]
    ;   Next0 = Next
    ).

%!  graph_node(+Graph, +State, -Node) is semidet.
%
%   Node is the projection of State, a list of pieces; fails if moves do not lead to it.

graph_node(graph(Colouring, Index, Nodes), State, Node) :-
    findall(Colour,
            ( member(Piece, State), memberchk(Piece-Colour, Colouring) ),
            Colours),
    Key =.. [state|Colours],
    get_assoc(Key, Index, Number),
    arg(Number, Nodes, Node).
