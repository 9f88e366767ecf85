"""Permutations from cycles: the moves of a permutation puzzle, their names, and sequences of moves as text.

A permutation is a tuple of sources, one per place: what it takes to place p comes from place `sources[p]`. Places are
points counted from 0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

from pybridge.facts.model import Cycles, PermutationFacts
from pybridge.facts.wording import did_you_mean, listed, visible

Sources = tuple[int, ...]
MOST_MOVES = 10_000
"""Moves in a sequence that is typed."""

MOST_DIGITS = 2
"""Digits of a power."""
MOST_TURNS = 100
"""The largest order of a generator."""

_INVERSE = "'’′"
_QUARTER = "quarter"


def sources(cycles: Cycles, points: int) -> Sources:
    """The permutation that takes what lies on each point of a cycle to the next one; points count from 1."""
    found = list(range(points))
    for cycle in cycles:
        for point, following in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            found[following - 1] = point - 1
    return tuple(found)


def moved(state: Sequence[Any], by: Sources) -> tuple[Any, ...]:
    """What lies on each place after a move; for a permutation as the state, the product of both."""
    return tuple(state[source] for source in by)


def inverse(by: Sources) -> Sources:
    """The permutation that undoes another."""
    found = [0] * len(by)
    for place, source in enumerate(by):
        found[source] = place
    return tuple(found)


def order(cycles: Cycles) -> int:
    """How often a generator is repeated until nothing has moved."""
    return lcm(*map(len, cycles))


@dataclass(frozen=True, slots=True)
class Turn:
    """A move: a power of a generator, its name, and the permutation that it makes."""

    name: str
    generator: str
    power: int
    sources: Sources


def power_name(generator: str, power: int, turns: int) -> str:
    """The name of a power, as cubers write it: R, R2, R' for a generator that is repeated four times until all is back.

    Powers over half of the order are written as inverses, as R2' for R3 of five.
    """
    back = turns - power
    number, mark = (power, "") if power <= back else (back, "'")
    return f"{generator}{number if number > 1 else ''}{mark}"


@lru_cache(maxsize=64)
def _moves(generators: tuple[tuple[str, Cycles], ...], metric: str | tuple[int, ...], points: int) -> tuple[Turn, ...]:
    found = []
    for name, cycles in generators:
        turns = order(cycles)
        once = power = sources(cycles, points)
        for number in range(1, turns):
            if counts(metric, number, turns):
                found.append(Turn(power_name(name, number, turns), name, number, power))
            power = moved(power, once)
    return tuple(found)


def counts(metric: str | tuple[int, ...], power: int, turns: int) -> bool:
    """Whether a power of a generator, which is repeated `turns` times until nothing has moved, counts as one move."""
    if isinstance(metric, tuple):
        return power in {each % turns for each in metric}
    return metric != _QUARTER or power in (1, turns - 1)


def moves(facts: PermutationFacts) -> tuple[Turn, ...]:
    """What counts as one move: powers of the generators in their order, the least power first."""
    return _moves(facts.generators, facts.metric, facts.points)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a sequence of moves does: the permutation that it makes, and how it has rotated the whole puzzle."""

    moves: Sources
    seen: Sources

    def then(self, other: "Effect") -> "Effect":
        """This sequence and then another, which is seen from where this one has rotated to."""
        turned = moved(moved(self.seen, other.moves), inverse(self.seen))
        return Effect(moved(self.moves, turned), moved(self.seen, other.seen))

    def undone(self) -> "Effect":
        """The sequence backward."""
        back = inverse(self.seen)
        return Effect(moved(moved(back, inverse(self.moves)), self.seen), back)


class Notation:
    """How sequences of moves are written: names of generators with powers, rotations and shorthands.

    A rotation turns the whole puzzle, so that the names after it stand for other generators. It moves nothing itself.
    """

    def __init__(
        self,
        generators: Iterable[tuple[str, Cycles]],
        points: int,
        rotations: Iterable[tuple[str, Cycles]] = (),
        shorthands: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._still = tuple(range(points))
        self._known = {name: Effect(sources(cycles, points), self._still) for name, cycles in generators}
        self._known |= {name: Effect(self._still, sources(cycles, points)) for name, cycles in rotations}
        for name, text in shorthands:
            effect, wrong = self._effect(text)
            if not wrong:
                self._known[name] = effect

    @property
    def names(self) -> tuple[str, ...]:
        """All names: of generators, rotations and shorthands."""
        return tuple(self._known)

    def permutation(self, text: str) -> tuple[Sources, str | None]:
        """The permutation that a sequence of moves makes, and what is wrong with the text, if anything.

        Rotations at the end of the sequence are taken back, since all states are seen from the same side.
        """
        effect, wrong = self._effect(text)
        return effect.moves, wrong

    def _effect(self, text: str) -> tuple[Effect, str | None]:
        done = Effect(self._still, self._still)
        words = text.split()
        if len(words) > MOST_MOVES:
            return done, f"it has {len(words):,} moves; at most {MOST_MOVES:,} are read"
        for word in words:
            name, power, back = self._split(word)
            if name not in self._known:
                hint = did_you_mean(name, self.names) or f"; the moves are {listed(self.names)}"
                return done, f"{visible(word)} is not a move{hint}"
            once = self._known[name]
            for _ in range(power):
                done = done.then(once.undone() if back else once)
        return done, None

    def _split(self, word: str) -> tuple[str, int, bool]:
        """The longest name that a word begins with, the power, and whether it is inverse."""
        if word in self._known:
            return word, 1, False
        back = word[-1] in _INVERSE
        rest = word[:-1] if back else word
        for digits in range(MOST_DIGITS + 1):
            name, power = rest[: len(rest) - digits], rest[len(rest) - digits :]
            if name in self._known and (not power or (power.isascii() and power.isdecimal())):
                return name, int(power or 1), back
        return rest, 1, back


def notation(facts: PermutationFacts) -> Notation:
    """How moves of a puzzle are written."""
    return Notation(facts.generators, facts.points, facts.rotations, facts.shorthands)
