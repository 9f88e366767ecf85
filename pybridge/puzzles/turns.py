"""Permutation puzzles: the puzzle, the judge's turn, and the orbits: the sets of states that moves connect.

Two states with the same pieces on the places of each kind differ by a permutation that takes places to places, with
the pieces turned as moves turn them. So a state is a permutation of the sorted pieces, and an orbit is a coset of the
group that the generators make. If some pieces look alike, a state is several permutations; they differ by exchanges of
those pieces, and by turns of a piece that looks the same when turned. Such exchanges mostly turn moves into products of
moves; then they and the moves make a group of their own, whose cosets are the orbits. Otherwise the permutations of a
state, or the states of the orbit, are listed, if they are few.
"""

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from pybridge.errors import UnavailableProgramError
from pybridge.facts import State, TurnsFacts
from pybridge.facts.board_graph import reached
from pybridge.facts.cycles import Sources, conjugate, generating, inverse, merging, moved, moves, power_name
from pybridge.facts.places import places
from pybridge.puzzles.features import of_turns
from pybridge.puzzles.parts import arrangements
from pybridge.puzzles.pieces import Laid, laid
from pybridge.puzzles.protocol import Move, Pruning, Reason
from pybridge.puzzles.rows import Transitions, always
from pybridge.translation import said

if TYPE_CHECKING:
    from pybridge.puzzles.chain import Chain

Pieces = tuple[int, ...]


class TurnMove(NamedTuple):
    """A power of a generator, by its name."""

    name: str

    def __str__(self) -> str:
        return self.name


class TurnsPuzzle:
    """One start state of a permutation puzzle. A state is a tuple of the pieces on points 1, 2, ..."""

    pruning = Pruning.INVERSE

    def __init__(self, facts: TurnsFacts, start: Pieces) -> None:
        self.start = start
        self._goals = frozenset(facts.goals)
        turns = moves(facts)
        self._turns = [(TurnMove(turn.name), turn.sources) for turn in turns]
        merged = set(merging(turns))
        self._after = {
            move: [turn for number, turn in enumerate(self._turns) if (last, number) not in merged]
            for last, (move, _) in enumerate(self._turns)
        }

    def is_goal(self, state: Pieces) -> bool:
        """Whether the state is the goal."""
        return state in self._goals

    def successors(self, state: Pieces, last: Move | None) -> Iterator[tuple[Move, Pieces]]:
        """All moves but those that with `last` make no move, or one that is a move by itself."""
        for move, by in self._turns if last is None else self._after[last]:
            yield move, moved(state, by)


def turn(facts: TurnsFacts, state: State, move: Move) -> State:
    """The judge's turn: move the piece on each point of a cycle to the next point, as often as the power says."""
    for name, cycles in facts.generators:
        length = max(map(len, cycles))
        while any(length % len(cycle) for cycle in cycles):
            length += 1
        for power in range(1, length):
            if power_name(name, power, length) == move.name:
                return _turned(state, cycles, power)
    raise ValueError(said("no generator has the move {move}", move=move.name))


def _turned(state: State, cycles: tuple[tuple[int, ...], ...], power: int) -> State:
    lies = dict(enumerate(state, start=1))
    for _ in range(power):
        before = dict(lies)
        for cycle in cycles:
            for place, point in enumerate(cycle):
                lies[point] = before[cycle[place - 1]]
    return tuple(lies[point] for point in range(1, len(state) + 1))


MOST_WAYS = 2_000
"""The most ways to distinguish equal pieces of a state that are tried one by one."""
MOST_STATES = 100_000
"""States of an orbit that are listed."""


class TurnsOrbits:
    """The orbits of a permutation puzzle."""

    def __init__(self, facts: TurnsFacts) -> None:
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
        turned = {conjugate(generator, inverse(exchange)) for exchange in more for generator in self._generators}
        if not self._group.has(*turned):
            return None
        outside = tuple(sorted(each for each in more if not self._group.has(each)))
        return _chain((*self._generators, *outside), self._facts.points)

    def _listed(self, state: State) -> set[State]:
        """All states of an orbit. Raises UnavailableProgramError if they are many."""
        found = set(
            islice(reached([state], lambda each: (moved(each, by) for by in self._generators)), MOST_STATES + 1)
        )
        if len(found) > MOST_STATES:
            message = f"{self._facts.name}: what moves can do with pieces that look alike is not known; number them"
            raise UnavailableProgramError(f"{message} all differently")
        return found


def random_state(facts: TurnsFacts, source: Random) -> State:
    """A state that can reach the goal; all such states are equally likely."""
    return moved(facts.goals[0], _chain(generating(facts), facts.points).random(source))


def _chain(generators: tuple[Sources, ...], points: int) -> "Chain":
    from pybridge.puzzles.chain import chain

    return chain(generators, points)


@lru_cache(maxsize=4)
def _products(generators: tuple[Sources, ...], points: int) -> list[Sources]:
    """All products of a few permutations."""
    return list(reached([tuple(range(points))], lambda each: (moved(each, by) for by in generators)))


TRANSITIONS = Transitions(TurnsPuzzle, turn, always, TurnsOrbits, random_state, of_turns)
"""A metric has the inverse of each move."""
