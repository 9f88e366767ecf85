"""Permutations from cycles: the moves of a permutation puzzle, their names, and sequences of moves as text.

A permutation is a tuple of sources, one per place: what it takes to place p comes from place `sources[p]`. Places are
points counted from 0.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import lcm
from typing import TypeVar

from pybridge.facts.model import Cycles, TurnsFacts
from pybridge.facts.wording import did_you_mean, listed, visible

Sources = tuple[int, ...]
MOST_MOVES = 10_000
"""Moves in a sequence that is typed."""
MOST_GLUED = 20
"""So many letters in a row, without a digit or a prime, are facelets, not moves."""
MOST_TURNS = 100
"""The largest order of a generator."""

_PRIMES = tuple("'’‘′`´ˈʼ")
_PRIME = f"[{''.join(_PRIMES)}]"
_ENDING = re.compile(rf"[0-9]{{0,2}}{_PRIME}?\Z")
"""A power and a prime at the end of a word."""
_WORDS = re.compile(r"\S+")
_BEHIND = re.compile(f"{_PRIME}([0-9]{{1,2}})")
"""A power behind a prime."""
_COMMENT, _COUNT = re.compile(r"//[^\n]*"), re.compile(r"\([0-9]+[fhqs]\*?\)\s*\Z")
"""What is left out: comments, and the number of moves that solvers add."""
_GROUPED = re.compile(rf"\(|\)[*×]?((?:[0-9]|{_PRIME})*)|[^\s()]+")
"""A word, or a parenthesis; the closing one may have a power."""
Piece = TypeVar("Piece")
_QUARTER = "quarter"


def sources(cycles: Cycles, points: int) -> Sources:
    """The permutation that takes what lies on each point of a cycle to the next one; points count from 1."""
    found = list(range(points))
    for cycle in cycles:
        for point, following in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            found[following - 1] = point - 1
    return tuple(found)


def moved(state: Sequence[Piece], by: Sources) -> tuple[Piece, ...]:
    """What lies on each place after a move; for a permutation as the state, the product of both."""
    return tuple(map(state.__getitem__, by))


def inverse(by: Sources) -> Sources:
    """The permutation that undoes another."""
    found = [0] * len(by)
    for place, source in enumerate(by):
        found[source] = place
    return tuple(found)


def conjugate(by: Sources, renaming: Sources) -> Sources:
    """The permutation that does to the renamed places what another one does to the places."""
    return moved(moved(renaming, by), inverse(renaming))


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
    """The name of a power, as cubers write it: R, R2, R' for a generator of order four.

    Powers over half of the order are written as inverses, as R2' for R3 of five.
    """
    back = turns - power
    number, mark = (power, "") if power <= back else (back, "'")
    return f"{generator}{number if number > 1 else ''}{mark}"


@lru_cache(maxsize=64)
def turns_of(
    generators: tuple[tuple[str, Cycles], ...], metric: str | tuple[int, ...], points: int
) -> tuple[Turn, ...]:
    """What counts as one move: powers of the generators in their order, the least power first."""
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


def moves(facts: TurnsFacts) -> tuple[Turn, ...]:
    """The moves of a puzzle, as `turns_of` has them."""
    return turns_of(facts.generators, facts.metric, facts.points)


def generating(facts: TurnsFacts) -> tuple[Sources, ...]:
    """The moves that make all others: each generator, or if it is not a move by itself its powers that are moves."""
    turns = moves(facts)
    once = {turn.generator for turn in turns if turn.power == 1}
    return tuple(turn.sources for turn in turns if turn.power == 1 or turn.generator not in once)


def merging(turns: Sequence[Turn]) -> list[tuple[int, int]]:
    """The pairs of moves that make no move together, or one that is a move by itself, as numbers of moves."""
    single = {turn.sources for turn in turns} | {tuple(range(len(turns[0].sources)))}
    return [
        (one, other)
        for one, first in enumerate(turns)
        for other, second in enumerate(turns)
        if moved(first.sources, second.sources) in single
    ]


@dataclass(frozen=True, slots=True)
class _Step:
    """What a name does: it moves pieces, then turns the whole puzzle."""

    moves: Sources
    turns_all: Sources

    def then(self, other: "_Step") -> "_Step":
        """Both steps; the other one is seen from where this one has turned the puzzle."""
        return _Step(moved(self.moves, self.seen(other)), moved(self.turns_all, other.turns_all))

    def seen(self, other: "_Step") -> Sources:
        """What another step moves after this one, seen from where nothing had turned the puzzle."""
        return conjugate(other.moves, self.turns_all)

    def inverse(self) -> "_Step":
        """The step that undoes this one."""
        back = inverse(self.turns_all)
        return _Step(conjugate(inverse(self.moves), back), back)

    def times(self, power: int) -> "_Step":
        """The step, repeated."""
        still = tuple(range(len(self.moves)))
        found = self if power else _Step(still, still)
        for _ in range(power - 1):
            found = found.then(self)
        return found


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
        still = tuple(range(points))
        self._still = _Step(still, still)
        self._steps = {name: _Step(sources(cycles, points), still) for name, cycles in generators}
        self._steps |= {name: _Step(still, sources(cycles, points)) for name, cycles in rotations}
        for name, text in shorthands:
            self.define(name, text)

    def define(self, name: str, text: str) -> str | None:
        """Let a name stand for a sequence of moves; return what is wrong with it, if anything, and define nothing."""
        step, wrong = self._step(text)
        if not wrong:
            self._steps[name] = step
        return wrong

    def permutation(self, text: str) -> tuple[Sources, str | None]:
        """The permutation that a sequence of moves makes, and what is wrong with the text, if anything.

        Rotations at the end of the sequence are undone, since all states are seen from the same side.
        """
        step, wrong = self._step(text)
        return step.moves, wrong

    def reader(self) -> Callable[[str], list[Sources]]:
        """Reads a sequence word by word: the moves of a word, seen from the same side throughout. Raises ValueError."""
        done = self._still

        def read(word: str) -> list[Sources]:
            nonlocal done
            steps, wrong = self._steps_of(word)
            if wrong:
                raise ValueError(wrong)
            found = []
            for step in steps:
                found.append(done.seen(step))
                done = done.then(step)
            return found

        return read

    def _step(self, text: str) -> tuple[_Step, str | None]:
        """What a text does as a whole, and what is wrong with it, if anything."""
        if not any("/" in name for name in self._steps):
            text = _COUNT.sub(" ", _COMMENT.sub(" ", text))
        grouped = not any("(" in name or ")" in name for name in self._steps)
        done, number, outer = self._still, 0, list[tuple[_Step, int]]()
        for match in (_GROUPED if grouped else _WORDS).finditer(text):
            word, wrong = match[0], None
            if grouped and word == "(":
                outer.append((done, number))
                done, number = self._still, 0
            elif grouped and word[0] == ")":
                read = next((each for each in _powers(match[1], 0) if each[0] == len(match[1])), None)
                if not outer or read is None:
                    return done, f"{visible(match[1])} is not a power" if outer else "a ) closes nothing"
                (before, count), (_, power, back) = outer.pop(), read
                group = done.times(power) if number else done
                done, number = before.then(group.inverse() if back else group), count + power * number
            else:
                steps, wrong = self._steps_of(word)
                done, number = reduce(_Step.then, steps, done), number + len(steps)
            if wrong or number > MOST_MOVES:
                return done, wrong or f"it has more than {MOST_MOVES:,} moves"
        return done, "a ( is not closed" if outer else None

    def _steps_of(self, word: str) -> tuple[list[_Step], str | None]:
        """What the moves of a word do, and what is wrong with it, if anything."""
        found = self._split(word)
        if not found:
            return [], self._unknown(word)
        if len(found) >= MOST_GLUED and word.isalpha():
            return [], f"{len(word)} letters in a row are not read as moves; separate moves by spaces"
        steps = ((self._steps[name].times(power), back) for name, power, back in found)
        return [step.inverse() if back else step for step, back in steps], None

    def _unknown(self, word: str) -> str:
        known = "".join(self._steps)
        if word[0].isdecimal() and not word.isdecimal() and not re.search("[0-9]", known):
            return f"{visible(word)} is not a move: numbers of layers in front of a move are not read"
        if any(sign in word and sign not in known for sign in "[]:"):
            return f"{visible(word)} is not a move: commutators and conjugates are not read, write out their moves"
        hint = did_you_mean(_ENDING.sub("", word), self._steps) or f"; the moves are {listed(self._steps)}"
        return f"{visible(word)} is not a move{hint}"

    def _split(self, word: str) -> list[tuple[str, int, bool]]:
        """The moves of a word: name, power, whether it is inverse. The longest names are tried first."""
        names = sorted(self._steps, key=len, reverse=True)
        if word in self._steps:
            return [(word, 1, False)]
        after: dict[int, tuple[int, tuple[str, int, bool]]] = {}
        for place in reversed(range(len(word))):
            for name in names:
                if word.startswith(name, place):
                    powers = _powers(word, place + len(name))
                    if first := next((each for each in powers if each[0] == len(word) or each[0] in after), None):
                        after[place] = first[0], (name, *first[1:])
                        break
        found, place = [], 0
        while place in after:
            place, move = after[place]
            found.append(move)
        return found


def _powers(word: str, place: int) -> Iterator[tuple[int, int, bool]]:
    """The ways to read a power at a place of a word, the longest first: its end, the power, whether it is inverse."""
    for digits in (2, 1, 0):
        text = word[place : place + digits]
        if len(text) == digits and (not text or (text.isdecimal() and text.isascii())):
            end = place + digits
            if word[end : end + 1] in _PRIMES:
                yield end + 1, int(text or 1), True
            yield end, int(text or 1), False
    if turned := _BEHIND.match(word, place):
        yield turned.end(), int(turned[1]), True


_notation = lru_cache(maxsize=16)(Notation)


def notation(facts: TurnsFacts) -> Notation:
    """How moves of a puzzle are written."""
    return _notation(facts.generators, facts.points, facts.rotations, facts.shorthands)
