% Three jealous couples
%
% Three couples cross a river in a boat for two. No wife may be with other husbands, in the boat or on a bank,
% unless her own is there too.

puzzle(couples, rules, "Three jealous couples").
source("Alcuin of York, Propositiones ad acuendos juvenes, about 800: problem 17, of three friends and their sisters").

% A state has the bank of the boat, and those of the first, second and third husband and wife.
start(west, state(west, [west, west, west, west, west, west])).
optimal(west, 11).
goal(state(_, [east, east, east, east, east, east])).

move(state(From, People0), Names, state(To, People)) :-
    across(From, To),
    aboard(Names), row(Names, From, To, People0, People),
    safe(People).

across(west, east).
across(east, west).

% aboard(Names): who can be in the boat, alone or in a pair that no husband minds.
aboard([Name]) :- person(Name, _).
aboard([husband1, wife1]).
aboard([husband2, wife2]).
aboard([husband3, wife3]).
aboard([husband1, husband2]).
aboard([husband1, husband3]).
aboard([husband2, husband3]).
aboard([wife1, wife2]).
aboard([wife1, wife3]).
aboard([wife2, wife3]).

% person(Name, Place): the place in the list of banks.
person(husband1, 0).
person(wife1, 1).
person(husband2, 2).
person(wife2, 3).
person(husband3, 4).
person(wife3, 5).

row([], _, _, People, People).
row([Name|Names], From, To, People0, People) :-
    person(Name, Place),
    nth0(Place, People0, From, Others), nth0(Place, People1, To, Others),
    row(Names, From, To, People1, People).

safe([H1, W1, H2, W2, H3, W3]) :-
    content(W1, H1, H2, H3),
    content(W2, H2, H1, H3),
    content(W3, H3, H1, H2).

% content(Wife, Husband, Other, Third): her husband is on her bank, or all three are on the other one.
content(Bank, Bank, _, _).
content(Wife, Bank, Bank, Bank) :- across(Wife, Bank).

picture(state(Boat, People), Text) :-
    findall(Name, ( person(Name, I), nth0(I, People, west) ), West), atomic_list_concat(West, ' ', Left),
    findall(Name, ( person(Name, I), nth0(I, People, east) ), East), atomic_list_concat(East, ' ', Right),
    format(string(Text), "~w | boat: ~w | ~w", [Left, Boat, Right]).
