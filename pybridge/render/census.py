"""Draw a census: its levels as a table or a histogram, its starts, its farthest states, and the live view."""

from collections.abc import Iterator
from itertools import accumulate

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import count, duration, percent, several
from pybridge.outcome import Outcome
from pybridge.render.bars import Histogram, bar, line
from pybridge.render.console import Pen, outcome_style, sentence
from pybridge.render.domains import captioned, cell_numbers, picture, undrawn
from pybridge.render.layout import Folded, padded, shelves, spaced
from pybridge.render.live import FRAME, draw_until
from pybridge.render.table import Column, Row, TextTable
from pybridge.search.census.census import Census, StartPlace
from pybridge.search.census.run import CensusProgress, CensusRun

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
_GOALS = Column("goals", number=True)
"""In place of the lower bound where distances are from a start."""


class CensusReport:
    """Title, levels, summary, places of the starts, farthest states, and how it ended.

    `before` is the number of levels counted by an earlier run. `after` says what happened to a census that was stopped.
    """

    def __init__(self, facts: PuzzleFacts, census: Census, *, before: int = 0, after: str = "") -> None:
        self.facts, self.census, self.before, self.after = facts, census, before, after

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from spaced(self._parts(Pen(console)))

    def _parts(self, pen: Pen) -> Iterator[RenderableType]:
        census, dot = self.census, f" {pen.signs.dot} "
        run = [census.puzzle, "census", census.method, f"{_seconds(census.seconds)} s"]
        run += [f"from the start {pen.text(census.origin.name)}"] if census.origin else []
        run += [f"resumed after distance {self.before - 1}"] if self.before else []
        yield Folded(Text(self.facts.title, "headline"), Text(dot.join(run), "quiet"))
        if census.levels:
            if len(census.levels) > LONG:
                marked = [(place.distance, place.name) for place in census.places if place.distance is not None]
                yield Histogram([level.states for level in census.levels], marked)
            yield self._table(pen)
            yield Folded(*(Text(line) for line in _account(census, pen)))
        if census.places:
            yield StartPlaces(census)
            yield from cell_numbers(self.facts, [place.reason for place in census.places])
        if census.farthest and census.outcome is Outcome.SOLVED:
            yield Farthest(self.facts, census)
        yield CensusEnd(census, self.after)

    def _table(self, pen: Pen) -> TextTable:
        """The levels, or the last ones."""
        census, rows, of, long = self.census, list[Row](), self.census.of, len(self.census.levels) > LONG
        levels = census.levels[-TAIL:] if long else census.levels
        most = max(level.states for level in levels)
        so_far = census.states - sum(level.states for level in levels)
        for level in levels:
            so_far += level.states
            rows.append(
                (
                    count(level.distance),
                    count(level.states),
                    percent(level.states, of) if of else "",
                    percent(so_far, of) if of else "",
                    count(level.goals if census.origin else level.exact),
                    "" if long else bar(level.states, most, _BAR, pen),
                )
            )
        columns = [_GOALS if census.origin and each.title == "exact" else each for each in _COLUMNS]
        return TextTable(columns, rows)


def _seconds(time: float) -> str:
    """Seconds: short times to the millisecond, long ones without a fraction."""
    return f"{time:.{3 if time < 1 else 2 if time < 100 else 0}f}"


def _account(census: Census, pen: Pen) -> Iterator[str]:
    """Summary of the levels counted."""
    counted = census.outcome is Outcome.SOLVED
    last = census.levels[-1].states
    of = "" if census.total is None else f" of {census.total:,}"
    yield f"{several(census.states, 'state')}{'' if counted else f'{of} counted'}"
    if census.symmetries is not None and census.classes is not None and census.symmetries > 1:
        yield f"{several(census.classes, 'state')} up to {census.symmetries} symmetries; only these were kept in memory"
    if census.origin:
        yield from _forward(census, pen.text(census.origin.name))
    if counted:
        yield f"largest distance {census.depth}, of {several(last, 'state')}; mean {census.mean:.3f}"
    exact = [level.exact for level in census.levels]
    if None not in exact:
        told = sum(filter(None, exact))
        yield f"the lower bound is exact for {several(told, 'state')}, {percent(told, census.states)} % of them"


def _forward(census: Census, start: str) -> Iterator[str]:
    """What distances from a start mean, and where the goals lie."""
    yield f"distances are from the start {start}, not to a goal: nothing says that moves can be undone"
    goals = several(sum(level.goals or 0 for level in census.levels), "goal")
    if census.nearest_goal is None:
        yield f"no goal can be reached from {start}" if census.outcome is Outcome.SOLVED else "no goal is reached yet"
    elif census.nearest_goal == 0:
        yield f"{goals}; {start} is one"
    else:
        yield f"{goals}; the nearest is {several(census.nearest_goal, 'move')} from {start}"
    if census.dead_ends is not None and census.nearest_goal is not None:
        yield f"{several(census.dead_ends, 'dead end')}: states from which no goal can be reached"
    elif census.ends_stopped:
        yield f"how many of them are dead ends is not known: {census.ends_stopped.value}"


class StartPlaces:
    """The distance of each start and its rank among all states, one start per line."""

    def __init__(self, census: Census) -> None:
        self.census = census
        self._of = census.of
        self._nearer = (0, *accumulate(level.states for level in census.levels))
        """How many states are nearer than each distance."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        names = [pen.text(place.name) for place in self.census.places]
        width = min(max(map(cell_len, names)), console.width // 2)  # a longer name has what follows directly behind it
        for name, place in zip(names, self.census.places, strict=True):
            told = Text.assemble(padded(Text(f"{name}:", "label"), width + 1), " ", self._where(place, pen))
            yield Folded(told)

    def _where(self, place: StartPlace, pen: Pen) -> str:
        census = self.census
        if place.reason is not None:
            return f"cannot reach a goal: {sentence(place.reason, pen)}"
        if place.distance is None:
            if census.outcome is Outcome.SOLVED:
                never = "cannot reach a goal"
                return f"cannot be reached from {pen.text(census.origin.name)}" if census.origin else never
            if not census.levels:
                return "not reached yet"
            farther = "more than" if census.total is not None else "not within"  # a goal need not be in reach
            return f"{farther} {several(census.depth, 'move')}"
        told = several(place.distance, "move")
        if census.origin:
            return f"{told} from {pen.text(census.origin.name)}"
        if place.distance == 0:
            return "a goal"
        if not self._of:
            return told
        told += f", farther than {percent(self._nearer[place.distance], self._of)} % of all states"
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
        yield Folded(Text(self._heading(pen), "label"))
        yield Text("")
        pictures = []
        for number, state in enumerate(census.farthest, 1):
            told = [str(number)] if census.levels[-1].states > 1 else []
            told += [pen.text(names[state])] if state in names else []
            drawn = picture(self.facts, state, None, pen)
            pictures.append(captioned(drawn, Text(", ".join(told), "label")) if told else drawn)
        yield from shelves(pictures, options.max_width)
        yield undrawn(self.facts, pen)

    def _heading(self, pen: Pen) -> str:
        there, drawn = self.census.levels[-1].states, len(self.census.farthest)
        origin = self.census.origin
        moves = f"{several(self.census.depth, 'move')} {f'from {pen.text(origin.name)}' if origin else 'away'}"
        if there == 1:
            return f"the farthest state, {moves}"
        if drawn == there:
            return f"{there:,} farthest states, {moves}, in ascending order"
        return f"{there:,} farthest states, {moves}; the first {drawn} in ascending order (--all draws all)"


class CensusEnd:
    """How a census ended, and what it proves.

    A complete one has a tick if as many states are counted as were computed from the shape of the puzzle, a cross if
    not, and a dot if there is nothing to compare with.
    """

    def __init__(self, census: Census, after: str = "") -> None:
        self.census, self.after = census, after

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen, outcome = Pen(console), self.census.outcome
        if outcome is Outcome.SOLVED:
            yield Folded(self._complete(pen))
            return
        after = f"; {self.after}" if self.after else ""
        end = Text(f"{pen.signs.dot} {outcome.value}", outcome_style(outcome))
        yield Folded(Text.assemble(end, self._proved(), after))

    def _complete(self, pen: Pen) -> Text:
        census, signs = self.census, pen.signs
        if census.total is None:
            goals = census.levels[0].states if census.levels else 0
            of = "the goal" if goals == 1 else f"one of the {goals:,} goals"
            which = f"{pen.text(census.origin.name)} can reach" if census.origin else f"can reach {of} found"
            return Text(
                f"{signs.dot} every state that {which} is counted: {census.states:,}; nothing to compare it with"
            )
        if census.states != census.total:
            end = f"{several(census.states, 'state')} counted"
            return Text(f"{signs.cross} {end}, and the shape of the puzzle allows {census.total:,}", "bad")
        end = f", as many as the shape of the puzzle allows: {census.total:,}"
        return Text.assemble((f"{signs.tick} every state is counted", outcome_style(census.outcome)), end)

    def _proved(self) -> str:
        census = self.census
        if not census.levels:
            return "; nothing is counted yet"
        if census.total is None:
            return f" after distance {census.depth}; how many states are farther is not known"
        left = census.total - census.states
        if not left:
            return f" after distance {census.depth}; no state is farther"
        farther = f"{several(left, 'state')} {'are' if left != 1 else 'is'} farther than {census.depth} moves"
        return f" after distance {census.depth}; {farther}, so the largest distance is at least {census.depth + 1}"


class CensusMoment:
    """The state of a running census: its levels as bars in one line, and the share of the `total` states counted.

    If the total is not known, how many are counted.
    """

    def __init__(self, progress: CensusProgress, total: int | None) -> None:
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
        of = f" of {count(self.total)} states, {100 * counted // self.total} %" if self.total else " states"
        parts.append(f"{count(counted)}{of}")
        if progress.doing is not None:
            return [*parts, progress.doing]
        new = counted - sum(level.states for level in progress.levels[: progress.before])
        if new and progress.elapsed >= FRAME:
            rate = new / progress.elapsed
            parts.append(f"{rate / 1e6:.1f} million per second" if rate >= 1e6 else f"{count(round(rate))} per second")
            parts += [f"{duration((self.total - counted) / rate)} left"] if self.total else []
        return parts


def watch_census(run: CensusRun) -> None:
    """Wait until it is over, and draw its progress on a terminal. KeyboardInterrupt passes through."""
    draw_until(run, lambda: CensusMoment(run.progress(), run.total))
