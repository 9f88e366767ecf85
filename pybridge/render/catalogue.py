"""The puzzles there are, and one of them in full."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.render.layout import Picture, shelves
from pybridge.render.pen import Pen
from pybridge.render.strip import captioned, picture
from pybridge.render.table import Column, Table
from pybridge.render.words import several

_COLUMNS = (
    Column("puzzle"),
    Column("domain"),
    Column("size"),
    Column("starts", number=True),
    Column("known lengths"),
    Column("title", wraps=True),
)


class PuzzleTable:
    """Puzzles with their domain, size, number of starts, known shortest lengths, and title."""

    def __init__(self, puzzles: Sequence[PuzzleFacts]) -> None:
        self.puzzles = puzzles

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        yield Table(_COLUMNS, [_row(facts, pen) for facts in self.puzzles])


class PuzzleDetail:
    """A puzzle's title and sources, its goals, and every start with its known shortest length."""

    def __init__(self, facts: PuzzleFacts) -> None:
        self.facts = facts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        facts, pen = self.facts, Pen(console)
        yield Text(facts.title, "headline")
        yield Text(f" {pen.signs.dot} ".join((facts.name, facts.domain, size(facts, pen))), "quiet")
        yield from (Text.assemble(("source ", "label"), source) for source in facts.sources)
        several_goals = len(facts.goals) > 1
        goals = [
            self._shown(f"goal {n}" if several_goals else "goal", goal, pen) for n, goal in enumerate(facts.goals, 1)
        ]
        yield Text("")
        yield from shelves(goals, options.max_width)
        yield Text("")
        yield from shelves([self._shown(name, state, pen) for name, state in facts.starts], options.max_width)

    def _shown(self, name: str, state: State, pen: Pen) -> Picture:
        """A state above its name and, for a start, its known length."""
        length = self.facts.optimal.get(name) if state not in self.facts.goals else None
        captions = [Text(name)] + ([Text(several(length, "move"), "label")] if length is not None else [])
        return captioned(picture(self.facts, state, None, pen), *captions)


def size(facts: PuzzleFacts, pen: Pen) -> str:
    """How large a puzzle is: rows and columns of a full rectangle, the number of cells of another board, blocks."""
    if isinstance(facts, BlocksFacts):
        return f"{several(len(facts.blocks), 'block')}, {several(len(facts.places), 'place')}"
    if isinstance(facts, SlidingFacts):
        rows, columns = (max(numbers) - min(numbers) + 1 for numbers in zip(*facts.cells, strict=True))
        full = rows * columns == len(facts.cells)
        return f"{rows} {pen.signs.times} {columns}" if full else several(len(facts.cells), "cell")
    return ""


def _row(facts: PuzzleFacts, pen: Pen) -> list[str]:
    lengths = " ".join(str(facts.optimal[name]) for name, _ in facts.starts if name in facts.optimal)
    return [facts.name, facts.domain, size(facts, pen), str(len(facts.starts)), lengths, facts.title]
