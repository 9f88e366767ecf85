"""Networks that estimate distances: what the command `train` makes."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pybridge.api.arguments import Puzzle, facts_of, limits_of, names_of, optional, whole
from pybridge.engines import wait, watched
from pybridge.errors import ArgumentError
from pybridge.facts.wording import as_given
from pybridge.limits import MOST_JOBS, MOST_TRAINED

if TYPE_CHECKING:
    from pybridge.learning.run import Trained, TrainingRun


def train(
    puzzle: Puzzle, recipe: str = "solved", *,
    labels: int | None = None, steps: int | None = None, distance: int | None = None, origins: int | None = None,
    width: int | None = None, believed: int | None = None, inputs: str | None = None,
    without: str | Sequence[str] = (), seed: int = 0, jobs: int = 1, time_limit: float | None = None,
    fresh: bool = False, watch: "Callable[[TrainingRun], None]" = wait,
) -> "Trained":  # fmt: skip
    """Train a network that estimates distances, and keep it: `heuristic="learned"` then searches by it.

    `recipe` is `solved`, or `ito-yamamoto`; the options from `labels` to `without` are the recipe's, by default its
    own. An interrupt and the time limit are outcomes: the next call with the same arguments resumes, unless it is
    `fresh`. `watch` waits for it, and may show its `progress()` and `lines`. Raises UnfitHeuristicError, TrainingError,
    ArgumentError.
    """
    from pybridge.learning import start
    from pybridge.learning.recipe import recipe_named
    from pybridge.learning.run import TrainingRun

    facts = facts_of(puzzle)
    numbers = {"labels": labels, "steps": steps, "distance": distance, "origins": origins, "width": width,
               "believed": believed}  # fmt: skip
    how: dict[str, Any] = {name: optional(name, value, 1, MOST_TRAINED[name]) for name, value in numbers.items()}
    how["inputs"] = None if inputs is None else _name("inputs", inputs)
    leaves_none = isinstance(without, Sequence) and not without
    left_out = () if leaves_none else tuple(sorted(names_of("without", without)))
    chosen = recipe_named(_name("recipe", recipe), **how, without=left_out)
    jobs, limits = whole("jobs", jobs, 1, MOST_JOBS), limits_of(time_limit)
    run = TrainingRun(facts, start(facts, chosen, seed=whole("seed", seed), jobs=jobs, fresh=fresh), limits)
    watched(run, watch)
    return run.finish()


def _name(what: str, name: object) -> str:
    if not isinstance(name, str):
        raise ArgumentError(f"{what} is a name, not {as_given(name)}")
    return name
