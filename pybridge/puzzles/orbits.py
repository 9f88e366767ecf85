"""Orbits: the states of a puzzle parted into those that moves join, told without a search."""

from collections.abc import Hashable
from typing import Protocol

from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.puzzles.blocks_orbits import BlocksOrbits
from pybridge.puzzles.reason import Reason
from pybridge.puzzles.sliding_orbits import SlidingOrbits


class Orbits(Protocol):
    """What is known of the orbits of a puzzle's states. All states must be legal."""

    def orbit(self, state: State) -> Hashable:
        """What is the same for all states of an orbit, and for no other."""

    def size(self, state: State) -> int:
        """How many states the orbit of the state has."""

    def arrangements(self) -> int:
        """How many states there are, in all orbits."""

    def why_apart(self, state: State, goal: State) -> Reason:
        """Why the goal is not in the orbit of the state, which it must not be."""


def orbits(facts: PuzzleFacts) -> Orbits:
    """The orbits of a puzzle."""
    if isinstance(facts, SlidingFacts):
        return SlidingOrbits(facts)
    if isinstance(facts, BlocksFacts):
        return BlocksOrbits(facts)
    raise TypeError(f"no solvability test for {type(facts).__name__}")
