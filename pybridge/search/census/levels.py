"""What every way of taking a census does: one level of the state space after another, from the goals on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pybridge.facts import State

Check = Callable[[], None]
"""Called every few milliseconds; raises Stopped to end the census."""


def go_on() -> None:
    """A check that ends nothing."""


@dataclass(frozen=True, slots=True)
class Level:
    """The states at one distance from the nearest goal.

    `states` is how many there are, `exact` how many of them have just that distance as their lower bound (None if the
    domain has none), and `here` tells which of the starts that were asked for are among them, by their numbers.
    """

    distance: int
    states: int
    exact: int | None
    here: tuple[int, ...] = ()


class Counter(Protocol):
    """One way of taking a census of one puzzle, under way or not yet begun."""

    method: str

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order, from the goals' own, 0; the last one is followed by none that has a state.

        After `check` has raised, and after `resume`, another call goes on: it yields the levels that are not complete
        yet, and none twice.
        """

    def farthest(self, most: int) -> list[State]:
        """The first `most` states, in ascending order, of the last level that was yielded.

        None if the census was stopped after a level of so many that it would take long.
        """

    def save(self, folder: Path, check: Check = go_on) -> None:
        """Write what it takes to go on into an empty folder; what `check` raises ends it."""

    def resume(self, folder: Path) -> list[Level]:
        """Go on from what `save` wrote for the same puzzle and starts; return the levels that are complete.

        Raises ValueError or OSError if that is not what lies there.
        """
