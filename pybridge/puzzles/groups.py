"""The group that the generators of a permutation puzzle make: how many states there are, and which can be reached.

A state is a permutation of the sorted pieces, so that an orbit is a coset of the group. If pieces look alike, a state
is several permutations. Exchanges of pieces that look alike mostly turn moves into products of moves; then they and the
moves make a group of their own, whose cosets are the orbits. Otherwise the permutations of a state, or the states of
the orbit, are listed, if they are few.
"""

from collections.abc import Hashable
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PermutationFacts, State
from pybridge.facts.places import places
from pybridge.facts.turns import Sources, generating, inverse, moved
from pybridge.puzzles.laid import Laid, laid
from pybridge.puzzles.parts import arrangements
from pybridge.puzzles.protocol import Reason

if TYPE_CHECKING:
    from pybridge.puzzles.chain import Chain

MOST_WAYS = 2_000
"""The most ways to tell equal pieces of a state apart that are tried one by one."""
MOST_STATES = 100_000
"""States of an orbit that are listed."""


class PermutationOrbits:
    """The orbits of a permutation puzzle."""

    def __init__(self, facts: PermutationFacts) -> None:
        self._facts = facts
        self._generators = generating(facts)
        self._kinds = places(facts)

    def orbit(self, state: State) -> Hashable:
        """A value that is the same for two states if and only if they are in the same orbit."""
        lies = laid(self._kinds, state)
        if merged := self._merged(lies):
            return lies.sorted, merged.least(lies.by)
        if lies.ways <= MOST_WAYS:
            ways = _products(lies.alike, self._facts.points)
            return lies.sorted, min(self._group.least(moved(lies.by, way)) for way in ways)
        return lies.sorted, min(self._listed(state))

    def size(self, state: State) -> int:
        """The number of states in the orbit of the state."""
        lies = laid(self._kinds, state)
        if merged := self._merged(lies):
            return merged.order // lies.ways
        if lies.ways <= MOST_WAYS:
            ways = _products(lies.alike, self._facts.points)
            return self._group.order // sum(map(self._group.has, ways))
        return len(self._listed(state))

    def arrangements(self) -> int:
        """The number of ways to put the pieces on the points."""
        return arrangements(self._facts.goals[0])

    def why_apart(self, state: State, goal: State) -> Reason:
        """Why the goal is not in the orbit of the state."""
        from pybridge.puzzles.apart import why_apart

        return why_apart(self._facts, state, goal)

    @property
    def _group(self) -> "Chain":
        return _chain(self._generators, self._facts.points)

    def _merged(self, lies: Laid) -> "Chain | None":
        """The group that the moves make with exchanges of pieces that look alike.

        None if its products are not all a product of moves after such an exchange. They are if the exchanges turn the
        generators into products of generators.
        """
        if lies.ways == 1:
            return self._group
        more = dict.fromkeys(self._group.least(each) for each in lies.alike)
        turned = {
            moved(moved(inverse(exchange), generator), exchange) for exchange in more for generator in self._generators
        }
        if not self._group.has(*turned):
            return None
        outside = tuple(sorted(each for each in more if not self._group.has(each)))
        return _chain((*self._generators, *outside), self._facts.points)

    def _listed(self, state: State) -> set[State]:
        """All states of an orbit. Raises UnavailableProgramError if they are many."""
        known, queue = {state}, [state]
        for each in queue:
            fresh = {moved(each, by) for by in self._generators} - known
            known |= fresh
            queue += fresh
            if len(known) > MOST_STATES:
                message = f"{self._facts.name}: what moves can do with pieces that look alike is not known; number them"
                raise UnavailableProgramError(f"{message} all differently")
        return known


def random_state(facts: PermutationFacts, source: Random) -> State:
    """A state that can reach the goal; all such states are equally likely."""
    return moved(facts.goals[0], _chain(generating(facts), facts.points).random(source))


def _chain(generators: tuple[Sources, ...], points: int) -> "Chain":
    from pybridge.puzzles.chain import chain

    return chain(generators, points)


@lru_cache(maxsize=4)
def _products(generators: tuple[Sources, ...], points: int) -> list[Sources]:
    """All products of a few permutations."""
    found = [tuple(range(points))]
    known = set(found)
    for each in found:
        fresh = {moved(each, by) for by in generators} - known
        known |= fresh
        found += fresh
    return found
