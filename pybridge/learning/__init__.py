"""Training of networks that estimate distances. The only importer of PyTorch, which is an optional extra."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from pybridge.errors import TrainingError, installing
from pybridge.facts import PuzzleFacts
from pybridge.learning.recipe import TrainingRecipe

if TYPE_CHECKING:
    from pybridge.learning.training import Training

__all__ = ["TrainingRecipe", "start"]


def start(
    facts: PuzzleFacts,
    recipe: TrainingRecipe,
    *,
    seed: int = 0,
    jobs: int = 1,
    device: str | None = None,
    fresh: bool = False,
) -> "Training":
    """A training that is ready to run, on the device that PyTorch names so; by default the fastest.

    Raises TrainingError without PyTorch or such a device, and UnfitHeuristicError if no network works for the puzzle.
    """
    if find_spec("torch") is None:
        raise TrainingError(f"training needs PyTorch; {installing('pybridge[learn]')}")
    from pybridge.learning.model import device_named
    from pybridge.learning.training import Training

    return Training(facts, recipe, seed=seed, jobs=jobs, device=device_named(device), fresh=fresh)
