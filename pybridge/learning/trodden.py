"""The data of Ito and Yamamoto's recipe: random walks from the goal, and from well-trodden states away from it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import PuzzleFacts
from pybridge.learning.positions import Labels
from pybridge.learning.recipe import WalkRecipe
from pybridge.limits import OnProgress
from pybridge.puzzles.features import Features
from pybridge.search.census.walks import Surroundings
from pybridge.search.packed import Packed, Words
from pybridge.search.rows import search_row

_AT_ONCE = 1 << 16
"""States that are unpacked at once."""


@dataclass(frozen=True)
class WalkData:
    """Labels of walks from the goal, and of walks from well-trodden states; each state once, with its least label."""

    first: Labels
    second: Labels


def walk_data(facts: PuzzleFacts, features: Features, recipe: WalkRecipe, seed: int, report: OnProgress) -> WalkData:
    """The data of the recipe, all from the seed.

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
    labels = (_labels(packed, features, *each, report) for each in (first, (rows, steps + recipe.distance)))
    return WalkData(*labels)


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
    for begin in range(0, len(rows), _AT_ONCE):
        report(f"{begin:,} of {len(rows):,} states labeled")
        states = packed.unpack(rows[begin : begin + _AT_ONCE])
        contents[begin : begin + len(states)] = [features.contents(state) for state in states]
    return Labels(contents, moves)
