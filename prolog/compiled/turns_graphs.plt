:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(turns_graphs).
:- encoding(utf8).

%   Three pieces: one move turns all of them, forward or back, another exchanges two.
graph(Colours, Graph) :-
    findall(Piece-Colour, nth1(Piece, Colours, Colour), Colouring),
    forget_graphs,
    turn_graph(it, Colouring, [[3,1,2],[2,1,3]], [1-1,1-2,2-1], 6, Graph).

distance(Graph, State, Distance) :-
    graph_node(Graph, State, Node),
    arg(1, Node, Distance).

:- begin_tests(turns_graphs, [cleanup(forget_graphs)]).

test(states, Count == 6) :-
    user:graph([1,2,3], graph(it, _, Nodes)),
    functor(Nodes, _, Count).
test(alike, Count == 3) :-
    user:graph([a,b,b], graph(it, _, Nodes)),
    functor(Nodes, _, Count).
test(distances, Distances == [0,1,1,1,2,2]) :-
    user:graph([1,2,3], Graph),
    findall(Distance, ( permutation([1,2,3], State), user:distance(Graph, State, Distance) ), Distances0),
    msort(Distances0, Distances).
test(distance_of_alike, Distance == 0) :-
    user:graph([a,b,b], Graph),
    user:distance(Graph, [1,3,2], Distance).
test(moves, [forall(member(Move-State, [1-[3,1,2],2-[2,3,1],3-[2,1,3]]))]) :-
    user:graph([1,2,3], Graph),
    graph_node(Graph, [1,2,3], Goal),
    Argument is Move+1,
    arg(Argument, Goal, After),
    graph_node(Graph, State, Node),
    assertion(same_term(After, Node)).
test(out_of_reach, fail) :-
    forget_graphs,
    turn_graph(it, [1-1,2-2,3-3], [[3,1,2]], [1-1,1-2], 6, Graph),
    graph_node(Graph, [2,1,3], _).

test(too_many, error(representation_error('more than 5 arrangements of the pieces'), _)) :-
    forget_graphs,
    turn_graph(it, [1-1,2-2,3-3], [[3,1,2],[2,1,3]], [1-1,1-2,2-1], 5, _).

:- end_tests(turns_graphs).
