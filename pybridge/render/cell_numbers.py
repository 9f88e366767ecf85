"""Which cell has which number, for reasons that speak of cells: no other drawing of a board shows it."""

from collections.abc import Iterable
from dataclasses import replace

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts, SlidingFacts
from pybridge.puzzles import Reason
from pybridge.render.strip import StatePicture


class CellNumbers:
    """The board with the number of each cell in its place."""

    def __init__(self, facts: SlidingFacts) -> None:
        self.facts = replace(facts, glyphs={0: "0"})

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("the numbers of the cells", "label")
        yield StatePicture(self.facts, tuple(range(len(self.facts.cells))))


def cell_numbers(facts: PuzzleFacts, reasons: Iterable[Reason | None]) -> list[CellNumbers]:
    """The numbers of the cells, if one of the reasons names any."""
    if isinstance(facts, SlidingFacts) and any(reason and reason.names_cells for reason in reasons):
        return [CellNumbers(facts)]
    return []
