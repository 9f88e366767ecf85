"""Repeatable measurements. Nothing here prints.

Names are imported on first use: kernels do not need Prolog, and Prolog does not need kernels.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.bench.account import Account as Account
    from pybridge.bench.account import Excess as Excess
    from pybridge.bench.account import Lengths as Lengths
    from pybridge.bench.account import Measured as Measured
    from pybridge.bench.account import excess as excess
    from pybridge.bench.account import least_lengths as least_lengths
    from pybridge.bench.boards import Boards as Boards
    from pybridge.bench.boards import learned_for as learned_for
    from pybridge.bench.boards import named as named
    from pybridge.bench.boards import random_boards as random_boards
    from pybridge.bench.comparison import Beside as Beside
    from pybridge.bench.comparison import beside as beside
    from pybridge.bench.engine import Figure as Figure
    from pybridge.bench.engine import measure_engine as measure_engine
    from pybridge.bench.search import Moment as Moment
    from pybridge.bench.search import SearchBench as SearchBench
    from pybridge.bench.search import finished as finished
    from pybridge.bench.tasks import usual_programs as usual_programs

_HOME = {
    "Account": "pybridge.bench.account",
    "Beside": "pybridge.bench.comparison",
    "Boards": "pybridge.bench.boards",
    "Excess": "pybridge.bench.account",
    "Figure": "pybridge.bench.engine",
    "Lengths": "pybridge.bench.account",
    "Measured": "pybridge.bench.account",
    "Moment": "pybridge.bench.search",
    "SearchBench": "pybridge.bench.search",
    "beside": "pybridge.bench.comparison",
    "excess": "pybridge.bench.account",
    "finished": "pybridge.bench.search",
    "usual_programs": "pybridge.bench.tasks",
    "learned_for": "pybridge.bench.boards",
    "least_lengths": "pybridge.bench.account",
    "measure_engine": "pybridge.bench.engine",
    "named": "pybridge.bench.boards",
    "random_boards": "pybridge.bench.boards",
}

__all__ = [*_HOME]

__getattr__ = attributes(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted(_HOME)
