% Four blocks by a rule: a tower turned upside down
%
% The puzzle blocks4, stated by a rule. There, a state says what each block stands on. Here, it says what stands on each
% block and place, so a single entry shows whether something is clear.

puzzle(blocks_rules, rules, "Four blocks by a rule: a tower turned upside down").
source("the puzzle blocks4").

% A state lists what stands on a, b, c, d, x, y and z: a block, or nothing, o.
start(tower, [o, a, b, c, d, o, o]).
optimal(tower, 10).
goal([b, c, d, o, a, o, o]).

% Nothing may stand on the block that moves, or where it goes.
move(State0, Block-To, State) :-
    block(Block), thing(I, Block), nth0(I, State0, o),
    nth0(J, State0, Block),
    thing(K, To), To \== Block, K \== J,
    change(J, Block, o, State0, State1),
    change(K, o, Block, State1, State).

block(a).
block(b).
block(c).
block(d).

% thing(Entry, Thing): what the entries of a state are about.
thing(0, a).
thing(1, b).
thing(2, c).
thing(3, d).
thing(4, x).
thing(5, y).
thing(6, z).

% change(Entry, Old, New, State0, State): Entry is Old in State0 and New in State; the others stay.
change(Entry, Old, New, State0, State) :- nth0(Entry, State0, Old, Others), nth0(Entry, State, New, Others).

picture(State, Text) :-
    findall(Line, ( member(Place, [x, y, z]), line(Place, State, Line) ), Lines),
    atomic_list_concat(Lines, '\n', Atom), atom_string(Atom, Text).

line(Place, State, Line) :-
    tower(Place, State, Tower),
    atomic_list_concat([Place, '|'|Tower], ' ', Line).

% tower(Thing, State, Tower): the blocks on Thing, the lowest first.
tower(Thing, State, Tower) :- thing(Entry, Thing), nth0(Entry, State, Above), above(Above, State, Tower).

above(o, _, []).
above(Block, State, [Block|Tower]) :- block(Block), tower(Block, State, Tower).
