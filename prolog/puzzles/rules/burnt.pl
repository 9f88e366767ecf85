% Four burnt pancakes
%
% Pancakes of four sizes, each burnt on one side. A spatula turns over some of them together,
% from the top: their order is reversed, and their other sides are up. Sort them, with all burnt sides down.

puzzle(burnt, rules, "Four burnt pancakes").
source("William H. Gates and Christos H. Papadimitriou, Bounds for sorting by prefix reversal, 1979; OEIS A078942").

% A state lists the pancakes from the top by size, negative if the burnt side is up.
start(burnt_up, [-1, -2, -3, -4]).
optimal(burnt_up, 8).
goal([1, 2, 3, 4]).

move(Pile0, flip(N), Pile) :-
    between(1, 4, N), length(Top, N), append(Top, Rest, Pile0),
    turn(Top, Rest, Pile).

% turn(Top, Rest, Pile): Pile is Top upside down on Rest.
turn([], Pile, Pile).
turn([Pancake|Top], Rest, Pile) :- over(Pancake, Other), turn(Top, [Other|Rest], Pile).

% over(Side, Side1): the two sides of a pancake.
over(Up, Burnt) :- size(Up), Burnt is -Up.
over(Burnt, Up) :- size(Up), Burnt is -Up.

size(1).
size(2).
size(3).
size(4).
