"""A puzzle of rules to begin with: short, commented, and solved as it stands."""

from pybridge.facts.terms import Atom, write_term

_TEXT = """\
% {title}
%
% Three things make a puzzle: where it starts, what a goal is, and which moves there are.
% Change this one step by step, and look at each step:
%
%     pybridge check {file}
%     pybridge solve {file}

puzzle({name}, rules, {quoted}).

% A state is any term without variables. Here it is the list of what lies on five cells:
% pegs (p) and holes (o).
start(first, [p, p, o, p, o]).

% A goal is a state, or a rule that says which states are goals: here, one peg is left.
goal(State) :- select(p, State, Rest), \\+ memberchk(p, Rest).

% move(State0, Move, State): Move leads from State0 to State. A move is any term; let it say
% what moves. Here a peg jumps over another one into a hole, and takes away what it jumped over.
move(State0, right, State) :-
    append(Left, [p, p, o | Right], State0),
    append(Left, [o, o, p | Right], State).
move(State0, left, State) :-
    append(Left, [o, p, p | Right], State0),
    append(Left, [p, o, o | Right], State).

% How a cell is drawn: cell(Cell, Row, Column), and a text for each value.
cell(Cell, 0, Cell) :- between(0, 4, Cell).
glyph(p, "●").
glyph(o, "○").

% More that a file may have: optimal(Start, Length), source(Text), color(Value, Color),
% picture(State, Text), bound(State, Moves), continues(Move1, Move2). See docs/rules.md.
"""


def skeleton(name: str, title: str, file: str) -> str:
    """The text of a file with a small puzzle, of that name and title, which the file's comments call `file`."""
    return _TEXT.format(name=write_term(Atom(name)), quoted=write_term(title), title=title, file=file)
