% The 8-puzzle as a learner may write it, with states and moves of its own.
ids :-
    start(_, S),
    deepen(0, S).

deepen(Limit, S) :-
    format("----- ~d -----~n", [Limit]),
    search(0, Limit, [S]),
    !.
deepen(Limit, S) :-
    Next is Limit+1,
    deepen(Next, S).

search(N, N, [S|Ss]) :-
    goal(S),
    show([S|Ss]).
search(N, Limit, [S|Ss]) :-
    N < Limit,
    step(S, S1),
    \+ member(S1, Ss),
    M is N+1,
    search(M, Limit, [S1,S|Ss]).

step(S, S1) :-
    nth0(Blank, S, 0),
    neighbor(Blank, Cells),
    member(Cell, Cells),
    nth0(Cell, S, Tile),
    swap(S, Tile, S1).

swap([], _, []).
swap([X|Xs], Tile, [Y|Ys]) :-
    other(X, Tile, Y),
    swap(Xs, Tile, Ys).

other(0, Tile, Tile) :- !.
other(Tile, Tile, 0) :- !.
other(X, _, X).

show([]).
show([S|Ss]) :-
    show(Ss),
    write(S), nl.
