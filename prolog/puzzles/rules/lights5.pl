% Lights Out, 5 x 5
%
% A press switches a light and those beside it. Turn all lights off. 2 ** 23 states can be reached, too many for a
% simple search to be quick. No state needs more than 15 presses.

puzzle(lights5, rules, "Lights Out, 5 x 5").
source("Tiger Electronics, Lights Out, 1995; M. Anderson and T. Feil, Turning Lights Out with Linear Algebra, 1998").

% A state lists the lights: 1 on, 0 off.
start(all, [1, 1, 1, 1, 1,
            1, 1, 1, 1, 1,
            1, 1, 1, 1, 1,
            1, 1, 1, 1, 1,
            1, 1, 1, 1, 1]).
optimal(all, 15).
goal([0, 0, 0, 0, 0,
      0, 0, 0, 0, 0,
      0, 0, 0, 0, 0,
      0, 0, 0, 0, 0,
      0, 0, 0, 0, 0]).

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
cell(0, 0, 0).   cell(1, 0, 1).   cell(2, 0, 2).   cell(3, 0, 3).   cell(4, 0, 4).
cell(5, 1, 0).   cell(6, 1, 1).   cell(7, 1, 2).   cell(8, 1, 3).   cell(9, 1, 4).
cell(10, 2, 0).  cell(11, 2, 1).  cell(12, 2, 2).  cell(13, 2, 3).  cell(14, 2, 4).
cell(15, 3, 0).  cell(16, 3, 1).  cell(17, 3, 2).  cell(18, 3, 3).  cell(19, 3, 4).
cell(20, 4, 0).  cell(21, 4, 1).  cell(22, 4, 2).  cell(23, 4, 3).  cell(24, 4, 4).

glyph(0, "○").
glyph(1, "●").
color(1, yellow).
