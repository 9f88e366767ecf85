% The tower of Hanoi, 8 discs
%
% Move a tower of discs to another peg, one disc at a time. No disc may lie on a smaller one.

puzzle(hanoi, rules, "The tower of Hanoi, 8 discs").
source("Edouard Lucas, La tour d'Hanoi, 1883; 2 ** n - 1 moves").

% A state lists the peg of each disc, the smallest first. Discs on one peg can lie in one order only.
start(tower, [a, a, a, a, a, a, a, a]).
optimal(tower, 255).
goal([c, c, c, c, c, c, c, c]).

move(State0, disc(Disc, From, To), State) :-
    pegs(From, To, Third),
    carry(1, Disc, From, To, Third, State0, State).

% A disc can go if all smaller ones are on the third peg.
carry(Disc, Disc, From, To, _, [From|Larger], [To|Larger]).
carry(Disc0, Disc, From, To, Third, [Third|State0], [Third|State]) :-
    Disc1 is Disc0 + 1,
    carry(Disc1, Disc, From, To, Third, State0, State).

pegs(a, b, c).
pegs(a, c, b).
pegs(b, a, c).
pegs(b, c, a).
pegs(c, a, b).
pegs(c, b, a).

picture(State, Text) :-
    findall(Line, ( member(Peg, [a, b, c]), tower(Peg, State, Line) ), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).

% A line has the discs of a peg, the top one last.
tower(Peg, State, Line) :-
    findall(Disc, nth1(Disc, State, Peg), Discs), reverse(Discs, Tower),
    atomic_list_concat([Peg, '|'|Tower], ' ', Line).
