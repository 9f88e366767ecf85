"""Recipes of training: where the labels come from, how wide the layers are, what is minimized, and for how long."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from pybridge.errors import TrainingError
from pybridge.facts.wording import did_you_mean, visible
from pybridge.forms import Form

_FIRST = 3
"""How many times more h counts in a first round, by the lower bound of the facts alone."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A recipe of any kind: how it is called, and where it comes from."""

    name: str
    source: str

    @property
    def settings(self) -> Form:
        """Everything that the weights depend on, as JSON, except for the puzzle and the seed."""
        found = asdict(self)
        del found["name"], found["source"]
        return {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}


@dataclass(frozen=True, slots=True)
class TrainingRecipe(_Named):
    """How a network is trained.

    `labels` states are labeled: by an exact solver where random states take it no longer than about `patience` seconds,
    otherwise by walks and then in `rounds`, each of which labels `gathered` states with the network of the one before.
    A round solves by weighted A* with batches of `taken` nodes, and gives up after `seconds`. The weight falls
    from `emphasis`, in hundredths, to 100 in the middle of the rounds: a better network finds shorter solutions in the
    same time. The first round, without a network, counts h more and has more time.

    `widths` are the numbers of values between layers. Where labels may be too large, the square of an error counts
    `weight` times if the network overestimates. Each of `steps` steps takes `batch` labels; `rate` is the first
    learning rate, which falls along a half cosine to nearly nothing.
    """

    labels: int
    steps: int
    widths: tuple[int, int, int] = (256, 32, 32)
    batch: int = 4096
    rate: float = 2e-3
    weight: float = 3.0
    patience: float = 0.05
    rounds: int = 16
    gathered: int = 30_000
    emphasis: int = 200
    taken: int = 100
    seconds: float = 0.5

    def weight_of_h(self, number: int) -> int:
        """The weight of h in a round, the first being 0, in hundredths."""
        if not number:
            return _FIRST * self.emphasis
        share = min(1.0, 2 * number / self.rounds)
        weight: float = 100 * (self.emphasis / 100) ** (1 - share)
        return round(weight)


@dataclass(frozen=True, slots=True)
class WalkRecipe(_Named):
    """How a network learns from random walks alone, as Ito and Yamamoto trained theirs, in two parts.

    Its first labels are those of `walks` random walks of `length` moves from the goal; each state counts once, with the
    fewest moves that a walk took to it. Of those states whose distance from the goal is `distance`, the `origins` that
    `seeks` more walks reach first most often are well-trodden. From each, `walks_each` walks of `away` moves, never
    back to a state nearer to the goal, give the second labels: `distance`, and the moves from there.

    A network learns the first labels up to `believed`: the longer a walk is, the more it goes in circles. Second labels
    that are greater than what it says are left out, and it learns the others, each part in this many `epochs`. What is
    learned is by how much a label is greater than the lower bound of the facts.

    The network has the `inputs`, some of INPUTS, and two layers of `width` values. `without` names steps that are left
    out, of STEPS, to find what they are worth. `rate` is the first learning rate.
    """

    distance: int = 20
    origins: int = 50
    width: int = 96
    without: tuple[str, ...] = ()
    inputs: str = "tiles"
    walks: int = 10_000
    length: int = 200
    seeks: int = 10_000_000
    walks_each: int = 200
    away: int = 70
    believed: int = 70
    epochs: int = 20
    batch: int = 1024
    rate: float = 1e-3

    @property
    def widths(self) -> tuple[int, int, int]:
        """The numbers of values between layers. The third layer is the output; the last one only passes it on.

        Where labels are learned whole, one value more takes the lower bound of the facts through, to be taken off.
        """
        width = self.width + ("bound" in self.without)
        return width, width, 1


INPUTS = ("tiles", "cells", "all")
"""The inputs that the network of a WalkRecipe may have: see `inputs_of`."""
STEPS = ("filter", "origins", "bound", "decay")
"""What a WalkRecipe can do without: the filter; walks from well-trodden states, so that the first network is the last;
the lower bound of the facts, which is otherwise taken off the labels; and the decay of the learning rate."""
Recipe = TrainingRecipe | WalkRecipe
RECIPES: Mapping[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        TrainingRecipe("solved", "labels from solutions; pybridge, 2026", labels=2_000_000, steps=10_000),
        WalkRecipe("ito-yamamoto", "random walks; O. Yamamoto and K. Ito, IEEJ Transactions EIS 139 (12), 2019"),
    )
}
"""The recipes by name, the default first."""


def recipe_named(name: str, **options: Any) -> Recipe:
    """A recipe, with the options that are given and not None in place of its own.

    `labels` is also what the rounds together label. Raises TrainingError for a name or an option that there is not.
    """
    if name not in RECIPES:
        raise TrainingError(f"no recipe is named {visible(name)}{did_you_mean(name, RECIPES)}")
    found, given = RECIPES[name], {key: value for key, value in options.items() if value not in (None, ())}
    for key in given.keys() - {each.name for each in fields(found)}:
        of = next(recipe.name for recipe in RECIPES.values() if key in {each.name for each in fields(recipe)})
        raise TrainingError(f"the recipe {name} has no --{key}; --recipe {of} has it")
    if isinstance(found, TrainingRecipe) and "labels" in given:
        given["gathered"] = -(-given["labels"] // found.rounds)
    if wrong := [each for each in given.get("without", ()) if each not in STEPS]:
        raise TrainingError(f"the recipe {name} has no step {wrong[0]}{did_you_mean(wrong[0], STEPS)}")
    if given.get("inputs", INPUTS[0]) not in INPUTS:
        raise TrainingError(f"no inputs are named {given['inputs']}{did_you_mean(given['inputs'], INPUTS)}")
    return replace(found, **given)
