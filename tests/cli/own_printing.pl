% The 7-puzzle with facts, names and printing of its own, as a page may have it.
neighbor(0, [1,4]).
neighbor(1, [0,2,5]).
neighbor(2, [1,3,6]).
neighbor(3, [2,7]).
neighbor(4, [0,5]).
neighbor(5, [1,4,6]).
neighbor(6, [2,5,7]).
neighbor(7, [3,6]).

print_answer([]).
print_answer([S|Ss]) :- print_answer(Ss), write(S), nl.

swap(I, J, Xs, Ys) :- nth0(I, Xs, A), nth0(J, Xs, B), swapped(Xs, A, B, Ys).
swapped([], _, _, []).
swapped([X|Xs], A, B, [Y|Ys]) :- ( X == A -> Y = B ; X == B -> Y = A ; Y = X ), swapped(Xs, A, B, Ys).

search(N, N, _, [S|Ss], Goal) :- !, S == Goal, print_answer([S|Ss]).
search(N, Limit, Blank, [S|Ss], Goal) :-
    neighbor(Blank, Cells), member(Cell, Cells),
    swap(Blank, Cell, S, S1), \+ ( Ss = [S1|_] ),
    N1 is N+1,
    far(S1, Goal, Low), N1+Low =< Limit,
    search(N1, Limit, Cell, [S1,S|Ss], Goal).

far(S, Goal, Low) :- far(S, 0, Goal, 0, Low).
far([], _, _, Low, Low).
far([T|Ts], C, Goal, Low0, Low) :-
    ( T =:= 0 -> Low1 = Low0 ; nth0(G, Goal, T), Low1 is Low0+abs(C mod 4-G mod 4)+abs(C//4-G//4) ),
    C1 is C+1, far(Ts, C1, Goal, Low1, Low).

ids_low :- S = [0,7,2,1,4,3,6,5], Goal = [1,2,3,4,5,6,7,0], far(S, Goal, Low),
    between(Low, 50, Limit), write('----- '), write(Limit), write(' -----'), nl,
    search(0, Limit, 0, [S], Goal), !.
