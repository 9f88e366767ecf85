"""How far from the goal the states are that a network is asked to solve: as far as it can, and then any state."""

from collections.abc import Callable
from math import log
from random import Random
from threading import Lock

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import PuzzleFacts, State
from pybridge.learning.solving import Path
from pybridge.puzzles import count_states, is_reversible, puzzle_from, random_state

_ANY = 0
_GROWTH, _ENOUGH = 1.25, 0.8
"""The factor by which walks from the goal grow, and the share of their last states that must be solved before."""
_LONGER = 1.5
"""The length of the first walks, as a multiple of the length that would reach all states if no state came twice."""


class Reach:
    """Starts: the ends of random walks of `length` moves from the goal; with length 0, any state that can reach it."""

    def __init__(self, facts: PuzzleFacts) -> None:
        """Raises UnfitHeuristicError where walks from the goal do not lead to states that can reach it."""
        states = count_states(facts)
        if states is None:
            why = "how many states it has is not known" if is_reversible(facts) else "its moves cannot be undone"
            raise UnfitHeuristicError(f"no network can be trained for {facts.name}: {why}")
        self._facts = facts
        ways = max(2, len(list(puzzle_from(facts, facts.goals[0]).successors(facts.goals[0], None))))
        self.longest = round(_LONGER * log(states) / log(ways))
        self.length = _ANY
        self._tried = self._solved = 0
        self._all = (0, 0)
        self._lock = Lock()

    def start(self, source: Random) -> State:
        """A state to be solved."""
        if self.length == _ANY:
            return random_state(self._facts, source.getrandbits(63))
        state, last = self._facts.goals[0], None
        puzzle = puzzle_from(self._facts, state)
        for _ in range(source.randint(1, self.length)):
            last, state = source.choice(list(puzzle.successors(state, last)))
        return state

    def counted(self, solve: Callable[[State], Path | None]) -> Callable[[State], Path | None]:
        """The same search, counting the states that it tries and solves."""

        def counting(state: State) -> Path | None:
            path = solve(state)
            with self._lock:  # several threads solve
                self._tried, self._solved = self._tried + 1, self._solved + (path is not None)
            return path

        return counting

    def account(self) -> str:
        """Which states are solved now, and how many of those tried in this round were."""
        which = "random states" if self.length == _ANY else f"states up to {self.length} moves away"
        account, self._all = f"{self._all[1]:,} of {self._all[0]:,} states solved, now {which}", (0, 0)
        return account

    def adapt(self) -> None:
        """Take farther states if most were solved since the last time, nearer ones if fewer than half were."""
        if not self._tried:
            return
        if self._solved >= _ENOUGH * self._tried and self.length != _ANY:
            longer = max(self.length + 1, round(self.length * _GROWTH))
            self.length = _ANY if longer > self.longest else longer
        elif self._solved < self._tried / 2:
            self.length = max(2, round((self.length or self.longest) / _GROWTH))
        self._all = self._all[0] + self._tried, self._all[1] + self._solved
        self._tried = self._solved = 0
