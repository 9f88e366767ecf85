"""Lower bounds of a task of rules that nobody had to write: distances in smaller tasks, looked up and added."""

import re

import numpy as np

from pybridge.errors import UnfitHeuristicError
from pybridge.heuristics.protocol import NEVER, FromScratch
from pybridge.heuristics.rules import Blind
from pybridge.layout import Layout
from pybridge.rules.abstraction import merged
from pybridge.rules.compiled import Compiled, Values
from pybridge.rules.facts import RulesFacts
from pybridge.store.table import Table
from pybridge.tables.abstraction.kernels import FAR, AbstractTables, estimates
from pybridge.tables.abstraction.recipe import STATES, AbstractionRecipe, classes_in, numbering

_MOST_STATES = 100_000_000


def recipe(facts: RulesFacts, states: str) -> AbstractionRecipe:
    """The table of the rules; `states` are the most that an abstraction has, by default 1,000,000.

    Raises UnfitHeuristicError.
    """
    states = states or str(STATES)
    if not (re.fullmatch("[0-9]{1,9}", states) and 0 < int(states) <= _MOST_STATES):
        raise UnfitHeuristicError(
            f"abstraction:{states}: give a number of states from 1 to {_MOST_STATES}, such as abstraction:100000"
        )
    if facts.task is None:
        raise UnfitHeuristicError(f"abstraction needs operators, and {facts.name} has none; use --heuristic blind")
    return AbstractionRecipe(facts.text, facts.name, numbering(facts.task), int(states), known=facts.task)


class Abstractions(FromScratch):
    """The sum of the distances in the abstractions of a table, which share the costs of operators.

    A state from which no goal can be reached in one of them is a dead end. One that the table does not have, since
    its starts do not lead there, counts 0.
    """

    source = "Culberson and Schaeffer, 1998; Hernádvölgyi and Holte, 2000; Seipp, Keller and Helmert, 2020"
    admissible = consistent = True

    def __init__(self, task: Compiled, table: Table, name: str) -> None:
        """Use the table of an `AbstractionRecipe`."""
        self.name, self._layout = name, Layout.of(task.sizes)
        self.tables = tables_of(task, table, self._layout)

    def estimate(self, state: Values) -> int:
        """The sum, or more than any solution has for a dead end."""
        rows, found = self._layout.rows([state]), np.zeros(1, np.uint64)
        estimates(rows, found, self.tables._replace(scratch=np.zeros_like(self.tables.scratch)))  # a thread's own
        return NEVER if found[0] == FAR else int(found[0])


def bounds_of(heuristic: Abstractions | Blind) -> AbstractTables:
    """The tables that kernels look up in; without abstractions each estimate is 0."""
    if isinstance(heuristic, Abstractions):
        return heuristic.tables
    numbers, words = np.zeros(3, np.uint64), np.zeros((0, 4), np.uint64)
    slots, distances = np.zeros(1, np.uint32), np.zeros(0, np.uint16)
    return AbstractTables(numbers, words, words[:, :0], words[:, :0], words, slots, distances, words)


def tables_of(task: Compiled, table: Table, layout: Layout) -> AbstractTables:
    """What kernels look up states with."""
    rows, chosen = table.arrays["rows"], classes_in(task, table)
    columns, first, fields = rows.shape[1], 0, []
    for (word, shift), width, size in zip(layout.places, layout.widths, task.sizes, strict=True):
        fields.append([word, shift, (1 << width) - 1, first])
        first += size
    words, bits = np.zeros((len(chosen), len(fields)), np.uint64), np.zeros((len(chosen), first), np.uint64)
    for number, classes in enumerate(chosen):
        smaller = merged(task, classes)
        seen = Layout.of(smaller.sizes)
        for variable, (word, shift) in zip(smaller.variables, seen.places, strict=True):
            words[number, variable] = word
            begin = fields[variable][3]
            bits[number, begin : begin + task.sizes[variable]] = [of << shift for of in classes[variable]]
    numbers = np.array([len(chosen), int(table.arrays["index_bits"][0]), columns], np.uint64)
    slots, distances = table.arrays["slots"], table.arrays["distances"]
    scratch = np.zeros((1, columns), np.uint64)
    return AbstractTables(
        numbers, np.array(fields, np.uint64).reshape(-1, 4), words, bits, rows, slots, distances, scratch
    )
