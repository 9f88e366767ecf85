"""The method `hashed` of a census, for every domain with packed states."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pybridge.facts import State
from pybridge.facts.model import Facts
from pybridge.puzzles import is_reversible
from pybridge.search.census.census import Counter
from pybridge.search.rows import CensusMethod

if TYPE_CHECKING:
    from pybridge.search.census.hashed import Ends
    from pybridge.search.packed import Packed

ROOM = 1 << 12
"""States that a queue has room for where nobody knows how many there will be; it grows."""


def hashed(
    packed: "Callable[[Facts], Packed]", rate: float, ends: "Callable[[Facts], Ends] | None" = None
) -> CensusMethod[Facts]:
    """The method `hashed`, for a domain with packed states; with `ends`, which rows are goals, also from a start."""

    def counter(facts: Facts, starts: Sequence[State], states: int | None, threads: int) -> Counter:
        from pybridge.search.census.hashed import HashedCounter

        room = ROOM if states is None else states
        if is_reversible(facts):
            return HashedCounter(packed(facts), facts.goals, starts, room)
        assert ends is not None
        return HashedCounter(packed(facts), starts[:1], starts, room, ends(facts))

    def memory(facts: Facts, states: int) -> int:
        from pybridge.search.queue import bytes_needed

        return bytes_needed(packed(facts), states)

    def suits(facts: Facts, states: int) -> bool:
        return packed(facts) is not None

    return CensusMethod(counter, memory, suits, rate, forward=ends is not None)
