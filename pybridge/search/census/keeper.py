"""What keeps a census that was stopped, as far as the census knows it."""

from collections.abc import Sequence
from typing import Protocol

from pybridge.search.census.levels import Check, Counter, Level


class Keeper(Protocol):
    """Where an interrupted census is kept; `damaged` if what was kept could not be gone on with."""

    damaged: bool

    def resume(self, counter: Counter) -> list[Level]:
        """Have the counter go on from what was kept for it; the levels that are complete, none if nothing was."""

    def save(self, counter: Counter, levels: Sequence[Level], check: Check) -> None:
        """Keep it, with the levels that are complete. Raises OSError, and what `check` raises."""

    def remove(self) -> None:
        """Keep nothing of it any more."""
