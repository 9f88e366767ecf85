"""A state of rules as lines of text: by picture/2, by cell/3 with glyph/2, or as the term that it is."""

from collections.abc import Iterable, Iterator

from pybridge.facts.terms import printable
from pybridge.facts.wording import display_width, pad_right
from pybridge.rules.compiled import Compiled, Values
from pybridge.rules.facts import RulesFacts
from pybridge.rules.pieces import board_of, values_on


def lines(facts: RulesFacts, state: Values) -> Iterator[str]:
    """A state as lines without trailing spaces."""
    if facts.drawn and (picture := _picture(facts, state)):
        yield from _shown(picture)
    elif facts.task and board_of(facts):
        yield from _board(facts, facts.task, state)
    else:
        yield facts.form.text(state)


_MOST_LINES, _MOST_COLUMNS = 200, 500
"""Of a picture; what else picture/2 draws is left out."""


def _shown(picture: str) -> Iterator[str]:
    """The lines of a picture, without what commands a terminal."""
    for line in picture.split("\n", _MOST_LINES)[:_MOST_LINES]:
        part = line[:_MOST_COLUMNS].expandtabs()
        yield "".join(each if printable(each) else "�" for each in part).rstrip()


def _picture(facts: RulesFacts, state: Values) -> str:
    """What picture/2 draws; asked of Prolog once."""
    prepare_pictures(facts, [state])
    return facts.pictures[state]


def prepare_pictures(facts: RulesFacts, states: Iterable[Values]) -> None:
    """Ask Prolog for the pictures of many states at once."""
    new = [state for state in dict.fromkeys(states) if state not in facts.pictures]
    drawn = facts.session.pictures([facts.form.text(state) for state in new]) if new else []
    facts.pictures.update(zip(new, map(str, drawn), strict=True))


def _board(facts: RulesFacts, task: Compiled, state: Values) -> Iterator[str]:
    board = board_of(facts)
    shown = {cell: facts.glyphs.get(value, value) for cell, value in values_on(facts, state).items()}
    width = max(map(display_width, shown.values()), default=1)
    at = {place: shown[cell] for cell, place in facts.cells.items()}
    for row in range(1 + max(row for row, _ in at)):
        columns = [column for each, column in at if each == row]
        texts = (pad_right(at.get((row, column), ""), width) for column in range(1 + max(columns, default=-1)))
        yield (" " * (width > 1)).join(texts).rstrip()
    if rest := [task.domains[n][value] for n, value in enumerate(state) if n not in board.values()]:
        yield " ".join(rest)
