"""A* of a task of rules at native speed, by bounds that are looked up; its iterations are the values of g + h."""

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.abstraction import Abstractions, bounds_of
from pybridge.heuristics.rules import Blind
from pybridge.outcome import Outcome
from pybridge.rules.compiled import Values
from pybridge.search.kernels.rules import a_star as fields
from pybridge.search.native.rules.packed import PackedRules
from pybridge.search.tally import Stopped, Tally
from pybridge.tables.abstraction.kernels import FAR
from pybridge.tables.slots import HashTable

_ROOM = 1 << 12
_BUDGET, _MADE = 1 << 14, 1 << 17
"""Nodes between two looks at the limits, and about how many successors of theirs."""
_LISTS = 1 << 12
"""Lists that are looked at together."""


class RulesAStar:
    """A search from a start: its nodes in lists by g + h."""

    def __init__(self, packed: PackedRules, heuristic: Abstractions | Blind, start: Values) -> None:
        self._packed, self._tables = packed, bounds_of(heuristic)
        self._children = np.empty((packed.fan, packed.layout.words), np.uint64)
        self._control = np.zeros(fields.FIELDS, np.uint64)
        self._control[fields.FAN] = packed.fan
        self._heads = np.full(2 * FAR + 2, fields.NONE, np.uint32)
        self._nodes = self._grown(None, _ROOM + packed.fan)
        self._nodes.rows[0] = packed.pack([start])[0]
        bound = int(fields.begin(self._control, self._nodes, self._tables))
        self.bound = bound if bound < FAR else 0

    @property
    def least(self) -> int | None:
        """The least g + h of an open node; None if there is none. Bounds are consistent, so it never falls."""
        for first in range(int(self._control[fields.F]), len(self._heads), _LISTS):
            found = np.flatnonzero(self._heads[first : first + _LISTS] != fields.NONE)
            if len(found):
                return first + int(found[0])
        return None

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded."""
        self._search()
        HashTable(1).put(self._nodes.rows, 0)

    def path(self, tally: Tally) -> list[Values] | None:
        """The states of a shortest solution; None if there is none that the tally allows.

        Raises Stopped, also where no node is left.
        """
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
        raise Stopped(Outcome.UNSOLVABLE)

    def _level(self, tally: Tally) -> None:
        """Expand all nodes of one g + h, up to a goal."""
        control = self._control
        while self._heads[int(control[fields.F])] != fields.NONE and not control[fields.GOAL]:
            if int(control[fields.STATES]) + self._packed.fan > len(self._nodes.rows):
                self._nodes = self._grown(self._nodes, 2 * len(self._nodes.rows) + self._packed.fan)
            budget = _MADE * (tally.expanded + 1) // (tally.generated + self._packed.fan)
            control[[fields.EXPANDED, fields.GENERATED, fields.BUDGET]] = 0, 0, max(1, min(budget, _BUDGET))
            self._search()
            tally.expanded += int(control[fields.EXPANDED])
            tally.generated += int(control[fields.GENERATED])
            tally.check()

    def _search(self) -> None:
        fields.search(self._control, self._nodes, self._children, self._tables, self._packed.tables, self._packed.width)
        self._packed.require_room()

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
            table.put(rows, count)
        return nodes

    def _way_to(self, node: int) -> list[Values]:
        """The states from the start to a node."""
        path = [node]
        while (parent := int(self._nodes.parents[path[-1]])) != fields.NONE:
            path.append(parent)
        return self._packed.unpack(self._nodes.rows[path[::-1]])
