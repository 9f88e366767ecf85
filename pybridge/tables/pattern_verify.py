"""Judges pattern databases by the rules of the puzzle, and shares nothing with what builds them.

All states, a placement and a region that the blank is in, are found forwards from the goals, level by level, by moving
one piece of one state at a time. A placement's distance is the level at which it is first met. The table must say that
of it, and that there is no way to all that are never met.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import BrokenTableError
from pybridge.tables import pattern_verify_kernels as kernels
from pybridge.tables.pattern import Pattern
from pybridge.tables.table import Report, Table

Array = NDArray[Any]


def verify(pattern: Pattern, table: Table, report: Report) -> None:
    """Judge the table of a pattern. Raises BrokenTableError at the first fault."""
    for fault in _faults(pattern, table, report):
        raise BrokenTableError(f"the table of {table.title} is not what the rules say: {fault}; remove it")


def _faults(pattern: Pattern, table: Table, report: Report) -> Iterator[str]:
    report("form")
    orders = list(_orders(bytes(pattern.labels)))
    sets = comb(len(pattern.neighbors), len(pattern.labels))
    yield from _form_faults(pattern, table, len(orders), sets)
    yield from _Judge(pattern, table, orders).faults(table.about["distribution"], report)


def _form_faults(pattern: Pattern, table: Table, orders: int, sets: int) -> Iterator[str]:
    bits = table.about.get("bits", 0)
    if bits not in (4, 8) or table.about.get("step") != pattern.step or "distribution" not in table.about:
        yield "it does not tell how its entries are kept"
    if table.kind != "pattern" or set(table.arrays) != {"packed"}:
        yield "it holds what no pattern database does"
    packed = table.arrays["packed"]
    if packed.dtype != np.uint8 or packed.shape != (orders, -(-sets // 2) * bits // 4):
        yield "there is no array packed of the right form"
    if sets % 2 and (packed[:, -1] >> (4 if bits == 4 else 0)).any():  # type: ignore[operator]
        yield "there is something behind the end of a row"


def _orders(labels: bytes) -> Iterator[bytes]:
    """All orders of the labels, which ascend, in lexicographic order."""
    if not labels:
        yield b""
    for label in sorted(set(labels)):
        place = labels.index(label)
        for rest in _orders(labels[:place] + labels[place + 1 :]):
            yield bytes([label]) + rest


class _Judge:
    """What the table claims, the states met, and the rules that lead to others."""

    def __init__(self, pattern: Pattern, table: Table, orders: list[bytes]) -> None:
        self.pattern, self.orders = pattern, orders
        cells, size = len(pattern.neighbors), len(pattern.labels)
        self.sets = sorted(sum(1 << cell for cell in chosen) for chosen in combinations(range(cells), size))
        self.number = {order: number for number, order in enumerate(orders)}
        touching = [sum(1 << other for other in others) for others in pattern.neighbors]
        maps = [[self._moved(source, target) for target in range(size)] for source in range(size)]
        chosen = [[comb(cell, many) for many in range(size + 1)] for cell in range(cells)]
        masks = np.array(self.sets)
        regions, first = np.full((len(masks), cells), -1, np.int64), np.zeros(len(masks) + 1, np.int64)
        kernels.find_regions(masks, np.array(touching), regions, first)
        self.rules = masks, regions, first, np.array(touching), np.array(chosen), np.array(maps, np.uint32)
        shape = (int(first[-1]), -(-len(orders) // 64))
        self.seen, self.frontier, self.fresh = (np.zeros(shape, np.uint64) for _ in range(3))
        bits, step = table.about["bits"], pattern.step
        most = sum(map(max, (pattern.nearest[label] for label in pattern.labels))) + (step << bits)
        self.claims = np.zeros((len(masks), len(orders)), np.uint8 if most < 256 else np.uint16)
        words = np.frombuffer(b"".join(orders), np.uint8).reshape(-1, size)
        self.form = masks, words, np.array(pattern.nearest), bits, step
        kernels.read(table.arrays["packed"], self.form, self.claims)

    def _moved(self, source: int, target: int) -> list[int]:
        """For each order its number after the label at one position was taken out and put in at another."""
        found = []
        for order in self.orders:
            others = order[:source] + order[source + 1 :]
            found.append(self.number[others[:target] + order[source : source + 1] + others[target:]])
        return found

    def faults(self, distribution: list[int], report: Report) -> Iterator[str]:
        """Search from the goals, then look at what was not met."""
        yield from self._goal_faults()
        counts = [len({cells for cells, _ in self.pattern.goals})]
        while self.frontier.any():
            states = self.seen, self.frontier, self.fresh
            new, number, order = kernels.advance(len(counts), self.rules, states, self.claims)
            if number >= 0:
                yield self._wrong(number, order, len(counts))
            self.frontier, self.fresh = self.fresh, self.frontier
            counts.append(new)
            report(f"level {len(counts) - 1}, {sum(counts):,} of {self.claims.size:,} entries")
        while not counts[-1]:
            counts.pop()
        if counts != distribution:
            yield "its distances are not distributed as it says"
        number, order = kernels.unmet(self.form, self.claims)
        if number >= 0:
            yield f"it has a distance for {self._told(number, order)}, from which no moves lead to a goal"

    def _goal_faults(self) -> Iterator[str]:
        """Meet the goals."""
        for cells, blank in self.pattern.goals:
            number = self.sets.index(sum(1 << cell for cell in cells))
            pieces = sorted(zip(cells, self.pattern.labels, strict=True))
            order = self.number[bytes(label for _, label in pieces)]
            if self.claims[number, order] > 1:
                yield self._wrong(number, order, 0)
            self.claims[number, order] = 0
            region = self.rules[1][number, blank]
            for states in (self.seen, self.frontier):
                states[region, order // 64] |= np.uint64(1 << order % 64)

    def _wrong(self, number: int, order: int, level: int) -> str:
        """What is told of an entry that says another distance than the level at which it is first met."""
        claim = int(self.claims[number, order]) - 1
        return f"{self._told(number, order)} is {level} moves from a goal, the table says {claim}"

    def _told(self, number: int, order: int) -> str:
        """A placement for people."""
        cells = [cell for cell in range(len(self.pattern.neighbors)) if self.sets[number] >> cell & 1]
        return f"the placement of {list(self.orders[order])} on the cells {cells}"
