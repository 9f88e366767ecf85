"""Blocks world as packed words."""

from collections.abc import Sequence

import numpy as np

from pybridge.facts import BlocksFacts, State
from pybridge.search.packed.layout import Layout, Words


class PackedBlocks:
    """The states of a blocks world as rows of words: for each block what it stands on, by its number in `names`."""

    def __init__(self, facts: BlocksFacts) -> None:
        self._blocks, self._table = facts.blocks, facts.table
        self.names = (*facts.blocks, *facts.grounds)
        self._number = {name: number for number, name in enumerate(self.names)}
        self.layout = Layout(len(facts.blocks), max(1, (len(self.names) - 1).bit_length()))
        self.fan = len(facts.blocks) * (len(self.names) - 1)
        self.tables = (self._shape(len(facts.goals)), self._goals(facts.goals))

    def pack(self, states: Sequence[State]) -> Words:
        """States as rows."""
        numbers = [[self._number[under] for _, under in state] for state in states]
        return self.layout.pack(np.array(numbers, np.uint64).reshape(len(states), self.layout.fields))

    def unpack(self, rows: Words) -> list[State]:
        """Rows as states."""
        return [
            tuple(zip(self._blocks, (self.names[number] for number in row), strict=True))
            for row in self.layout.unpack(rows).tolist()
        ]

    def order(self, rows: Words) -> Words:
        """Rows whose order is that of the states: with names numbered as they are sorted."""
        rank = {name: number for number, name in enumerate(sorted(self.names))}
        return self.layout.pack(np.array([rank[name] for name in self.names], np.uint64)[self.layout.unpack(rows)])

    def _shape(self, goals: int) -> Words:
        layout, targets = self.layout, len(self.names)
        table = 0 if self._table is None else 1 << targets - 1
        shape = [
            layout.bits, (1 << layout.bits) - 1, layout.in_word, layout.fields, (1 << targets) - 1, table, goals,
        ]  # fmt: skip
        return np.array(shape + [number for place in layout.places for number in place], np.uint64)

    def _goals(self, goals: Sequence[State]) -> Words:
        """For each goal and block what the block stands on, all that is below it, and the ground of its tower."""
        rows = []
        for goal in goals:
            under = [self._number[name] for _, name in goal]
            for carrier in under:
                below, ground = 0, carrier
                while ground < len(under):
                    below |= 1 << ground
                    ground = under[ground]
                rows.append([carrier, below, ground])
        return np.array(rows, np.uint64)
