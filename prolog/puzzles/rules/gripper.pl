% Gripper: a robot with two hands carries four balls
%
% Actions as planners state them: what must hold, what then holds, and what no longer holds. A state is the list of
% what holds. The moves follow from the actions, so there is no move/3.

puzzle(gripper, rules, "Gripper: a robot with two hands carries four balls").
source("Jana Koehler, gripper, International Planning Competition, 1998").

start(here, [robot(here), free(left), free(right), at(b1, here), at(b2, here), at(b3, here), at(b4, here)]).
optimal(here, 11).
goal([at(b1, there), at(b2, there), at(b3, there), at(b4, there)]).

% action(Name, Preconditions, Added, Deleted)
action(go(From, To),
       [robot(From)],
       [robot(To)],
       [robot(From)]) :- door(From, To).
action(take(Ball, Hand),
       [robot(Room), at(Ball, Room), free(Hand)],
       [holds(Hand, Ball)],
       [at(Ball, Room), free(Hand)]) :- ball(Ball), hand(Hand), room(Room).
action(drop(Ball, Hand),
       [robot(Room), holds(Hand, Ball)],
       [at(Ball, Room), free(Hand)],
       [holds(Hand, Ball)]) :- ball(Ball), hand(Hand), room(Room).

room(here).
room(there).

door(here, there).
door(there, here).

ball(b1).
ball(b2).
ball(b3).
ball(b4).

hand(left).
hand(right).

picture(State, Text) :-
    findall(Line, ( room(Room), line(Room, State, Line) ), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).

line(Room, State, Line) :-
    findall(Ball, member(at(Ball, Room), State), Balls),
    findall(Thing, robot(Room, State, Thing), Robot),
    append([Room, '|'|Balls], Robot, Words), atomic_list_concat(Words, ' ', Line).

% The robot is drawn with what it holds.
robot(Room, State, robot) :- memberchk(robot(Room), State).
robot(Room, State, Held) :-
    memberchk(robot(Room), State), member(holds(Hand, Ball), State),
    atomic_list_concat([Hand, '=', Ball], Held).
