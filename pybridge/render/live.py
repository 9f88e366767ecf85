"""Draw the progress of a search, or of other work, on a terminal."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment, Segments
from rich.text import Text

from pybridge.facts.wording import count, several
from pybridge.limits import OnProgress
from pybridge.render.console import Pen, is_screen, stderr_console
from pybridge.render.iterations import IterationTable, layers
from pybridge.render.layout import Folded, folded
from pybridge.search.task import Advancing, Progress, UnderWay, wait

if TYPE_CHECKING:
    from rich.live import Live

FRAME = 0.1
"""Seconds between two frames."""
PATIENCE = 0.3
"""Seconds; nothing is drawn for a shorter run."""
ROWS = 12
"""The most iterations that are shown."""


class SearchMoment:
    """The state of a running search: its last iterations, the current one, and a summary.

    Before the first iteration, a `title` says what is searched. It is shorter than the terminal, so that it can be
    erased.
    """

    def __init__(self, progress: Progress, elapsed: float, title: str = "") -> None:
        self.progress, self.elapsed, self.title = progress, elapsed, title

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        account = folded(self._account(Pen(console)), options.max_width, console)
        height = (options.height or console.height) - 1  # a line is for the cursor
        rows, room = ROWS, height - len(account)
        while rows > 0:
            view = list(self._last(rows))
            lines = sum(len(console.render_lines(each, options, pad=False)) for each in view)
            if lines <= max(room, 0):
                yield from view
                break
            rows = min(rows - 1, rows * room // lines)
        yield from account[: max(1, height)]

    def _last(self, rows: int) -> Iterator[RenderableType]:
        """The last iterations, at most this many."""
        current = self.progress.current
        iterations = [*self.progress.iterations, *([current] if current else [])]
        earlier, shown = iterations[:-rows], iterations[-rows:]
        if earlier:
            yield Text(f"{several(len(earlier), 'earlier iteration')}", "quiet")
        if shown:
            yield IterationTable(shown, Text("now", "now"), spare=True, earlier=earlier)

    def _account(self, pen: Pen) -> Text:
        inferences = self.progress.inferences
        begun = self.progress.current is not None or self.progress.iterations
        parts = [self.title] if self.title and not begun else []
        parts += [] if inferences is None else [several(inferences, "inference")]
        if self.progress.preparing is not None:
            parts.append(self.progress.preparing)
        if self.progress.remote is not None:
            parts.append(self.progress.remote)
        if self.progress.layers is not None:
            parts.append(layers(self.progress.layers))
        if self.progress.best is not None:
            parts.append(f"solution of {several(self.progress.best, 'move')}")
        parts += [part for part in (self._rate(), self._share()) if part]
        return Text(f" {pen.signs.dot} ".join([*parts, f"{self.elapsed:.1f} s", "Ctrl-C stops"]), "quiet")

    def _rate(self) -> str:
        """Nodes per second of the current iteration."""
        now = self.progress.current
        if now is None or not now.generated or now.seconds < FRAME:
            return ""
        return f"{count(round(now.generated / now.seconds))} generated per second"

    def _share(self) -> str:
        """The share of the current iteration that is done, if it grows like the last one."""
        now, done = self.progress.current, [each.expanded for each in self.progress.iterations if each.completed]
        if now is None or not now.expanded or len(done) < 2 or not done[-1] or not done[-2]:
            return ""
        expected = round(done[-1] * done[-1] / done[-2])
        return f"{min(100 * now.expanded // max(expected, 1), 100)} % of about {count(expected)} to expand"


def watch(run: Advancing, console: Console | None = None, patience: float = PATIENCE, title: str = "") -> None:
    """Wait until the search is over, and draw its iterations meanwhile with `draw_until`."""
    begun = time.monotonic()
    draw_until(run, lambda: SearchMoment(run.progress(), time.monotonic() - begun, title), patience, console)


def draw_until(
    run: UnderWay, moment: Callable[[], RenderableType], patience: float = PATIENCE, console: Console | None = None
) -> None:
    """Wait until it is over; after `patience` seconds, draw its current state ten times per second.

    Draws nothing unless the console, by default that of stderr, is a terminal, and erases the view at the end.
    KeyboardInterrupt passes through.
    """
    console = console or stderr_console()
    if not is_screen(console) or not console.is_interactive:
        wait(run)
    elif not run.wait(patience):
        _draw(run, console, moment)


def _draw(run: UnderWay, console: Console, moment: Callable[[], RenderableType]) -> None:
    from rich.live import Live

    with _Suspension() as suspension:
        while True:  # a view after a suspension begins where the cursor is then
            with Live(
                console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
            ) as live:
                while not suspension.asked:
                    if run.wait(FRAME):
                        return
                    live.update(_Cropped(moment()), refresh=True)
            suspension.suspend()


class Stage:
    """A running task: its title, its progress as given to `report`, and the time elapsed."""

    def __init__(self, title: str) -> None:
        self.title, self.phrase, self.begun = title, "", time.monotonic()

    def report(self, phrase: str) -> None:
        """Note the progress of the work."""
        self.phrase = phrase

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        elapsed = f"{time.monotonic() - self.begun:.1f} s"
        parts = [*filter(None, [self.phrase]), elapsed, "Ctrl-C stops"]
        yield Folded(Text(self.title), Text(f" {Pen(console).signs.dot} ".join(parts), "quiet"))


@contextmanager
def stage(title: str) -> Iterator[OnProgress]:
    """Draw the progress of some work on the terminal of stderr, and erase it at the end."""
    console, work = stderr_console(), Stage(title)
    if not is_screen(console) or not console.is_interactive:
        yield work.report
        return
    from rich.live import Live

    def begun() -> Live:
        live = Live(
            work, console=console, refresh_per_second=round(1 / FRAME), transient=True,
            redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        live.start(refresh=True)
        return live

    with _Suspension(begun):
        yield work.report


class _Cropped:
    """The first lines of a view, as many as a terminal can erase."""

    def __init__(self, view: RenderableType) -> None:
        self._view = view

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in console.render_lines(self._view, options, pad=False)[: max(1, console.height - 1)]:
            yield Segments([*line, Segment.line()])


class _Suspension:
    """Ctrl-Z takes effect when the view is erased and the cursor is shown.

    A view that draws itself is `begun` here; it is erased at once, and another one begins where the cursor is then.
    """

    def __init__(self, begun: "Callable[[], Live] | None" = None) -> None:
        self.asked, self._begun = False, begun

    def __enter__(self) -> "_Suspension":
        self._live = self._begun() if self._begun else None
        self._before = signal.signal(signal.SIGTSTP, self._ask) if _has_suspension() else None
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGTSTP, self._before)
        if self._live:
            self._live.stop()

    def _ask(self, number: int, frame: object) -> None:
        self.asked = True
        if self._live and self._begun:
            self._live.stop()
            self.suspend()
            self._live = self._begun()

    def suspend(self) -> None:
        """Stop this process as Ctrl-Z does, until it is continued."""
        self.asked = False
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._ask)


def _has_suspension() -> bool:
    """Whether Ctrl-Z would stop this process, and this thread can change that."""
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "SIGTSTP") and signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
