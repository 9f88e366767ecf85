"""Repeatable measurements. Nothing here prints.

Names are imported on first use: kernels do not need Prolog, and Prolog does not need kernels.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.bench.account import Account, Excess, Lengths, Measured, excess, least_lengths
    from pybridge.bench.boards import Boards, learned_for, named, random_boards
    from pybridge.bench.comparison import beside
    from pybridge.bench.engine import Figure, measure_engine
    from pybridge.bench.search import Moment, SearchBench, finished
    from pybridge.bench.tasks import usual_programs

__all__ = [
    "Account", "Boards", "Excess", "Figure", "Lengths", "Measured", "Moment", "SearchBench", "beside",
    "excess", "finished", "learned_for", "least_lengths", "measure_engine", "named", "random_boards", "usual_programs",
]  # fmt: skip
_HOMES = {
    "bench.account": "Account Excess Lengths Measured excess least_lengths",
    "bench.boards": "Boards learned_for named random_boards",
    "bench.comparison": "beside",
    "bench.engine": "Figure measure_engine",
    "bench.search": "Moment SearchBench finished",
    "bench.tasks": "usual_programs",
}
__getattr__, __dir__ = attributes(__name__, _HOMES)
