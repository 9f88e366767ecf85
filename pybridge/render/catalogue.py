"""Draw the list of puzzles, and one puzzle in full."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import several
from pybridge.render.console import Pen
from pybridge.render.domains import appearance, captioned, picture, undrawn
from pybridge.render.layout import Folded, Picture, beside, padded, shelves
from pybridge.render.table import Column, TextTable

_COLUMNS = (Column("size"), Column("starts", number=True), Column("lengths"), Column("title", wraps=True))
"""The columns after the name of a puzzle, which its domain heads."""

_LISTED = 5
"""The most lengths that are listed one by one."""
_DRAWN = 12
"""The most starts that are drawn; if there are more, their names and lengths are listed."""
_GAP = 3
"""Spaces between starts in a list."""


class PuzzleTable:
    """Puzzles by domain, each with its size, number of starts, known shortest lengths, and title."""

    def __init__(self, puzzles: Sequence[PuzzleFacts]) -> None:
        self.puzzles = puzzles

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        domains = list(dict.fromkeys(facts.domain for facts in self.puzzles))
        rows = [_row(facts, pen) for facts in self.puzzles]
        widths = [max(map(cell_len, column)) for column in list(zip(*rows, strict=True))[:-1]]
        widths[0] = max(widths[0], *map(cell_len, domains))
        for number, domain in enumerate(domains):
            if number:
                yield Text("")
            of_domain = [row for facts, row in zip(self.puzzles, rows, strict=True) if facts.domain == domain]
            columns = (Column(domain), *_COLUMNS)
            aligned = TextTable(columns, [[*map(set_cell_size, row, widths), row[-1]] for row in of_domain])
            if aligned.fit(options.max_width) is None:
                yield Text(f"{domain}:", "label")
                aligned = TextTable(columns, of_domain)
            yield aligned


class PuzzleDetail:
    """A puzzle's title and sources, its goals, and every start with its known shortest length; few starts are drawn."""

    def __init__(self, facts: PuzzleFacts) -> None:
        self.facts = facts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        facts, pen = self.facts, Pen(console)
        summary = f" {pen.signs.dot} ".join((facts.name, facts.domain, appearance(facts).size(facts, pen)))
        sources = [Text.assemble(("source ", "label"), source) for source in facts.sources]
        yield Folded(Text(facts.title, "headline"), Text(summary, "quiet"), *sources)
        yield Text("")
        names = [f"goal {n}" for n in range(1, len(facts.goals) + 1)] if len(facts.goals) > 1 else ["goal"]
        if facts.goals:
            goals = [_shown(facts, name, goal, pen) for name, goal in zip(names, facts.goals, strict=True)]
            yield from shelves(goals, options.max_width)
            yield undrawn(facts, pen)
            yield Text("")
        if len(facts.starts) > _DRAWN:
            yield Folded(Text(f"{several(len(facts.starts), 'start')} and their lengths:"))
            yield from _listed(facts, options.max_width)
            return
        starts = [_shown(facts, name, state, pen, facts.optimal.get(name)) for name, state in facts.starts]
        yield from shelves(starts, options.max_width)


def _shown(facts: PuzzleFacts, name: str, state: State, pen: Pen, length: int | None = None) -> Picture:
    """A state above its name and its known length."""
    note = [] if length is None else [Text(several(length, "move"), "label")]
    return captioned(picture(facts, state, None, pen), Text(name), *note)


def _listed(facts: PuzzleFacts, width: int) -> Iterator[Text]:
    """The names of all starts, each with its known length, in columns."""
    names = [Text(name) for name, _ in facts.starts]
    lengths = [Text(str(facts.optimal.get(name, "")), "label") for name, _ in facts.starts]
    most = max(name.cell_len for name in names), max(length.cell_len for length in lengths)
    entries = [
        Picture((Text.assemble(padded(name, most[0]), " ", padded(length, most[1], right=True)),))
        for name, length in zip(names, lengths, strict=True)
    ]
    column = entries[0].width
    fit = max(1, (width + _GAP) // (column + _GAP))
    for first in range(0, len(entries), fit):
        yield from beside(entries[first : first + fit], column, _GAP)


def _row(facts: PuzzleFacts, pen: Pen) -> list[str]:
    known = [facts.optimal[name] for name, _ in facts.starts if name in facts.optimal]
    lengths = " ".join(map(str, known)) if len(known) <= _LISTED else f"{min(known)} to {max(known)}"
    return [facts.name, appearance(facts).size(facts, pen), str(len(facts.starts)), lengths, facts.title]
