"""What the sequences of moves of a limit cost a program of the user's, at most."""

from collections import Counter

from pybridge.engines.rows import in_prolog
from pybridge.facts import State
from pybridge.puzzles import count_states, puzzle_from
from pybridge.search.task import Task

ALLOWANCE = 5_000_000
"""Inferences that a program may use before its first threshold, and beyond what its sequences of moves take."""
_PER_SEQUENCE = 50
"""Inferences for each sequence of moves, undone moves included; the classic programs use a tenth of them."""
_UNANNOUNCED = 5
"""How often a program that announces no threshold may search to the limit of the solution."""
_PER_WORK = 10
"""How often a program may make the moves of each sequence."""
_PER_STATE, _MOST_STATES_AT_ALL = 200, 200_000
"""What such a program may use for each state of the puzzle, and the states that a puzzle has at most then."""
_MOST_STATES, _MOST_SEQUENCES = 20_000, 100_000_000
"""Where there are more of either, no limit is known to be exceeded."""


class Sequences:
    """What the sequences of moves of a limit cost, counted as the limits come."""

    def __init__(self, task: Task) -> None:
        self._facts, self._puzzle = task.facts, puzzle_from(task.facts, task.start)
        self._last: Counter[State] | None = Counter({task.start: 1})
        self._limit, self._total = 0, 1
        self._each = _PER_SEQUENCE + _PER_WORK * in_prolog(task.facts.domain).work(task.facts, task.start)

    def unannounced(self, length: int) -> int | None:
        """How many a search may use that announces no thresholds: it may look at all states of a small puzzle."""
        allowed, states = self.inferences(length), count_states(self._facts) or 0
        return allowed and _UNANNOUNCED * allowed + (_PER_STATE * states if states <= _MOST_STATES_AT_ALL else 0)

    def inferences(self, limit: int) -> int | None:
        """How many a search to the limit may use; None if there are too many sequences to count."""
        while self._last is not None and self._limit < limit:
            following: Counter[State] = Counter()
            for state, ways in self._last.items():
                for _, after in self._puzzle.successors(state, None):
                    following[after] += ways
            self._limit, self._total = self._limit + 1, self._total + following.total()
            small = len(following) <= _MOST_STATES and self._total <= _MOST_SEQUENCES
            self._last = following if small else None
        return None if self._last is None else ALLOWANCE + self._each * self._total
