"""The group that permutations generate, as a chain of stabilizers: its order, membership, cosets, random elements.

Schreier-Sims: C. C. Sims, Computational methods in the study of permutation groups, 1970. Each level has the products
that leave the base points before it where they are. The generators of the next level are random at first; then every
Schreier generator is checked, and what is missing is added, so that the chain is right whatever was drawn.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import factorial, prod
from random import Random

import numpy as np
from numpy.typing import NDArray

from pybridge.facts.cycles import Sources

Array = NDArray[np.int32]

_DRAWN = 3
"""Random generators of a level; three generate most groups."""
_TRIED = 12
"""Random elements that each level is tried with before its Schreier generators, which are many more."""
_SCRAMBLES = 30
"""Products that are replaced first, at least: many generators, each of which moves few points, mix slowly."""
_LEAST_KEPT = 6


class _Products:
    """Random products of generators, by product replacement: F. Celler and others, 1995."""

    def __init__(self, generators: Sequence[Array], source: Random) -> None:
        self._kept = [generators[number % len(generators)] for number in range(max(_LEAST_KEPT, len(generators)))]
        self._source, self._product = source, generators[0]
        for _ in range(max(_SCRAMBLES, len(self._kept) ** 2 // 5)):
            self.draw()

    def draw(self) -> Array:
        """The next product."""
        one, other = self._source.sample(range(len(self._kept)), 2)
        self._kept[one] = self._kept[one][self._kept[other]]
        self._product = self._product[self._kept[one]]
        return self._product


class _Level:
    """A base point, its orbit, and for each point of the orbit a product that takes the base point there."""

    def __init__(self, base: int, generators: list[Array], points: int) -> None:
        self.base, self.generators = base, generators
        self._points = points
        self._spread()

    def _spread(self) -> None:
        self.orbit = [self.base]
        self.where = np.full(self._points, -1, np.int32)
        self.where[self.base] = 0
        products = [np.arange(self._points, dtype=np.int32)]
        for number, point in enumerate(self.orbit):
            for generator in self.generators:
                image = int(generator[point])
                if self.where[image] < 0:
                    self.where[image] = len(self.orbit)
                    self.orbit.append(image)
                    products.append(generator[products[number]])
        self.products = np.array(products)
        self._inverses = np.argsort(self.products, axis=1).astype(np.int32).ravel()

    def add(self, generator: Array) -> None:
        """One more generator."""
        self.generators.append(generator)
        self._spread()

    def fixing(self, elements: Array) -> Array:
        """Elements of the level's group times products such that the base point stays."""
        rows = self.where[elements[:, self.base]] * self._points
        return self._inverses.take(elements + rows[:, None])

    def schreier(self) -> Array:
        """The Schreier generators, which generate the stabilizer of the base point."""
        made = [self.fixing(generator[self.products]) for generator in self.generators]
        return np.concatenate(made) if made else np.empty((0, self._points), np.int32)

    def drawn(self, source: Random, number: int) -> Array:
        """Random elements of the stabilizer."""
        products = _Products(self.generators, source)
        return self.fixing(np.array([products.draw() for _ in range(number)]))


class Chain:
    """The group that permutations of points generate. A permutation is a tuple of sources, as in `facts/cycles.py`."""

    def __init__(self, generators: Iterable[Sources], points: int) -> None:
        self._points = points
        self._levels: list[_Level] = []
        source, identity = Random(1), tuple(range(points))
        left = [np.array(each, np.int32) for each in dict.fromkeys(generators) if each != identity]
        most = _most(left, points)
        while left:
            self._levels.append(_Level(_moved_by(left), left, points))
            drawn = self._levels[-1].drawn(source, _DRAWN)
            left = [each for each in drawn if (each != np.arange(points)).any()]
        self._complete(lambda level: level.drawn(source, _TRIED), most)
        self._complete(_Level.schreier, most)

    def _complete(self, elements: Callable[[_Level], Array], most: int) -> None:
        """Add what the levels lack to have these elements of each level's stabilizer, from the last level up.

        The levels never have more elements than the group, so with as many as it can have they lack nothing.
        """
        number = len(self._levels) - 1
        while number >= 0 and self.order < most:
            left = self._left_over(elements(self._levels[number]), number + 1)
            if left is None:
                number -= 1
                continue
            element, depth = left
            if depth == len(self._levels):
                self._levels.append(_Level(_moved_by([element]), [], self._points))
            for level in self._levels[number + 1 : depth + 1]:
                level.add(element)
            number = depth

    def _left_over(self, elements: Array, first: int = 0) -> tuple[Array, int] | None:
        """What is left of the first element that is not in the group of a level, and where; None if all are."""
        for depth, level in enumerate(self._levels[first:], first):
            astray = level.where[elements[:, level.base]] < 0
            if astray.any():
                return elements[astray.argmax()], depth
            elements = level.fixing(elements)
        astray = (elements != np.arange(self._points, dtype=np.int32)).any(axis=1)
        return (elements[astray.argmax()], len(self._levels)) if astray.any() else None

    @property
    def order(self) -> int:
        """The number of elements."""
        return prod(len(level.orbit) for level in self._levels)

    def has(self, *elements: Sources) -> bool:
        """Whether all are elements."""
        return self._left_over(np.array(elements, np.int32)) is None

    def least(self, element: Sources) -> Sources:
        """The same permutation for all in the coset of this one: the least one, seen from the base points.

        The coset has the products of this permutation with each element, in the order of `moved(this, element)`.
        """
        found = np.array(element, np.int32)
        for level in self._levels:
            best = int(found[level.orbit].argmin())
            found = found[level.products[best]]
        return tuple(found.tolist())

    def random(self, source: Random) -> Sources:
        """An element; all are equally likely."""
        found = np.arange(self._points, dtype=np.int32)
        for level in self._levels:
            found = found[level.products[int(source.random() * len(level.orbit))]]
        return tuple(found.tolist())


def _moved_by(elements: Sequence[Array]) -> int:
    """The first point that some element moves."""
    return int((np.array(elements) != np.arange(len(elements[0]))).any(axis=0).argmax())


def _most(generators: Sequence[Array], points: int) -> int:
    """How many elements the group has at most, by its orbits, and by which of them it permutes oddly together.

    Every element permutes each orbit. Whether it does so oddly is a sum of what the generators do, modulo 2.
    """
    least = np.arange(points)
    while (lower := np.minimum.reduce([least, *(least[each] for each in generators)])).tolist() != least.tolist():
        for each in generators:
            np.minimum.at(lower, each, least)
        least = lower[lower]
    orbits = [np.flatnonzero(least == first) for first in np.flatnonzero(np.bincount(least, minlength=points) > 1)]
    signs: list[int] = []
    for generator in generators:
        sign = sum(_odd(generator, orbit) << bit for bit, orbit in enumerate(orbits))
        for other in signs:
            sign = min(sign, sign ^ other)
        signs += [sign] if sign else []
    return prod(factorial(len(orbit)) for orbit in orbits) >> (len(orbits) - len(signs))


def _odd(generator: Array, orbit: NDArray[np.intp]) -> int:
    """1 if it takes an odd number of exchanges to permute the points of an orbit so, otherwise 0."""
    left, cycles = set(orbit.tolist()), 0
    while left:
        point, cycles = left.pop(), cycles + 1
        while (point := int(generator[point])) in left:
            left.remove(point)
    return (len(orbit) - cycles) % 2


@lru_cache(maxsize=32)
def chain(generators: tuple[Sources, ...], points: int) -> Chain:
    """The group that permutations generate, built once."""
    return Chain(generators, points)
