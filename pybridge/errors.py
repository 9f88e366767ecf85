"""Every error that a user can meet: one family, one line each, one exit code each.

Exit codes 10 to 19 and 130 belong to outcomes, 20 to 39 to faults in a fact file, 40 to 49 to what was asked for,
50 to 59 to SWI-Prolog, 60 to a disagreement between engines, 70 to a bug of ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from pybridge.outcome import Outcome


class FaultKind(IntEnum):
    """What is wrong with a fact file; the value is the exit code.

    An unsolvable start is no fault of form, and ends a check as it ends a search.
    """

    UNSOLVABLE_START = 10
    UNREADABLE = 20
    ILL_FORMED = 21
    NOT_A_FACT = 22
    UNKNOWN_FACT = 23
    WRONG_ARITY = 24
    WRONG_ARGUMENT = 25
    MISSING_FACT = 26
    REPEATED_FACT = 27
    UNKNOWN_CELL = 28
    ASYMMETRIC_NEIGHBOR = 29
    NOT_CONNECTED = 30
    WRONG_BLANKS = 31
    WRONG_TILES = 32
    INADMISSIBLE_DISTANCE = 33
    ILLEGAL_STATE = 34
    WRONG_DRAWING = 35


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a fact file; lines and columns count from 1. `message` says what is wrong and what is right."""

    path: str
    line: int
    column: int
    kind: FaultKind
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class PybridgeError(Exception):
    """Base of all errors that pybridge raises on purpose; `str()` is the text a user sees.

    They can be sent from one process to another.
    """

    exit_code = 70

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by calling the class again, as exceptions do: what it is called with need not be its `args`.
        return _uncalled, (type(self), self.args), vars(self)


def _uncalled(kind: type[PybridgeError], args: tuple[Any, ...]) -> PybridgeError:
    return kind.__new__(kind, *args)


class FactFileError(PybridgeError):
    """A fact file, or a drawing to make one from, has faults; `faults` holds all of them, in the file's order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)
        self.exit_code = int(faults[0].kind)


class UnknownPuzzleError(PybridgeError):
    """Neither a shipped puzzle nor a file has this name."""

    exit_code = 40


class UnknownStartError(PybridgeError):
    """The puzzle has no such start state, or the state given is not a state of the puzzle."""

    exit_code = 41


class UnavailableProgramError(PybridgeError):
    """The program or engine does not exist, or does not fit the puzzle's domain."""

    exit_code = 42


class OutputError(PybridgeError):
    """A file that was asked for cannot be written."""

    exit_code = 43


class UnfitHeuristicError(PybridgeError):
    """The heuristic does not exist, or does not fit the puzzle."""

    exit_code = 44


class BrokenTableError(PybridgeError):
    """A table on disk is foreign, stale, cut short or changed, or is not what the rules say."""

    exit_code = 45


class TableSpaceError(PybridgeError):
    """A table does not fit on the disk, or its folder cannot be written."""

    exit_code = 46


class UnknownTableError(PybridgeError):
    """No table on disk is called that."""

    exit_code = 47


class CensusSpaceError(PybridgeError):
    """A census needs more memory than there is."""

    exit_code = 48


class PrologMissingError(PybridgeError):
    """SWI-Prolog, or its library, is not on this machine."""

    exit_code = 50


class PrologTooOldError(PybridgeError):
    """SWI-Prolog is there but older than 9.0."""

    exit_code = 51


class PrologError(PybridgeError):
    """A goal raised an error in Prolog; `term` is the error as Prolog writes it, `value` the term itself."""

    exit_code = 52

    def __init__(self, message: str, term: str = "", value: object = None) -> None:
        super().__init__(message)
        self.term = term
        self.value = value


class PrologLimitError(PrologError):
    """A goal reached a limit, or was cancelled; `outcome` says which, `answers` are those found before."""

    def __init__(self, outcome: Outcome, answers: Sequence[dict[str, object]] = ()) -> None:
        super().__init__(f"the goal was stopped: {outcome.value}")
        self.outcome = outcome
        self.answers = tuple(answers)
        self.exit_code = outcome.exit_code


class ProgramError(PrologError):
    """A program, or a goal asked of it, is refused; each line of the message says where and why."""

    exit_code = 53


class PrologCrashError(PrologError):
    """The process in which Prolog ran has ended, and with it the goal; the next goal has a fresh one."""

    exit_code = 54


class DisagreementError(PybridgeError):
    """Two engines, or an engine and the judge, differ; the message names the first difference."""

    exit_code = 60
