"""Why a state of a permutation puzzle cannot reach another, found from its places and its generators.

Sums of turns of pieces, and of their exchanges, stay the same modulo some number whatever moves are made.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import gcd
from typing import NamedTuple

from pybridge.facts import State, TurnsFacts
from pybridge.facts.cycles import Sources, generating, inverse, moved
from pybridge.facts.places import Places, Points, origins, places
from pybridge.facts.wording import listed
from pybridge.puzzles.chain import chain
from pybridge.puzzles.parts import exchanges
from pybridge.puzzles.pieces import Piece, laid, piece, pieces
from pybridge.puzzles.protocol import Reason

_MOST_PARTS = 3
"""Kinds of pieces whose sums are looked at together."""


class PieceCount(NamedTuple):
    """What is counted of one kind of pieces: turns, or exchanges of two."""

    kind: Places
    turns: bool


class Sum(NamedTuple):
    """Parts, each with a factor, whose sum should be 0 modulo a number, and what it is."""

    parts: tuple[tuple[PieceCount, int], ...]
    value: int
    modulus: int


class _Counted(NamedTuple):
    part: PieceCount
    modulus: int
    made: tuple[int, ...]
    value: int


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


def _counts(kind: Places) -> Iterator[tuple[PieceCount, int, Callable[[Sources], int]]]:
    """What is counted of a kind, the modulus, and how."""
    if len(kind.places) > 1:
        yield PieceCount(kind, False), 2, lambda by: _exchanges(kind, by)
    powers = _powers(kind.turns)
    if len(kind.turns) > 1 and powers:
        yield PieceCount(kind, True), len(powers), lambda by: sum(powers[turn] for _, turn in origins(kind.places, by))


def _exchanges(kind: Places, by: Sources) -> int:
    order = _whence(kind, by)
    return exchanges(order, tuple(sorted(order)))


def _whence(kind: Places, by: Sources) -> tuple[int, ...]:
    """For each place of a kind, the number of the place that a permutation fills it from."""
    return tuple(whence for whence, _ in origins(kind.places, by))


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
                made = ([value * factor for value in part.made] for part, factor in weighted)
                sums = (sum(numbers) % prime for numbers in zip(*made, strict=True))
                if value and not any(sums):
                    yield Sum(tuple((part.part, factor) for part, factor in weighted), value, prime)


_GENERAL = "the state is not a product of the generators"
_MOST_NAMED = 4
"""Points of a piece that its name lists."""


def why_apart(facts: TurnsFacts, state: State, goal: State) -> Reason:
    """Why no moves lead from a state to a goal. They must be in different orbits."""
    shown, numbered = (_Why(facts, state, goal, colours).text() for colours in (facts.colours, {}))
    return Reason(shown, numbered)


class _Why:
    """The reason in words; pieces are called by their colors if those distinguish them, otherwise by their numbers."""

    def __init__(self, facts: TurnsFacts, state: State, goal: State, colours: Mapping[int, str]) -> None:
        self._facts, self._state, self._goal, self._colours = facts, state, goal, colours
        self._kinds = places(facts)

    def text(self) -> str:
        """The reason."""
        return self._unmoved() or next(self._strange(), "") or self._unordered()

    def _unmoved(self) -> str:
        """A point that no generator moves, and what lies there."""
        moving = {point for kind in self._kinds for place in kind.places for point in place}
        for point, (here, wanted) in enumerate(zip(self._state, self._goal, strict=True)):
            if point not in moving and here != wanted:
                mine, other = self._joined((here,)), self._joined((wanted,))
                return f"no move changes point {point + 1}: {mine} lies there, and in the goal {other}"
        return ""

    def _strange(self) -> Iterator[str]:
        """Places with what is not a piece of theirs."""
        for kind in self._kinds:
            home, here = Counter(pieces(kind, self._goal)), pieces(kind, self._state)
            for place, numbers in zip(kind.places, here, strict=True):
                if numbers not in home:
                    yield self._no_piece(kind, place)
        for kind in self._kinds:
            home, now = (Counter(pieces(kind, each)) for each in (self._goal, self._state))
            if home != now:
                more, fewer = next(iter(now - home)), next(iter(home - now))
                yield f"there are too many of {self._name(kind, more)} and too few of {self._name(kind, fewer)}"

    def _no_piece(self, kind: Places, place: Points) -> str:
        numbers = tuple(self._state[point] for point in place)
        where = f"point{'s' * (len(place) > 1)} {listed(point + 1 for point in place)}"
        for other in self._kinds:
            for each in pieces(other, self._goal):
                if sorted(each) != sorted(numbers):
                    continue
                name = self._name(other, each)
                if other is not kind:
                    return f"{name} lies on {where}, a place of {self._like(kind)}, which no move takes it to"
                if self._facts.colours and piece(kind, numbers[::-1]) == each and len(numbers) > 2:
                    return f"{name} is mirrored: on {where} it has an order of its colors that no turn makes"
                return f"{name} lies on {where} in an order that no move makes"
        what = listed(numbers)
        return f"{what} on {where} {'are not one piece: pieces were taken apart' if len(place) > 1 else 'is misplaced'}"

    def _unordered(self) -> str:
        """The right pieces in an order that moves do not make."""
        lies, home = laid(self._kinds, self._state), laid(self._kinds, self._goal)
        by = moved(inverse(home.by), lies.by)
        made = [*generating(self._facts), *lies.alike]
        told = [self._sum(each) for each in broken_sums(self._kinds, made, by)]
        if not told and lies.ways == 1:
            told = [text for kind in self._kinds for text in self._order(kind, made, by)]
        return "; ".join(told) or _GENERAL

    def _sum(self, found: Sum) -> str:
        """A sum that moves do not change."""
        kinds = [part.kind for part, _ in found.parts]
        if all(not part.turns for part, _ in found.parts):
            who = " and ".join(map(self._like, kinds))
            return f"{self._swapped(kinds)}: the permutation of {who}{' together' * (len(kinds) > 1)} is always even"
        what = " and ".join(self._counted(part.kind, part.turns, factor) for part, factor in found.parts)
        whole = f"{what} add up to {found.value}, always to 0 modulo {found.modulus}"
        if len(kinds) > 1:
            return whole
        return f"{self._turned(kinds[0])} is {'flipped' if found.modulus == 2 else 'twisted'} in place: {whole}"

    def _counted(self, kind: Places, turns: bool, factor: int) -> str:
        times = f"{factor} times " if factor > 1 else ""
        return f"{times}the {'turns' if turns else 'exchanges'} of {self._like(kind)}"

    def _turned(self, kind: Places) -> str:
        """The piece that does not lie as in the goal, if it is the only one."""
        differing = self._differing(kind)
        return self._name(kind, self._at(kind, differing[0])) if len(differing) == 1 else "a piece"

    def _swapped(self, kinds: Sequence[Places]) -> str:
        """The two pieces that have changed places, if these are all."""
        pairs = [(kind, places) for kind in kinds if (places := self._differing(kind))]
        if len(pairs) != 1 or len(pairs[0][1]) != 2:
            return "two pieces are swapped"
        kind, (one, other) = pairs[0]
        return f"{self._name(kind, self._at(kind, one))} and {self._name(kind, self._at(kind, other))} are swapped"

    def _differing(self, kind: Places) -> list[Points]:
        return [place for place in kind.places if any(self._state[point] != self._goal[point] for point in place)]

    def _order(self, kind: Places, made: Sequence[Sources], by: Sources) -> Iterator[str]:
        """The order of the pieces of one kind, if moves do not make it."""
        orders, mine = ([_whence(kind, each) for each in ways] for ways in (made, [by]))
        group = chain(tuple(orders), len(kind.places))
        if not group.has(*mine):
            yield f"moves make {group.order:,} orders of {self._like(kind)}, and this is not one of them"

    def _at(self, kind: Places, place: Points) -> Piece:
        return piece(kind, [self._state[point] for point in place])

    def _like(self, kind: Places) -> str:
        """All pieces of a kind, by the first one."""
        first = self._name(kind, pieces(kind, self._goal)[0])
        return f"the {len(kind.places)} pieces like {first}" if len(kind.places) > 1 else first

    def _name(self, kind: Places, numbers: Piece) -> str:
        """A piece: its colors or numbers in the order of its place in the goal."""
        home = {}
        for place in reversed(kind.places):
            whole = tuple(self._goal[point] for point in place)
            home[piece(kind, whole)] = whole
        clear = Counter(map(self._joined, home.values()))
        mine = home[numbers]
        return self._joined(mine) if clear[self._joined(mine)] == 1 else "-".join(map(str, mine[:_MOST_NAMED]))

    def _joined(self, numbers: Sequence[int]) -> str:
        return "-".join(self._colours.get(number, str(number)) for number in numbers[:_MOST_NAMED])
