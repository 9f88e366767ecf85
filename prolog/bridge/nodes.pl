:- module(pybridge_nodes, [ note_nodes/4,       % +Classic, +Module, +Program, +Options
                            leave_path/0,
                            leave_number/0
                          ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(library(prolog_wrap)).
:- use_module(texts, [visits/5]).

/** <module> The nodes that a classic program visits

The predicate by which a program visits its nodes is wrapped. In the iteration with the
last limit, each node that may be shown leaves a mark:

    node(Number, Expanded, N, Low, State, Last, Figures)
    nodes(Number, Figures)              the number of all nodes, at the end

Number counts the nodes visited, and Expanded those expanded before; the others are
those of visits/5.
*/

%!  note_nodes(+Classic, +Module, +Program, +Options) is det.
%
%   With the option nodes(Depth, Most), have the nodes leave marks in the iteration with the
%   limit limit(Limit). Nodes deeper than Depth leave none. As soon as more than Most have left
%   one, the deepest of these do not count, and none that is as deep leaves one any more.

note_nodes(classic(prolog, Domain, _, _, _, _, _, _), Module, Program, Options) :-
    option(nodes(Depth, Most), Options),
    !,
    option(limit(Limit), Options),
    must_be(nonneg, Limit),
    once(visits(Domain, Program, Head, Goal, Visit)),
    Size is Limit+2,                    % a node after Limit moves may have successors
    length(Counts, Size),
    maplist(=(0), Counts),
    Levels =.. [levels|Counts],
    Deepest is min(Depth, Limit+1),
    nb_setval(classic_nodes, tree(Limit, 0, Deepest, 0, Most, Levels)),
    b_setval(classic_trail, []),
    wrap_predicate(Module:Head, pybridge_node, Wrapped,
                   ( Goal, pybridge_nodes:visited(Visit), Wrapped )).
note_nodes(_, _, _, _) :-
    nb_setval(classic_nodes, none).

visited(Visit) :-
    nb_getval(classic_nodes, Tree),
    arg(1, Tree, Limit),
    (   nb_getval(classic_limit, Limit)
    ->  visited(Visit, Tree)
    ;   true
    ).

visited(visit(N, Low, State, Last), Tree) :-
    Tree = tree(_, Number0, Deepest, _, _, _),
    Number is Number0+1,
    nb_setarg(2, Tree, Number),
    nb_getval(classic_counts, counts(Expanded, _)),
    Mark = node(Number, Expanded, N, Low, State, Last),
    b_getval(classic_trail, Trail),
    b_setval(classic_trail, [Mark|Trail]),
    (   N =< Deepest
    ->  pybridge_watching:leave(Mark),
        keep(N, Tree)
    ;   true
    ).

%   One more node after N moves is shown.
keep(N, Tree) :-
    Tree = tree(_, _, Deepest, Kept0, Most, Levels),
    Level is N+1,
    arg(Level, Levels, Count0),
    Count is Count0+1,
    nb_setarg(Level, Levels, Count),
    Kept is Kept0+1,
    (   Kept =< Most
    ->  nb_setarg(4, Tree, Kept)
    ;   fold(Deepest, Kept, Tree)
    ).

%   No node as deep as the deepest that is shown is shown any more.
fold(Deepest, Kept, Tree) :-
    arg(6, Tree, Levels),
    Level is Deepest+1,
    arg(Level, Levels, Count),
    (   Count =:= 0
    ->  Deepest1 is Deepest-1,
        fold(Deepest1, Kept, Tree)
    ;   Left is Kept-Count,
        Deepest1 is Deepest-1,
        nb_setarg(3, Tree, Deepest1),
        nb_setarg(4, Tree, Left)
    ).

%!  leave_path is det.
%
%   At a solution: leave the marks of the nodes on its path that are too deep to have left one.

leave_path :-
    nb_getval(classic_nodes, Tree),
    (   Tree = tree(_, _, Deepest, _, _, _)
    ->  b_getval(classic_trail, Trail),
        reverse(Trail, Forward),
        forall(( member(Mark, Forward), arg(3, Mark, N), N > Deepest ),
               pybridge_watching:leave(Mark))
    ;   true
    ).

%!  leave_number is det.
%
%   At the end of the search: leave the number of all nodes that were visited.

leave_number :-
    nb_getval(classic_nodes, Tree),
    (   Tree = tree(_, Number, _, _, _, _)
    ->  pybridge_watching:leave(nodes(Number))
    ;   true
    ).
