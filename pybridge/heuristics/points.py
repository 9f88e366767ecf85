"""A lower bound for permutation puzzles: how far the pieces on the points are from their goals, each by itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import Turn, moves
from pybridge.facts.places import connected
from pybridge.facts.turn_rules import piece_distances
from pybridge.heuristics.protocol import FromScratch


class Points(FromScratch):
    """The largest distance of a piece, or the sum of the distances in an orbit shared by the points that a move moves.

    The distances are those of `distance/2`; if a file has none, the moves that each piece needs if no other is in the
    way. Points belong to the same orbit if moves connect them; points that nothing moves belong to none.

    Admissible: a move changes the distances of the pieces that it moves only, each by one at most, so it takes at most
    as much from the sum of an orbit as it moves points of the orbit. Consistent if no move changes a distance by more
    than one, as in generated files.
    """

    name = "points"
    source = "M. Hiroi's lower bound, shared by the points that one move moves"
    admissible = True

    def __init__(self, facts: TurnsFacts) -> None:
        turns = moves(facts)
        rows = facts.distances or piece_distances(facts)
        orbits = [points for points in connected([turn.sources for turn in turns]) if len(points) > 1]
        self._orbits = [(_most(orbit, turns), _places(orbit, rows)) for orbit in orbits]
        self.consistent = _changes_by_one(rows.values(), turns) and not any(map(self.estimate, facts.goals))

    def estimate(self, state: Sequence[int]) -> int:
        """Compute h of a state from scratch."""
        low = 0
        for most, places in self._orbits:
            distances = [by_piece[state[place]] for place, by_piece in places]
            low = max(low, max(distances), -(-sum(distances) // most))
        return low


def _moved(turn: Turn) -> Iterator[tuple[int, int]]:
    """The places that a move changes, each with the place from where it takes its piece."""
    return ((place, source) for place, source in enumerate(turn.sources) if place != source)


def _most(orbit: Sequence[int], turns: Sequence[Turn]) -> int:
    """The most places of an orbit that a move changes."""
    return max(sum(place in orbit for place, _ in _moved(turn)) for turn in turns)


def _places(orbit: Sequence[int], rows: Mapping[int, Sequence[int]]) -> list[tuple[int, dict[int, int]]]:
    """Each place with the distance from there of every piece."""
    return [(place, {piece: row[place] for piece, row in rows.items()}) for place in orbit]


def _changes_by_one(rows: Iterable[Sequence[int]], turns: Sequence[Turn]) -> bool:
    """Whether no move changes the distance of a piece by more than one."""
    ways = {way for turn in turns for way in _moved(turn)}
    return all(abs(row[place] - row[source]) <= 1 for row in rows for place, source in ways)
