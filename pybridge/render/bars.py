"""Bars: one across, a line of them, and a histogram."""

from collections.abc import Sequence
from itertools import pairwise

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.render.console import Pen

_EIGHTHS = 8
_TICK = 10
"""Distance between two numbers below the axis."""
_AXIS = "distance"
_WIDEST = 3
"""Columns of one bar, at most."""


def bar(number: int, most: int, width: int, pen: Pen) -> Text:
    """A horizontal bar in proportion to the largest number; visible for any number above 0."""
    eighths = _eighths(number, most, width)
    whole, rest = divmod(eighths, _EIGHTHS)
    signs = pen.signs.across
    return Text(signs[-1] * whole + (signs[rest] if rest else ""), "bar")


def line(numbers: Sequence[int], pen: Pen) -> Text:
    """Bars one column wide, in one line."""
    most = max(numbers, default=0)
    return Text("".join(pen.signs.upward[_eighths(number, most, 1)] for number in numbers), "bar")


def _eighths(number: int, most: int, size: int) -> int:
    """The length of a number's bar in eighths of a column or row, where `most` fills the `size`."""
    return max(number > 0, round(_EIGHTHS * size * number / most)) if most else 0


class Histogram:
    """Vertical bars above an axis, one for each distance from 0; `marked` are distances with names below them.

    If there is no room for all distances, several share a bar, whose height is that of the largest count.
    """

    def __init__(self, numbers: Sequence[int], marked: Sequence[tuple[int, str]] = (), height: int = 10) -> None:
        self.numbers, self.marked, self.height = numbers, marked, height

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen, most = Pen(console), max(self.numbers)
        margin = max(len(f"{most:,}"), len(_AXIS)) + 1
        room = max(1, options.max_width - margin)
        shared = -(-len(self.numbers) // room)
        groups = [self.numbers[first : first + shared] for first in range(0, len(self.numbers), shared)]
        width = min(_WIDEST, max(1, room // len(groups)))
        heights = [_eighths(max(group), most, self.height) for group in groups]
        for row in reversed(range(self.height)):
            label = f"{most:,} " if row == self.height - 1 else ""
            bars = "".join(pen.signs.upward[min(max(0, each - _EIGHTHS * row), _EIGHTHS)] * width for each in heights)
            yield Text.assemble((label.rjust(margin), "label"), (bars.rstrip(), "bar"))
        yield Text(" " * margin + pen.signs.rule * width * len(groups), "label")
        below = _Below(shared, width, room)
        yield Text(f"{_AXIS} ".rjust(margin) + below.ticks(len(self.numbers)), "label")
        if self.marked:
            yield Text(" " * margin + below.marks(self.marked, pen), "here")


class _Below:
    """The lines below the bars; a bar covers `shared` distances and is `width` columns wide."""

    def __init__(self, shared: int, width: int, room: int) -> None:
        self.shared, self.width, self.room = shared, width, room

    def ticks(self, distances: int) -> str:
        """Every tenth distance, except those that would touch the one before."""
        told = ""
        for distance in range(0, distances, _TICK):
            column = distance // self.shared * self.width
            if len(told) + bool(told) <= column <= self.room - len(str(distance)):
                told = told.ljust(column) + str(distance)
        return told

    def marks(self, marked: Sequence[tuple[int, str]], pen: Pen) -> str:
        """A marker for each marked bar, with the names beside it if there is room."""
        names: dict[int, list[str]] = {}
        for distance, name in sorted(marked):
            names.setdefault(distance // self.shared * self.width + self.width // 2, []).append(pen.text(name))
        line, used = "", 0
        for column, following in pairwise([*names, self.room]):
            name = ", ".join(names[column])
            behind = following - column - cell_len(pen.signs.here) > cell_len(name) + 1
            before = not behind and column - used > cell_len(name) + 1
            line += " " * (column - used - (cell_len(name) + 1) * before)
            line += f"{name} {pen.signs.here}" if before else pen.signs.here + f" {name}" * behind
            used = column + cell_len(pen.signs.here) + (cell_len(name) + 1) * behind
        return line
