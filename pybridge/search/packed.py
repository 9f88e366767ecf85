"""The states of a puzzle as rows of words: a form that compiled searches compare and hash."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import KernelTables
from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, State, TilesFacts, TurnsFacts
from pybridge.facts.cycles import moves
from pybridge.facts.places import places
from pybridge.layout import Layout, Words
from pybridge.search.kernels.packed import blocks as packed_blocks
from pybridge.search.kernels.packed import tiles as packed_tiles
from pybridge.search.kernels.packed import turns as packed_turns

MOST_CELLS = 64
"""Of a board."""
MOST_NAMES = 64
"""Of blocks and what else they can stand on, together."""
MOST_POINTS = 1024
"""Of a permutation puzzle."""
_PIECE = 12
"""Bits by which sums of distances are looked up: some thousand numbers stay in a near cache."""


class Packed(Protocol):
    """States as rows of words. `fan` is the most successors of a state, `tables` what kernels take.

    `bounded` says whether the kernels have a lower bound.
    """

    bounded: bool
    fan: int

    @property
    def layout(self) -> Layout: ...

    @property
    def tables(self) -> KernelTables: ...

    def pack(self, states: Sequence[State]) -> Words:
        """States as rows."""

    def unpack(self, rows: Words) -> list[State]:
        """Rows as states."""

    def order(self, rows: Words) -> Words:
        """Rows whose order is that of the states, as tuples."""

    def require_room(self) -> None:
        """Raise UnavailableProgramError if a state had more successors than `fan`, of which some were left out."""


class FixedFan:
    """For states that never have more successors than `fan`."""

    def require_room(self) -> None:
        """None was left out."""


class InOrder:
    """For states whose numbers are fields as they are, so that rows are in the order of states."""

    layout: Layout

    def pack(self, states: Sequence[Sequence[int]]) -> Words:
        """States as rows."""
        return self.layout.rows(states)

    def unpack(self, rows: Words) -> list[tuple[int, ...]]:
        """Rows as states."""
        return [tuple(row) for row in self.layout.unpack(rows).tolist()]

    def order(self, rows: Words) -> Words:
        """Rows whose order is that of the states."""
        return rows


class PackedTiles(FixedFan, InOrder):
    """The states of a board as rows of words, cell by cell."""

    bounded = True

    def __init__(self, facts: TilesFacts) -> None:
        """Raises UnavailableProgramError for a board that is too large."""
        _require(len(facts.cells), MOST_CELLS, "cells")
        cells = len(facts.cells)
        self._bits = (len(facts.distances) - 1).bit_length()
        self._in_word = min(64 // self._bits, cells)
        self._in_piece = _PIECE // self._bits
        self._pieces = -(-self._in_word // self._in_piece)
        self.layout = Layout.even(cells, self._bits)
        self.fan = max(map(len, facts.neighbors))
        self.tables = packed_tiles.TileTables(self._board(), self._cells(facts.neighbors), self._sums(facts.distances))

    def _board(self) -> Words:
        bits = self._bits
        board = [bits, (1 << bits) - 1, self._in_word, -(-4096 // bits), self._in_piece * bits, self._pieces]
        lows = [0] * self.layout.words
        for word, shift in self.layout.places:
            lows[word] |= 1 << shift
        return np.array(board + lows, np.uint64)

    def _cells(self, neighbors: Sequence[Sequence[int]]) -> Words:
        rows = np.zeros((len(neighbors), packed_tiles.NEAR + self.fan), np.uint64)
        for cell, near in enumerate(neighbors):
            rows[cell, : packed_tiles.NEAR + len(near)] = [*self.layout.places[cell], len(near), *near]
        return rows

    def _sums(self, distances: Sequence[Sequence[int]]) -> NDArray[np.uint16]:
        """For each piece of each word the sum of what its cells count, by what lies there."""
        layout, bits = self.layout, self._bits
        contents = np.arange(1 << self._in_piece * bits)
        sums = np.zeros((layout.words * self._pieces, len(contents)), np.uint16)
        of_tile = np.zeros((1 << bits, len(layout.places)), np.uint16)
        of_tile[: len(distances)] = distances
        for cell, (word, shift) in enumerate(layout.places):
            piece, field = divmod(shift // bits, self._in_piece)
            tiles = contents >> field * bits & (1 << bits) - 1
            sums[word * self._pieces + piece] += of_tile[tiles, cell]
        return sums


class PackedBlocks(FixedFan):
    """The states of a blocks world as rows of words: for each block what it stands on, by its number in `names`."""

    bounded = True

    def __init__(self, facts: BlocksFacts) -> None:
        """Raises UnavailableProgramError for more blocks, places and table than words hold."""
        _require(len(facts.blocks) + len(facts.grounds), MOST_NAMES, "blocks, places and table")
        self._blocks, self._table = facts.blocks, facts.table
        self.names = (*facts.blocks, *facts.grounds)
        self._number = {name: number for number, name in enumerate(self.names)}
        self.layout = Layout.even(len(facts.blocks), (len(self.names) - 1).bit_length())
        self.fan = len(facts.blocks) * (len(self.names) - 1)
        below = [towers(goal, self._number)[:, :3] for goal in facts.goals]
        self.tables = packed_blocks.BlockTables(self._shape(len(facts.goals)), np.concatenate(below))

    def pack(self, states: Sequence[State]) -> Words:
        """States as rows."""
        return self.layout.rows([[self._number[under] for _, under in state] for state in states])

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
        (bits, *_), places, targets = self.layout.widths, self.layout.places, len(self.names)
        table = 0 if self._table is None else 1 << targets - 1
        shape = [(1 << bits) - 1, len(places), (1 << targets) - 1, table, goals]
        return np.array(shape + [number for place in places for number in place], np.uint64)


def towers(state: State, number: Mapping[str, int]) -> Words:
    """A row a block: what it stands on, the mask of the blocks below it, its tower's ground and bottom."""
    stands, rows = dict(state), []
    for block, under in state:
        bottom, below = block, 0
        while stands[bottom] in stands:
            bottom = stands[bottom]
            below |= 1 << number[bottom]
        rows.append([number[under], below, number[stands[bottom]], number[bottom]])
    return np.array(rows, np.uint64)


class PackedTurns(FixedFan):
    """The states of a permutation puzzle as rows of words: for each place the piece on its first point.

    That piece determines what is on the place's other points. Where pieces look alike each point is a place.
    """

    bounded = False

    def __init__(self, facts: TurnsFacts) -> None:
        """Raises UnavailableProgramError for more points than words hold."""
        _require(facts.points, MOST_POINTS, "points")
        goal = self._goal = facts.goals[0]
        turns = moves(facts)
        self._places = [place for orbit in places(facts) for place in orbit.places]
        self._turns = {place: orbit.turns for orbit in places(facts) for place in orbit.places}
        if len(set(goal)) < len(goal):
            self._places = [(point,) for place in self._places for point in place]
        self._names = sorted(set(goal))
        self._number = {piece: number for number, piece in enumerate(self._names)}
        bits = max(1, (len(self._names) - 1).bit_length())
        self.layout = Layout.even(len(self._places), bits)
        self.fan = len(turns)
        shape = np.array([(1 << bits) - 1, len(self._places), len(turns)], np.uint64)
        rows = [row for turn in turns for row in self._moved(turn.sources)]
        self.tables = packed_turns.TurnTables(shape, np.array(rows, np.uint64), self._beside())

    def pack(self, states: Sequence[State]) -> Words:
        """States as rows."""
        return self.layout.rows([[self._number[state[place[0]]] for place in self._places] for state in states])

    def unpack(self, rows: Words) -> list[State]:
        """Rows as states."""
        names, beside = np.array(self._names), self.tables.beside
        found = np.tile(np.array(self._goal), (len(rows), 1))
        fields = self.layout.unpack(rows)
        for field, place in enumerate(self._places):
            for way, point in enumerate(place):
                found[:, point] = names[beside[way, fields[:, field]]]
        return [tuple(state) for state in found.tolist()]

    def order(self, rows: Words) -> Words:
        """Rows whose order is that of the states."""
        return np.array(self.unpack(rows), np.uint64).reshape(len(rows), len(self._goal))

    def _moved(self, sources: Sequence[int]) -> list[list[int]]:
        """For each place, where what lies there after a move comes from, and which of its points comes first."""
        at = {point: (number, way) for number, place in enumerate(self._places) for way, point in enumerate(place)}
        rows = []
        for place, to in zip(self._places, self.layout.places, strict=True):
            number, way = at[sources[place[0]]]
            rows.append([*self.layout.places[number], way, *to])
        return rows

    def _beside(self) -> Words:
        """For each way and piece on the first point of a place, the piece that is this many points on."""
        ways = max(map(len, self._places))
        beside = np.tile(np.arange(1 << self.layout.widths[0], dtype=np.uint64), (ways, 1))
        for place in self._places:
            for turn in self._turns.get(place, [(0,)]):
                for way, point in enumerate(turn):
                    beside[way, self._number[self._goal[place[turn[0]]]]] = self._number[self._goal[place[point]]]
        return beside


def _require(number: int, most: int, what: str) -> None:
    if number > most:
        raise UnavailableProgramError(
            f"the method hashed holds at most {most} {what}, and there are {number}; use --method plain"
        )
