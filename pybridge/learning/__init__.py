"""Training of networks that estimate distances, and the recipes of it."""

from pybridge.learning.recipe import TrainingRecipe
from pybridge.learning.training import Training

__all__ = ["Training", "TrainingRecipe"]
