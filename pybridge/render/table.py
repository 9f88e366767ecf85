"""Tables for narrow consoles: columns that can be derived are dropped first, then rows are stacked."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.render.console import Pen
from pybridge.render.layout import folded, padded

GAPS, LAST_GAP = (3, 2), 1
"""Spaces between columns: with enough room, with less, and as the last resort before stacking rows."""
WRAPPED = 18
"""The minimum width of a column that wraps."""

Cell = str | Text
Row = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, whether it is right-aligned, whether it must be shown, and whether its text may wrap."""

    title: str
    number: bool = False
    must: bool = True
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Fit:
    """The layout at one width: the indices of the columns, their widths, and the gap between them."""

    shown: list[int]
    widths: list[int]
    gap: int

    @property
    def width(self) -> int:
        """Columns of the whole table."""
        return sum(self.widths) + self.gap * (len(self.widths) - 1)


class TextTable:
    """Rows under titles, with totals below. Columns without values are left out.

    The first `heads` columns name the row, and are blank if they repeat those of the row above. With `told`, a line
    below names the columns for which there is no room, and says `told`: where they are.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Row],
        *,
        totals: Row | None = None,
        heads: int = 1,
        told: str = "",
    ) -> None:
        self.told = told
        used = [i for i in range(len(columns)) if any(str(row[i]) for row in rows)]
        self.columns = [columns[i] for i in used]
        self.rows = [[_text(row[i]) for i in used] for row in rows]
        self.totals = [_text(totals[i]) for i in used] if totals else None
        self.heads = max(1, sum(i < heads for i in used))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fit = self.fit(options.max_width)
        if fit is None:
            yield from self._stacked(console, options.max_width)
        else:
            yield from self._wide(console, fit)
            missing = [column.title for i, column in enumerate(self.columns) if i not in fit.shown]
            if missing and self.told:
                line = Text(f"not shown: {', '.join(missing)}; {self.told}", "quiet")
                yield from folded(line, options.max_width, console)

    def shows(self, title: str, width: int) -> bool:
        """Whether a column is shown at a width."""
        fit = self.fit(width)
        shown = range(len(self.columns)) if fit is None else fit.shown
        return any(self.columns[i].title == title for i in shown)

    def fit(self, width: int) -> Fit | None:
        """The layout for a width; None if rows must be stacked."""
        shown = list(range(len(self.columns)))
        while True:
            for gap in GAPS:
                fit = Fit(shown, self._widths(shown, width - gap * (len(shown) - 1)), gap)
                whole = fit.widths == self._natural(shown)
                if fit.width <= width and (whole or gap == GAPS[-1]):
                    return fit
            spare = [i for i in shown if not self.columns[i].must]
            if not spare:
                fit = Fit(shown, self._widths(shown, width - LAST_GAP * (len(shown) - 1)), LAST_GAP)
                return fit if fit.width <= width else None
            shown = [i for i in shown if i != spare[-1]]

    def _widths(self, shown: Sequence[int], room: int) -> list[int]:
        """Natural widths, with columns that wrap made narrower if necessary."""
        widths = self._natural(shown)
        for place in (place for place, i in enumerate(shown) if self.columns[i].wraps):
            excess = sum(widths) - room
            widths[place] -= max(0, min(excess, widths[place] - WRAPPED))
        return widths

    def _natural(self, shown: Sequence[int]) -> list[int]:
        return [max(cell.cell_len for cell in self._column(i)) for i in shown]

    def _column(self, i: int) -> Iterator[Text]:
        yield Text(self.columns[i].title)
        yield from (row[i] for row in [*self.rows, *([self.totals] if self.totals else [])])

    def _wide(self, console: Console, fit: Fit) -> Iterator[Text]:
        rule = Text(Pen(console).signs.rule * fit.width, "rule")
        yield from self._line(console, fit, [Text(column.title, "label") for column in self.columns])
        yield rule
        above: list[str] = []
        for row in self.rows:
            heads = self._head(row)
            cells = [
                Text("") if above[: i + 1] == heads[: i + 1] and i < self.heads else row[i] for i in range(len(row))
            ]
            yield from self._line(console, fit, cells)
            above = heads
        if self.totals:
            yield rule
            yield from self._line(console, fit, self.totals)

    def _line(self, console: Console, fit: Fit, cells: Sequence[Text]) -> Iterator[Text]:
        """One row, in as many lines as its longest cell needs."""
        blocks = [folded(cells[i], width, console) for i, width in zip(fit.shown, fit.widths, strict=True)]
        for level in range(max(map(len, blocks))):
            parts = []
            for i, width, lines in zip(fit.shown, fit.widths, blocks, strict=True):
                line = lines[level] if level < len(lines) else Text("")
                parts.append(padded(line, width, right=self.columns[i].number))
            joined = Text(" " * fit.gap).join(parts)
            joined.rstrip()
            yield joined

    def _stacked(self, console: Console, width: int) -> Iterator[Text]:
        """Each row as its name and, below it, titles with values, as many per line as fit."""
        above: list[str] = []
        rows = [*self.rows, *([self.totals] if self.totals else [])]
        shared = Counter(tuple(self._head(row)) for row in rows)
        for row in rows:
            heads = self._head(row)
            if heads != above:
                yield from [Text("")] if above else []
                yield from folded(self._name(row), width, console)
            yield from _packed(console, list(self._pairs(row)), width, hanging=2 * (shared[tuple(heads)] > 1))
            above = heads

    def _head(self, row: Sequence[Text]) -> list[str]:
        return [cell.plain for cell in row[: self.heads]]

    def _name(self, row: Sequence[Text]) -> Text:
        name = Text(" ").join(row[: self.heads])
        counted = self.columns[0].number and name.plain.isdecimal()
        return Text.assemble((f"{self.columns[0].title} ", "label"), name) if counted else name

    def _pairs(self, row: Sequence[Text]) -> Iterator[Text]:
        for column, cell in zip(self.columns[self.heads :], row[self.heads :], strict=True):
            if cell.plain:
                yield Text.assemble((f"{column.title} " if column.title else "", "label"), cell)


def _text(cell: Cell) -> Text:
    return cell if isinstance(cell, Text) else Text(cell)


def _packed(console: Console, pairs: Sequence[Text], width: int, hanging: int) -> Iterator[Text]:
    """Texts on indented lines, as many per line as fit; lines after the first are indented by `hanging` more."""
    lines: list[Text] = []
    for pair in pairs:
        indent = 2 + hanging * (len(lines) > 1)
        if lines and lines[-1].cell_len + GAPS[0] + pair.cell_len + indent <= width:
            lines[-1] = Text(" " * GAPS[0]).join([lines[-1], pair])
        else:
            lines.append(pair)
    for number, line in enumerate(lines):
        margin = Text(" " * (2 + hanging * (number > 0)))
        yield from (margin + part for part in folded(line, width - margin.cell_len, console))
