"""What a census returns."""

from dataclasses import dataclass

from pybridge.facts import State
from pybridge.outcome import Outcome
from pybridge.puzzles import Reason
from pybridge.search.census.levels import Level


@dataclass(frozen=True, slots=True)
class Place:
    """Where a start lies in the census: its distance from the nearest goal.

    None if the census was stopped before it, or if the start cannot reach a goal; then `reason` says why.
    """

    name: str
    state: State
    distance: int | None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Census:
    """The states of a puzzle by their distance from the nearest goal.

    `outcome` is SOLVED if `levels` are all there are, else what stopped it; `total` is how many states there are, told
    by the shape of the board before the census; `farthest` has states of the last level, in ascending order, not more
    than were asked for. `seconds` are of wall time, without what made it ready and the time before an interruption.
    """

    puzzle: str
    method: str
    outcome: Outcome
    levels: tuple[Level, ...]
    total: int
    farthest: tuple[State, ...]
    places: tuple[Place, ...]
    seconds: float

    @property
    def states(self) -> int:
        """How many states were counted."""
        return sum(level.states for level in self.levels)

    @property
    def depth(self) -> int:
        """The largest distance counted."""
        return self.levels[-1].distance

    @property
    def mean(self) -> float:
        """The mean distance of the states counted."""
        return sum(level.distance * level.states for level in self.levels) / self.states

    @property
    def exact_share(self) -> float | None:
        """The share of the states whose lower bound is their distance; None if the domain has no bound."""
        exact = [level.exact for level in self.levels]
        return None if None in exact else sum(filter(None, exact)) / self.states
