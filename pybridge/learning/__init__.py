"""Training of networks that estimate distances, and the recipes of it."""

from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.learning.recipe import Recipe, TrainingRecipe, WalkRecipe
from pybridge.learning.training import Training
from pybridge.learning.walk_training import WalkTraining

__all__ = ["Training", "TrainingRecipe", "WalkRecipe", "WalkTraining", "start"]


def start(
    facts: PuzzleFacts, recipe: Recipe, *, seed: int = 0, jobs: int = 1, fresh: bool = False
) -> Training | WalkTraining:
    """A training that is ready to run; an interrupted one continues unless a `fresh` one is wanted.

    Raises UnfitHeuristicError if the recipe does not work for the puzzle, and ArgumentError for several jobs.
    """
    if isinstance(recipe, WalkRecipe):
        if jobs > 1:
            raise ArgumentError(f"the recipe {recipe.name} learns in one thread; leave out jobs")
        return WalkTraining(facts, recipe, seed=seed, fresh=fresh)
    return Training(facts, recipe, seed=seed, jobs=jobs, fresh=fresh)
