"""Draw boards, searches and comparisons. Nothing here searches or decides, and nothing else imports rich.

Names are imported on first use, so that an error message does not wait for tables.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.render.bench import BenchReport as BenchReport
    from pybridge.render.bench import figure_table as figure_table
    from pybridge.render.bench import watch_bench as watch_bench
    from pybridge.render.catalogue import PuzzleDetail as PuzzleDetail
    from pybridge.render.catalogue import PuzzleTable as PuzzleTable
    from pybridge.render.census import CensusReport as CensusReport
    from pybridge.render.census import watch_census as watch_census
    from pybridge.render.comparison import CheckList as CheckList
    from pybridge.render.comparison import ComparisonTable as ComparisonTable
    from pybridge.render.console import stderr_console as stderr_console
    from pybridge.render.console import stdout_console as stdout_console
    from pybridge.render.console import svg as svg
    from pybridge.render.domains import BoardStrip as BoardStrip
    from pybridge.render.domains import StatePicture as StatePicture
    from pybridge.render.layout import Example as Example
    from pybridge.render.layout import Examples as Examples
    from pybridge.render.layout import Prose as Prose
    from pybridge.render.live import watch as watch
    from pybridge.render.trace import IterationTable as IterationTable
    from pybridge.render.trace import MoveLists as MoveLists
    from pybridge.render.trace import OutcomeLine as OutcomeLine
    from pybridge.render.trace import PublishedTable as PublishedTable
    from pybridge.render.trace import Trace as Trace
    from pybridge.render.trace import iteration_table as iteration_table
    from pybridge.render.why import Why as Why

_HOME = {
    "BenchReport": "pybridge.render.bench",
    "BoardStrip": "pybridge.render.domains",
    "CensusReport": "pybridge.render.census",
    "CheckList": "pybridge.render.comparison",
    "ComparisonTable": "pybridge.render.comparison",
    "Example": "pybridge.render.layout",
    "Examples": "pybridge.render.layout",
    "IterationTable": "pybridge.render.trace",
    "MoveLists": "pybridge.render.trace",
    "OutcomeLine": "pybridge.render.trace",
    "Prose": "pybridge.render.layout",
    "PublishedTable": "pybridge.render.trace",
    "PuzzleDetail": "pybridge.render.catalogue",
    "PuzzleTable": "pybridge.render.catalogue",
    "figure_table": "pybridge.render.bench",
    "StatePicture": "pybridge.render.domains",
    "Trace": "pybridge.render.trace",
    "Why": "pybridge.render.why",
    "iteration_table": "pybridge.render.trace",
    "stderr_console": "pybridge.render.console",
    "stdout_console": "pybridge.render.console",
    "svg": "pybridge.render.console",
    "watch": "pybridge.render.live",
    "watch_bench": "pybridge.render.bench",
    "watch_census": "pybridge.render.census",
}

__all__ = [*_HOME]

__getattr__ = attributes(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted(_HOME)
