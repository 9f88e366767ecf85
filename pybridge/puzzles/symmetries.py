"""The symmetries of a permutation puzzle: renamings of its points that turn every move into a move.

They are found from the cycles alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import Sources, Turn, conjugate, moved, moves
from pybridge.facts.places import Points, renamed_from
from pybridge.puzzles.parts import cycles
from pybridge.puzzles.pieces import homes

MOST_TRIED = 500_000
"""Images of moves and points that the search for symmetries tries; a puzzle that needs more has none that are used."""
_MOST_RENAMINGS = 1_000
"""Renamings of one symmetry; a puzzle that has more has no symmetries that are used."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to turn every move into a move: `moves[move]`, and the renamings of the points that do so, at least one.

    Several do if turning every piece of an orbit within its place changes nothing.
    """

    moves: tuple[int, ...]
    renamings: tuple[Points, ...]


@lru_cache(maxsize=16)
def symmetries_of(turns: tuple[Turn, ...], points: int) -> tuple[Symmetry, ...]:
    """The symmetries, the identity first; only the identity if a search for more would take too long."""
    by = [turn.sources for turn in turns]
    number = {sources: index for index, sources in enumerate(by)}
    once = {turn.generator for turn in turns if turn.power == 1}
    generators = [index for index, turn in enumerate(turns) if turn.power == 1 or turn.generator not in once]
    search = _Renamings(by, generators, points)
    found = {}
    for images in search.images():
        renamings = tuple(sorted(search.renamings(images)))
        becomes = [number.get(conjugate(sources, renamings[0])) for sources in by] if renamings else [None]
        kept = tuple(move for move in becomes if move is not None)
        if len(kept) == len(by):
            found[kept] = renamings
    identity = tuple(range(len(turns)))
    if search.tried > MOST_TRIED or identity not in found:
        return (Symmetry(identity, (tuple(range(points)),)),)
    return tuple(Symmetry(each, found[each]) for each in sorted(found, key=lambda each: (each != identity, each)))


@lru_cache(maxsize=16)
def symmetries(facts: TurnsFacts) -> tuple[Symmetry, ...]:
    """The symmetries of a puzzle that take pieces that look alike to pieces that look alike."""
    known, pieces = symmetries_of(moves(facts), facts.points), homes(facts)
    if pieces.differ:
        return known
    kept = ((each.moves, tuple(filter(pieces.keeps, each.renamings))) for each in known)
    return tuple(Symmetry(moves, renamings) for moves, renamings in kept if renamings)


def keeping_state(facts: TurnsFacts, state: Sequence[int]) -> tuple[Symmetry, ...]:
    """The symmetries that do not change a state; none if pieces look alike."""
    known = homes(facts)
    if not known.differ:
        return ()
    home = known.of(state)
    return tuple(each for each in symmetries(facts) if conjugate(home, each.renamings[0]) == home)


class _Renamings:
    """A search for renamings that turn generators into moves."""

    def __init__(self, by: list[Sources], generators: list[int], points: int) -> None:
        self._by, self._generators, self._points = by, generators, points
        self._shape = [_cycle_type(sources) for sources in by]
        self._products: dict[tuple[int, int], tuple[int, ...]] = {}
        self.tried = 0

    def images(self, chosen: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """The moves that the generators may become: products of two have the cycles of the products before."""
        if len(chosen) == len(self._generators):
            yield chosen
            return
        mine = self._generators[len(chosen)]
        for image in range(len(self._by)):
            fits = self._shape[image] == self._shape[mine] and image not in chosen and self.tried <= MOST_TRIED
            self.tried += fits
            if fits and all(
                self._product(other, mine) == self._product(to, image)
                for other, to in zip(self._generators, chosen, strict=False)
            ):
                longer = (*chosen, image)
                if self._can_be(longer):
                    yield from self.images(longer)

    def _can_be(self, images: tuple[int, ...]) -> bool:
        """Whether the first generators can become these moves, judged by a point that the last of them moves.

        Products of two alone leave 50,000 ways for the twelve layers of a cube of 4 x 4 x 4 to become one another.
        """
        pairs = [(self._by[mine], self._by[image]) for mine, image in zip(self._generators, images, strict=False)]
        mine, other = pairs[-1]
        first = next((point for point in range(self._points) if mine[point] != point), 0)
        taken = (point for point in range(self._points) if other[point] != point)
        return any(renamed_from(pairs, first, image) is not None for image in taken)

    def _product(self, one: int, other: int) -> tuple[int, ...]:
        if (one, other) not in self._products:
            self._products[one, other] = _cycle_type(moved(self._by[one], self._by[other]))
        return self._products[one, other]

    def renamings(self, images: tuple[int, ...]) -> list[Points]:
        """The renamings that turn the generators into these moves: one for each choice of an image in each orbit.

        Points that no move moves keep their names.
        """
        pairs = [(self._by[mine], self._by[image]) for mine, image in zip(self._generators, images, strict=True)]
        still = [point for point in range(self._points) if all(sources[point] == point for sources in self._by)]
        partial = [{point: point for point in still}]
        for first in range(self._points):
            if not partial or first in partial[0]:
                continue
            self.tried += self._points
            grown = [each for image in range(self._points) if (each := renamed_from(pairs, first, image)) is not None]
            longer = [(before, more) for before in partial for more in grown if more[first] not in before.values()]
            if len(longer) > _MOST_RENAMINGS:
                self.tried = MOST_TRIED + 1
            if self.tried > MOST_TRIED:
                return []
            partial = [{**before, **more} for before, more in longer]
        complete = [renamed for renamed in partial if len(set(renamed.values())) == self._points]
        return [tuple(renamed[point] for point in range(self._points)) for renamed in complete]


def _cycle_type(sources: Sources) -> tuple[int, ...]:
    """The lengths of the cycles."""
    return tuple(cycles(tuple(range(len(sources))), sources))
