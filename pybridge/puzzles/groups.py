"""The group that the generators of a permutation puzzle make: how many states there are, and which can be reached."""

from pybridge.facts import PermutationFacts
from pybridge.puzzles.protocol import Reason


class PermutationOrbits:
    """The orbits of a permutation puzzle."""

    def __init__(self, facts: PermutationFacts) -> None:
        self._facts = facts

    def orbit(self, state: tuple[int, ...]) -> int:
        """A value that is the same for two states if and only if they are in the same orbit."""
        return 0

    def size(self, state: tuple[int, ...]) -> int:
        """The number of states in the orbit of the state."""
        return 0

    def arrangements(self) -> int:
        """The number of ways to put the pieces on the points."""
        return 0

    def why_apart(self, state: tuple[int, ...], goal: tuple[int, ...]) -> Reason:
        """Why the goal is not in the orbit of the state."""
        return Reason("")
