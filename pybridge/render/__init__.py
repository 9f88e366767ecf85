"""What people see: boards, searches, comparisons. Nothing here searches or decides, and nothing else imports rich."""

from pybridge.render.catalogue import PuzzleDetail, PuzzleTable
from pybridge.render.checks import CheckList
from pybridge.render.comparison import ComparisonTable
from pybridge.render.console import stderr_console, stdout_console
from pybridge.render.iterations import IterationTable, iteration_table
from pybridge.render.live import watch
from pybridge.render.outcome import OutcomeLine
from pybridge.render.strip import BoardStrip, StatePicture
from pybridge.render.svg import save_svg, svg
from pybridge.render.trace import MoveLists, Published, PublishedTable, Trace
from pybridge.render.why import Why

__all__ = [
    "BoardStrip",
    "CheckList",
    "ComparisonTable",
    "IterationTable",
    "MoveLists",
    "OutcomeLine",
    "Published",
    "PublishedTable",
    "PuzzleDetail",
    "PuzzleTable",
    "StatePicture",
    "Trace",
    "Why",
    "iteration_table",
    "save_svg",
    "stderr_console",
    "stdout_console",
    "svg",
    "watch",
]
