"""The data of Ito and Yamamoto's recipe: random walks from the goal, and from well-trodden states away from it.

For puzzles whose moves can be undone, so that the states some moves after the goal are those as far before it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import TrainingError, UnfitHeuristicError
from pybridge.facts import PuzzleFacts
from pybridge.layout import Words
from pybridge.learning.positions import Labels, side_by_side
from pybridge.learning.recipe import WalkRecipe
from pybridge.limits import OnProgress
from pybridge.puzzles.features import Features
from pybridge.search.kernels.packed import walks as kernels
from pybridge.search.packed import Packed
from pybridge.search.queue import Queue
from pybridge.search.rows import search_row

_AT_ONCE = 1 << 14
"""Walks between two reports: some hundredths of a second."""
_MOST = 1 << 26
"""States around a goal, at most: a gigabyte of them for the 15-puzzle."""
_UNPACKED = 1 << 16
"""States that are unpacked at once."""


def walk_data(
    facts: PuzzleFacts, features: Features, recipe: WalkRecipe, seed: int, report: OnProgress
) -> tuple[Labels, Labels]:
    """The data of the recipe, all from the seed: labels of walks from the goal, and of walks from well-trodden states.

    Each state is there once, with its least label.

    Raises UnfitHeuristicError for a puzzle without packed states, and TrainingError if it has too few or too many
    states at the recipe's distance.
    """
    packed, goal = _packed(facts), facts.goals[0]
    around = Surroundings(packed, goal, recipe.distance, report)
    report("walks from the goal")
    first = around.walks(packed.pack([goal]), recipe.walks, recipe.length, _seeded(seed, "first"))
    origins = around.well_trodden(recipe.origins, recipe.seeks, _seeded(seed, "seek"), report)
    report(f"walks from {recipe.origins:,} well-trodden states")
    rows, steps = around.walks(origins, recipe.walks_each, recipe.away, _seeded(seed, "second"), outward=True)
    of_first = _labels(packed, features, *first, report)
    return of_first, _labels(packed, features, rows, steps + recipe.distance, report)


def _packed(facts: PuzzleFacts) -> Packed:
    packed = search_row(facts).counting.packed
    if packed is None:
        raise UnfitHeuristicError(f"the recipe does not work for {facts.name}: {facts.domain} has no packed states")
    found: Packed = packed(facts)
    return found


def _seeded(seed: int, what: str) -> list[int]:
    """A seed of its own for each kind of walk."""
    return [seed, *what.encode("ascii")]


def _labels(packed: Packed, features: Features, rows: Words, moves: NDArray[np.int16], report: OnProgress) -> Labels:
    """States in packed form as a network sees them."""
    contents = np.empty((len(rows), len(features.sizes)), np.uint8)
    for begin in range(0, len(rows), _UNPACKED):
        report(f"{begin:,} of {len(rows):,} states labeled")
        states = packed.unpack(rows[begin : begin + _UNPACKED])
        contents[begin : begin + len(states)] = [features.contents(state) for state in states]
    return Labels(contents, moves)


class Surroundings:
    """All states up to some distance of a goal, as breadth-first search finds them, and random walks among them."""

    def __init__(self, packed: Packed, goal: Any, distance: int, report: OnProgress) -> None:
        """Find the states. Raises TrainingError if there are too many, or none at that distance."""
        self._packed, self.distance = packed, distance
        self._queue = Queue(packed, _AT_ONCE)
        self._queue.add(packed.pack([goal]))
        self._ends = [0, 1]
        """How many states are nearer than each distance."""
        for here in range(1, distance + 1):
            self._queue.expand(self._ends[-1], here, lambda: self._require(report))
            self._ends.append(self._queue.states)
        if not len(self.farthest):
            raise TrainingError(f"no state is {distance} moves from the goal; choose a smaller --distance")

    def _require(self, report: OnProgress) -> None:
        report(f"{self._queue.states:,} states around the goal")
        if self._queue.states > _MOST:
            raise TrainingError(
                f"more than {_MOST:,} states are within {self.distance} moves of the goal; choose a smaller --distance"
            )

    @property
    def farthest(self) -> Words:
        """The states at the distance, packed."""
        return self._queue.rows[self._ends[-2] :]

    def well_trodden(self, number: int, walks: int, seed: Sequence[int], report: OnProgress) -> Words:
        """The states at the distance that random walks from the goal reach first most often.

        A state from which all moves lead back is not one of them. Raises TrainingError if there are fewer than
        `number`.
        """
        counts, random = np.zeros(len(self.farthest), np.uint64), _source(seed)
        ways = np.empty((self._ends[-2], 1 + self._packed.fan), np.uint32)
        kernels.join(ways, self._room(), *self._queue.places)
        for done in range(0, walks, _AT_ONCE):
            report(f"{done:,} of {walks:,} walks to well-trodden states")
            kernels.reach(min(_AT_ONCE, walks - done), ways, counts, random)
        order = np.argsort(-counts.astype(np.int64), kind="stable")
        found = self.farthest[order[self._lead_on(self.farthest[order])]]
        if len(found) < number:
            raise TrainingError(
                f"walks lead on from {len(found):,} of the states {self.distance} moves from the goal; choose fewer "
                "--origins"
            )
        return found[:number]

    def _lead_on(self, origins: Words) -> NDArray[np.bool_]:
        """Whether walks from some states at the distance can move away from the goal."""
        leads = np.empty(len(origins), np.bool_)
        kernels.lead_on(origins, *self._nearer, self._room(), leads, *self._queue.places)
        return leads

    @property
    def _nearer(self) -> tuple[np.uint64, np.uint64]:
        """The numbers of the states one move nearer to the goal: over the first one, and at most the second."""
        return np.uint64(self._ends[-3]), np.uint64(self._ends[-2])

    def walks(
        self, origins: Words, walks: int, steps: int, seed: Sequence[int], *, outward: bool = False
    ) -> tuple[Words, NDArray[np.int16]]:
        """The states on walks of this many steps from each origin, each once, with the fewest steps that it took.

        A walk may undo its last move. If it goes `outward`, it never goes to a state one move nearer to the goal
        than the distance of the farthest ones.
        """
        begin, end = self._nearer if outward else (np.uint64(0), np.uint64(0))
        rows = np.empty((len(origins) * walks * steps, self._packed.layout.words), np.uint64)
        taken, room = np.empty(len(rows), np.int16), self._room()
        found = kernels.walk(
            np.ascontiguousarray(origins), walks, np.uint64(steps), begin, end, room, rows,
            taken, _source(seed), *self._queue.places,
        )  # fmt: skip
        return least(rows[:found], taken[:found])

    def _room(self) -> Words:
        """For a state and its successors."""
        return np.empty((1 + self._packed.fan, self._packed.layout.words), np.uint64)


def _source(seed: Sequence[int]) -> Words:
    """The state of the kernels' random numbers."""
    return np.random.default_rng(seed).integers(1 << 63, size=1, dtype=np.uint64)


def least(rows: Words, taken: NDArray[np.int16]) -> tuple[Words, NDArray[np.int16]]:
    """Each row once, with its smallest number, in the order of rows."""
    order, first = side_by_side(rows[:, ::-1], taken)
    return rows[order][first], taken[order][first]
