% Two jugs, of 5 and 3 liters
%
% Measure 4 liters with a jug of 5 liters, a jug of 3 liters and a tap.

puzzle(jugs, rules, "Two jugs, of 5 and 3 liters").
source("The film Die Hard with a Vengeance, 1995; such riddles are much older").

% A state has what is in each: jugs(Five, Three).
start(empty, jugs(0, 0)).
optimal(empty, 6).
goal(jugs(4, _)).

move(jugs(_, B), fill(5), jugs(5, B)).
move(jugs(A, _), fill(3), jugs(A, 3)).
move(jugs(_, B), empty(5), jugs(0, B)).
move(jugs(A, _), empty(3), jugs(A, 0)).
move(jugs(A0, B0), pour(5, 3), jugs(A, B)) :- pour(A0, B0, 3, A, B).
move(jugs(A0, B0), pour(3, 5), jugs(A, B)) :- pour(B0, A0, 5, B, A).

% pour(From0, To0, Size, From, To): pour until From is empty or To, which holds Size, is full.
pour(From0, To0, Size, From, To) :-
    Poured is min(From0, Size - To0), Poured > 0,
    From is From0 - Poured,
    To is To0 + Poured.

picture(jugs(A, B), Text) :- format(string(Text), "5: ~w   3: ~w", [A, B]).
