:- module(pybridge_turns, [ turns_programs/4    % +Module, +Programs, +Options, -Items
                          ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(library(pairs)).
:- use_module(alone, [unsolvable_starts/3, unsolvable_items/3]).
:- use_module(clause_set, [without_singletons/2]).
:- use_module(clause_text).
:- use_module(goals).
:- use_module(turns_graphs).
:- use_module(turns_pieces).

%   Powers, and what they are called; of the facts there nothing is asked.
:- discontiguous goal/1, generator/2, metric/1.
:- include('../moves/turns').

/** <module> IDA* for a permutation puzzle, written from its facts

A node is searched by clauses of the move that led to it, with the projections of the state
(see turns_graphs.pl) as arguments: where the pieces are, and how they are turned.

    after_2(Left, node(H1,A1,A2,A3), node(H2,B1,B2,B3), Moves)

H1 and H2 are lower bounds, A1 and B1 are the projections after the first move. A state with all
projections at the goal may yet not be the goal; so a solution is made before it is printed.
*/

%!  turns_programs(+Module:atom, +Programs, +Options, -Items) is det.
%
%   Items are those of the program `ida_star`, with the libraries that they need (see compile_programs/4).
%   Options are counted, alone and unsolvable; the pruning is `inverse`.

turns_programs(Module, Programs, Options, Items) :-
    must_be(atom, Module),
    must_be(list(oneof([ida_star])), Programs),
    option(pruning(Pruning), Options, inverse),
    must_be(oneof([inverse]), Pruning),
    option(counted(Counted), Options, false),
    option(alone(Alone), Options, false),
    puzzle_of(Module, Puzzle),
    projections(Puzzle, Projections),
    (   Alone == true
    ->  require_small(Puzzle, Projections)
    ;   true                                        % the engine makes the graphs at once
    ),
    graphs_items(Puzzle, Projections, Graphs),
    length(Projections, Count),
    searches(Puzzle, Count, Counted, Searches),
    driver(Count, Alone, Driver),
    unsolvable_starts(Module, Options, Unsolvable),
    alone_items(Alone, Unsolvable, Others),
    module_items(turns_graphs, Library),
    append([ [(:- use_module(library(aggregate)))|Driver], [comment("")], Graphs, [comment("")], Searches,
             [comment("")], Others, Library ], Items).

%   puzzle(Goal, Perms, Moves): Perms are terms to(...) by generator (see turns_pieces.pl), Moves are
%   move(Name, Generator, Power, Perm) in order.
puzzle_of(Module, puzzle(Goal, Perms, Moves)) :-
    once(Module:goal(Goal)),
    (   is_set(Goal)
    ->  true
    ;   representation_error('pieces that are alike')
    ),
    length(Goal, Count),
    findall(Name-Cycles, Module:generator(Name, Cycles), Generators),
    numlist(1, Count, Points),
    once(Module:metric(Metric)),
    findall(Powers, ( member(_-Cycles, Generators), perms(Points, Cycles, Powers) ), PowerLists),
    maplist(nth1(1), PowerLists, Perms),
    findall(move(Word, Number, Power, Perm),
            ( nth1(Number, Generators, Name-_),
              nth1(Number, PowerLists, Powers),
              length(Powers, Order),
              nth1(Power, Powers, Perm),
              Power < Order,
              counts(Metric, Power, Order),
              power_name(Name, Power, Order, Word)
            ),
            Moves).

%   The powers, up to the one that moves nothing.
perms(Points, Cycles, Perms) :-
    Unmoved =.. [state|Points],
    powers(Cycles, Points, Unmoved, Unmoved, States),
    maplist(perm, States, Perms).

%   A state of unmoved pieces has at each point where the piece there comes from.
perm(State, Perm) :-
    State =.. [state|Froms],
    findall(From-To, nth1(To, Froms, From), Ways),
    keysort(Ways, Sorted),
    pairs_values(Sorted, Tos),
    Perm =.. [to|Tos].

unmoved(Perm) :-
    forall(arg(Point, Perm, To), Point =:= To).

%   What the second makes of what the first has made.
product(First, Second, Product) :-
    First =.. [to|Tos0],
    findall(To, ( member(To0, Tos0), arg(To0, Second, To) ), Tos),
    Product =.. [to|Tos].

%   Each is Colouring-Generators: the colours of the points of an orbit, and for each generator where what comes to
%   these points comes from, by place among them.
projections(puzzle(Goal, Perms, _), Projections) :-
    length(Goal, Count),
    orbit_points(Perms, Count, Orbits),
    findall(Colouring-Generators,
            ( member(Orbit, Orbits),
              orbit_pieces(Perms, Orbit, Pieces),
              orbit_colourings(Pieces, Colourings),
              maplist(places(Orbit), Perms, Generators),
              member(Points, Colourings),
              findall(Piece-Colour, ( member(Point-Colour, Points), nth1(Point, Goal, Piece) ), Colouring) ),
            Projections).

places(Orbit, Perm, Places) :-
    findall(Place, ( member(To, Orbit), arg(From, Perm, To), nth1(Place, Orbit, From) ), Places).

graphs_items(puzzle(_, _, Moves), Projections, [(graphs(Graphs) :- Body)|Items]) :-
    Graphs = '$VAR'('Graphs'),
    Powers = '$VAR'('Powers'),
    findall(Number-Power, member(move(_, Number, Power, _), Moves), PowerList),
    findall(projection(Colouring, Generators), member(Colouring-Generators, Projections), Facts),
    length(Facts, Count),
    numlist(1, Count, Numbers),
    maplist(graph_goals, Numbers, GoalLists, Graphs0),
    append(GoalLists, Goals),
    append(Goals, [Graphs=Graphs0], Goals1),
    conjunction([forget_graphs,powers(Powers)|Goals1], Body),
    maplist(projection_fact, Numbers, Facts, ProjectionItems),
    append([[comment("")], ProjectionItems, [comment(""), powers(PowerList)]], Items).

%   Making the graphs raises representation_error(_) for a program that could never run.
require_small(puzzle(_, _, Moves), Projections) :-
    findall(Number-Power, member(move(_, Number, Power, _), Moves), Powers),
    most_states(Most),
    forall(member(Colouring-Generators, Projections),
           ( forget_graphs, turn_graph(alone, Colouring, Generators, Powers, Most, _) )),
    forget_graphs.

%   The most states of a projection: building one takes a second for 50,000.
most_states(200 000).

graph_goals(Number, [Projection, Build], Graph) :-
    Projection = projection(Number, Colouring, Generators),
    Build = turn_graph(Number, Colouring, Generators, '$VAR'('Powers'), Most, Graph),
    variable('Colouring', Number, Colouring),
    variable('Generators', Number, Generators),
    variable('Graph', Number, Graph),
    most_states(Most).

projection_fact(Number, projection(Colouring, Generators), projection(Number, Colouring, Generators)).

%   Clauses for each last move, and for none.
searches(Puzzle, Count, Counted, Items) :-
    Puzzle = puzzle(_, _, Moves),
    findall(Clause,
            ( ( Last = start ; nth1(Last, Moves, _) ), search_clause(Puzzle, Count, Counted, Last, Clause) ),
            Clauses),
    findall(turns(Name, Places),
            ( member(move(Name, _, _, Perm), Moves), functor(Perm, _, Points), numlist(1, Points, Orbit),
              places(Orbit, Perm, Places) ),
            Turns),
    append([Clauses, [comment("")], Turns], Items).

search_clause(puzzle(_, _, Moves), Count, Counted, Last, Clause) :-
    numlist(1, Count, Numbers),
    length(Moves, Length),
    maplist(node_pattern(Length), Numbers, Nodes),
    findall(H =< '$VAR'('Left'), ( member(Number, Numbers), variable('H', Number, H) ), Bounds),
    tick(Counted, expand, Expand),
    findall(Body,
            ( nth1(Next, Moves, Move), \+ merge(Last, Move, Moves), way(Move, Next, Numbers, Counted, Body) ),
            Ways),
    disjunction(Ways, Or),
    append([Expand, ['$VAR'('Left1') is '$VAR'('Left')-1, Or]], Else0),
    conjunction(Else0, Else),
    append(Bounds, [('$VAR'('Left') =:= 0 -> '$VAR'('Moves') = [] ; Else)], Goals),
    conjunction(Goals, Body),
    node_call(Last, '$VAR'('Left'), Nodes, '$VAR'('Moves'), Head),
    without_singletons((Head :- Body), Clause).

node_pattern(Length, Number, Node) :-
    variable('H', Number, H),
    numlist(1, Length, Moves),
    maplist(neighbour(Number), Moves, Others),
    Node =.. [node,H|Others].

neighbour(Number, Move, Node) :-
    atomic_list_concat(['N',Number,'_',Move], Name),
    Node = '$VAR'(Name).

way(move(Name, _, _, _), Next, Numbers, Counted, Body) :-
    tick(Counted, generate, Generate),
    variable('Moves', Next, Rest),
    findall(Node, ( member(Number, Numbers), neighbour(Number, Next, Node) ), Nodes),
    node_call(Next, '$VAR'('Left1'), Nodes, Rest, Call),
    append(Generate, [Call, '$VAR'('Moves') = [Name|Rest]], Goals),
    conjunction(Goals, Body).

node_call(Last, Left, Nodes, Moves, Call) :-
    atom_concat(after_, Last, Predicate),
    append([Left|Nodes], [Moves], Arguments),
    Call =.. [Predicate|Arguments].

%   The two moves together move nothing, or what one move does.
merge(Last, move(_, _, _, Perm), Moves) :-
    integer(Last),
    nth1(Last, Moves, move(_, _, _, First)),
    product(First, Perm, Both),
    ( unmoved(Both) ; memberchk(move(_, _, _, Both), Moves) ),
    !.

driver(Count, Alone, Items) :-
    numlist(1, Count, Numbers),
    findall(Node, ( member(Number, Numbers), variable('Node', Number, Node) ), Nodes),
    node_call(start, '$VAR'('Limit'), Nodes, '$VAR'('Moves'), Search),
    program_of("
        ida_star :-
            once(start(_, State)),
            ida_star(State).
        ", First),
    entry(Alone, Entry),
    program_of("
        ida_star(State, Graphs) :-
            limit(State, Graphs, Nodes, Limit),
            print_limit(Limit),
            search(Limit, Nodes, Moves),
            solves(Moves, State),
            reverse(Moves, LastFirst),
            print_moves(LastFirst),
            !.

        limit(State, Graphs, Nodes, Limit) :-
            nodes(Graphs, State, Nodes, 0, Low),
            between(Low, inf, Limit).

        nodes([], _, [], Low, Low).
        nodes([Graph|Graphs], State, [Node|Nodes], Low0, Low) :-
            graph_node(Graph, State, Node),
            arg(1, Node, Distance),
            Low1 is max(Low0, Distance),
            nodes(Graphs, State, Nodes, Low1, Low).

        solves(Moves, State) :-
            foldl(make, Moves, State, Goal),
            once(goal(Goal)).

        make(Move, State, State1) :-
            turns(Move, Places),
            findall(Piece, ( member(Place, Places), nth1(Place, State, Piece) ), State1).
        ", Items0),
    append([First, [comment(""), Entry, comment("")], Items0,
            [comment(""), (search('$VAR'('Limit'), Nodes, '$VAR'('Moves')) :- Search)]], Items).

%   A program that stands alone first looks whether a state is known to be unsolvable.
entry(Alone, (ida_star(State) :- Body)) :-
    State = '$VAR'('State'),
    Graphs = '$VAR'('Graphs'),
    Search = ( graphs(Graphs), ida_star(State, Graphs) ),
    (   Alone == true
    ->  Body = ( may_be_solvable(State), Search )
    ;   Body = Search
    ).

%   What a program that stands alone prints by, and what people ask it for.
alone_items(false, _, []).
alone_items(true, Unsolvable, Items) :-
    program_of("
        every_start(ida_star) :-
            graphs(Graphs),
            forall(start(Name, State),
                   ( print_start(Name), ignore(( may_be_solvable(State), ida_star(State, Graphs) )) )).

        every_solution(Program) :-
            once(start(_, State)),
            every_solution(Program, State).

        every_solution(ida_star, State) :-
            may_be_solvable(State),
            graphs(Graphs),
            limit(State, Graphs, Nodes, Limit),
            print_limit(Limit),
            aggregate_all(count, printed(Limit, Nodes, State), Count),
            Count > 0,
            !,
            format(\"~d shortest in all~n\", [Count]).

        printed(Limit, Nodes, State) :-
            search(Limit, Nodes, Moves),
            solves(Moves, State),
            reverse(Moves, LastFirst),
            print_moves(LastFirst).

        print_limit(Limit) :-
            format(\"----- ~d -----~n\", [Limit]).

        print_moves(LastFirst) :-
            reverse(LastFirst, Moves),
            length(Moves, Length),
            atomic_list_concat(Moves, ' ', Text),
            format(\"~d moves: ~w~n\", [Length, Text]).

        print_start(Name) :-
            format(\"~w~n\", [Name]).

        may_be_solvable(State) :-
            (   unsolvable(State, Reason)
            ->  format(\"no goal can be reached: ~w~n\", [Reason]),
                fail
            ;   true
            ).
        ", Items0),
    unsolvable_items(Unsolvable, [], Known),
    append([Items0, [comment("")], Known, [comment("")]], Items).
