% The farmer, the wolf, the goat and the cabbage
%
% A farmer rows across a river, with room in the boat for one thing more. Without the farmer there, the wolf eats the
% goat, and the goat eats the cabbage.

puzzle(farmer, rules, "The farmer, the wolf, the goat and the cabbage").
source("Alcuin of York, Propositiones ad acuendos juvenes, about 800: problem 18").

% A state has the bank of each: banks(Farmer, Wolf, Goat, Cabbage).
start(west, banks(west, west, west, west)).
optimal(west, 7).
goal(banks(east, east, east, east)).

% The farmer changes banks. Whatever goes along was on the same bank: both have the same variable.
move(banks(F0, W, G, C),  row_alone,    banks(F, W, G, C)) :- across(F0, F), safe(F, W, G, C).
move(banks(F0, F0, G, C), take_wolf,    banks(F, F, G, C)) :- across(F0, F), safe(F, F, G, C).
move(banks(F0, W, F0, C), take_goat,    banks(F, W, F, C)) :- across(F0, F), safe(F, W, F, C).
move(banks(F0, W, G, F0), take_cabbage, banks(F, W, G, F)) :- across(F0, F), safe(F, W, G, F).

across(west, east).
across(east, west).

% Nothing is eaten: the farmer is with the goat, or the goat is alone.
safe(Bank, _, Bank, _).
safe(Bank, Bank, Goat, Bank) :- across(Goat, Bank).

picture(banks(F, W, G, C), Text) :-
    Places = [farmer-F, wolf-W, goat-G, cabbage-C],
    findall(Name, member(Name-west, Places), West), atomic_list_concat(West, ' ', Left),
    findall(Name, member(Name-east, Places), East), atomic_list_concat(East, ' ', Right),
    format(string(Text), "~w |~~~~~~~~| ~w", [Left, Right]).
