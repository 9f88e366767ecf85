"""What each move changes by one: then all solutions of a start have one length, which is known before any search.

Each symbol, which is the text of a value, gets a number, such that the sum over the parts of a state grows by one with
each operator. Numbers of that kind are found by solving linear equations, one an operator: for peg solitaire, minus one
for a peg. They are a place invariant turned into a measure, as of Petri nets (Lautenbach, 1975).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod

from pybridge.rules.compiled import ACTIONS, Compiled, Operator, Values

_MOST_SYMBOLS = 64


@dataclass(frozen=True)
class Count:
    """The number of each value of each variable, and the sum of every goal."""

    numbers: tuple[tuple[Fraction, ...], ...]
    goal: Fraction

    def moves_from(self, state: Values) -> int | None:
        """How many moves each solution from a state has; None if it has none."""
        here = sum((self.numbers[variable][value] for variable, value in enumerate(state)), Fraction(0))
        left = self.goal - here
        return int(left) if left.denominator == 1 and left >= 0 else None


def count_of(task: Compiled) -> Count | None:
    """Numbers that make the sum grow by one with each operator, and equal in all goals; None if there are none."""
    if task.continues is not None or not task.goals:
        return None
    symbols = sorted({text for domain in task.domains for text in domain})
    if len(symbols) > _MOST_SYMBOLS:
        return None
    equations = _equations(task, {text: number for number, text in enumerate(symbols)})
    found = None if equations is None else _solved(equations, len(symbols))
    if found is None:
        return None
    by_text = dict(zip(symbols, found, strict=True))
    numbers = tuple(tuple(by_text[text] for text in domain) for domain in task.domains)
    sums = {sum((numbers[each][value] for each, value in enumerate(goal)), Fraction(0)) for goal in task.goals}
    return Count(numbers, sums.pop()) if len(sums) == 1 else None


def most_states(task: Compiled, start: Values) -> int:
    """No more states than these can be reached: fewer where operators only exchange symbols, as on a board."""
    by_sizes = prod(task.sizes)
    if task.template == ACTIONS or not all(_exchanges(task, operator) for operator in task.operators):
        return by_sizes
    symbols = Counter(task.domains[variable][value] for variable, value in enumerate(start))
    return min(by_sizes, factorial(len(start)) // prod(map(factorial, symbols.values())))


def _exchanges(task: Compiled, operator: Operator) -> bool:
    """Whether an operator surely leaves as many of each symbol as there were."""
    before, changed = dict(operator.before), [variable for variable, _ in operator.after]
    if any(variable not in before for variable in changed):
        return False
    gone = sorted(task.domains[variable][before[variable]] for variable in changed)
    return gone == sorted(task.domains[variable][value] for variable, value in operator.after)


Equation = tuple[tuple[int, int], ...]
"""Symbols with how many more of each there are after a move; their numbers add up to one."""


def _equations(task: Compiled, symbols: Mapping[str, int]) -> set[Equation] | None:
    """What the numbers of symbols must fulfill; None if an operator does not say what it changes."""
    if task.template == ACTIONS:
        return None
    found = set()
    for operator in task.operators:
        before, more = dict(operator.before), dict[int, int]()
        for variable, value in operator.after:
            if variable not in before:
                return None
            for text, change in ((task.domains[variable][before[variable]], -1), (task.domains[variable][value], 1)):
                more[symbols[text]] = more.get(symbols[text], 0) + change
        found.add(tuple(sorted((symbol, change) for symbol, change in more.items() if change)))
    return found


def _solved(equations: set[Equation], unknowns: int) -> list[Fraction] | None:
    """A solution by Gaussian elimination, with 0 for what is free; None if there is none."""
    rows: dict[int, list[Fraction]] = {}  # by the column of the first 1
    for equation in sorted(equations):
        row = [Fraction(0)] * unknowns + [Fraction(1)]
        for symbol, change in equation:
            row[symbol] = Fraction(change)
        for column, other in rows.items():
            row = [each - row[column] * by for each, by in zip(row, other, strict=True)] if row[column] else row
        first = next((column for column in range(unknowns) if row[column]), None)
        if first is None:
            if row[unknowns]:
                return None
            continue
        row = [each / row[first] for each in row]
        for column, other in list(rows.items()):
            if other[first]:
                rows[column] = [each - other[first] * by for each, by in zip(other, row, strict=True)]
        rows[first] = row
    return [rows[column][unknowns] if column in rows else Fraction(0) for column in range(unknowns)]
