"""Puzzles as Prolog facts: run in SWI-Prolog, solved in Python, shown to agree.

docs/python.md describes what is here. Names are imported on first use, so that nothing waits for what it does not need.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.api.puzzles import find, generate, read, read_text, write
    from pybridge.api.research import build_tables, census, compare, heuristic, measure, stored_tables, verify_tables
    from pybridge.api.solver import Solver
    from pybridge.api.solving import solve, solve_and_check
    from pybridge.api.tracing import trace
    from pybridge.api.training import train
    from pybridge.domains import DomainRows, register
    from pybridge.errors import PybridgeError
    from pybridge.outcome import Outcome
    from pybridge.report import Report
    from pybridge.search.census.census import Census
    from pybridge.search.solution import Solution

__version__ = "0.1.0"

__all__ = [
    "Census", "Comparison", "DomainRows", "Outcome", "PybridgeError", "Report", "Solution", "Solver", "build_tables",
    "census", "compare", "find", "generate", "heuristic", "measure", "read", "read_text", "register", "solve",
    "solve_and_check", "stored_tables", "trace", "train", "verify_tables", "write",
]  # fmt: skip
_HOMES = {
    "agreement": "Comparison",
    "api.puzzles": "find generate read read_text write",
    "api.research": "build_tables census compare heuristic measure stored_tables verify_tables",
    "api.solver": "Solver",
    "api.solving": "solve solve_and_check",
    "api.tracing": "trace",
    "api.training": "train",
    "domains": "DomainRows register",
    "errors": "PybridgeError",
    "outcome": "Outcome",
    "report": "Report",
    "search.census.census": "Census",
    "search.solution": "Solution",
}
if not TYPE_CHECKING:  # with __getattr__ a type checker accepts any name
    __getattr__, __dir__ = attributes(__name__, _HOMES, "__version__")
