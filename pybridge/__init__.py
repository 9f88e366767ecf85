"""Puzzles as Prolog facts: run in SWI-Prolog, solved in Python, shown to agree.

docs/python.md describes what is here. Names are imported on first use, so that nothing waits for what it does not need.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.agreement import Comparison as Comparison
    from pybridge.api.puzzles import find as find
    from pybridge.api.puzzles import generate as generate
    from pybridge.api.puzzles import read as read
    from pybridge.api.puzzles import read_text as read_text
    from pybridge.api.puzzles import write as write
    from pybridge.api.research import build_tables as build_tables
    from pybridge.api.research import census as census
    from pybridge.api.research import compare as compare
    from pybridge.api.research import heuristic as heuristic
    from pybridge.api.research import measure as measure
    from pybridge.api.research import stored_tables as stored_tables
    from pybridge.api.research import verify_tables as verify_tables
    from pybridge.api.solver import Solver as Solver
    from pybridge.api.solving import solve as solve
    from pybridge.api.solving import solve_and_check as solve_and_check
    from pybridge.api.tracing import trace as trace
    from pybridge.api.training import train as train
    from pybridge.domains import DomainRows as DomainRows
    from pybridge.domains import register as register
    from pybridge.errors import PybridgeError as PybridgeError
    from pybridge.outcome import Outcome as Outcome
    from pybridge.report import Report as Report
    from pybridge.search.census.census import Census as Census
    from pybridge.search.solution import Solution as Solution

__version__ = "0.1.0"

_HOME = {
    "Census": "pybridge.search.census.census",
    "Comparison": "pybridge.agreement",
    "DomainRows": "pybridge.domains",
    "Outcome": "pybridge.outcome",
    "PybridgeError": "pybridge.errors",
    "Report": "pybridge.report",
    "Solution": "pybridge.search.solution",
    "Solver": "pybridge.api.solver",
    "build_tables": "pybridge.api.research",
    "census": "pybridge.api.research",
    "compare": "pybridge.api.research",
    "find": "pybridge.api.puzzles",
    "generate": "pybridge.api.puzzles",
    "heuristic": "pybridge.api.research",
    "measure": "pybridge.api.research",
    "read": "pybridge.api.puzzles",
    "read_text": "pybridge.api.puzzles",
    "register": "pybridge.domains",
    "solve": "pybridge.api.solving",
    "solve_and_check": "pybridge.api.solving",
    "stored_tables": "pybridge.api.research",
    "trace": "pybridge.api.tracing",
    "train": "pybridge.api.training",
    "verify_tables": "pybridge.api.research",
    "write": "pybridge.api.puzzles",
}

__all__ = [*_HOME]

__getattr__ = attributes(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted([*_HOME, "__version__"])
