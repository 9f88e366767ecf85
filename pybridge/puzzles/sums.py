"""What stays the same modulo some number whatever moves are made: sums of turns of pieces and of their exchanges."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, product
from math import gcd
from typing import NamedTuple

from pybridge.facts.places import Places, Points
from pybridge.facts.turns import Sources, moved
from pybridge.puzzles.parts import exchanges

_MOST_PARTS = 3
"""Kinds of pieces whose sums are looked at together."""


class Part(NamedTuple):
    """What is counted of one kind of pieces: turns, or exchanges of two."""

    kind: Places
    turns: bool


class Sum(NamedTuple):
    """Parts, each with a factor, whose sum should be 0 modulo a number, and what it is."""

    parts: tuple[tuple[Part, int], ...]
    value: int
    modulus: int


class _Counted(NamedTuple):
    part: Part
    modulus: int
    made: tuple[int, ...]
    value: int


def acted(kind: Places, by: Sources) -> list[tuple[int, Points]]:
    """For each place, the place that a permutation fills it from, and with which turn."""
    number = {frozenset(place): index for index, place in enumerate(kind.places)}
    found = []
    for place in kind.places:
        source = [by[point] for point in place]
        whence = number[frozenset(source)]
        found.append((whence, tuple(kind.places[whence].index(point) for point in source)))
    return found


def broken_sums(kinds: Sequence[Places], made: Sequence[Sources], by: Sources) -> list[Sum]:
    """The sums that are 0 for all permutations that are made, and not for another one."""
    counted = [
        _Counted(part, modulus, tuple(map(value, made)), value(by))
        for kind in kinds
        for part, modulus, value in _counts(kind)
    ]
    alone = []
    for each in counted:
        modulus = gcd(each.modulus, *each.made)
        if each.value % modulus:
            alone.append(Sum(((each.part, 1),), each.value % modulus, modulus))
    together = (found for prime in _primes(counted) for found in _together(counted, prime))
    return alone + list(islice(together, 1))


def _counts(kind: Places) -> Iterator[tuple[Part, int, Callable[[Sources], int]]]:
    """What is counted of a kind, the modulus, and how."""
    if len(kind.places) > 1:
        yield Part(kind, False), 2, lambda by: _exchanges(kind, by)
    powers = _powers(kind.turns)
    if len(kind.turns) > 1 and powers:
        yield Part(kind, True), len(powers), lambda by: sum(powers[turn] for _, turn in acted(kind, by))


def _exchanges(kind: Places, by: Sources) -> int:
    order = tuple(whence for whence, _ in acted(kind, by))
    return exchanges(order, tuple(sorted(order)))


def _powers(turns: Sequence[Points]) -> dict[Points, int]:
    """Each turn as a power of a single one; empty if there is no such one."""
    for once in turns:
        powers, power = {turns[0]: 0}, once
        while power not in powers:
            powers[power] = len(powers)
            power = moved(power, once)
        if len(powers) == len(turns):
            return powers
    return {}


def _primes(counted: Sequence[_Counted]) -> list[int]:
    most = max((each.modulus for each in counted), default=1)
    return [each for each in range(2, most + 1) if all(each % other for other in range(2, each))]


def _together(counted: Sequence[_Counted], prime: int) -> Iterator[Sum]:
    """The sums of several parts that are 0 modulo a prime for all that is made, and not for the other permutation."""
    free = [each for each in counted if each.modulus % prime == 0 and any(value % prime for value in each.made)]
    for many in range(2, _MOST_PARTS + 1):
        for parts in combinations(free, many):
            for factors in product((1,), *[range(1, prime)] * (many - 1)):
                weighted = list(zip(parts, factors, strict=True))
                value = sum(part.value * factor for part, factor in weighted) % prime
                sums = (sum(numbers) % prime for numbers in zip(*(_times(*each) for each in weighted), strict=True))
                if value and not any(sums):
                    yield Sum(tuple((part.part, factor) for part, factor in weighted), value, prime)


def _times(part: _Counted, factor: int) -> list[int]:
    return [value * factor for value in part.made]
