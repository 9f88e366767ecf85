"""A live view of a census under way, on a terminal; elsewhere only a wait."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.render.console import Pen
from pybridge.render.histogram import line
from pybridge.render.layout import Folded
from pybridge.render.live import FRAME, draw_until
from pybridge.render.words import count, duration
from pybridge.search.census.run import CensusProgress, CensusRun


class CensusMoment:
    """A census at one moment: its levels as bars in a line, and how much is done of the `total` of states."""

    def __init__(self, progress: CensusProgress, total: int) -> None:
        self.progress, self.total = progress, total

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pen = Pen(console)
        levels = self.progress.levels
        if levels:
            yield line([level.states for level in levels], pen)[-options.max_width :]
        lines = [Text(f" {pen.signs.dot} ".join([*self._done(), "Ctrl-C stops"]), "quiet")]
        if self.progress.damaged:
            lines.append(Text("what was kept is damaged; the count begins again", "bad"))
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
            parts.append(f"{rate / 1e6:.1f} million a second" if rate >= 1e6 else f"{count(round(rate))} a second")
            parts.append(f"{duration((self.total - counted) / rate)} left")
        return parts


def watch_census(run: CensusRun, total: int, console: Console) -> None:
    """Wait until it is over, and draw it where the console is a terminal. KeyboardInterrupt passes through."""
    draw_until(run, console, lambda: CensusMoment(run.progress(), total))
