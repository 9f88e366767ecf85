"""A* of a task of rules at native speed, by bounds that are looked up; its iterations are the values of g + h."""

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.abstraction import Abstractions, bounds_of
from pybridge.heuristics.rules import Blind
from pybridge.outcome import Outcome
from pybridge.rules.compiled import Values
from pybridge.rules.facts import RulesFacts
from pybridge.search.kernels import a_star as fields
from pybridge.search.native.rules.breadth_first import moves_of
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import BestFirst, Prune, Task
from pybridge.search.threads import Searchers
from pybridge.tables.abstraction_build import HashTable
from pybridge.tables.abstraction_kernels import FAR

_ROOM = 1 << 12
_BUDGET = 1 << 14
"""Nodes between two looks at the limits."""
_LISTS = 1 << 12
"""Lists that are looked at together."""


class RulesAStar:
    """Searches from any start of one puzzle."""

    pruning: Prune | None = None

    def __init__(self, task: Task, facts: RulesFacts, packed: PackedRules, heuristic: Abstractions | Blind) -> None:
        """Prepare. Raises UnavailableProgramError for what only the search in plain Python does."""
        if task.wanted.every:
            raise UnavailableProgramError("a_star finds one solution; use breadth_first for all")
        if task.best_first != BestFirst():
            raise UnavailableProgramError("native a_star of rules has no --weight and no --batch; use --engine python")
        self._facts, self._packed, self.heuristic = facts, packed, heuristic
        _Open(packed, heuristic, packed.task.goals[0] if packed.task.goals else task.start).warm_up()

    def searchers(self, task: Task) -> Searchers:
        """It cannot be cut into packets."""
        raise UnavailableProgramError("a_star searches in one thread; several need ida_star")

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, and account for it in a fresh tally."""
        under_way, path = _Open(self._packed, self.heuristic, task.start), None
        outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT
        try:
            path = under_way.path(tally)
            if path is not None:
                outcome = Outcome.SOLVED
            elif under_way.least is None:
                outcome = Outcome.UNSOLVABLE
        except Stopped as stopped:
            outcome = stopped.outcome
        except MemoryError:
            outcome = Outcome.MEMORY_LIMIT
        tally.end(completed=False)
        return Solution(
            task.facts.name, task.start_name, task.program, "native", outcome,
            () if path is None else (moves_of(self._facts, path),), tuple(tally.iterations),
            sum(iteration.seconds for iteration in tally.iterations),
            initial_bound=under_way.bound if under_way.bound < FAR else 0,
            heuristic=self.heuristic.name,
        )  # fmt: skip


class _Open:
    """The nodes of one search."""

    def __init__(self, packed: PackedRules, heuristic: Abstractions | Blind, start: Values) -> None:
        self._packed, self._tables = packed, bounds_of(heuristic)
        self._children = np.empty((packed.fan, packed.layout.words), np.uint64)
        self._control = np.zeros(fields.FIELDS, np.uint64)
        self._control[fields.FAN] = packed.fan
        self._heads = np.full(2 * FAR + 2, fields.NONE, np.uint32)
        self._nodes = self._grown(None, _ROOM + packed.fan)
        self._nodes.rows[0] = packed.pack([start])[0]
        self.bound = int(fields.begin(self._control, self._nodes, self._tables))

    @property
    def least(self) -> int | None:
        """The least g + h of an open node; None if there is none. Bounds are consistent, so it never falls."""
        for first in range(int(self._control[fields.F]), len(self._heads), _LISTS):
            found = np.flatnonzero(self._heads[first : first + _LISTS] != fields.NONE)
            if len(found):
                return first + int(found[0])
        return None

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded; nothing is expanded."""
        self._search()
        fields.refill(np.zeros(fields.FIELDS, np.uint64), self._nodes)

    def path(self, tally: Tally) -> list[Values] | None:
        """The states of a shortest solution; None if there is none that the limit allows. Raises Stopped."""
        while (least := self.least) is not None:
            if least >= FAR:
                raise UnavailableProgramError(f"a_star finds solutions of less than {FAR:,} moves; use breadth_first")
            self._control[fields.F] = least
            if not tally.begin(least):
                return None
            self._level(tally)
            tally.end(completed=not self._control[fields.GOAL])
            if self._control[fields.GOAL]:
                return self._way_to(int(self._control[fields.GOAL]) - 1)
        return None

    def _level(self, tally: Tally) -> None:
        """Expand all nodes of one g + h, up to a goal."""
        control = self._control
        while self._heads[int(control[fields.F])] != fields.NONE and not control[fields.GOAL]:
            if int(control[fields.STATES]) + self._packed.fan > len(self._nodes.rows):
                self._nodes = self._grown(self._nodes, 2 * len(self._nodes.rows) + self._packed.fan)
            control[[fields.EXPANDED, fields.GENERATED, fields.BUDGET]] = 0, 0, _BUDGET
            self._search()
            tally.expanded += int(control[fields.EXPANDED])
            tally.generated += int(control[fields.GENERATED])
            tally.check()

    def _search(self) -> None:
        fields.search(self._control, self._nodes, self._children, self._tables, self._packed.tables, self._packed.width)

    def _grown(self, before: fields.Opened | None, room: int) -> fields.Opened:
        """The nodes with room for this many; raises MemoryError."""
        table, count = HashTable(room), int(self._control[fields.STATES])
        rows = np.empty((room, self._packed.layout.words), np.uint64)
        (g, h), (parents, after, earlier) = np.empty((2, room), np.uint16), np.empty((3, room), np.uint32)
        nodes = fields.Opened(rows, table.slots, g, h, parents, after, earlier, self._heads)
        self._control[fields.INDEX_BITS] = table.index_bits
        if before is not None:
            for name in ("rows", "g", "h", "parents", "after", "before"):
                getattr(nodes, name)[:count] = getattr(before, name)[:count]
            fields.refill(self._control, nodes)
        return nodes

    def _way_to(self, node: int) -> list[Values]:
        """The states from the start to a node."""
        path = [node]
        while (parent := int(self._nodes.parents[path[-1]])) != fields.NONE:
            path.append(parent)
        return self._packed.unpack(self._nodes.rows[path[::-1]])
