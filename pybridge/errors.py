"""Every error that a user can meet: one class and one exit code per kind of error.

Exit codes: 10 to 19 and 130 are outcomes of a search, 20 and 21 faults of a file, 40 to 49 problems with a request,
50 to 59 problems with SWI-Prolog, other planners and clusters, 60 a disagreement between engines, 70 a bug.
"""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pybridge.outcome import Outcome


def installing(project: str) -> str:
    """How to install what is missing, as the end of a message."""
    return f"install it with: {shlex.join([sys.executable, '-m', 'pip', 'install', project])}"


class FaultKind(Enum):
    """What is wrong with a fact file, or with a plan; the value is what `check --json` prints.

    An unsolvable start is not an error of form; `check` then exits with the code of an unsolvable search.
    """

    UNSOLVABLE_START = "unsolvable_start"
    UNREADABLE = "unreadable"
    ILL_FORMED = "ill_formed"
    NOT_A_FACT = "not_a_fact"
    UNKNOWN_FACT = "unknown_fact"
    WRONG_ARITY = "wrong_arity"
    WRONG_ARGUMENT = "wrong_argument"
    MISSING_FACT = "missing_fact"
    REPEATED_FACT = "repeated_fact"
    UNKNOWN_CELL = "unknown_cell"
    ASYMMETRIC_NEIGHBOR = "asymmetric_neighbor"
    NOT_CONNECTED = "not_connected"
    WRONG_BLANKS = "wrong_blanks"
    WRONG_TILES = "wrong_tiles"
    INADMISSIBLE_DISTANCE = "inadmissible_distance"
    ILLEGAL_STATE = "illegal_state"
    WRONG_DRAWING = "wrong_drawing"
    WRONG_PLAN = "wrong_plan"
    SINGLETON = "singleton"
    UNDEFINED = "undefined"
    WRONG_RULE = "wrong_rule"

    @property
    def exit_code(self) -> int:
        """10 for an unsolvable start, 20 for a file that cannot be read, 21 for any other fault."""
        return _FAULT_CODES.get(self, 21)


_FAULT_CODES = {FaultKind.UNSOLVABLE_START: Outcome.UNSOLVABLE.exit_code, FaultKind.UNREADABLE: 20}


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: at a line and column, which count from 1, `new` replaces `old`."""

    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a fact file. `line` and `column` count from 1; `message` says what is wrong and how to fix it.

    `fix` are the changes that remove it; empty unless it is certain what is right.
    """

    path: str
    line: int
    column: int
    kind: FaultKind
    message: str
    fix: tuple[Edit, ...] = ()

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class PybridgeError(Exception):
    """Base class of all errors that pybridge raises; `str()` is the message that a user sees.

    All of them can be pickled. `faults` are those of a file that cannot be used.
    """

    exit_code = 70
    faults: tuple[Fault, ...] = ()

    def __init_subclass__(cls, code: int | None = None) -> None:
        cls.exit_code = cls.exit_code if code is None else code

    def __reduce__(self) -> tuple[object, ...]:
        # By default, unpickling calls the class with `args`, which may differ from the arguments of `__init__`.
        return _uncalled, (type(self), self.args), vars(self)


def _uncalled(kind: type[PybridgeError], args: tuple[object, ...]) -> PybridgeError:
    return kind.__new__(kind, *args)


class FactFileError(PybridgeError):
    """A fact file or a drawing has faults; `faults` lists all of them in file order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)
        self.exit_code = faults[0].kind.exit_code


class ArgumentError(PybridgeError, code=2):
    """An argument of a function has the wrong type, or is beyond its bounds: wrong usage, as on the command line."""


class UnknownPuzzleError(PybridgeError, code=40):
    """No shipped puzzle and no file has this name."""


class UnknownStartError(PybridgeError, code=41):
    """The puzzle has no start of this name, or the given state is not a state of the puzzle."""


class UnavailableProgramError(PybridgeError, code=42):
    """The program or engine does not exist, or does not support the puzzle's domain."""


def no_program(name: str, where: str, known: Sequence[str]) -> UnavailableProgramError:
    """The error of a program that cannot be run there."""
    choice = f"choose from {', '.join(known)}" if known else "it has none; use another engine"
    return UnavailableProgramError(f"no program {name!r} for {where}; {choice}")


class OutputError(PybridgeError, code=43):
    """An output file cannot be written."""


class UnfitHeuristicError(PybridgeError, code=44):
    """The heuristic does not exist, or does not work for the puzzle."""


class BrokenTableError(PybridgeError, code=45):
    """A table on disk is foreign, stale, truncated or modified, or contradicts the rules of the puzzle."""


class TableSpaceError(PybridgeError, code=46):
    """The disk has no room for a table, or the tables folder cannot be written."""


class UnknownTableError(PybridgeError, code=47):
    """No table on disk has this name."""


class CensusSpaceError(PybridgeError, code=48):
    """A census needs more memory than is available."""


class TrainingError(PybridgeError, code=49):
    """A network cannot be trained: the recipe is unknown, or there is nothing to learn from."""


class PrologMissingError(PybridgeError, code=50):
    """SWI-Prolog or its library is not installed."""


class PrologTooOldError(PybridgeError, code=51):
    """The installed SWI-Prolog is older than 9.0."""


class PrologError(PybridgeError, code=52):
    """A goal raised an error in Prolog. `term` is the error term as Prolog text, `value` as a Python value."""

    def __init__(self, message: str, term: str = "", value: object = None) -> None:
        super().__init__(message)
        self.term = term
        self.value = value


class PrologLimitError(PrologError):
    """A goal reached a limit or was cancelled. `outcome` says which; `answers` are the ones found before."""

    def __init__(self, outcome: Outcome, answers: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(f"the goal was stopped: {outcome.value}")
        self.outcome = outcome
        self.answers = tuple(answers)
        self.exit_code = outcome.exit_code


class ProgramError(PrologError, code=53):
    """A program, or a goal that uses it, is rejected; each line of the message says where and why."""


class PrologCrashError(PrologError, code=54):
    """The Prolog process ended while running the goal; the next goal runs in a new process."""


class PlannerError(PybridgeError, code=55):
    """Another planner crashed, or its answer is not a plan."""


class ClusterError(PybridgeError, code=56):
    """A cluster cannot be reached or used: Dask is missing, an address is wrong, or no worker can search."""


class DisagreementError(PybridgeError, code=60):
    """Two engines, or an engine and the judge, disagree; the message names the first difference."""
