"""What people see: boards, searches, comparisons. Nothing here searches or decides, and nothing else imports rich.

A name is imported when it is first used: an error message does not wait for tables.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybridge.render.catalogue import PuzzleDetail as PuzzleDetail
    from pybridge.render.catalogue import PuzzleTable as PuzzleTable
    from pybridge.render.checks import CheckList as CheckList
    from pybridge.render.comparison import ComparisonTable as ComparisonTable
    from pybridge.render.console import stderr_console as stderr_console
    from pybridge.render.console import stdout_console as stdout_console
    from pybridge.render.export import svg as svg
    from pybridge.render.figures import figure_table as figure_table
    from pybridge.render.iterations import IterationTable as IterationTable
    from pybridge.render.iterations import iteration_table as iteration_table
    from pybridge.render.live import watch as watch
    from pybridge.render.outcome import OutcomeLine as OutcomeLine
    from pybridge.render.strip import BoardStrip as BoardStrip
    from pybridge.render.strip import StatePicture as StatePicture
    from pybridge.render.trace import MoveLists as MoveLists
    from pybridge.render.trace import Published as Published
    from pybridge.render.trace import PublishedTable as PublishedTable
    from pybridge.render.trace import Trace as Trace
    from pybridge.render.why import Why as Why

_HOME = {
    "BoardStrip": "strip",
    "CheckList": "checks",
    "ComparisonTable": "comparison",
    "IterationTable": "iterations",
    "MoveLists": "trace",
    "OutcomeLine": "outcome",
    "Published": "trace",
    "PublishedTable": "trace",
    "PuzzleDetail": "catalogue",
    "PuzzleTable": "catalogue",
    "figure_table": "figures",
    "StatePicture": "strip",
    "Trace": "trace",
    "Why": "why",
    "iteration_table": "iterations",
    "stderr_console": "console",
    "stdout_console": "console",
    "svg": "export",
    "watch": "live",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOME)
