"""Recipes of training: where the labels come from, how wide the layers are, what is minimized, and for how long."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pybridge.errors import TrainingError
from pybridge.facts.wording import did_you_mean

_FIRST = 3
"""How many times more h counts in a first round, by the lower bound of the facts alone."""


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """How a network is trained.

    `labels` states are labeled: by an exact solver where random states take it no longer than about `patience` seconds,
    otherwise by walks and then in `rounds`, each of which labels `gathered` states with the network of the one before.
    A round solves by weighted A* with batches of `taken` nodes, and gives up after so many `seconds`. The weight falls
    from `emphasis`, in hundredths, to 100 in the middle of the rounds: a better network finds shorter solutions in the
    same time. The first round, without a network, counts h more and has more time. With `walk`, labels come from random
    walks of so many steps from the goal alone; the states met most often after `origins` steps are where further walks
    begin, whose lengths add up.

    `widths` are the numbers of values between layers; `plain` leaves out the third layer. Where labels may be too long,
    the square of an error counts `weight` times if the network says too much. Each of `steps` steps takes `batch`
    labels; `rate` is the first learning rate, which falls along a half cosine to nearly nothing.
    """

    name: str
    source: str
    labels: int
    steps: int
    widths: tuple[int, int, int] = (256, 32, 32)
    plain: bool = False
    batch: int = 4096
    rate: float = 2e-3
    weight: float = 3.0
    patience: float = 0.05
    rounds: int = 16
    gathered: int = 30_000
    emphasis: int = 200
    taken: int = 100
    seconds: float = 0.5
    walk: int = 0
    origins: tuple[int, ...] = ()

    def weight_of_h(self, number: int) -> int:
        """The weight of h in a round, the first being 0, in hundredths."""
        if not number:
            return _FIRST * self.emphasis
        share = min(1.0, 2 * number / self.rounds)
        weight: float = 100 * (self.emphasis / 100) ** (1 - share)
        return round(weight)

    @property
    def settings(self) -> dict[str, Any]:
        """All that the weights depend on, as JSON, but for the puzzle and the seed."""
        found = asdict(self)
        del found["name"], found["source"]
        return {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}


RECIPES: Mapping[str, TrainingRecipe] = {
    recipe.name: recipe
    for recipe in (
        TrainingRecipe("solved", "labels from solutions; pybridge, 2026", labels=2_000_000, steps=10_000),
        TrainingRecipe(
            "ito-yamamoto",
            "random walks; O. Yamamoto and K. Ito, IEEJ Transactions EIS 139 (12), 2019",
            labels=4_000_000, steps=20_000, widths=(192, 192, 192), plain=True, walk=200, origins=(20, 22), weight=1.0,
        ),
    )
}  # fmt: skip
"""The recipes by name, the default first."""


def recipe_named(name: str, *, labels: int | None = None, steps: int | None = None) -> TrainingRecipe:
    """A recipe, with other numbers of labels and steps where they are given. Raises TrainingError."""
    if name not in RECIPES:
        raise TrainingError(f"no recipe is named {name}{did_you_mean(name, RECIPES)}")
    found = RECIPES[name]
    if labels:
        found = replace(found, labels=labels, gathered=-(-labels // found.rounds))
    return replace(found, steps=steps or found.steps)
