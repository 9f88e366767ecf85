"""Which projections a permutation puzzle has tables of: chosen for a size, or written by a user.

If a table of all states is small enough, the state is split into rows and columns. Otherwise symmetries suggest the
colorings: points that some of them exchange have the same color. Such a coloring looks the same from several sides, so
a table of two of them has one row for each class of rows that look the same.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from math import factorial, perm, prod
from operator import itemgetter

import numpy as np

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import moves
from pybridge.facts.places import Places, Points, places
from pybridge.facts.wording import visible
from pybridge.heuristics.lookups import AnyRecipe
from pybridge.heuristics.products import PER_BYTE, Products
from pybridge.heuristics.suggested import Colors, colored, suggested
from pybridge.puzzles import has_at_most
from pybridge.puzzles.chain import chain
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.symmetries import symmetries
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.ranks.coordinates import MOST_VALUES, coordinate

SIZES = {"small": 45 * 10**6, "medium": 10**9, "large": 6 * 10**9}
"""Bytes of tables that the names of sizes stand for."""
_BYTES = re.compile(r"([0-9]{1,6})(MB|GB)\Z")
MOST_COMPLETE = 1 << 30
"""Entries of a table of all states, at most."""


def recipes(facts: TurnsFacts, text: str) -> list[AnyRecipe]:
    """The tables for small, medium, large, a size such as 500MB, or a projection. Raises UnfitHeuristicError."""
    if "[" in text:
        return [_written(facts, part) for part in text.split(";")]
    size = SIZES.get(text)
    if size is None:
        found = _BYTES.match(text)
        if found is None:
            raise UnfitHeuristicError(
                f"{text!r} is not a size of tables: write {', '.join(SIZES)}, 500MB, 2GB, "
                "or a projection such as places[1 3 6 8]*ways[1 3 6 8]"
            )
        size = int(found[1]) * (10**9 if found[2] == "GB" else 10**6)
    return list(_choice(facts).recipes(size))


def complete(facts: TurnsFacts, most: int = MOST_COMPLETE) -> ProjectionRecipe | None:
    """A table of all states of at most this many entries; None if there is none, or if pieces look alike."""
    return _choice(facts).complete(most)


_MOST_STATES = 500 * 10**6
"""Bytes of the states of all groups of an orbit, which tables have beside their distances: of 100 pieces, gigabytes.

The same holds for where moves take their values: with 400 moves, gigabytes. Where larger tables are asked for, they may
be as large.
"""
_MOVED = 4
"""Bytes of the value that a move takes a value to."""
_MOST_COUNTED = 1 << 16
"""Ways of all pieces together to lie, of which those that moves can make are counted."""
_DIGITS = 9
_MOST_PIECES = 255
"""Colors that a coloring has besides 0."""
_PART = re.compile(r"(places|ways|pieces)\[([0-9 ,-]+)\]\Z")


def _written(facts: TurnsFacts, text: str) -> ProjectionRecipe:
    """A projection as a user writes it: places[POINTS], ways[POINTS], a product of both, or pieces[POINTS]."""
    known, all_orbits = moves(facts), places(facts)
    colors = []
    for part in text.split("*"):
        found = _PART.match(part.strip())
        if found is None:
            message = f"{part.strip()!r} is not a projection: write places[1 3], ways[1 3] or pieces[1 3], with points"
            raise UnfitHeuristicError(f"{message}, or a product such as places[1 3]*ways[1 3]")
        pieces = _pieces_of(found[2], all_orbits, facts.points)
        if found[1] == "pieces":
            if "*" in text:
                raise UnfitHeuristicError("pieces[...] stands alone: it has rows and columns of its own")
            return ProjectionRecipe(known, colored(pieces, facts.points, by_place=True), (), tracked=True)
        colors.append(colored(pieces, facts.points, by_place=found[1] == "places"))
    if len(colors) > 2:
        raise UnfitHeuristicError("a projection is a product of two parts at most")
    return ProjectionRecipe(known, colors[0], colors[1] if len(colors) == 2 else (0,) * facts.points)


def _pieces_of(text: str, all_orbits: Sequence[Places], points: int) -> list[Points]:
    """The pieces that have some points, such as `1 3 5-8`, counted from 1."""
    wanted: list[int] = []
    for word in text.replace(",", " ").split():
        first, _, last = word.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal():
            raise UnfitHeuristicError(f"{word!r} is not a point; write numbers such as 3, or 1-8")
        if len(first) > _DIGITS or len(last) > _DIGITS or int(last or first) < int(first):
            raise UnfitHeuristicError(f"{visible(word)} are not points, which are 1 to {points}")
        wanted += range(int(first), max(int(first), min(int(last or first), points + 1)) + 1)
    where = {point + 1: place for orbit in all_orbits for place in orbit.places for point in place}
    missing = [point for point in wanted if point not in where]
    if missing or not wanted:
        raise UnfitHeuristicError(f"{missing[0] if missing else text!r} is not a point that moves, of 1 to {points}")
    pieces = list(dict.fromkeys(where[point] for point in wanted))
    if len(pieces) > _MOST_PIECES:
        raise UnfitHeuristicError(f"a projection distinguishes at most {_MOST_PIECES} pieces, not {len(pieces)}")
    return pieces


class _Choice:
    """The choice of tables for a puzzle."""

    def __init__(self, facts: TurnsFacts) -> None:
        self._facts, self._moves = facts, moves(facts)
        self._orbits = [each for each in places(facts) if len({facts.goals[0][point] for point in each.points}) > 1]
        self._homes = homes(facts)
        both = [orbit for orbit in self._orbits if self._homes.differ_in(orbit)]
        self._products = Products(self._moves, both, symmetries(facts), facts.points)
        self.recipes, self.complete, self._size = cache(self._choose), cache(self._split), cache(self._count)

    def _choose(self, size: int) -> list[AnyRecipe]:
        """Tables of at most this many bytes together. Raises UnfitHeuristicError if even one is too large."""
        whole = self.complete(size * PER_BYTE) or self._listed(size * PER_BYTE)
        if whole:
            return [whole]
        found: list[AnyRecipe] = [*(self._products.folded(size) or self._products.seen_from_an_axis(size))]
        if not found or len(self._orbits) > 2:  # a product of two orbits does not see the others
            found += [each for orbit in self._orbits for each in self._of_an_orbit(orbit, size)]
        if not found and not self._orbits:
            raise UnfitHeuristicError(f"no table of {self._facts.name} says anything: all its pieces look alike")
        if not found:
            raise UnfitHeuristicError(f"no table of {self._facts.name} fits into {size:,} bytes; allow more")
        return list(dict.fromkeys(found))

    def _split(self, most: int) -> ProjectionRecipe | None:
        """A table of all states, split into rows and columns; None if it has too many entries, or pieces look alike."""
        if not self._homes.differ:
            return None
        features = [(orbit, kind) for orbit in self._orbits for kind in _kinds(orbit)]
        entries = 1
        for feature in sorted(features, key=itemgetter(1)):  # places first: they are counted fast and mostly too many
            entries *= self._size(*feature)
            if entries > most:
                return None
        splits = []
        for chosen in product((True, False), repeat=len(features)):
            rows = [feature for feature, here in zip(features, chosen, strict=True) if here]
            columns = [feature for feature, here in zip(features, chosen, strict=True) if not here]
            sizes = [prod(self._size(orbit, kind) for orbit, kind in part) for part in (rows, columns)]
            if rows and max(sizes) <= MOST_VALUES:
                splits.append((max(sizes), rows, columns))
        for _, rows, columns in sorted(splits, key=lambda split: split[0]):
            colors = self._joint(rows), self._joint(columns)
            if max(map(max, colors)) <= _MOST_PIECES:
                return ProjectionRecipe(self._moves, *colors)
        return None

    def _listed(self, most: int) -> ProjectionRecipe | None:
        """A table of all states as one coloring, the pieces themselves; None if it has too many entries or colors."""
        points = {point for orbit in self._orbits for point in orbit.points}
        pieces = sorted({self._facts.goals[0][point] for point in points})
        few = 0 < len(pieces) <= _MOST_PIECES and has_at_most(self._facts, min(most, MOST_VALUES))
        return self._seen(pieces, points) if few else None

    def _seen(self, pieces: Sequence[int], points: Collection[int]) -> ProjectionRecipe:
        """A table that distinguishes these pieces on these points, and no others."""
        color = {piece: number for number, piece in enumerate(pieces, 1)}
        goal = enumerate(self._facts.goals[0])
        colors = tuple(color.get(piece, 0) if point in points else 0 for point, piece in goal)
        return ProjectionRecipe(self._moves, colors, (0,) * self._facts.points)

    def _joint(self, features: Iterable[tuple[Places, str]]) -> Colors:
        """One coloring that determines several features, which are of places and ways in which pieces lie.

        Points of a place differ even if what lies there can lie in one way only, so that all colors show the piece.
        """
        told: dict[int, tuple[int, ...]] = {}
        for number, (orbit, kind) in enumerate(features):
            for place, points in enumerate(orbit.places):
                for way, point in enumerate(points):
                    told[point] = (*told.get(point, ()), number, place if kind == "places" else way)
                    if kind == "places" and orbit.ways == 1:
                        told[point] += (way,)
        names = {told_of: color for color, told_of in enumerate(sorted(set(told.values())), 1)}
        return tuple(names[told[point]] if point in told else 0 for point in range(self._facts.points))

    def _of_an_orbit(self, orbit: Places, size: int) -> list[ProjectionRecipe]:
        """All pieces of an orbit, or groups of them that are as large as fits."""
        if not self._homes.differ_in(orbit):
            return self._alike(orbit)
        sizes = [self._size(orbit, kind) for kind in _kinds(orbit)]
        if prod(sizes) <= size * PER_BYTE and max(sizes) <= MOST_VALUES:
            by_place = colored(orbit.places, self._facts.points, by_place=True)
            return [ProjectionRecipe(self._moves, by_place, self._ways(orbit))]
        count = len(orbit.places)
        most = max((pieces for pieces in range(1, count) if self._group_fits(orbit, pieces, size)), default=0)
        parts = [orbit.places[first : first + most] for first in range(0, count, most)] if most else []
        if len(parts) > 1 and len(parts[-1]) < most:
            parts[-1] = orbit.places[-most:]
        return [
            ProjectionRecipe(self._moves, colored(part, self._facts.points, by_place=True), (), tracked=True)
            for part in parts
        ]

    def _group_fits(self, orbit: Places, pieces: int, size: int) -> bool:
        """Whether a group of this many pieces has few enough distances, and all groups few enough states beside them.

        Beside the distances stand the states themselves, a byte a point, and where each move takes each value.
        """
        count = len(orbit.places)
        values = perm(count, pieces)
        entries, groups = values * orbit.ways**pieces, -(-count // pieces)
        others = groups * max(entries * len(orbit.points), values * len(self._moves) * _MOVED)
        few = entries <= size * PER_BYTE and others <= max(size, _MOST_STATES)
        return few and values <= MOST_VALUES // 4

    def _alike(self, orbit: Places) -> list[ProjectionRecipe]:
        """Tables that distinguish the sets of pieces that look alike: as many sets as fit in each."""
        many = Counter(self._facts.goals[0][point] for point in orbit.points)
        tables: list[list[int]] = []
        for piece, _ in many.most_common():
            for table in tables:
                if _arranged(many, [*table, piece]) <= MOST_VALUES // 4:
                    table.append(piece)
                    break
            else:
                tables.append([piece])
        return [self._seen(table, orbit.points) for table in tables if _arranged(many, table) <= MOST_VALUES // 4]

    def _ways(self, orbit: Places) -> Colors:
        """A coloring that shows how pieces lie, if possible one that symmetries keep."""
        plain = colored(orbit.places, self._facts.points, by_place=False)
        parts = suggested(orbit, tuple(self._products.axis), self._facts.points)
        return next((part.colors for part in parts if part.values == self._size(orbit, "ways")), plain)

    def _count(self, orbit: Places, kind: str) -> int:
        """How many values a feature has, or at most has if pieces can lie in many ways."""
        return self._placed(orbit) if kind == "places" else self._lying(orbit)

    def _placed(self, orbit: Places) -> int:
        where = {point: place for place, points in enumerate(orbit.places) for point in points}
        by = [tuple(where[turn.sources[points[0]]] for points in orbit.places) for turn in self._moves]
        return chain(tuple(dict.fromkeys(by)), len(orbit.places)).order

    def _lying(self, orbit: Places) -> int:
        count: int = orbit.ways ** len(orbit.places)
        if count > _MOST_COUNTED or orbit.ways > _MOST_PIECES:
            return count
        sources = np.array([turn.sources for turn in self._moves], np.intp)
        return len(coordinate(sources, colored(orbit.places, self._facts.points, by_place=False)))


_choice = lru_cache(maxsize=4)(_Choice)


def _arranged(many: Counter[int], pieces: Sequence[int]) -> int:
    """How many arrangements of all pieces, so `many` of each, look different if only some are distinguished."""
    seen = [many[piece] for piece in pieces]
    return factorial(many.total()) // prod(map(factorial, (*seen, many.total() - sum(seen))))


def _kinds(orbit: Places) -> tuple[str, ...]:
    return ("places", "ways") if orbit.ways > 1 else ("places",)
