"""The table of abstractions of a task of rules: what is forgotten, and the distances of all that is left."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar, Self

import numpy as np

from pybridge.arrays import Arrays
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.forms import Form
from pybridge.layout import Layout
from pybridge.limits import OnProgress
from pybridge.rules.abstraction import Classes
from pybridge.rules.compiled import Compiled, Values
from pybridge.rules.finding import found_task
from pybridge.rules.recipe import rules_in
from pybridge.store.table import BY_RULES, Table
from pybridge.tables.abstraction.build import Found
from pybridge.tables.abstraction.choice import MOST, chosen
from pybridge.tables.abstraction.verify import fault_of
from pybridge.tables.slots import HashTable

STATES, SEED = 1_000_000, 1
"""The most states of an abstraction, and the seed of what is chosen, by default."""


@dataclass(frozen=True)
class AbstractionRecipe:
    """The abstractions of the rules in a text, which is that of a file: each of at most this many `states`.

    `values` is the digest of how the values of the task are numbered (`numbering`).
    """

    text: str
    name: str
    values: str
    states: int = STATES
    seed: int = SEED
    known: Compiled | None = field(default=None, compare=False, repr=False)

    kind: ClassVar[str] = "abstraction"
    verified: ClassVar[str] = BY_RULES

    @property
    def title(self) -> str:
        """What the table holds, in one line."""
        return f"abstractions of {self.name}, of at most {self.states:,} states"

    @property
    def identity(self) -> Form:
        """Everything that the table depends on."""
        return {
            "format": 4, "name": self.name, "text": self.text, "values": self.values, "states": self.states,
            "seed": self.seed,
        }  # fmt: skip

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe with this identity. Raises ValueError if there is none."""
        match identity:
            case {
                "format": 4, "name": str(name), "text": str(text), "values": str(values), "states": int(states),
                "seed": int(seed),
            }:  # fmt: skip
                if states > 0:
                    return cls(text, name, values, states, seed)
        raise ValueError("not abstractions of a puzzle of rules")

    @property
    def bytes_needed(self) -> int:
        """The largest size on disk."""
        words = Layout.of(self.task.sizes).words + 1
        return MOST * self.states * (8 * words + 8) + (1 << 20)

    @property
    def task(self) -> Compiled:
        """The task of the rules. Raises UnfitHeuristicError if they have none."""
        task = self.known or found_task(rules_in(self.text, self.name))
        if not isinstance(task, Compiled):
            raise UnfitHeuristicError(f"abstraction needs operators, and {self.name} has none: {task}")
        return task

    @property
    def _starts(self) -> list[Values]:
        asked, task = rules_in(self.text, self.name), self.task
        return [task.state(asked.leaves(task.template, state)) for _, state in asked.report.starts]

    def build(self, report: OnProgress) -> Table:
        """Choose what to forget, and search the rest."""
        begun, task = time.monotonic(), self.task
        found = chosen(task, self._starts, self.states, self.seed, report)
        arrays = _arrays(task, found)
        sizes = [len(each.distances) for each in found]
        seconds = round(time.monotonic() - begun, 3)
        return Table(self.kind, self.title, arrays, {"states": sizes, "seconds": seconds})

    def form_fault(self, table: Table) -> str | None:
        """Why a search cannot use the arrays; None if it can. Kernels read them by their addresses."""
        try:
            return _form_fault(table.arrays)
        except (KeyError, IndexError, TypeError, ValueError):
            return "an array is missing or has another form"

    def verify(self, table: Table, report: OnProgress) -> None:
        """Check by the operators that no distance is too large, that costs are shared, and that no state is missing.

        Raises BrokenTableError.
        """
        task = self.task
        fault = "values have other numbers here" if numbering(task) != self.values else self.form_fault(table)
        fault = fault or _other_form(task, table)
        fault = fault or fault_of(task, self._starts, classes_in(task, table), table.arrays, report)
        if fault:
            raise BrokenTableError(f"{self.title}: {fault}")


def numbering(task: Compiled) -> str:
    """The digest of how values are numbered, which another version of SWI-Prolog may do in another way."""
    return sha256(repr((task.template, task.domains)).encode()).hexdigest()


def _arrays(task: Compiled, found: Sequence[Found]) -> Arrays:
    """The abstractions together: a row has the number of its abstraction in its last column."""
    columns = max((each.graph.rows.shape[1] for each in found), default=1)
    rows = np.zeros((sum(len(each.distances) for each in found), columns), np.uint64)
    first = 0
    for number, each in enumerate(found):
        mine = rows[first : first + len(each.distances)]
        mine[:, : each.graph.rows.shape[1] - 1] = each.graph.rows[:, :-1]
        mine[:, -1] = number
        first += len(mine)
    table = HashTable(max(1, len(rows)))
    table.put(rows, len(rows))
    values, operators = sum(task.sizes), len(task.operators)
    return {
        "classes": np.array([sum(each.graph.classes, ()) for each in found], np.uint16).reshape(len(found), values),
        "costs": np.array([each.costs for each in found], np.uint8).reshape(len(found), operators),
        "rows": rows,
        "distances": np.concatenate([np.zeros(0, np.uint16), *(each.distances for each in found)]),
        "slots": table.slots,
        "index_bits": np.array([table.index_bits], np.int64),
    }


def classes_in(task: Compiled, table: Table) -> list[Classes]:
    """The classes of each abstraction of a table."""
    found = []
    for row in np.asarray(table.arrays["classes"]).tolist():
        values = iter(row)
        found.append(tuple(tuple(next(values) for _ in range(size)) for size in task.sizes))
    return found


def _form_fault(arrays: Arrays) -> str | None:
    rows, slots, distances = arrays["rows"], arrays["slots"], arrays["distances"]
    classes, costs, bits = arrays["classes"], arrays["costs"], arrays["index_bits"]
    kinds = [
        (rows, np.uint64, 2), (slots, np.uint32, 1), (distances, np.uint16, 1), (classes, np.uint16, 2),
        (costs, np.uint8, 2), (bits, np.int64, 1),
    ]  # fmt: skip
    if any(array.dtype != kind or array.ndim != axes for array, kind, axes in kinds):
        return "an array has another form"
    if len(distances) != len(rows) or len(classes) != len(costs) or len(bits) != 1 or not 0 < bits[0] < 32:
        return "an array has another length"
    numbers = slots & np.uint32((1 << int(bits[0])) - 1)
    if not (slots == 0).any() or int(numbers.max(initial=0)) > len(rows):
        return "a slot names a state that is not there"
    return None


def _other_form(task: Compiled, table: Table) -> str | None:
    """Whether the arrays are for another task."""
    classes, costs = table.arrays["classes"], table.arrays["costs"]
    if classes.shape[1] != sum(task.sizes) or costs.shape[1] != len(task.operators):
        return "it is of other variables and operators"
    return None
