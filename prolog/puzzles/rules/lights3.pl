% Lights Out, 3 x 3
%
% A press switches a light and those beside it. Turn all lights off. A second press undoes the first, and the order of
% presses does not matter, so a solution is a set of cells. The farthest state needs all nine.

puzzle(lights3, rules, "Lights Out, 3 x 3").
source("Parker Brothers, Merlin: Magic Square, 1978, is a game of this kind; breadth-first search over all 512 states").

% A state lists the lights: 1 on, 0 off.
start(all, [1, 1, 1,
            1, 1, 1,
            1, 1, 1]).
start(farthest, [1, 0, 1,
                 0, 1, 0,
                 1, 0, 1]).
optimal(all, 5).
optimal(farthest, 9).
goal([0, 0, 0,
      0, 0, 0,
      0, 0, 0]).

move(State0, press(Cell), State) :-
    cell(Cell, _, _),
    findall(Light, near(Cell, Light), Lights),
    switch(Lights, State0, State).

% near(Cell, Light): the light of the cell itself, and those beside it.
near(Cell, Light) :-
    cell(Cell, Row0, Column0), offset(Down, Right),
    Row is Row0 + Down, Column is Column0 + Right, cell(Light, Row, Column).

offset(-1, 0).
offset(0, -1).
offset(0, 0).
offset(0, 1).
offset(1, 0).

switch([], State, State).
switch([Light|Lights], State0, State) :-
    other(Old, New), change(Light, Old, New, State0, State1),
    switch(Lights, State1, State).

other(0, 1).
other(1, 0).

% change(Cell, Old, New, State0, State): Cell has Old in State0 and New in State; the others stay.
change(Cell, Old, New, State0, State) :- nth0(Cell, State0, Old, Others), nth0(Cell, State, New, Others).

% cell(Cell, Row, Column): where a cell is drawn.
cell(0, 0, 0).  cell(1, 0, 1).  cell(2, 0, 2).
cell(3, 1, 0).  cell(4, 1, 1).  cell(5, 1, 2).
cell(6, 2, 0).  cell(7, 2, 1).  cell(8, 2, 2).

glyph(0, "○").
glyph(1, "●").
color(1, yellow).
