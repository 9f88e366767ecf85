"""Draw the progress of a running search on a terminal; elsewhere only wait."""

import time
from collections.abc import Callable

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from pybridge.facts.wording import count, several
from pybridge.render.console import Pen, stderr_console
from pybridge.render.iterations import IterationTable, layers
from pybridge.search.task import Advancing, Progress, UnderWay

FRAME = 0.1
"""Seconds between two frames."""
PATIENCE = 0.3
"""Seconds; nothing is drawn for a shorter run."""
ROWS = 12
"""The most iterations that are shown."""
_AROUND = 5
"""Lines of the view besides the rows, including one for the cursor."""


class SearchMoment:
    """The state of a running search: its last iterations, the current one, and a summary.

    Before the first iteration, a `title` says what is searched.
    """

    def __init__(self, progress: Progress, elapsed: float, title: str = "") -> None:
        self.progress, self.elapsed, self.title = progress, elapsed, title

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        current = self.progress.current
        iterations = [*self.progress.iterations, *([current] if current else [])]
        rows = max(1, min(ROWS, (options.height or console.height) - _AROUND))
        earlier, shown = iterations[:-rows], iterations[-rows:]
        if earlier:
            yield Text(f"{several(len(earlier), 'earlier iteration')}", "quiet")
        if shown:
            yield IterationTable(shown, Text("now", "now"), spare=True, earlier=earlier)
        yield self._account(Pen(console))

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
    if not console.is_terminal or console.is_dumb_terminal:
        while not run.wait(FRAME):
            pass
        return
    if not run.wait(patience):
        _draw(run, console, moment)


def _draw(run: UnderWay, console: Console, moment: Callable[[], RenderableType]) -> None:
    from rich.live import Live

    with Live(
        moment(), console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as live:
        while not run.wait(FRAME):
            live.update(moment(), refresh=True)
