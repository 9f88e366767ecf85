"""What recipes of projections have in common: moves, and two colorings of the points of the goal."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pybridge.arrays import Array, Arrays
from pybridge.facts.cycles import Turn
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.store.half import HalfBuilt
from pybridge.store.table import Table

Sizes = Sequence[tuple[Array, type, tuple[int, ...], int]]
"""Arrays, each with the type and the shape that it must have, and a bound of its numbers."""


@dataclass(frozen=True)
class ColoredRecipe(ABC):
    """A table of permutations in colors: `rows` and `columns` give each point of the goal a color."""

    moves: tuple[Turn, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def _colored(self) -> Form:
        """The part of the identity that `colored` reads."""
        return {
            "moves": [[turn.name, turn.generator, turn.power, list(turn.sources)] for turn in self.moves],
            "rows": list(self.rows),
            "columns": list(self.columns),
        }

    def build(self, report: OnProgress) -> Table:
        """Build from the beginning, all threads together."""
        return self.build_on(report, None)

    @abstractmethod
    def build_on(self, report: OnProgress, kept: HalfBuilt | None) -> Table:
        """Build, from what was kept before."""

    @abstractmethod
    def _fault(self, arrays: Arrays) -> str | None:
        """Why a search cannot use the arrays; it may raise an error for those that have another form."""

    def form_fault(self, table: Table) -> str | None:
        """Why a search cannot use the arrays; None if it can. Kernels read them as they are, by their addresses."""
        try:
            return self._fault(table.arrays)
        except (KeyError, IndexError, TypeError, ValueError):
            return "an array is missing or has another form"


def colored(identity: Form, *, columns: bool = True) -> tuple[tuple[Turn, ...], tuple[int, ...], tuple[int, ...]]:
    """The moves, rows and columns of an identity, which may have no `columns`. Raises ValueError or a similar error."""
    moves = tuple(Turn(name, of, power, tuple(sources)) for name, of, power, sources in identity["moves"])
    mine, others = tuple(identity["rows"]), tuple(identity["columns"])
    points = list(range(len(mine)))
    colors = {*mine, *others} <= set(range(256)) and len(others) == (len(mine) if columns else 0)
    if not colors or not moves or any(sorted(each.sources) != points for each in moves):
        raise ValueError("not a projection")
    return moves, mine, others


def sizes_of(arrays: Arrays, of: str, values: int, points: int) -> Sizes:
    """The arrays that give the values of a coordinate their numbers."""
    at, states = arrays[f"{of}_points"], arrays[f"{of}_states"]
    return [(at, np.intp, (len(at),), points), (states, np.uint8, (values, len(at)), 256)]


def sizes_fault(sizes: Sizes, what: str) -> str | None:
    """What is wrong with the forms of some arrays, or because `what` they say leads out of the table."""
    if any(array.shape != shape or array.dtype != kind for array, kind, shape, _ in sizes):
        return "an array is missing or has another form"
    if any(array.size and not 0 <= int(array.min()) <= int(array.max()) < most for array, _, _, most in sizes):
        return f"{what} lead out of the table"
    return None
