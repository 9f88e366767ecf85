"""How a permutation puzzle is solved in two phases (H. Kociemba, 1992), found from its cycles.

Some moves are kept: the second phase has only these. They take a point to points of its own orbit. The first phase
leads to a state in which each piece lies on points of its own orbits, and has a table of this coloring of the points.
The orders of the groups show whether the kept moves make all such states.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import factorial

from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import Sources, Turn, generating, inverse, moved, moves, order, sources
from pybridge.facts.places import Places, connected, places, places_of
from pybridge.heuristics.projections import keepers
from pybridge.heuristics.suggested import Colors, colored, values_of
from pybridge.puzzles.chain import chain
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.symmetries import symmetries
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.ranks.coordinates import MOST_VALUES

MOST_ROWS = MOST_VALUES // 4
MOST_COLUMNS = 1 << 16
MOST_FIRST = 200_000_000
"""Entries of the table of the first phase: 100 MB."""
MOST_SECOND = 1 << 21
"""Entries of a table of the second phase."""


@dataclass(frozen=True, slots=True)
class TwoPhases:
    """The table of the first phase, the numbers of the kept moves, and the tables of the second phase."""

    first: ProjectionRecipe
    kept: tuple[int, ...]
    second: tuple[ProjectionRecipe, ...]


@lru_cache(maxsize=16)
def two_phases(facts: TurnsFacts) -> TwoPhases | None:
    """The phases with the most balanced numbers of states; None if there are none, or if pieces look alike."""
    if not homes(facts).differ:
        return None
    turns, kinds = moves(facts), places(facts)
    whole = chain(generating(facts), facts.points).order
    best: tuple[int, TwoPhases] | None = None
    for kept in dict.fromkeys(_candidates(facts, turns)):
        first = _first(turns, kept, kinds)
        second = _second([turns[move] for move in kept]) if first else ()
        if first and second:
            recipe, values = first
            rest = chain(tuple(turns[move].sources for move in kept), facts.points).order
            fits = rest * values == whole and values <= MOST_FIRST * len(keepers(recipe, symmetries(facts)))
            if fits and (best is None or max(rest, values) < best[0]):
                best = max(rest, values), TwoPhases(recipe, kept, second)
    return best[1] if best else None


def _candidates(facts: TurnsFacts, turns: Sequence[Turn]) -> Iterator[tuple[int, ...]]:
    """Sets of kept moves: some powers of the generators that commute with one, and some powers of the others."""
    by = {name: sources(cycles, facts.points) for name, cycles in facts.generators}
    orders = {name: order(cycles) for name, cycles in facts.generators}
    for once in by.values():
        near = {name for name, other in by.items() if moved(once, other) == moved(other, once)}
        for steps in product(_divisors(orders, near), _divisors(orders, orders.keys() - near)):
            step = {name: steps[name not in near] for name in by}
            kept = tuple(number for number, turn in enumerate(turns) if turn.power % step[turn.generator] == 0)
            if 0 < len(kept) < len(turns) and _undone([turns[number].sources for number in kept]):
                yield kept


def _undone(kept: Sequence[Sources]) -> bool:
    """Whether each of these moves has one of them that undoes it: distances by them are looked up from either side."""
    return {inverse(each) for each in kept} == set(kept)


def _divisors(orders: dict[str, int], names: "set[str]") -> list[int]:
    """The divisors of the orders of some generators: which powers of them are kept."""
    return sorted({step for name in names for step in range(1, orders[name] + 1) if orders[name] % step == 0})


def _first(
    turns: tuple[Turn, ...], kept: Sequence[int], kinds: Sequence[Places]
) -> tuple[ProjectionRecipe, int] | None:
    """The table of the first phase, and how many values its coloring has; None if it is too large."""
    sets = list(enumerate(connected([turns[move].sources for move in kept]), 1))
    color_of = {point: color for color, members in sets for point in members}
    points, parts = len(turns[0].sources), []
    for orbit in kinds:
        mine = tuple(color_of[point] if point in orbit.points else 0 for point in range(points))
        values = values_of(orbit, mine)
        if values > 1:
            parts.append((values, mine))
    if not 1 <= len(parts) <= 2:
        return None
    parts.sort(reverse=True)
    (rows, row_colors), (columns, column_colors) = (*parts, (1, (0,) * points))[:2]
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        return None
    return ProjectionRecipe(turns, row_colors, column_colors), rows * columns


def _second(turns: Sequence[Turn]) -> tuple[ProjectionRecipe, ...]:
    """Tables that determine a state of the second phase completely; none if one is too large.

    Each feature, where the pieces of an orbit lie and in which way, is put beside the largest other one that fits.
    """
    features: list[tuple[int, Colors]] = []
    points = len(turns[0].sources)
    for orbit in places_of(tuple(turn.sources for turn in turns)):
        features.append((factorial(len(orbit.places)), colored(orbit.places, points, by_place=True)))
        if orbit.ways > 1:
            ways = orbit.ways ** (len(orbit.places) - 1)
            features.append((ways, colored(orbit.places, points, by_place=False)))
    features.sort(reverse=True)
    if any(values > MOST_ROWS for values, _ in features):
        return ()
    recipes, known = [], set[Colors]()
    for number, (values, colors) in enumerate(features):
        others = [other for other in features[:number] + features[number + 1 :] if other[0] * values <= MOST_SECOND]
        columns = others[0][1] if others else (0,) * points
        if colors not in known:
            recipes.append(ProjectionRecipe(tuple(turns), colors, columns))
            known |= {colors, columns}
    return tuple(recipes)
