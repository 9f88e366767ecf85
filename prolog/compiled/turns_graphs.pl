:- module(pybridge_turns_graphs, [ forget_graphs/0,
                                   turn_graph/6,        % +Name, +Colouring, +Generators, +Powers, +Most, -Graph
                                   graph_node/3         % +Graph, +State, -Node
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).

/** <module> A projection of a permutation puzzle as a graph of terms

A projection sees only the colour of what lies on each point of an orbit. Its states are
terms node(Distance, Node1, ..., NodeN): how many moves the goal is away, and the nodes that
the moves lead to. So a move computes nothing. The term has no end: it must not be written,
compared or copied.
*/

%   known(Hash, State, Number): a projection has State, whose first argument is its name, as
%   its node Number.
:- dynamic known/3.

%!  forget_graphs is det.
%
%   To be called before the first graph is made, and when none is needed any more.

forget_graphs :-
    retractall(known(_, _, _)).

%!  turn_graph(+Name, +Colouring, +Generators, +Powers, +Most, -Graph) is det.
%
%   Colouring is a list of Piece-Colour in the order of the points where the goal has the
%   pieces. Each generator is a list of Places: what it brings to a point comes from that
%   place, counted from 1. Powers is the moves as Generator-Power, both counted from 1. Graph
%   is graph(Name, Colouring, Nodes), which graph_node/3 looks into.
%
%   @throws representation_error(_) if there are more than Most states.

turn_graph(Name, Colouring, Generators, Powers, Most, graph(Name, Colouring, Nodes)) :-
    findall(Colour, member(_-Colour, Colouring), Colours),
    State =.. [state,Name|Colours],
    number_of(State, Most, _, found([State|Queue], 0), found(Queue, Count0)),
    explore([State|Queue], Queue, Count0, Most-Generators, Rows),
    length(Rows, Count),
    functor(Nodes, nodes, Count),
    Table =.. [table|Rows],
    Nodes =.. [_|All],
    maplist(link(Table, Nodes, Powers), Rows, All),
    arg(1, Nodes, Goal),
    arg(1, Goal, 0),
    spread([Goal], 1).

%   Rows has for each state in the queue the numbers of the states that the generators lead to.
explore(States, Queue, _, _, Rows) :-
    States == Queue,
    !,
    Rows = [].
explore([State|States], Queue, Count, Most-Generators, [Row|Rows]) :-
    reached(Generators, Most, State, Numbers, found(Queue, Count), found(Queue1, Count1)),
    Row =.. [row|Numbers],
    explore(States, Queue1, Count1, Most-Generators, Rows).

reached([], _, _, [], Found, Found).
reached([Places|Generators], Most, State, [Number|Numbers], Found0, Found) :-
    arg(1, State, Name),
    colours(Places, State, Colours),
    State1 =.. [state,Name|Colours],
    number_of(State1, Most, Number, Found0, Found1),
    reached(Generators, Most, State, Numbers, Found1, Found).

colours([], _, []).
colours([Place|Places], State, [Colour|Colours]) :-
    Argument is Place+1,
    arg(Argument, State, Colour),
    colours(Places, State, Colours).

%   A state that is new goes to the end of the queue.
number_of(State, Most, Number, found(Queue0, Count0), Found) :-
    term_hash(State, Hash),
    (   known(Hash, State, Number)
    ->  Found = found(Queue0, Count0)
    ;   Count0 < Most
    ->  Number is Count0+1,
        Queue0 = [State|Queue],
        assertz(known(Hash, State, Number)),
        Found = found(Queue, Number)
    ;   format(atom(What), 'more than ~D arrangements of the pieces', [Most]),
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

graph_node(graph(Name, Colouring, Nodes), State, Node) :-
    findall(Colour,
            ( member(Piece, State), memberchk(Piece-Colour, Colouring) ),
            Colours),
    Key =.. [state,Name|Colours],
    term_hash(Key, Hash),
    known(Hash, Key, Number),
    !,
    arg(Number, Nodes, Node).
