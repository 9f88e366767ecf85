"""States of a task of rules as rows of words, and its operators as masks."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnavailableProgramError
from pybridge.layout import Layout, Words
from pybridge.rules.compiled import Compiled, Operator
from pybridge.rules.facts import RulesFacts
from pybridge.search.kernels.packed import rules as fields
from pybridge.search.kernels.rules import search as kernels
from pybridge.search.packed import InOrder

MOST_WORDS = 64
"""Of a state."""
MOST_CHAINS = 1024
"""Ends of chains of steps that one move can have."""
_MOST_MASKS = 1 << 26
"""Words of masks: 512 MB."""


class PackedRules(InOrder):
    """The states of a task as rows of words, a field for each variable."""

    bounded = False

    def __init__(self, facts: RulesFacts) -> None:
        """Raises UnavailableProgramError for a puzzle without a task, or with one that is too large."""
        task = facts.task
        if task is None:
            raise UnavailableProgramError(
                f"the engine native needs operators, and {facts.name} has none: {facts.form.why}"
            )
        self.task, self.layout, self._name = task, Layout.of(task.sizes), facts.name
        if self.layout.words > MOST_WORDS:
            raise UnavailableProgramError(
                f"the engine native holds states of at most {MOST_WORDS} words of 64 bits, and those of {facts.name} "
                f"have {self.layout.words}; use --engine python"
            )
        self.width = (0,) * self.layout.words
        self.fan = MOST_CHAINS + 1 if task.continues is not None else _fan(task)
        self.tables = self._tables(task)

    def goals_among(self, rows: Words) -> NDArray[np.bool_]:
        """Which rows are goals."""
        found = np.zeros(len(rows), np.bool_)
        kernels.goals_among(rows, found, self.tables, self.width)
        return found

    def require_room(self) -> None:
        """Raise UnavailableProgramError if a move had more chains of steps than there is room for."""
        if self.tables.shape[fields.CHAINS] == fields.OVERFLOW:
            self.tables.shape[fields.CHAINS] = 1  # for other starts
            raise UnavailableProgramError(
                f"a move of {self._name} has more than {MOST_CHAINS:,} chains of steps, the most in machine code; use "
                "--engine python, or --method plain of census"
            )

    def _tables(self, task: Compiled) -> fields.RuleTables:
        batches = [task.operators[first : first + 64] for first in range(0, len(task.operators), 64)]
        if _words_of_masks(batches, self.layout) > _MOST_MASKS:
            raise UnavailableProgramError(
                f"the engine native holds operators with at most 512 MB of masks, and those of {self._name} need more; "
                "use --engine python"
            )
        firsts, checks, masks = _checks(batches, self.layout)
        sets = [self.layout.masked(operator.after) for operator in task.operators]
        goals = [self.layout.masked(condition) for condition in task.conditions]
        chains = task.continues is not None
        shape = [len(task.operators), len(batches), len(task.conditions), int(chains), self.layout.words]
        width, follows = 2 * self.layout.words, _follows(task, len(batches))
        first: dict[bytes, int] = {}
        for number, row in enumerate(follows):
            first.setdefault(row.tobytes(), number)
        return fields.RuleTables(
            np.array(shape, np.uint64),
            np.array(firsts, np.uint64),
            np.array(checks, np.uint64).reshape(-1, 4),
            np.array(masks, np.uint64),
            np.array(sets, np.uint64).reshape(-1, width),
            np.array(goals, np.uint64).reshape(-1, width),
            follows,
            np.array([first[row.tobytes()] for row in follows], np.uint64),
            np.zeros(MOST_CHAINS + 1 if chains else 1, np.uint64),
        )


def _fan(task: Compiled) -> int:
    """No state has more successors: of the operators that can be possible together, the most by any one variable."""
    most = len(task.operators)
    for variable, size in enumerate(task.sizes):
        free, by_value = 0, [0] * size
        for operator in task.operators:
            value = dict(operator.before).get(variable)
            if value is None:
                free += 1
            else:
                by_value[value] += 1
        most = min(most, free + max(by_value))
    return max(1, most)


def _checks(batches: Sequence[Sequence[Operator]], layout: Layout) -> tuple[list[int], list[list[int]], list[int]]:
    """For each batch of operators, the variables that it has conditions on, and a mask for each of their values."""
    firsts, checks = [0], list[list[int]]()
    masks: list[int] = []
    for operators in batches:
        wanted: dict[int, dict[int, int]] = {}
        for number, operator in enumerate(operators):
            for variable, value in operator.before:
                wanted.setdefault(variable, {})
                wanted[variable][value] = wanted[variable].get(value, 0) | 1 << number
        everything = (1 << len(operators)) - 1
        # What leaves fewest operators comes first, so that an empty mask is found soon.
        for variable in sorted(wanted, key=lambda each: -sum(mask.bit_count() for mask in wanted[each].values())):
            free = everything & ~sum(wanted[variable].values())
            word, shift = layout.places[variable]
            width = layout.widths[variable]
            checks.append([word, shift, (1 << width) - 1, len(masks)])
            masks += [free | wanted[variable].get(value, 0) for value in range(1 << width)]
        firsts.append(len(checks))
    return firsts, checks, masks


def _words_of_masks(batches: Sequence[Sequence[Operator]], layout: Layout) -> int:
    """How many masks `_checks` makes."""
    checked = ({variable for operator in operators for variable, _ in operator.before} for operators in batches)
    return sum(1 << layout.widths[variable] for variables in checked for variable in variables)


def _follows(task: Compiled, batches: int) -> NDArray[np.uint64]:
    """Which operators continue each operator."""
    if task.continues is None or not task.operators:
        return np.zeros((1, 1), np.uint64)
    numbers: dict[str, list[int]] = {}
    for number, operator in enumerate(task.operators):
        numbers.setdefault(operator.name, []).append(number)
    by_name: dict[str, NDArray[np.uint64]] = {name: np.zeros(batches, np.uint64) for name in numbers}
    for first, second in task.continues:
        for number in numbers.get(second, ()) if first in by_name else ():
            by_name[first][number // 64] |= np.uint64(1 << number % 64)
    return np.array([by_name[operator.name] for operator in task.operators], np.uint64)
