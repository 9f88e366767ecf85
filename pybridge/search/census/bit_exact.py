"""The states whose lower bound is their distance, found from each other.

On a shortest way from such a state every move takes 1 off the bound, if no move can take off more. So each of them but
the goals is a move away from one that is a level nearer; and a state that a move reaches from there, with a bound that
is 1 higher, is one of them. They are few where the bound is of use, and then need not be looked for among all states.
"""

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import SlidingFacts, State
from pybridge.heuristics import Manhattan
from pybridge.search.kernels.census_exact import raised

_SHARE, _FEW = 16, 100_000


class ExactStates:
    """Those of one level, the goals' at first."""

    def __init__(self, facts: SlidingFacts) -> None:
        most = max(map(len, facts.neighbors))
        rows = [[*cells, *([0] * (most - len(cells)))] for cells in facts.neighbors]
        self._neighbors = np.array(rows, np.int64)
        self._degree = np.array([len(cells) for cells in facts.neighbors], np.int64)
        self._distances = np.array(facts.distances, np.int64)
        self.states: NDArray[np.uint64] = np.array(sorted(map(_word, facts.goals)), np.uint64)

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded."""
        self._raised(self.states[:0])

    def go_on(self) -> int:
        """Find those of the next level; return how many there are."""
        self.states = self._raised(self.states)
        return len(self.states)

    def _raised(self, states: NDArray[np.uint64]) -> NDArray[np.uint64]:
        found: NDArray[np.uint64] = raised(states, self._neighbors, self._degree, self._distances)
        return found

    def few_of(self, states: int) -> bool:
        """Whether they are so few of the level's states that this is the quicker way."""
        return len(self.states) <= max(_FEW, states // _SHARE)


def exact_states(facts: SlidingFacts) -> ExactStates | None:
    """Those of the goals' level; None if a move can change the bound by more than 1."""
    return ExactStates(facts) if Manhattan(facts).consistent else None


def _word(state: State) -> int:
    """Four bits a cell, the first lowest."""
    return sum(int(tile) << 4 * cell for cell, tile in enumerate(state))
