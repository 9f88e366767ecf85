"""The maximum of any heuristics on boards of any shape, for the kernel `general`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.errors import UnavailableProgramError
from pybridge.facts import TilesFacts
from pybridge.facts.board_graph import all_goal_distances
from pybridge.heuristics.manhattan import Manhattan
from pybridge.heuristics.pattern_database import PatternDatabases, PatternLookup
from pybridge.layout import Words
from pybridge.memory import Paged
from pybridge.search.kernels.tiles import general as fields
from pybridge.search.native.tiles.directions import Directions
from pybridge.search.native.tiles.plan import Tables, TilesStart, Ways, costs, meta
from pybridge.tables.pattern.layout import PatternLayout as Layout
from pybridge.tables.pattern.layout import set_ranks

_MOST_GROUPS = 5
_PAGE = 4096
_NEAR = 100_000_000
"""Bytes of a table up to which waiting for its entries takes less than working on another lane's frames."""


class GeneralPlan:
    """Groups of parts, distances alone, and perhaps walking and inversion distance."""

    def __init__(
        self,
        facts: TilesFacts,
        databases: Sequence[PatternDatabases],
        manhattan: Manhattan | None,
        directions: Directions | None,
        ways: Ways,
    ) -> None:
        self._cells, self._manhattan, self._directions = len(facts.cells), manhattan, directions
        self._nearest = all_goal_distances(facts.neighbors, facts.goals)
        self._groups = [group for each in databases for group in each.groups]
        self._parts = [Placed(part, self._cells) for group in self._groups for part in group]
        self._tile_bits = (len(self._nearest) - 1).bit_length()
        self._in_word = 64 // self._tile_bits
        self._first_part = fields.BOARD + -(-self._cells // self._in_word)
        self._waiting = self._first_part + len(self._parts)
        self.columns = -(-(self._waiting + len(self._groups) + (manhattan is not None)) // 4) * 4
        self._check()
        self.tables = self._tables(ways)
        packed = [part.part.packed for part in self._parts]
        for each in packed:  # have all pages mapped in their order; in a search's it takes a hundred times as long
            each.reshape(-1)[::_PAGE].max()
        self._packed = Paged(packed)
        self.lanes = 3 if any(each.nbytes > _NEAR for each in packed) else 1
        self._set_addresses()
        self.goals = np.zeros((len(facts.goals), self.columns), np.uint64)
        for number, goal in enumerate(facts.goals):
            self.goals[number, fields.BOARD : self._first_part] = self._board(goal)
        self.mask = np.zeros(self.columns, np.uint64)
        self.mask[fields.BOARD : self._first_part] = 2**64 - 1

    def _check(self) -> None:
        """Raise UnavailableProgramError for more than a frame holds."""
        count = len(self._groups) + (self._manhattan is not None) + (self._directions is not None)
        if count > _MOST_GROUPS:
            raise UnavailableProgramError(
                f"the engine native takes the maximum of {_MOST_GROUPS} sums, mirrored ones included; this has {count}"
            )
        if self.columns > fields.MOST_COLUMNS:
            raise UnavailableProgramError(
                f"the engine native takes {fields.MOST_COLUMNS - self._first_part} patterns on this board, mirrored "
                f"ones included; this has {len(self._parts)}: choose fewer and larger ones"
            )

    def _set_addresses(self) -> None:
        self.tables.parts[1 : 1 + len(self._parts), fields.ADDRESS] = self._packed.addresses

    def enlarge_pages(self, seconds: float) -> None:
        """Copy the pattern databases into large pages, if searches that have taken so long are worth it."""
        if self._packed.enlarge(seconds):
            self._set_addresses()

    def _board(self, state: Sequence[int]) -> list[int]:
        """The words that say which tile lies where."""
        words = [0] * (self._first_part - fields.BOARD)
        for cell, tile in enumerate(state):
            words[cell // self._in_word] |= tile << cell % self._in_word * self._tile_bits
        return words

    def start(self, state: Sequence[int], machine_state: int) -> TilesStart:
        """A state, prepared to be searched from."""
        words, entries = [], []
        for part in self._parts:
            word, entry = part.word(state)
            words.append(word | entry << fields.ENTRY_SHIFT)
            entries.append(part.part.step * entry)
        estimates = self._estimates(state, entries)
        halves = self._directions.columns(state) if self._directions is not None else (0, 0)
        slacks = sum(fields.BIAS - h << 12 * group for group, h in enumerate(estimates))
        frame = [meta(machine_state, 0), slacks % 2**64, *halves, *self._board(state), *words]
        each = sum(1 << 12 * group for group in range(len(estimates)))
        return TilesStart(max(estimates), frame + [0] * (self.columns - len(frame)), 1, each)

    def _estimates(self, state: Sequence[int], entries: Sequence[int]) -> list[int]:
        """The lower bound of each group, in the order of their slacks."""
        near = sum(self._nearest[tile][cell] for cell, tile in enumerate(state))
        found, first = [], 0
        for group in self._groups:
            found.append(near + sum(entries[first : first + len(group)]))
            first += len(group)
        if self._manhattan is not None:
            found.append(self._manhattan.estimate(state))
        if self._directions is not None:
            found.append(self._directions.estimate(state))
        return found

    def _tables(self, ways: Ways) -> fields.GeneralTables:
        """What the kernel takes."""
        tables, width = Tables(), len(self._nearest)
        groups = self._group_rows(tables, ways, width)
        rows = np.zeros((1 + len(self._parts) + len(groups), 14), np.uint64)
        for number, part in enumerate(self._parts, start=1):
            part.fill(rows[number], tables)
            rows[number, fields.COLUMN] = self._first_part + number - 1
        for number, group in enumerate(groups, start=1 + len(self._parts)):
            rows[number, :2] = group
        edges = np.zeros((ways.dead + 1, 1), np.uint64)
        if self._directions is not None:
            edges = self._directions.edges(tables, ways, width, 1)
        cells = np.arange(self._cells)
        header = {
            fields.GROUPS: len(groups),
            fields.GROUP_ROWS: 1 + len(self._parts),
            fields.CELLS: self._cells,
            fields.COLUMNS: self.columns,
            fields.DEAD: ways.dead,
            fields.TURNED: self._directions is not None,
            fields.TILES: width,
            fields.TILE_BITS: self._tile_bits,
            fields.WORD_OF: tables.add(fields.BOARD + cells // self._in_word),
            fields.WAITING: self._waiting,
            fields.SHIFT_OF: tables.add(cells % self._in_word * self._tile_bits),
        }
        for field, value in header.items():
            rows[0, field] = value
        return fields.GeneralTables(rows, tables.array(), edges)

    def _group_rows(self, tables: Tables, ways: Ways, width: int) -> list[list[int]]:
        """The rows of the groups that are sums of distances, with entries or without."""
        rows, first = [], 1
        near = tables.add(costs(self._nearest, ways, width) + fields.MORE) if self._groups else 0
        for group in self._groups:
            part_of = [0] * width
            for number, part in enumerate(group, start=first):
                for tile in part.view.tiles:
                    part_of[tile] = number
            rows.append([near, tables.add(part_of)])
            first += len(group)
        if self._manhattan is not None:
            own = tables.add(costs(self._manhattan.distances, ways, width) + fields.MORE)
            rows.append([own, tables.add([0] * width)])
        return rows


class Placed:
    """A part, and what the kernel computes a placement's entry from."""

    def __init__(self, part: PatternLookup, cells: int) -> None:
        """Raises UnavailableProgramError if the part does not fit in a word."""
        self.part, self.layout = part, part.view.pattern.layout
        labels = part.view.pattern.labels
        self.bits = max(1, labels[-1].bit_length())
        if cells + self.bits * len(labels) > fields.ENTRY_SHIFT:
            most = (fields.ENTRY_SHIFT - cells) // self.bits
            raise UnavailableProgramError(
                f"the engine native takes {most} such tiles a pattern on {cells} cells at most"
            )
        self._cells = cells
        low_bits, self.low, self.high = set_ranks(self.layout)
        self.low_bits = int(low_bits)
        self.first, self.second = _order_ranks(self.layout, self.bits)
        self.half = self.bits * (self.layout.size // 2)

    def word(self, state: Sequence[int]) -> tuple[int, int]:
        """The word of a state's placement, without its entry, and the entry."""
        placed = sorted(self.part.placement(state))
        mask, order = sum(1 << cell for cell, _ in placed), 0
        for number, (_, label) in enumerate(placed):
            order |= label << self.bits * number
        return mask | order << self._cells, self._entry(mask, order)

    def _entry(self, mask: int, order: int) -> int:
        low = mask & (1 << self.low_bits) - 1
        number = int(self.low[low]) + int(self.high[low.bit_count(), mask >> self.low_bits])
        rank = int(self.first[order & (1 << self.half) - 1]) + int(self.second[order >> self.half])
        return self.part.entry(rank, number)

    def fill(self, row: Words, tables: Tables) -> None:
        """Write the part's row, except for its column and the address of its table."""
        values = {
            fields.ROW: self.layout.row,
            fields.FOUR: self.part.bits == 4,
            fields.STEP: self.part.step,
            fields.BITS: self.bits,
            fields.LOW_BITS: self.low_bits,
            fields.LOW: tables.add(self.low),
            fields.HIGH: tables.add(self.high),
            fields.HIGH_WIDTH: self.high.shape[1],
            fields.HALF: self.half,
            fields.FIRST: tables.add(self.first),
            fields.SECOND: tables.add(self.second),
            fields.MAP: tables.add(self.part.view.cells),
        }
        for field, value in values.items():
            row[field] = value


def _order_ranks(layout: Layout, bits: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Two arrays whose values for the first and second half of an order, as words of labels, add up to its number.

    The number of an order is that of the first order with its first half, and how many orders of the rest come before
    its own; the rest is what the second half consists of.
    """
    half = layout.size // 2
    weights = np.uint64(1) << np.arange(layout.size, dtype=np.uint64) * np.uint64(bits)
    words = layout.words.astype(np.uint64)
    first_words = words[:, :half] @ weights[:half]
    second_words = words[:, half:] @ weights[: layout.size - half]
    numbers = np.arange(layout.orders, dtype=np.uint32)
    first = np.zeros(1 << bits * half, np.uint32)
    second = np.zeros(1 << bits * (layout.size - half), np.uint32)
    begins = np.concatenate([[True], first_words[1:] != first_words[:-1]])
    first[first_words[begins]] = numbers[begins]
    second[second_words] = numbers - first[first_words]
    return first, second
