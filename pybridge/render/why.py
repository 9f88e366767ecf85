"""Show why lower-bound pruning keeps or cuts a state, computed tile by tile."""

from itertools import accumulate
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.facts.wording import several
from pybridge.heuristics.manhattan import Explanation
from pybridge.render.console import Pen
from pybridge.render.domains import StatePicture
from pybridge.render.layout import Folded
from pybridge.render.table import Column, TextTable
from pybridge.render.tiles import piece

KEPT = "kept", ": f = {f} {at_most} {threshold}, the threshold. The search continues below this state."
CUT = "cut", ": f = {f} > {threshold}, the threshold. No solution of {moves} or fewer leads through this state."
"""The verdict on a state, and why."""
G, H, F = "moves made so far", "lower bound on the moves left", "lower bound on any solution through this state"
"""What the quantities of a state mean."""


class Why:
    """The board, each tile's distance and the running sum, g + h, and the verdict."""

    def __init__(self, facts: Any, explanation: Explanation) -> None:
        self.facts, self.explanation = facts, explanation

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        parts: list[RenderableType] = [StatePicture(self.facts, self.explanation.state), self._distances(pen)]
        for part in parts:
            yield part
            yield Text("")
        yield Folded(*self._sums())
        yield Text("")
        yield Folded(self._verdict(pen))

    def _distances(self, pen: Pen) -> TextTable:
        tiles = self.explanation.tiles
        sums = accumulate(tile.distance for tile in tiles)
        rows = [
            (piece(self.facts, tile.tile, pen), str(tile.cell), self._place(tile.cell), str(tile.distance), str(so_far))
            for tile, so_far in zip(tiles, sums, strict=True)
        ]
        columns = [
            Column("tile", number=True),
            Column("cell", number=True),
            Column("row, column"),
            Column("distance", number=True),
            Column("sum so far", number=True),
        ]
        return TextTable(columns, rows)

    def _place(self, cell: int) -> str:
        return "{}, {}".format(*self.facts.cells[cell])

    def _sums(self) -> list[Text]:
        it = self.explanation
        threshold = [_line("threshold", "", it.threshold, it.which)] if it.which else []
        return [
            _line("g", "", it.g, G),
            _line("h", " + ".join(str(tile.distance) for tile in it.tiles), it.h, H),
            _line("f", f"{it.g} + {it.h}", it.f, F),
            *threshold,
        ]

    def _verdict(self, pen: Pen) -> Text:
        it = self.explanation
        (verdict, why), style = (KEPT, "good") if it.kept else (CUT, "stopped")
        moves = several(it.threshold, "move")
        return Text.assemble(
            (verdict, style), why.format(f=it.f, at_most=pen.signs.at_most, threshold=it.threshold, moves=moves)
        )


def _line(name: str, sum_: str, value: int, meaning: str) -> Text:
    """One quantity: its name, the sum that makes it, its value, and what it means."""
    made = f"{sum_} = " if sum_ else ""
    return Text.assemble((f"{name} = ", "label"), made, (str(value), "headline"), (f"   {meaning}", "quiet"))
