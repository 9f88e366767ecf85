"""Verify pattern databases by the rules of the puzzle, sharing no code with the builder.

A search forward from the goals, level by level, finds all states (a placement and a region of the blank) by moving one
piece of one state at a time. The distance of a placement is the level at which it is first met. The table must agree,
and must mark placements that are never met.

The kernels number states by the region of the blank, among all regions of all sets of cells, and by the order of the
pieces. One bit per state records which have been seen.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from numba import uint64

from pybridge.arrays import Array, KernelTables
from pybridge.compiled import kernel, ones_in, trailing_zeros
from pybridge.errors import BrokenTableError
from pybridge.limits import OnProgress
from pybridge.store.table import Table
from pybridge.tables.pattern.layout import Pattern

_TOGETHER = 64  # sets whose entries are read together, as they are adjacent in the table


def verify(pattern: Pattern, table: Table, form_fault: str | None, report: OnProgress) -> None:
    """Verify the table of a pattern, after its form was checked. Raises BrokenTableError at the first fault."""
    for fault in _faults(pattern, table, form_fault, report):
        raise BrokenTableError(f"the table of {table.title} contradicts the rules: {fault}; remove it")


def _faults(pattern: Pattern, table: Table, form_fault: str | None, report: OnProgress) -> Iterator[str]:
    report("form")
    if form_fault:
        yield form_fault
    if "distribution" not in table.about:
        yield "it does not say how its distances are distributed"
    if comb(len(pattern.neighbors), len(pattern.labels)) % 2:
        last: Array = table.arrays["packed"][:, -1]
        if (last >> (4 if table.about["bits"] == 4 else 0)).any():
            yield "it has data after the end of a row"
    orders = list(_orders(bytes(pattern.labels)))
    yield from _Judge(pattern, table, orders).faults(table.about["distribution"], report)


def _orders(labels: bytes) -> Iterator[bytes]:
    """All orders of the labels, in lexicographic order."""
    if not labels:
        yield b""
    for label in sorted(set(labels)):
        place = labels.index(label)
        for rest in _orders(labels[:place] + labels[place + 1 :]):
            yield bytes([label]) + rest


class _Judge:
    """The claims of the table, the states met, and the moves."""

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
        find_regions(masks, np.array(touching), regions, first)
        self.rules = masks, regions, first, np.array(touching), np.array(chosen), np.array(maps, np.uint32)
        shape = (int(first[-1]), -(-len(orders) // 64))
        self.seen, self.frontier, self.fresh = (np.zeros(shape, np.uint64) for _ in range(3))
        bits, step = table.about["bits"], pattern.step
        most = sum(map(max, (pattern.nearest[label] for label in pattern.labels))) + (step << bits)
        self.claims = np.zeros((len(masks), len(orders)), np.uint8 if most < 256 else np.uint16)
        words = np.frombuffer(b"".join(orders), np.uint8).reshape(-1, size)
        self.form = masks, words, np.array(pattern.nearest), bits, step
        read(table.arrays["packed"], self.form, self.claims)

    def _moved(self, source: int, target: int) -> list[int]:
        """For each order, its number after moving the label at position `source` to position `target`."""
        found = []
        for order in self.orders:
            others = order[:source] + order[source + 1 :]
            found.append(self.number[others[:target] + order[source : source + 1] + others[target:]])
        return found

    def faults(self, distribution: list[int], report: OnProgress) -> Iterator[str]:
        """Search from the goals, then check the placements that were not met."""
        yield from self._goal_faults()
        counts = [len({cells for cells, _ in self.pattern.goals})]
        while self.frontier.any():
            states = self.seen, self.frontier, self.fresh
            new, number, order = advance(len(counts), self.rules, states, self.claims)
            if number >= 0:
                yield self._wrong(number, order, len(counts))
            self.frontier, self.fresh = self.fresh, self.frontier
            counts.append(new)
            report(f"level {len(counts) - 1}, {sum(counts):,} of {self.claims.size:,} entries")
        while not counts[-1]:
            counts.pop()
        if counts != distribution:
            yield "its distances differ from the stored distribution"
        number, order = unmet(self.form, self.claims)
        if number >= 0:
            yield f"it has a distance for {self._told(number, order)}, which cannot reach a goal"

    def _goal_faults(self) -> Iterator[str]:
        """Add the goals."""
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
        """The message about an entry whose distance differs from the level at which it is first met."""
        claim = int(self.claims[number, order]) - 1
        return f"{self._told(number, order)} is {level} moves from a goal, but the table says {claim}"

    def _told(self, number: int, order: int) -> str:
        """A placement in words."""
        cells = [cell for cell in range(len(self.pattern.neighbors)) if self.sets[number] >> cell & 1]
        return f"the placement of {list(self.orders[order])} on the cells {cells}"


@kernel
def find_regions(masks: Array, touching: Array, regions: Array, first: Array) -> None:
    """Number the regions of all sets: fill `regions[set, cell]`, and `first[set]`, the first region of a set."""
    cells, found = len(touching), 0
    for number in range(len(masks)):
        first[number] = found
        free = ((1 << cells) - 1) & ~masks[number]
        while free:
            region, grown = 0, free & -free
            while region != grown:
                region = grown
                for cell in range(cells):
                    if region >> cell & 1:
                        grown |= touching[cell] & free
            for cell in range(cells):
                if region >> cell & 1:
                    regions[number, cell] = found
            free &= ~region
            found += 1
    first[len(masks)] = found


@kernel
def _least(mask: int, word: Array, nearest: Array) -> int:
    """The sum of the nearest distances of the pieces on a set of cells, in some order."""
    least, position = 0, 0
    for cell in range(nearest.shape[1]):
        if mask >> cell & 1:
            least += nearest[word[position], cell]
            position += 1
    return least


@kernel
def read(packed: Array, form: KernelTables, claims: Array) -> None:
    """Fill `claims`, of shape (sets, orders), with the distance of each placement in the table plus 1."""
    masks, words, nearest, bits, step = form
    for start in range(0, len(masks), _TOGETHER):
        for order in range(len(words)):
            for number in range(start, min(start + _TOGETHER, len(masks))):
                if bits == 8:
                    entry = np.int64(packed[order, number])
                else:
                    entry = np.int64(packed[order, number >> 1]) >> 4 * (number & 1) & 15
                claims[number, order] = _least(masks[number], words[order], nearest) + step * entry + 1


@kernel
def unmet(form: KernelTables, claims: Array) -> tuple[int, int]:
    """The first placement that was not met but has a distance, as set and order, or -1."""
    masks, words, nearest, bits, step = form
    for number in range(len(masks)):
        for order in range(len(words)):
            if claims[number, order]:
                marked = _least(masks[number], words[order], nearest) + step * ((1 << bits) - 1) + 1
                if claims[number, order] != marked:
                    return number, order
    return -1, -1


@kernel
def advance(level: int, rules: KernelTables, states: KernelTables, claims: Array) -> tuple[int, int, int]:
    """Make all moves from all states of the frontier; new states go to `fresh`.

    Returns the number of placements that are newly met, and the first for which the table claims another distance, as
    set and order, or -1. Sets the claims of the placements met to 0, and empties the frontier.
    """
    masks, regions, first, touching, chosen, maps = rules
    seen, frontier, fresh = states
    total = 0
    for number in range(len(masks)):
        for region in range(first[number], first[number + 1]):
            if not frontier[region].any():
                continue
            for source in range(len(touching)):
                for target in range(len(touching)):
                    if not (touching[source] >> target & 1 and masks[number] >> source & 1):
                        continue
                    if regions[number, target] != region:
                        continue
                    after = masks[number] ^ (1 << source) ^ (1 << target)
                    other, entered = _set_number(after, chosen), _below(after, target)
                    order_map = maps[_below(masks[number], source), entered]
                    opened = regions[other, source]
                    place = seen[opened], fresh[opened], claims[other]
                    new, order = _push(level, frontier[region], order_map, place)
                    if order >= 0:
                        return total, other, order
                    total += new
            frontier[region] = 0
    return total, -1, -1


@kernel
def _below(mask: int, cell: int) -> int:
    """The number of cells of a set before a cell."""
    ones: int = np.int64(ones_in(uint64(mask & ((1 << cell) - 1))))  # type: ignore[assignment]
    return ones


@kernel
def _set_number(mask: int, chosen: Array) -> int:
    """The number of sets of the same size with a smaller mask."""
    number, many = 0, 0
    for cell in range(len(chosen)):
        if mask >> cell & 1:
            many += 1
            number += chosen[cell, many]
    return number


@kernel
def _push(level: int, frontier: Array, order_map: Array, place: KernelTables) -> tuple[int, int]:
    """Move a piece in each state of a region: return the number of newly met placements, and the first false claim."""
    seen, fresh, claims = place
    new = 0
    for word in range(len(frontier)):
        bits = frontier[word]
        while bits:
            order = order_map[uint64(word) * uint64(64) + trailing_zeros(bits)]
            bits &= bits - uint64(1)
            at, bit = order >> 6, uint64(1) << uint64(order & 63)
            if seen[at] & bit:
                continue
            seen[at] |= bit
            fresh[at] |= bit
            if claims[order] == level + 1:
                claims[order] = 0
                new += 1
            elif claims[order]:
                false: int = np.int64(order)  # type: ignore[assignment]
                return new, false
    return new, -1
