"""The lower bound from the `distance/2` facts; on a plain board with distinct tiles, the Manhattan distance."""

from collections.abc import Sequence

from pybridge.facts import State, TilesFacts
from pybridge.heuristics.explanation import Explanation, Share
from pybridge.puzzles.protocol import Move


class Manhattan:
    """The sum of the `distance/2` facts of all tiles on their cells.

    Admissible: a move moves one tile, and the fact-file reader checks that no distance exceeds the moves that the tile
    alone needs. Consistent if the facts are, as in generated files.
    """

    name = "manhattan"
    source = "Doran and Michie, 1966; M. Hiroi's lower bound"
    admissible = True

    def __init__(self, facts: TilesFacts) -> None:
        self.distances: Sequence[Sequence[int]] = facts.distances
        self._rows: dict[int | str, dict[int | str, int]] = {
            tile: dict(enumerate(row)) for tile, row in enumerate(facts.distances)
        }
        self.consistent = _changes_by_one(facts) and not any(map(self.estimate, facts.goals))

    def estimate(self, state: Sequence[int]) -> int:
        """Compute h of a state from scratch."""
        return sum(self.distances[tile][cell] for cell, tile in enumerate(state) if tile)

    def after(self, h: int, move: Move, state: Sequence[int]) -> int:
        """h of `state` after `move`, given the h of the state before."""
        row = self._rows[move.piece]
        return h - row[move.source] + row[move.target]


def _changes_by_one(facts: TilesFacts) -> bool:
    """Whether distances of adjacent cells never differ by more than 1."""
    ways = [(cell, other) for cell, others in enumerate(facts.neighbors) for other in others]
    return all(abs(row[cell] - row[other]) <= 1 for row in facts.distances for cell, other in ways)


def explain(facts: TilesFacts, state: State, g: int, threshold: int, which: str = "") -> Explanation:
    """The bound of a legal state reached by g moves, tile by tile in the order of their cells."""
    shares = tuple(Share(tile, cell, facts.distances[tile][cell]) for cell, tile in enumerate(state) if tile)
    return Explanation(state, threshold, g, shares, which, words=("tile", "cell"))
