"""Draw measurements: a table of figures, heuristics on many boards beside published figures, and the live view."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.facts.wording import count, several
from pybridge.forms import Record
from pybridge.render.console import Pen
from pybridge.render.layout import Folded, spaced
from pybridge.render.live import FRAME, draw_until
from pybridge.render.table import Column, Row, TextTable
from pybridge.search.task import ONE

if TYPE_CHECKING:
    from pybridge.bench.account import Account, Excess
    from pybridge.bench.boards import Boards
    from pybridge.bench.engine import Figure
    from pybridge.bench.search import Moment, SearchBench
    from pybridge.published import MeasuredSearch

_COLUMNS = (
    Column("heuristic"),
    Column("program"),
    Column("boards", number=True, must=False),
    Column("length", number=True),
    Column("optimal", number=True),
    Column("excess", number=True),
    Column("worst excess", number=True),
    Column("h", number=True),
    Column("expanded", number=True, must=False),
    Column("generated", number=True),
    Column("evaluated", number=True, must=False),
    Column("ms", number=True),
    Column("worst ms", number=True),
    Column("board"),
    Column("Mgen/s", number=True, must=False),
    Column("total s", number=True, must=False),
)
_TOLD = "a wider terminal and --json show them"
_BESIDE = (
    Column("heuristic"),
    Column("measured by", wraps=True),
    Column("boards"),
    Column("length", number=True, must=False),
    Column("optimal", number=True),
    Column("excess", number=True),
    Column("h", number=True, must=False),
    Column("nodes", number=True),
    Column("counted", must=False),
    Column("ms", number=True),
)
_FIGURES = (
    Column("what"),
    Column("tries", number=True),
    Column("median", number=True),
    Column("worst", number=True),
    Column("wrong", number=True),
)


def figure_table(figures: Sequence["Figure"]) -> TextTable:
    """A row for each figure."""
    return TextTable(_FIGURES, [_figure(figure) for figure in figures])


def _figure(figure: "Figure") -> Row:
    worst = _amount(figure.worst, figure.unit) if figure.tries > 1 else ""
    return (figure.subject, count(figure.tries), _amount(figure.middle, figure.unit), worst, count(figure.wrong))


def _amount(value: float, unit: str) -> str:
    if unit != "s":
        return f"{value:.1f} {unit}"
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


class BenchReport:
    """The means of all heuristics, the unsolved boards, published figures with their sources, and the machine."""

    def __init__(
        self,
        boards: "Boards",
        accounts: Sequence["Account"],
        published: Sequence["MeasuredSearch"],
        machine: Record,
        *,
        processes: int = 1,
    ) -> None:
        self.boards, self.accounts, self.published, self.machine = boards, accounts, published, machine
        self.processes = processes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from spaced(self._parts(Pen(console)))

    def _parts(self, pen: Pen) -> Iterator[RenderableType]:
        facts, dot = self.boards.facts, f" {pen.signs.dot} "
        which = several(len(self.boards.starts), "board")
        seed = [] if self.boards.seed is None else ["random", f"seed {self.boards.seed}"]
        beside = [f"{self.processes} processes"] if self.processes > 1 else []
        run = dot.join((facts.name, which, *seed, *_programs(self.accounts), *beside))
        yield Folded(Text(facts.title, "headline"), Text(run, "quiet"))
        if self.accounts:
            yield TextTable(_COLUMNS, list(_rows(self.boards, self.accounts)), told=_TOLD)
        if missing := [line for account in self.accounts for line in _missing(account)]:
            yield Folded(*(Text(line, "stopped") for line in missing))
        if self.published:
            yield TextTable(_BESIDE, [_published(line) for line in self.published], told=_TOLD)
            yield Folded(*(Text(f"{label}: {source}", "quiet") for label, source in _sources(self.published).items()))
        yield Folded(Text(_means(self.boards, self.accounts), "quiet"), Text(dot.join(_machine(self.machine)), "quiet"))


def _programs(accounts: Sequence["Account"]) -> Iterator[str]:
    """What searched, and how: the native programs, and those of the user."""
    from pybridge.bench.account import ITS_OWN

    native = {account.program: account for account in accounts if account.heuristic != ITS_OWN}
    texts = []
    for program, account in native.items():
        how, searching = account.best_first, program == "a_star"
        pruning = f" with pruning {account.pruning}" if account.pruning else ""
        weight = f" with weight {how.weight / ONE:g}" if searching and how.weight != ONE else ""
        batch = f" in batches of {how.batch:,}" if searching and how.batch > 1 else ""
        texts.append(f"{program}{pruning}{weight}{batch}")
    if texts or not accounts:
        yield ", ".join(texts) or "ida_star"
        yield ", ".join(dict.fromkeys(account.engine for account in native.values())) or "native"
    yield from dict.fromkeys(account.program for account in accounts if account.heuristic == ITS_OWN)


def _rows(boards: "Boards", accounts: Sequence["Account"]) -> Iterator[Row]:
    """The means of each account, with its program and excess if they are not all the same."""
    from pybridge.bench.account import excess, least_lengths

    programs = any(account.program != accounts[0].program for account in accounts)
    lengths, longer = least_lengths(boards, accounts), any(account.longer for account in accounts)
    for account in accounts:
        over = excess(account, lengths) if longer else None
        yield _row(account, account.program if programs else "", over)


def _row(account: "Account", program: str, over: "Excess | None") -> Row:
    worst, rate = account.worst, account.rate
    return (
        account.heuristic,
        program,
        count(len(account.solved)),
        _decimals(account.length),
        _percent(over.optimal if over else None),
        _decimals(over.mean if over else None),
        count(over.worst) if over else "",
        _decimals(account.h),
        _decimals(account.expanded, 0),
        _decimals(account.generated, 0),
        _decimals(account.evaluated, 0),
        _milliseconds(account.mean_seconds),
        _milliseconds(worst.seconds if worst else None),
        worst.start if worst else "",
        _decimals(None if rate is None else rate / 1e6, 1),
        _decimals(account.seconds),
    )


def _published(line: "MeasuredSearch") -> Row:
    ours = "headline" if line.source is None else "none"
    return (
        line.heuristic,
        Text(line.label, ours),
        line.boards,
        _decimals(line.length),
        _percent(line.optimal),
        _decimals(line.excess),
        _decimals(line.h),
        _decimals(line.nodes, 0),
        line.counted or "not said" if line.nodes is not None else "",
        _milliseconds(line.seconds),
    )


def _missing(account: "Account") -> Iterator[str]:
    """The numbers of boards that were not solved, or not searched."""
    ends = [board.outcome for board in account.boards if board.length is None]
    for end in dict.fromkeys(ends):
        yield f"{account.name}: {several(ends.count(end), 'board')} of {account.wanted:,}: {end.value}"
    if left := account.wanted - len(account.boards):
        yield f"{account.name}: {several(left, 'board')} of {account.wanted:,}: not searched"


def _sources(lines: Sequence["MeasuredSearch"]) -> dict[str, str]:
    """The source of each label, and its machine if known."""
    return {
        line.label: f"{line.source}{f', on {line.machine}' if line.machine else ''}" for line in lines if line.source
    }


def _means(boards: "Boards", accounts: Sequence["Account"]) -> str:
    """Which boards the means cover, and what the excess is over."""
    from pybridge.bench.account import least_lengths

    if not accounts:
        return "interrupted before the first board was finished"
    solved = any(len(account.solved) < account.wanted for account in accounts)
    over = "the solved boards" if solved else "all boards"
    text = f"length, h, nodes and ms are means over {over}; all solutions were replayed and their lengths compared"
    if not any(account.longer for account in accounts):
        return text
    exact = least_lengths(boards, accounts).exact
    than = "the shortest length" if exact else "the least length of this run, which may not be the shortest"
    return f"{text}; excess is in moves over {than}, optimal are the boards without any"


def _machine(machine: Record) -> list[str]:
    load = machine["load"]
    versions = [f"{name} {machine[key]}" for name, key in (("Python", "python"), ("numba", "numba")) if machine[key]]
    busy = [f"load {load:.1f} before"] if load is not None else []
    memory = f"{machine['random_reads_per_second'] / 1e6:.0f} M random reads/s from memory"
    return [str(machine["processor"]), several(machine["cpus"] or 1, "processor"), memory, *versions, *busy]


def _decimals(value: float | None, places: int = 2) -> str:
    return "" if value is None else f"{value:,.{places}f}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def _milliseconds(seconds: float | None) -> str:
    """At least three digits, to distinguish the means of fast searches."""
    if seconds is None:
        return ""
    return f"{seconds * 1000:,.{0 if seconds >= 1 else 1 if seconds >= 0.1 else 2 if seconds >= 0.001 else 3}f}"


class BenchMoment:
    """The state of a running measurement, in one line."""

    def __init__(self, moment: "Moment", elapsed: float) -> None:
        self.moment, self.elapsed = moment, elapsed

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        moment, current = self.moment, self.moment.current
        parts = [moment.heuristic]
        if moment.preparing is not None:
            parts.append(f"preparing: {moment.preparing}")
        else:
            parts.append(self._where())
            if current is not None:
                parts.append(f"threshold {current.threshold}, {count(current.generated)} generated")
        parts += [f"{self.elapsed:.1f} s", "Ctrl-C stops"]
        yield Folded(Text(f" {Pen(console).signs.dot} ".join(parts), "quiet"))

    def _where(self) -> str:
        moment = self.moment
        if moment.processes > 1:
            return f"{moment.number:,} of {moment.of:,} boards done in {moment.processes} processes"
        return f"board {moment.number:,} of {moment.of:,}, {moment.start}"


def watch_bench(bench: "SearchBench") -> None:
    """Wait until it is over, and draw its progress on a terminal. KeyboardInterrupt passes through."""
    begun = time.monotonic()
    draw_until(bench, lambda: BenchMoment(bench.moment(), time.monotonic() - begun), FRAME)
