"""Why lower-bound pruning keeps or cuts one state."""

from dataclasses import dataclass

from pybridge.facts import SlidingFacts, State


@dataclass(frozen=True, slots=True)
class TileDistance:
    """One tile's share of h: at least `distance` moves from the cell it is on."""

    tile: int
    cell: int
    distance: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """g + h of a state against a threshold."""

    state: State
    threshold: int
    g: int
    tiles: tuple[TileDistance, ...]

    @property
    def h(self) -> int:
        """The lower bound: the sum of the tiles' distances."""
        return sum(tile.distance for tile in self.tiles)

    @property
    def f(self) -> int:
        """g + h."""
        return self.g + self.h

    @property
    def kept(self) -> bool:
        """Whether the search goes on below the state."""
        return self.f <= self.threshold


def explain(facts: SlidingFacts, state: State, g: int, threshold: int) -> Explanation:
    """The reckoning of `ids_low` for a legal state reached by g moves, tiles in the order of their cells."""
    tiles = tuple(TileDistance(tile, cell, facts.distances[tile][cell]) for cell, tile in enumerate(state) if tile)
    return Explanation(state, threshold, g, tiles)
