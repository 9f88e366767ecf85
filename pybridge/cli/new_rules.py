"""A puzzle of rules to begin with, for `new`."""

from pathlib import Path

from pybridge.cli import dialogue
from pybridge.cli.board_options import BoardOptions, name_of, require_one_line
from pybridge.cli.files import print_file, require_writable, write_new
from pybridge.cli.hints import argument
from pybridge.errors import ArgumentError
from pybridge.facts.terms import Atom, write_term

NO_BOARD = (
    "--rules makes a puzzle without a board, whose start is an example: leave out size, drawing, --start and --seed"
)

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


def write(options: BoardOptions, out: Path | None, *, force: bool) -> None:
    """Print it, or write it to a file. Raises ArgumentError for options of a board, and OutputError."""
    if out is None:
        print_file(text(options, None))
    else:
        require_writable(out, force=force)
        write_new(out, text(options, out), force=force)


def text(options: BoardOptions, out: Path | None) -> str:
    """The file with a small puzzle, which is named after its path unless the options name it.

    Raises ArgumentError for options of a board, and for a path that the comments of the file cannot have.
    """
    if options != BoardOptions(name=options.name, title=options.title):
        raise ArgumentError(NO_BOARD)
    if out:
        require_one_line("path", str(out))
    name = options.name or (name_of(out) if out else None) or dialogue.RULES
    title = options.title or dialogue.RULES_TITLE
    file = argument(out or Path(f"{name}.pl"))
    return _TEXT.format(name=write_term(Atom(name)), quoted=write_term(title), title=title, file=file)
