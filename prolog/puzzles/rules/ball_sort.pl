% Ball sort: four colors in five tubes
%
% The top ball of a tube goes to an empty tube, or onto a ball of its color. At the end no tube has two colors.

puzzle(ball_sort, rules, "Ball sort: four colors in five tubes").
source("mobile games such as Ball Sort Puzzle, 2020; the start is made for pybridge").

% A state lists the tubes: tube(Lowest, Middle, Top), a color or nothing, o.
start(mixed, [tube(green, blue, yellow),
              tube(yellow, red, blue),
              tube(red, yellow, green),
              tube(blue, green, red),
              tube(o, o, o)]).
optimal(mixed, 13).
goal(State) :- sorted(State, [red, green, blue, yellow, o]).

% sorted(Tubes, Contents): each tube is full of one color or empty, and the Contents are these colors and o.
sorted([], []).
sorted([tube(Ball, Ball, Ball)|Tubes], Contents0) :- select(Ball, Contents0, Contents), sorted(Tubes, Contents).

move(State0, From-To, State) :-
    tube(From), tube(To), From \== To,
    nth1(From, State0, Tube0, Others0), take(Tube0, Ball, Tube),
    nth1(From, State1, Tube, Others0),
    nth1(To, State1, Tube1, Others1), put(Tube1, Ball, Tube2),
    nth1(To, State, Tube2, Others1).

tube(1).
tube(2).
tube(3).
tube(4).
tube(5).

ball(red).
ball(green).
ball(blue).
ball(yellow).

% take(Tube0, Ball, Tube): Ball is the top ball of Tube0.
take(tube(A, B, Ball), Ball, tube(A, B, o)) :- ball(Ball).
take(tube(A, Ball, o), Ball, tube(A, o, o)) :- ball(Ball).
take(tube(Ball, o, o), Ball, tube(o, o, o)) :- ball(Ball).

% put(Tube0, Ball, Tube): Ball is put into an empty tube, or onto a ball of its color.
put(tube(o, o, o), Ball, tube(Ball, o, o)).
put(tube(Ball, o, o), Ball, tube(Ball, Ball, o)).
put(tube(A, Ball, o), Ball, tube(A, Ball, Ball)).

picture(State, Text) :-
    findall(Line, ( member(tube(A, B, C), State), format(string(Line), "|~w ~w ~w", [A, B, C]) ), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).
