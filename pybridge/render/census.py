"""Draw a census: its levels as a table or a histogram, its starts, its farthest states, and the live view."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import count, duration, percent, several
from pybridge.outcome import Outcome
from pybridge.render.console import Pen, outcome_style, sentence
from pybridge.render.domains import captioned, cell_numbers, picture, undrawn
from pybridge.render.layout import Folded, padded, shelves
from pybridge.render.live import FRAME, draw_until
from pybridge.render.table import Column, Row, Table
from pybridge.search.census.census import Census, Place
from pybridge.search.census.run import CensusProgress, CensusRun

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


LONG = 40
"""With more levels than this, a histogram shows them, and the table only the last ones."""
TAIL = 6
_BAR = 24
_COLUMNS = (
    Column("distance", number=True),
    Column("states", number=True),
    Column("share %", number=True),
    Column("cumulated %", number=True, must=False),
    Column("exact", number=True, must=False),
    Column("", must=False),
)


class CensusReport:
    """Title, levels, summary, places of the starts, farthest states, and how it ended.

    `before` is the number of levels counted by an earlier run. `after` says what happened to a census that was stopped.
    """

    def __init__(self, facts: PuzzleFacts, census: Census, *, before: int = 0, after: str = "") -> None:
        self.facts, self.census, self.before, self.after = facts, census, before, after

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, part in enumerate(self._parts(Pen(console))):
            if number:
                yield Text("")
            yield part

    def _parts(self, pen: Pen) -> Iterator[RenderableType]:
        census, dot = self.census, f" {pen.signs.dot} "
        run = [census.puzzle, "census", census.method, f"{_seconds(census.seconds)} s"]
        run += [f"resumed after distance {self.before - 1}"] if self.before else []
        yield Folded(Text(self.facts.title, "headline"), Text(dot.join(run), "quiet"))
        if census.levels:
            if len(census.levels) > LONG:
                marked = [(place.distance, place.name) for place in census.places if place.distance is not None]
                yield Histogram([level.states for level in census.levels], marked)
            yield self._table(pen)
            yield Folded(*(Text(line) for line in _account(census)))
        if census.places:
            yield Places(census)
            yield from cell_numbers(self.facts, [place.reason for place in census.places])
        if census.farthest and census.outcome is Outcome.SOLVED:
            yield Farthest(self.facts, census)
        yield CensusEnd(census, self.after)

    def _table(self, pen: Pen) -> Table:
        """The levels, or the last ones."""
        census, rows, so_far = self.census, list[Row](), 0
        most, long = max(level.states for level in census.levels), len(census.levels) > LONG
        for level in census.levels:
            so_far += level.states
            rows.append(
                (
                    count(level.distance),
                    count(level.states),
                    percent(level.states, census.total),
                    percent(so_far, census.total),
                    count(level.exact),
                    "" if long else bar(level.states, most, _BAR, pen),
                )
            )
        return Table(_COLUMNS, rows[-TAIL:] if long else rows)


def _seconds(time: float) -> str:
    """Seconds: short times to the millisecond, long ones without a fraction."""
    return f"{time:.{3 if time < 1 else 2 if time < 100 else 0}f}"


def _account(census: Census) -> Iterator[str]:
    """Summary of the levels counted."""
    counted = census.outcome is Outcome.SOLVED
    last = census.levels[-1].states
    yield f"{several(census.states, 'state')}{'' if counted else f' of {census.total:,} counted'}"
    if counted:
        yield f"largest distance {census.depth}, of {several(last, 'state')}; mean {census.mean:.3f}"
    exact = [level.exact for level in census.levels]
    if None not in exact:
        told = sum(filter(None, exact))
        yield f"the lower bound is exact for {several(told, 'state')}, {percent(told, census.states)} % of them"


class Places:
    """The distance of each start and its rank among all states, one start per line."""

    def __init__(self, census: Census) -> None:
        self.census = census

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        names = [pen.text(place.name) for place in self.census.places]
        width = max(map(cell_len, names))
        for name, place in zip(names, self.census.places, strict=True):
            told = Text.assemble(padded(Text(f"{name}:", "label"), width + 1), " ", self._where(place, pen))
            yield Folded(told)

    def _where(self, place: Place, pen: Pen) -> str:
        census = self.census
        if place.reason is not None:
            return f"cannot reach a goal: {sentence(place.reason, pen)}"
        if place.distance is None:
            return f"more than {several(census.depth, 'move')}" if census.levels else "not reached yet"
        if place.distance == 0:
            return "a goal"
        nearer = sum(level.states for level in census.levels[: place.distance])
        told = f"{several(place.distance, 'move')}, farther than {percent(nearer, census.total)} % of all states"
        if census.outcome is Outcome.SOLVED and place.distance == census.depth:
            told += "; none is farther" if census.levels[-1].states > 1 else "; the farthest there is"
        return told


class Farthest:
    """The farthest states side by side, numbered in ascending order, with the name of a start below it."""

    def __init__(self, facts: PuzzleFacts, census: Census) -> None:
        self.facts, self.census = facts, census

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen, census = Pen(console), self.census
        names = {place.state: place.name for place in reversed(census.places)}
        yield Folded(Text(self._heading(), "label"))
        yield Text("")
        pictures = []
        for number, state in enumerate(census.farthest, 1):
            told = [str(number)] if census.levels[-1].states > 1 else []
            told += [pen.text(names[state])] if state in names else []
            drawn = picture(self.facts, state, None, pen)
            pictures.append(captioned(drawn, Text(", ".join(told), "label")) if told else drawn)
        yield from shelves(pictures, options.max_width)
        yield undrawn(self.facts, pen)

    def _heading(self) -> str:
        there, drawn = self.census.levels[-1].states, len(self.census.farthest)
        moves = several(self.census.depth, "move")
        if there == 1:
            return f"the farthest state, {moves} away"
        if drawn == there:
            return f"{there:,} farthest states, {moves} away, in ascending order"
        return f"{there:,} farthest states, {moves} away; the first {drawn} in ascending order (--all draws all)"


class CensusEnd:
    """How a census ended, and what it proves."""

    def __init__(self, census: Census, after: str = "") -> None:
        self.census, self.after = census, after

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        signs, outcome = Pen(console).signs, self.census.outcome
        sign = signs.tick if outcome is Outcome.SOLVED else signs.dot
        after = f"; {self.after}" if self.after else ""
        yield Folded(Text.assemble((f"{sign} {self._end()}", outcome_style(outcome)), self._proved(), after))

    def _end(self) -> str:
        census = self.census
        return "every state is counted" if census.outcome is Outcome.SOLVED else str(census.outcome.value)

    def _proved(self) -> str:
        census = self.census
        if census.outcome is Outcome.SOLVED:
            return f", as many as the shape of the puzzle allows: {census.total:,}"
        if not census.levels:
            return "; nothing is counted yet"
        left = census.total - census.states
        farther = f"{several(left, 'state')} {'are' if left != 1 else 'is'} farther than {census.depth} moves"
        return f" after distance {census.depth}; {farther}, so the largest distance is at least {census.depth + 1}"


class CensusMoment:
    """The state of a running census: its levels as bars in one line, and the share of the `total` states counted."""

    def __init__(self, progress: CensusProgress, total: int) -> None:
        self.progress, self.total = progress, total

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        levels = self.progress.levels
        if levels:
            yield line([level.states for level in levels], pen)[-options.max_width :]
        lines = [Text(f" {pen.signs.dot} ".join([*self._done(), "Ctrl-C stops"]), "quiet")]
        if self.progress.damaged:
            lines.append(Text("the saved data is damaged; the count starts over", "bad"))
        yield Folded(*lines)

    def _done(self) -> list[str]:
        progress = self.progress
        parts = [f"distance {progress.levels[-1].distance}"] if progress.levels else []
        counted = sum(level.states for level in progress.levels)
        parts.append(f"{count(counted)} of {count(self.total)} states, {100 * counted // self.total} %")
        if progress.doing is not None:
            return [*parts, progress.doing]
        new = counted - sum(level.states for level in progress.levels[: progress.before])
        if new and progress.elapsed >= FRAME:
            rate = new / progress.elapsed
            parts.append(f"{rate / 1e6:.1f} million per second" if rate >= 1e6 else f"{count(round(rate))} per second")
            parts.append(f"{duration((self.total - counted) / rate)} left")
        return parts


def watch_census(run: CensusRun, total: int, console: Console) -> None:
    """Wait until it is over, and draw its progress on a terminal. KeyboardInterrupt passes through."""
    draw_until(run, console, lambda: CensusMoment(run.progress(), total))
