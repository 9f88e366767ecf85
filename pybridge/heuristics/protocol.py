"""What a search needs from a heuristic, what a heuristic declares, and the maximum of several."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from pybridge.errors import BrokenTableError
from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles import Move


class Heuristic(Protocol):
    """A lower bound on the moves from a state to a goal that can be updated move by move."""

    # Properties, as a search only reads them: an object may be a frozen dataclass or have properties of its own.
    @property
    def name(self) -> str:
        """What reports call it."""

    @property
    def source(self) -> str:
        """The author and year of the method."""

    @property
    def admissible(self) -> bool:
        """Whether h never exceeds the true distance."""

    @property
    def consistent(self) -> bool:
        """Whether no move changes h by more than 1, and h is 0 at goals."""

    def estimate(self, state: State) -> int:
        """Compute h of a state from scratch."""

    def after(self, h: int, move: Move, state: State) -> int:
        """h of `state` after `move`, given the h of the state before."""


NEVER = 1 << 20
"""Moves that no solution has."""

Made = TypeVar("Made", bound=Heuristic)
_MADE_FOR: WeakKeyDictionary[Heuristic, PuzzleFacts] = WeakKeyDictionary()


def made(heuristic: Made, facts: PuzzleFacts) -> Made:
    """Remember for which puzzle a heuristic was made, and return it."""
    with suppress(TypeError):  # one of a domain from elsewhere may have no hash, or no weak references
        _MADE_FOR[heuristic] = facts
    return heuristic


def made_for(heuristic: Heuristic) -> PuzzleFacts | None:
    """The puzzle that `made` was called with; None for a heuristic from elsewhere."""
    return _MADE_FOR.get(heuristic)


class FromScratch(ABC):
    """A heuristic that computes h of each state from scratch."""

    @abstractmethod
    def estimate(self, state: Any) -> int:
        """h of a state."""

    def after(self, h: int, move: Move, state: Any) -> int:
        """h of `state` after `move`."""
        return self.estimate(state)


class Maximum(FromScratch):
    """The maximum of several heuristics. It is admissible, and consistent, if all of them are."""

    def __init__(self, heuristics: Sequence[Heuristic]) -> None:
        """Raises ValueError if there are no heuristics."""
        if not heuristics:
            raise ValueError("a maximum needs at least one heuristic")
        self.heuristics = tuple(heuristics)
        self.name = f"max({','.join(heuristic.name for heuristic in heuristics)})"
        self.source = "; ".join(dict.fromkeys(heuristic.source for heuristic in heuristics))
        self.admissible = all(heuristic.admissible for heuristic in heuristics)
        self.consistent = all(heuristic.consistent for heuristic in heuristics)

    def estimate(self, state: State) -> int:
        """Compute h of a state from scratch."""
        return max(heuristic.estimate(state) for heuristic in self.heuristics)


def require_lower_bound(heuristic: Heuristic, length: int, threshold: int) -> None:
    """Raise BrokenTableError for a solution shorter than the threshold: some state's estimate was too large."""
    if heuristic.admissible and length < threshold:
        raise BrokenTableError(
            f"the heuristic {heuristic.name} is not a lower bound: at the threshold {threshold} there was a solution "
            f"of {length} moves; if it has tables, `pybridge tables verify` finds the wrong one, and `pybridge tables "
            "remove` removes it"
        )
