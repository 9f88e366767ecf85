"""Which cells of a board belong together: pieces of several cells, found in the operators and not declared.

Cells of equal values are one piece if every move of that value moves it as a whole, as a car of Rush Hour. Cells of
different values are one piece if neither value is ever without the other beside it, as the parts of a block.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from pybridge.facts.board_graph import adjacent, reached, unreachable
from pybridge.rules.compiled import Compiled, Values, parts_of
from pybridge.rules.facts import RulesFacts

_SAMPLE = 200
"""States in which a piece of equal values must be in one part."""
_EMPTY = frozenset(("", ".", "·"))
"""Glyphs of cells on which nothing lies."""
_RIGHT, _DOWN = (0, 1), (1, 0)
_BRACKET = re.compile(r"[\[\]]")
_WHOLE = "Leaf_0_"
"""The template of a task that takes each state as it is."""


class Join(NamedTuple):
    """Where `one` is on a cell and `other` on the next one, down and right, both cells are of one piece."""

    one: str
    other: str
    down: int
    right: int


Shown = Mapping[int, str]
"""The value on each cell."""


def glyph_of(facts: RulesFacts, value: str) -> str:
    """What is drawn for a value: its glyph, or itself without quotes."""
    quoted = len(value) > 1 and value[0] == value[-1] == "'"
    return facts.glyphs.get(value, value[1:-1] if quoted else value)


def is_blank(facts: RulesFacts, value: str) -> bool:
    """Whether nothing lies on a cell with a value, unless it has a color: its glyph is a space or a dot."""
    return glyph_of(facts, value).strip() in _EMPTY


def board_of(facts: RulesFacts) -> Mapping[int, int]:
    """The variable of each cell of a board by cell/3; empty if some cell has none, or if picture/2 draws the puzzle.

    Cell N is variable N of the first list in a state that is long enough, or of the state if none is.
    """
    task = facts.task
    if task is None or facts.holds_actions or facts.drawn or not facts.cells:
        return {}
    lists = [*_lists(task.template), (0, len(task.domains))]
    firsts = [first for first, many in lists if many > max(facts.cells)]
    return {cell: firsts[0] + cell for cell in facts.cells} if firsts else {}


def _lists(template: str) -> list[tuple[int, int]]:
    """The first variable of each list in a template, outer ones first, and how many it has."""
    opened, found = list[int](), list[tuple[int, int]]()
    for each in _BRACKET.finditer(template):
        if each[0] == "[":
            opened.append(each.start())
        elif opened:
            found.append((opened.pop(), each.end()))
    return [(template[:begin].count("Leaf_"), template[begin:end].count("Leaf_")) for begin, end in sorted(found)]


def values_on(facts: RulesFacts, state: Values) -> dict[int, str]:
    """The value on each cell of the board; without a task of its parts, of a state that is a list and long enough."""
    if (task := facts.task) and task.template != _WHOLE:
        return {cell: task.domains[each][state[each]] for cell, each in board_of(facts).items()}
    text = facts.form.text(state)
    if not facts.cells or not (text.startswith("[") and text.endswith("]")):
        return {}
    parts = list(parts_of(text[1:-1]))
    return {cell: parts[cell] for cell in facts.cells} if max(facts.cells) < len(parts) else {}


def wrong_cells(facts: RulesFacts) -> str | None:
    """What is wrong with the facts cell/3, if they draw no state or hide a cell; None if not, or if nobody knows."""
    if facts.drawn or facts.holds_actions:
        return None
    drawn: dict[tuple[int, int], int] = {}
    for cell, (row, column) in facts.cells.items():
        if (other := drawn.setdefault((row, column), cell)) != cell:
            return f"cells {other} and {cell} are both at row {row}, column {column}: only one of them is drawn"
    if facts.task is None or not facts.cells or board_of(facts):
        return None
    if facts.task.template == _WHOLE and facts.form.text(facts.starts[0][1])[-1] in ")]":
        return None
    last = len(facts.task.domains) - 1
    return f"cell {max(facts.cells)} is not a part of a state, whose parts are numbered from 0 to {last}"


def joins(facts: RulesFacts) -> frozenset[Join]:
    """The values that belong together where they lie side by side."""
    return facts.once(_joins)


def _joins(facts: RulesFacts) -> frozenset[Join]:
    return frozenset(_Board(facts).joins()) if board_of(facts) else frozenset()


def pieces(facts: RulesFacts, shown: Shown) -> list[tuple[int, ...]]:
    """The cells of each piece, in the order of rows and columns; most are of one cell."""
    known, cell_at = joins(facts), {place: cell for cell, place in facts.cells.items()}
    piece = {cell: [cell] for cell in shown}
    for cell, beside, down, right in _sides(facts.cells, cell_at, shown):
        if Join(shown[cell], shown[beside], down, right) in known and piece[cell] is not piece[beside]:
            piece[cell] += piece[beside]
            for other in piece[beside]:
                piece[other] = piece[cell]
    distinct = {id(cells): cells for cells in piece.values()}
    found = [tuple(sorted(cells, key=facts.cells.__getitem__)) for cells in distinct.values()]
    return sorted(found, key=lambda cells: facts.cells[cells[0]])


def _sides(
    cells: Mapping[int, tuple[int, int]], cell_at: Mapping[tuple[int, int], int], among: Shown
) -> Iterator[tuple[int, int, int, int]]:
    """Each two cells that lie side by side, with the step down and right from one to the other."""
    for cell in among:
        row, column = cells[cell]
        for down, right in (_RIGHT, _DOWN):
            beside = cell_at.get((row + down, column + right))
            if beside is not None and beside in among:
                yield cell, beside, down, right


class _Change(NamedTuple):
    """What an operator needs and makes of cells."""

    before: Shown
    after: Shown


class _Board:
    """The operators as changes of cells, and what holds in the starts and after each of them."""

    def __init__(self, facts: RulesFacts) -> None:
        assert facts.task
        self._facts, self._task = facts, facts.task
        self._cell_at = {place: cell for cell, place in facts.cells.items()}
        self._starts = [values_on(facts, state) for _, state in facts.starts]
        self._changes = list(self._changes_of(self._task))

    def _changes_of(self, task: Compiled) -> Iterator[_Change]:
        cell_of = {variable: cell for cell, variable in board_of(self._facts).items()}
        for operator in task.operators:
            before, after = (
                {cell_of[each]: task.domains[each][value] for each, value in pairs if each in cell_of}
                for pairs in (operator.before, operator.after)
            )
            if after:
                yield _Change(before, after)

    def joins(self) -> Iterator[Join]:
        for value in sorted({value for start in self._starts for value in start.values()}):
            if not is_blank(self._facts, value) and self._is_one(value):
                yield from (Join(value, value, *step) for step in (_RIGHT, _DOWN))
        for join in sorted(self._candidates()):
            if all(self._keeps(change, join) for change in self._changes) and self._moves(join.one):
                yield join

    def _moves(self, value: str) -> bool:
        return any(value in change.after.values() for change in self._changes)

    def _is_one(self, value: str) -> bool:
        """Whether the cells of a value are one piece of several cells."""
        for before, after in self._changes:
            gone = sum(before.get(cell) == value for cell in after)
            come = sum(each == value for each in after.values())
            if (gone or come) and (gone != come or list(before.values()).count(value) < 2):
                return False
        where = [[cell for cell, each in start.items() if each == value] for start in self._starts]
        return all(len(cells) != 1 and self._connected(cells) for cells in where) and self._stays_one(value)

    def _stays_one(self, value: str) -> bool:
        return all(self._connected([c for c, each in shown.items() if each == value]) for shown in self._sample)

    @property
    def _sample(self) -> Iterator[Shown]:
        """The first states that breadth-first search meets."""
        starts = (state for _, state in self._facts.starts)
        for state in islice(reached(starts, self._nexts), _SAMPLE):
            yield values_on(self._facts, state)

    def _nexts(self, state: Values) -> Iterator[Values]:
        """The first states that follow a state."""
        return (self._task.after(state, each) for each in islice(self._task.applicable(state), _SAMPLE))

    def _connected(self, cells: Sequence[int]) -> bool:
        return not cells or not unreachable(adjacent([self._facts.cells[cell] for cell in cells]))

    def _candidates(self) -> set[Join]:
        """The joins of different values that hold in all starts."""
        found = set()
        for start in self._starts:
            for cell, beside, down, right in _sides(self._facts.cells, self._cell_at, start):
                if start[cell] != start[beside]:
                    found.add(Join(start[cell], start[beside], down, right))
        return {join for join in found if all(self._holds(start, join) for start in self._starts)}

    def _pair(self, cell: int, join: Join, sign: int) -> int | None:
        row, column = self._facts.cells[cell]
        return self._cell_at.get((row + sign * join.down, column + sign * join.right))

    def _holds(self, shown: Shown, join: Join) -> bool:
        for value, other, sign in ((join.one, join.other, 1), (join.other, join.one, -1)):
            for cell in (cell for cell, each in shown.items() if each == value):
                beside = self._pair(cell, join, sign)
                if beside is None or shown.get(beside) != other:
                    return False
        return True

    def _keeps(self, change: _Change, join: Join) -> bool:
        """Whether the join holds after a change if it holds before it."""
        firsts = set(change.after) | {self._pair(cell, join, -1) for cell in change.after}
        ends = [cell for cell in change.after if self._pair(cell, join, -1) is None]
        if any(change.after[cell] == join.other for cell in ends):
            return False
        return all(self._kept(change, join, cell) for cell in firsts if cell is not None)

    def _kept(self, change: _Change, join: Join, cell: int) -> bool:
        """The same for a cell and the one beside it."""
        before, after = change
        now = {**before, **after}
        beside = self._pair(cell, join, 1)
        if beside is None:
            return now.get(cell) != join.one
        if cell in now and beside in now:
            return (now[cell] == join.one) == (now[beside] == join.other)
        known, value = (cell, join.one) if cell in now else (beside, join.other)
        return known in before and (before[known] == value) == (now[known] == value)
