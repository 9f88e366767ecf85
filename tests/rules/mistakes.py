"""Mistakes that learners of Prolog make in a puzzle of rules, each with what `check` says about it and where.

They are in the folder `mistakes`, a file for each kind. A mistake begins with `== puzzle FIRST-LAST: what it is`; the
lines that follow stand in place of those from FIRST to LAST, or before FIRST if LAST is less, and
`-- line:column: message` is all that `check` says. A message that ends with ` ...` continues.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FARMER = """\
puzzle(farmer, rules, "The farmer, the wolf, the goat and the cabbage").
source("Alcuin of York, about 800").

start(west, banks(west, west, west, west)).
optimal(west, 7).
goal(banks(east, east, east, east)).

move(banks(F0, W, G, C), row_alone, banks(F, W, G, C)) :-
    across(F0, F),
    safe(F, W, G, C).
move(banks(F0, F0, G, C), take_wolf, banks(F, F, G, C)) :-
    across(F0, F),
    safe(F, F, G, C).
move(banks(F0, W, F0, C), take_goat, banks(F, W, F, C)) :-
    across(F0, F),
    safe(F, W, F, C).
move(banks(F0, W, G, F0), take_cabbage, banks(F, W, G, F)) :-
    across(F0, F),
    safe(F, W, G, F).

across(west, east).
across(east, west).

safe(Bank, _, Bank, _).
safe(Bank, Bank, Goat, Bank) :-
    across(Goat, Bank).

picture(banks(F, W, G, C), Text) :-
    format(string(Text), "farmer ~w wolf ~w goat ~w cabbage ~w", [F, W, G, C]).
"""

JUGS = """\
puzzle(jugs, rules, "Two jugs, of 5 and 3 liters").

start(empty, jugs(0, 0)).
optimal(empty, 6).
goal(jugs(4, _)).

move(jugs(_, B), fill(5), jugs(5, B)).
move(jugs(A, _), fill(3), jugs(A, 3)).
move(jugs(_, B), empty(5), jugs(0, B)).
move(jugs(A, _), empty(3), jugs(A, 0)).
move(jugs(A0, B0), pour(5, 3), jugs(A, B)) :- pour(A0, B0, 3, A, B).
move(jugs(A0, B0), pour(3, 5), jugs(A, B)) :- pour(B0, A0, 5, B, A).

% Pour until From is empty or To is full.
pour(From0, To0, Size, From, To) :-
    Poured is min(From0, Size - To0),
    Poured > 0,
    From is From0 - Poured,
    To is To0 + Poured.

% In each move one jug is filled or emptied.
bound(jugs(A, _), H) :- ( A =:= 4 -> H = 0 ; H = 1 ).
"""

FROGS = """\
puzzle(frogs, rules, "Frogs and toads, 2 and 2").
source("Edouard Lucas, 1883").

start(apart, [f, f, o, t, t]).
optimal(apart, 8).
goal([t, t, o, f, f]).

move(Line0, slide(frog), Line) :- append(Left, [f, o|Right], Line0), append(Left, [o, f|Right], Line).
move(Line0, jump(frog), Line) :- append(Left, [f, t, o|Right], Line0), append(Left, [o, t, f|Right], Line).
move(Line0, slide(toad), Line) :- append(Left, [o, t|Right], Line0), append(Left, [t, o|Right], Line).
move(Line0, jump(toad), Line) :- append(Left, [o, f, t|Right], Line0), append(Left, [t, f, o|Right], Line).

cell(Cell, 0, Cell) :- between(0, 4, Cell).
glyph(o, ".").
glyph(f, ">").
glyph(t, "<").
color(f, green).
color(t, brown).
"""


LAMP = """\
puzzle(lamp, rules, "A lamp in a dark house").

start(bed, [room, dark]).
optimal(bed, 3).
goal([light]).

action(leave, [room], [hall], [room]).
action(walk, [hall], [door], [hall]).
action(switch, [dark, door], [light], [dark]).
"""


class Mistake(NamedTuple):
    """A text in which `check` finds what `said` has, and nothing else."""

    name: str
    text: str
    said: list[str]


TEXTS = {"farmer": FARMER, "jugs": JUGS, "frogs": FROGS, "lamp": LAMP}
FOLDER = Path(__file__).parent / "mistakes"
_HEAD = re.compile(r"== (\w+) (\d+)(?:-(\d+))?: (.+)")


def mistakes() -> Iterator[Mistake]:
    """All of them, in the order of the files."""
    for path in sorted(FOLDER.glob("*.txt")):
        for block in re.split(r"\n(?=== )", path.read_text(encoding="utf-8")):
            yield _mistake(path.stem, block.rstrip("\n").split("\n"))


def _mistake(kind: str, block: list[str]) -> Mistake:
    head = _HEAD.fullmatch(block[0])
    assert head, block[0]
    puzzle, first, last, name = head.groups()
    new = [line for line in block[1:] if not line.startswith("-- ")]
    lines = TEXTS[puzzle].splitlines()
    lines[int(first) - 1 : int(last or first)] = new
    said = [line.removeprefix("-- ") for line in block[1:] if line.startswith("-- ")]
    return Mistake(f"{kind}: {name}", "\n".join(lines) + "\n", said)
