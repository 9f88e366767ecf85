% The monkey and the bananas
%
% Bananas hang from the middle of a room. A monkey at the door can reach them from the box, which is at the
% window.

puzzle(monkey, rules, "The monkey and the bananas").
source("John McCarthy, Situations, actions, and causal laws, Stanford, 1963").

% A state is state(Monkey, Height, Box, Hands): where the monkey is, on the floor or the box, where the box is,
% and what the monkey holds.
start(door, state(door, floor, window, nothing)).
optimal(door, 4).
goal(state(_, _, _, bananas)).

move(state(middle, box, middle, nothing), grasp, state(middle, box, middle, bananas)).
move(state(Place, floor, Place, Hands), climb, state(Place, box, Place, Hands)).
move(state(Place, box, Place, Hands), get_down, state(Place, floor, Place, Hands)).
move(state(From, floor, From, Hands), push(To), state(To, floor, To, Hands)) :- place(To), To \== From.
move(state(From, floor, Box, Hands), walk(To), state(To, floor, Box, Hands)) :- place(To), To \== From.

place(door).
place(middle).
place(window).

picture(state(Monkey, Height, Box, Hands), Text) :-
    format(string(Text), "monkey at the ~w, on the ~w, holding ~w; box at the ~w", [Monkey, Height, Hands, Box]).
