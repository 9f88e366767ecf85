% The Reve's puzzle: a tower of 8 cheeses and 4 stools
%
% The tower of Hanoi with a fourth peg. The method that Frame and Stewart published in 1941 was proved to be optimal
% for four pegs only in 2014, by Thierry Bousch.

puzzle(hanoi4, rules, "The Reve's puzzle: a tower of 8 cheeses and 4 stools").
source("Henry Ernest Dudeney, The Canterbury Puzzles, 1907: the Reve's puzzle; 33 moves for 8 cheeses").

% A state lists the stool of each cheese, the smallest first.
start(tower, [a, a, a, a, a, a, a, a]).
optimal(tower, 33).
goal([d, d, d, d, d, d, d, d]).

move(State0, cheese(Cheese, From, To), State) :-
    stools(From, To, Third, Fourth),
    carry(1, Cheese, From, To, Third, Fourth, State0, State).

% A cheese can go if all smaller ones are on the third and the fourth stool.
carry(Cheese, Cheese, From, To, _, _, [From|Larger], [To|Larger]).
carry(Cheese0, Cheese, From, To, Third, Fourth, [Stool|State0], [Stool|State]) :-
    ( Stool = Third ; Stool = Fourth ),
    Cheese1 is Cheese0 + 1,
    carry(Cheese1, Cheese, From, To, Third, Fourth, State0, State).

stools(From, To, Third, Fourth) :-
    Stools = [a, b, c, d],
    member(From, Stools), member(To, Stools), From \== To,
    subtract(Stools, [From, To], [Third, Fourth]).

picture(State, Text) :-
    findall(Line, ( member(Stool, [a, b, c, d]), tower(Stool, State, Line) ), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).

% A line has the cheeses of a stool, the top one last.
tower(Stool, State, Line) :-
    findall(Cheese, nth1(Cheese, State, Stool), Cheeses), reverse(Cheeses, Tower),
    atomic_list_concat([Stool, '|'|Tower], ' ', Line).
