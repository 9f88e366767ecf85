% Three jugs, of 8, 5 and 3 liters
%
% Halve 8 liters of wine with two empty jugs, of 5 and 3 liters. There is no tap, and nothing may be spilled,
% so few states can be reached.

puzzle(three_jugs, rules, "Three jugs, of 8, 5 and 3 liters").
source("Abbot Albert of Stade, Annales, about 1240").

% A state lists what is in the jugs of 8, 5 and 3 liters.
start(full, [8, 0, 0]).
optimal(full, 7).
goal([4, 4, 0]).

move(State0, pour(From, To), State) :-
    jug(I, From), jug(J, To), I \== J,
    nth0(I, State0, A0), A0 > 0,
    nth0(J, State0, B0), B0 < To,
    Poured is min(A0, To - B0), A is A0 - Poured, B is B0 + Poured,
    change(I, A0, A, State0, State1), change(J, B0, B, State1, State).

% jug(Place, Size): the place in a state; a jug is named by its size.
jug(0, 8).
jug(1, 5).
jug(2, 3).

% change(I, Old, New, List0, List): List0 has Old at I, List has New there.
change(I, Old, New, List0, List) :- nth0(I, List0, Old, Others), nth0(I, List, New, Others).

picture([A, B, C], Text) :- format(string(Text), "8: ~w   5: ~w   3: ~w", [A, B, C]).
