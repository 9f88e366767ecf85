"""Permutations from cycles: the moves of a permutation puzzle, their names, and sequences of moves as text.

A permutation is a tuple of sources, one per place: what it takes to place p comes from place `sources[p]`. Places are
points counted from 0.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

from pybridge.facts.model import Cycles, PermutationFacts
from pybridge.facts.wording import did_you_mean, listed, visible

Sources = tuple[int, ...]
MOST_MOVES = 10_000
"""Moves in a sequence that is typed."""

_WORD = re.compile(r"(?P<name>.*?)(?P<power>[0-9]{0,2})(?P<inverse>['’′]?)\Z", re.DOTALL)
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
        self._points = points
        self._generators = {name: (sources(cycles, points), order(cycles)) for name, cycles in generators}
        self._rotations = {name: (sources(cycles, points), order(cycles)) for name, cycles in rotations}
        self._shorthands = dict(shorthands)
        self.names = (*self._generators, *self._rotations, *self._shorthands)

    def permutation(self, text: str) -> tuple[Sources, str | None]:
        """The permutation that a sequence of moves makes, and what is wrong with the text, if anything.

        Rotations at the end of the sequence are taken back, since all states are seen from the same side.
        """
        done = seen = tuple(range(self._points))
        words = text.split()
        if len(words) > MOST_MOVES:
            return done, f"it has {len(words):,} moves; at most {MOST_MOVES:,} are read"
        for word in words:
            steps, wrong = self._steps(word, nested=0)
            if wrong:
                return done, wrong
            for step, turns_all in steps:
                if turns_all:
                    seen = moved(seen, step)
                else:  # seen from where the rotations have led
                    done = moved(done, moved(moved(seen, step), inverse(seen)))
        return done, None

    def _steps(self, word: str, nested: int) -> tuple[list[tuple[Sources, bool]], str | None]:
        """The permutations of a word, each with whether it is a rotation."""
        name, power, back = self._split(word)
        if name in self._shorthands and nested < len(self._shorthands) + 1:
            once: list[tuple[Sources, bool]] = []
            for part in self._shorthands[name].split():
                steps, wrong = self._steps(part, nested + 1)
                if wrong:
                    return [], wrong
                once += steps
            if back:
                once = [(inverse(step), turns_all) for step, turns_all in reversed(once)]
            return once * power, None
        known: Mapping[str, tuple[Sources, int]] = {**self._generators, **self._rotations}
        if name not in known:
            hint = did_you_mean(name, self.names) or f"; the moves are {listed(self.names)}"
            return [], f"{visible(word)} is not a move{hint}"
        step, turns = known[name]
        power = (-power if back else power) % turns
        return [(step, name in self._rotations)] * power, None

    def _split(self, word: str) -> tuple[str, int, bool]:
        """The longest name that a word begins with, the power, and whether it is inverse."""
        if word in self.names:
            return word, 1, False
        found = _WORD.match(word)
        assert found  # it matches every text
        power = found["power"]
        return found["name"], int(power) if power else 1, bool(found["inverse"])


def notation(facts: PermutationFacts) -> Notation:
    """How moves of a puzzle are written."""
    return Notation(facts.generators, facts.points, facts.rotations, facts.shorthands)
