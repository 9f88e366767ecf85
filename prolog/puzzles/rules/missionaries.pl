% Missionaries and cannibals
%
% Three missionaries and three cannibals cross a river in a boat for two. Where there are missionaries,
% cannibals must not outnumber them.

puzzle(missionaries, rules, "Missionaries and cannibals").
source("Saul Amarel, On representations of problems of reasoning about actions, Machine Intelligence 3, 1968").

% A state has those on the west bank, and the bank of the boat: state(Missionaries, Cannibals, Boat).
start(west, state(3, 3, west)).
optimal(west, 11).
goal(state(0, 0, east)).

move(state(M0, C0, west), east(Ms, Cs), state(M, C, east)) :-
    aboard(Ms, Cs), M is M0 - Ms, C is C0 - Cs, safe(M, C).
move(state(M0, C0, east), west(Ms, Cs), state(M, C, west)) :-
    aboard(Ms, Cs), M is M0 + Ms, C is C0 + Cs, safe(M, C).

% aboard(Missionaries, Cannibals): who can be in the boat.
aboard(2, 0).
aboard(1, 0).
aboard(1, 1).
aboard(0, 1).
aboard(0, 2).

% Both banks are safe with no missionary here, with none there, or with as many missionaries as cannibals.
safe(0, C) :- between(0, 3, C).
safe(3, C) :- between(0, 3, C).
safe(1, 1).
safe(2, 2).

picture(state(M, C, Boat), Text) :-
    East is 3 - M, Other is 3 - C, boat(Boat, Water),
    format(string(Text), "~wM ~wC |~w| ~wM ~wC", [M, C, Water, East, Other]).

boat(west, "<>~~~~").
boat(east, "~~~~<>").
