"""The outcomes of a search. An outcome is an answer, not an error."""

from enum import Enum


class Outcome(Enum):
    """How a search ended; the value is what `--json` prints."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    NO_SOLUTION_WITHIN_LIMIT = "no solution within the limit"
    TIME_LIMIT = "time limit reached"
    INFERENCE_LIMIT = "inference limit reached"
    MEMORY_LIMIT = "memory limit reached"
    INTERRUPTED = "interrupted"

    @property
    def stopped(self) -> bool:
        """Whether a limit of time, inferences or memory ended the search, or somebody did."""
        return self not in (Outcome.SOLVED, Outcome.UNSOLVABLE, Outcome.NO_SOLUTION_WITHIN_LIMIT)

    @property
    def exit_code(self) -> int:
        """The exit code of a command with this outcome."""
        return _EXIT_CODES[self]


_EXIT_CODES = {
    Outcome.SOLVED: 0,
    Outcome.UNSOLVABLE: 10,
    Outcome.NO_SOLUTION_WITHIN_LIMIT: 11,
    Outcome.TIME_LIMIT: 12,
    Outcome.INFERENCE_LIMIT: 13,
    Outcome.MEMORY_LIMIT: 14,
    Outcome.INTERRUPTED: 130,
}
