"""Both phases of a search, ready to begin, and the sides from which a start is searched."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pybridge.arrays import Array
from pybridge.errors import BrokenTableError
from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import inverse, moved, moves
from pybridge.heuristics.lookups import Lookup, View
from pybridge.heuristics.projections import views
from pybridge.heuristics.two_phases import TwoPhases
from pybridge.limits import OnProgress
from pybridge.puzzles.pieces import homes
from pybridge.search.native.turns.entries import Entries
from pybridge.search.native.turns.stack import Machines
from pybridge.search.packets import Path
from pybridge.store.store import Store
from pybridge.tables.projection.recipe import ProjectionRecipe
from pybridge.tables.sequences.turns import forbidden, machine


class Phases:
    """The tables, machines and moves of both phases."""

    def __init__(self, facts: TurnsFacts, chosen: TwoPhases, report: OnProgress) -> None:
        store, known = Store(), moves(facts)
        tables = {recipe: store.obtain(recipe, report) for recipe in (chosen.first, *chosen.second)}
        still = tuple(range(facts.points))

        def lookup(recipe: ProjectionRecipe) -> Lookup:
            plain = Lookup(facts, recipe, tables[recipe], View(still, tuple(range(len(recipe.moves)))))
            if plain.distance(still):
                raise BrokenTableError(f"{recipe.title}: the goal has a distance; run `pybridge tables verify`")
            return plain

        self.first, self.second = lookup(chosen.first), [lookup(recipe) for recipe in chosen.second]
        sets = known, [known[move] for move in chosen.kept]
        lookups = [(self.first, False)], [(each, False) for each in self.second]
        self.entries = [Entries(some, looked) for some, looked in zip(sets, lookups, strict=True)]
        self.machines = [Machines(machine(forbidden(some), len(some))) for some in sets]
        self.sources = np.array([turn.sources for turn in known], np.int64)
        self.kept, self.goal = chosen.kept, np.arange(facts.points, dtype=np.int64)
        self.views = views(facts, chosen.first)
        self._numbers = {turn.sources: number for number, turn in enumerate(known)}
        self._moves = known

    def merged(self, path: Sequence[int]) -> Path:
        """The moves of both phases; where they meet, two may make a single one, but not none: one is not kept."""
        found: list[int] = []
        for move in path:
            product = moved(self._moves[found[-1]].sources, self._moves[move].sources) if found else ()
            if product in self._numbers:
                found[-1] = self._numbers[product]
            else:
                found.append(move)
        return tuple(found)


@dataclass
class Side:
    """The start as it is searched: a point for the home of each piece, and what its solutions mean for the start."""

    start: Array
    meant: tuple[int, ...]
    inverted: bool
    distance: int
    done: int = field(init=False)

    def solution(self, path: Path) -> Path:
        """The solution of the start that one of this side stands for."""
        real = tuple(self.meant[move] for move in path)
        return real[::-1] if self.inverted else real


def sides(facts: TurnsFacts, ready: Phases, state: Sequence[int]) -> list[Side]:
    """The start and its inverse, if all moves have inverses, in all views."""
    by = [turn.sources for turn in moves(facts)]
    back = [by.index(inverse(each)) if inverse(each) in by else -1 for each in by]
    home = homes(facts).of(state)
    found: dict[tuple[int, ...], Side] = {}
    for inverted, seen in ((False, home), (True, inverse(home))):
        if inverted and -1 in back:
            continue
        for view in ready.views:
            turned = [0] * facts.points
            for point, renamed in enumerate(view.renamed):
                turned[renamed] = view.renamed[seen[point]]
            meant = tuple(view.moves.index(move) for move in range(len(by)))
            meant = tuple(back[move] for move in meant) if inverted else meant
            side = Side(np.array(turned, np.int64), meant, inverted, ready.first.distance(tuple(turned)))
            found.setdefault(tuple(turned), side)
    return list(found.values())
