"""Show why lower-bound pruning keeps or cuts a state, computed piece by piece."""

from itertools import accumulate

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several
from pybridge.heuristics.explanation import Explanation
from pybridge.render.console import Pen
from pybridge.render.domains import StatePicture, appearance
from pybridge.render.layout import Folded, spaced
from pybridge.render.table import Column, TextTable

KEPT = "kept", ": f = {f} {at_most} {threshold}, the threshold. The bound does not cut this state."
CUT = "cut", ": f = {f} > {threshold}, the threshold. No solution of {moves} or fewer continues from here."
"""The verdict on a state, and why."""
FRESH = "kept", ": the first path to this state, or the shortest so far. The search keeps the state in memory."
SEEN = "cut", ": another path, at least as short, led the search to this state."
"""The same of a search that knows states again."""
G, H, F = "moves made so far", "lower bound on the moves left", "lower bound on any solution that continues from here"
"""What the quantities of a state mean."""
GUESS = "what the heuristic expects, perhaps more than the moves left"
"""What h is where it is no lower bound."""


class Why:
    """The state, each piece's distance and the running sum, g + h, and the verdict."""

    def __init__(self, facts: PuzzleFacts, explanation: Explanation) -> None:
        self.facts, self.explanation = facts, explanation

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        parts: list[RenderableType] = [StatePicture(self.facts, self.explanation.state)]
        if self.explanation.words:
            parts.append(self._distances(pen, *self.explanation.words))
        yield from spaced([*parts, Folded(*self._sums()), Folded(self._verdict(pen))])

    def _distances(self, pen: Pen, piece: str, place: str) -> TextTable:
        look, shares = appearance(self.facts), self.explanation.shares
        columns = [Column(piece, number=True), Column(place, number=True), Column("distance", number=True)]
        columns.append(Column("sum so far", number=True))
        sums = accumulate(share.distance for share in shares)
        rows = [
            [look.piece(self.facts, share.piece, pen), str(share.place), str(share.distance), str(so_far)]
            for share, so_far in zip(shares, sums, strict=True)
        ]
        if look.place:
            heading, where = look.place
            columns.insert(2, Column(heading))
            for row, share in zip(rows, shares, strict=True):
                row.insert(2, where(self.facts, share.place))
        return TextTable(columns, rows)

    def _sums(self) -> list[Text]:
        it = self.explanation
        threshold = [_line("threshold", "", it.threshold, it.which)] if it.which else []
        return [
            _line("g", "", it.g, G),
            _line("h", " + ".join(str(share.distance) for share in it.shares) if it.words else "", it.h, H),
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
