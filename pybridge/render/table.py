"""Tables that lose nothing where a console is narrow: first columns that can be derived go, then rows are stacked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.render.layout import padded
from pybridge.render.pen import Pen

GAP = 3
NARROWEST = 20

Cell = str | Text
Row = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, numbers at the right, whether it must be shown, and whether its text may be wrapped."""

    title: str
    number: bool = False
    must: bool = True
    wraps: bool = False


class Table:
    """Rows under titles, with totals below. Columns without a value are left out.

    The first `heads` columns name the row, and are blank where they repeat those of the row above.
    """

    def __init__(self, columns: Sequence[Column], rows: Sequence[Row], *, totals: Row | None = None, heads: int = 1):
        lines = [*rows, *([totals] if totals else [])]
        used = [i for i in range(len(columns)) if any(str(line[i]) for line in rows)]
        self.columns = [columns[i] for i in used]
        self.lines = [[_text(line[i]) for i in used] for line in lines]
        self.has_totals = totals is not None
        self.heads = sum(i < heads for i in used)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shown = self._fitting(options.max_width)
        if shown:
            yield from self._wide(console, shown, options.max_width)
        else:
            yield from self._stacked(console, options.max_width)

    def fits(self, width: int) -> bool:
        """Whether the table needs no stacking."""
        return bool(self._fitting(width))

    def _fitting(self, width: int) -> list[int]:
        """The columns to show in so many terminal columns; none if they do not fit."""
        shown = list(range(len(self.columns)))
        while self._least(shown) > width:
            spare = [i for i in shown if not self.columns[i].must]
            if not spare:
                return []
            shown.remove(spare[-1])
        return shown

    def _least(self, shown: Sequence[int]) -> int:
        widths = [min(self._natural(i), NARROWEST) if self.columns[i].wraps else self._natural(i) for i in shown]
        return sum(widths) + GAP * (len(shown) - 1)

    def _natural(self, i: int) -> int:
        return max(len(self.columns[i].title), *(line[i].cell_len for line in self.lines), 0)

    def _widths(self, shown: Sequence[int], width: int) -> list[int]:
        """Natural widths, but for the last column that wraps, which gets what is left."""
        widths = [self._natural(i) for i in shown]
        for place in (place for place, i in enumerate(shown) if self.columns[i].wraps):
            excess = sum(widths) + GAP * (len(shown) - 1) - width
            widths[place] -= max(0, min(excess, widths[place] - NARROWEST))
        return widths

    def _wide(self, console: Console, shown: Sequence[int], width: int) -> Iterator[Text]:
        widths = self._widths(shown, width)
        rule = Text(Pen(console).signs.rule * (sum(widths) + GAP * (len(shown) - 1)), "rule")
        titles = [Text(self.columns[i].title, "label") for i in shown]
        yield from self._line(console, shown, widths, titles)
        yield rule
        above: list[str] = []
        for number, line in enumerate(self.lines):
            if self.has_totals and number == len(self.lines) - 1:
                yield rule
            heads = [text.plain for text in line[: self.heads]]
            cells = [Text("") if i < self.heads and above[: i + 1] == heads[: i + 1] else line[i] for i in shown]
            yield from self._line(console, shown, widths, cells)
            above = heads

    def _line(
        self, console: Console, shown: Sequence[int], widths: Sequence[int], cells: Sequence[Text]
    ) -> Iterator[Text]:
        """One row, in as many lines as its longest cell needs."""
        wrapped = [cell.wrap(console, width) or [Text("")] for cell, width in zip(cells, widths, strict=True)]
        for level in range(max(map(len, wrapped))):
            parts = []
            for i, width, lines in zip(shown, widths, wrapped, strict=True):
                line = lines[level] if level < len(lines) else Text("")
                parts.append(padded(line, width, right=self.columns[i].number))
            row = Text(" " * GAP).join(parts)
            row.rstrip()
            yield row

    def _stacked(self, console: Console, width: int) -> Iterator[Text]:
        """Each row as its name and, below it, titles with values, as many to a line as fit."""
        above: list[str] = []
        for number, line in enumerate(self.lines):
            heads = [text.plain for text in line[: max(1, self.heads)]]
            if number and heads != above:
                yield Text("")
            if heads != above:
                yield from self._name(line).wrap(console, width)
            yield from _packed(console, list(self._pairs(line)), width)
            above = heads

    def _name(self, line: Sequence[Text]) -> Text:
        title = self.columns[0].title
        name = Text(" ").join(line[: max(1, self.heads)])
        return (
            Text.assemble((f"{title} ", "label"), name) if self.columns[0].number and name.plain.isdecimal() else name
        )

    def _pairs(self, line: Sequence[Text]) -> Iterator[Text]:
        for column, cell in zip(self.columns[max(1, self.heads) :], line[max(1, self.heads) :], strict=True):
            if cell.plain:
                yield Text.assemble((f"{column.title} " if column.title else "", "label"), cell)


def _text(cell: Cell) -> Text:
    return cell if isinstance(cell, Text) else Text(cell)


def _packed(console: Console, pairs: Sequence[Text], width: int) -> Iterator[Text]:
    """Texts on indented lines, as many to a line as fit."""
    lines: list[Text] = []
    for pair in pairs:
        if lines and lines[-1].cell_len + GAP + pair.cell_len + 2 <= width:
            lines[-1] = Text(" " * GAP).join([lines[-1], pair])
        else:
            lines.append(pair)
    for line in lines:
        yield from (Text("  ") + part for part in line.wrap(console, max(1, width - 2)))
