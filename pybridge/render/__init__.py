"""Draw boards, searches and comparisons. Nothing here searches or decides, and nothing else imports rich.

Names are imported on first use, so that an error message does not wait for tables.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.render.bench import BenchReport, figure_table, watch_bench
    from pybridge.render.catalogue import PuzzleDetail, PuzzleTable
    from pybridge.render.census import CensusReport, watch_census
    from pybridge.render.comparison import CheckList, ComparisonTable
    from pybridge.render.console import stderr_console, stdout_console, svg
    from pybridge.render.domains import BoardStrip, StatePicture
    from pybridge.render.iterations import IterationTable, iteration_table
    from pybridge.render.layout import Example, Examples, Folded
    from pybridge.render.live import watch
    from pybridge.render.search import MoveLists, OutcomeLine, PublishedTable, Result, SearchReport
    from pybridge.render.tree import SearchTree
    from pybridge.render.why import Why

__all__ = [
    "BenchReport", "BoardStrip", "CensusReport", "CheckList", "ComparisonTable", "Example", "Examples", "Folded",
    "IterationTable", "MoveLists", "OutcomeLine", "PublishedTable", "PuzzleDetail", "PuzzleTable", "Result",
    "SearchReport", "SearchTree", "StatePicture", "Why", "figure_table", "iteration_table", "stderr_console",
    "stdout_console", "svg", "watch", "watch_bench", "watch_census",
]  # fmt: skip
_HOMES = {
    "render.bench": "BenchReport figure_table watch_bench",
    "render.catalogue": "PuzzleDetail PuzzleTable",
    "render.census": "CensusReport watch_census",
    "render.comparison": "CheckList ComparisonTable",
    "render.console": "stderr_console stdout_console svg",
    "render.domains": "BoardStrip StatePicture",
    "render.iterations": "IterationTable iteration_table",
    "render.layout": "Example Examples Folded",
    "render.live": "watch",
    "render.search": "MoveLists OutcomeLine PublishedTable Result SearchReport",
    "render.tree": "SearchTree",
    "render.why": "Why",
}
__getattr__, __dir__ = attributes(__name__, _HOMES)
