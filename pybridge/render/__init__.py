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
    from pybridge.render.iterations import IterationTable as IterationTable
    from pybridge.render.iterations import iteration_table as iteration_table
    from pybridge.render.layout import Example as Example
    from pybridge.render.layout import Examples as Examples
    from pybridge.render.layout import Prose as Prose
    from pybridge.render.live import watch as watch
    from pybridge.render.search import MoveLists as MoveLists
    from pybridge.render.search import OutcomeLine as OutcomeLine
    from pybridge.render.search import PublishedTable as PublishedTable
    from pybridge.render.search import Result as Result
    from pybridge.render.search import SearchReport as SearchReport
    from pybridge.render.tree import SearchTree as SearchTree
    from pybridge.render.why import Why as Why

_HOME = {
    "BenchReport": "pybridge.render.bench",
    "BoardStrip": "pybridge.render.domains",
    "CensusReport": "pybridge.render.census",
    "CheckList": "pybridge.render.comparison",
    "ComparisonTable": "pybridge.render.comparison",
    "Example": "pybridge.render.layout",
    "Examples": "pybridge.render.layout",
    "IterationTable": "pybridge.render.iterations",
    "MoveLists": "pybridge.render.search",
    "OutcomeLine": "pybridge.render.search",
    "Result": "pybridge.render.search",
    "Prose": "pybridge.render.layout",
    "PublishedTable": "pybridge.render.search",
    "PuzzleDetail": "pybridge.render.catalogue",
    "PuzzleTable": "pybridge.render.catalogue",
    "figure_table": "pybridge.render.bench",
    "SearchTree": "pybridge.render.tree",
    "StatePicture": "pybridge.render.domains",
    "SearchReport": "pybridge.render.search",
    "Why": "pybridge.render.why",
    "iteration_table": "pybridge.render.iterations",
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
