"""The kernel of a bit-array census: the states of one level from those of the level before, a chunk at a time.

A chunk is the bits of one prefix, at one place of the blank. It is gathered from the chunks that moves lead from, so
that no two threads write to the same words. What is new is what has not been visited.
"""

import numpy as np
from numba import uint64

from pybridge.compiled import inlined, kernel, lean_kernel, ones_in, trailing_zeros

WHOLE, WITHIN, IN, OUT = 0, 1, 2, 3
"""What a move does to a number: another prefix; another tail; a tile goes from the tail into the prefix, or out."""
SOURCE, KIND, PREFIXES, TAILS, PLACE = 0, 1, 2, 3, 4
"""Columns of `ways`: where the blank comes from, the kind, rows of tables (-1 where none is needed), a tail's place."""
STATES, EXACT = 0, 1
"""What is counted."""
_ZERO, _ONE, _SIX, _LOW, _WORD = uint64(0), uint64(1), uint64(6), uint64(63), uint64(64)
_BITS, _TILE = uint64(4), uint64(15)


@kernel
def advance(units, targets, part, blocks, level, layout, ways, tables, sets, bound, done, tally):
    """Find the states of a level in some chunks, `units` first to last of a part with the blank at one of `targets`.

    `part` is the first prefix of the part, and how many it has; all prefixes are a part, too. `sets` are the words of
    visited states, of the level before, and of this one, each (places, words); and for the latter two whether a chunk
    has any state. Of the level before they are those of all prefixes, in blocks of rows: `blocks` is how many prefixes
    a block has, and how many rows, one a place; otherwise they are those of the part. `bound` are the highest level
    that lower bounds can reach, and what they are computed from; `done` marks chunks of the part that are finished,
    and `tally` counts states, and those of an exact bound.
    """
    words, prefixes = uint64(layout[0]), part[1]
    visited, before, after, busy_before, busy = sets
    found = np.empty(words, np.uint64)
    held = np.empty((1, words), np.uint64)
    for unit in range(units[0], units[1]):
        if done[unit]:
            continue
        blank, own = uint64(targets[unit // prefixes]), uint64(unit % prefixes)
        prefix, base, some, any_new = uint64(part[0]) + own, own * words, False, _ZERO
        for way in range(uint64(ways[0][blank]), uint64(ways[0][blank + _ONE])):
            some |= _gather(
                way, blank, prefix, blocks, layout, ways[1], tables, before, busy_before, found, held, held[0], some
            )
        if some:
            for word in range(words):
                new = found[word] & ~visited[blank, base + word]
                found[word] = new
                any_new |= new
        if any_new:
            states = _ZERO
            for word in range(words):
                visited[blank, base + word] |= found[word]
                after[blank, base + word] = found[word]
                states += ones_in(found[word])
            tally[STATES] += states
            if level <= bound[0]:
                tally[EXACT] += count_exact(found, blank, prefix, level, layout, bound)
        elif busy[blank, own]:
            for word in range(words):
                after[blank, base + word] = _ZERO
        busy[blank, own] = any_new != _ZERO
        done[unit] = True


@lean_kernel
def _gather(way, blank, prefix, blocks, layout, ways, tables, before, busy, found, held, front, some):
    """Add to `found` what a move leads to; False if that is nothing. Unless there is already `some`, start over."""
    source, kind = uint64(ways[way, SOURCE]), ways[way, KIND]
    if kind == WHOLE:
        return _take_whole(source, prefix, blocks, ways[way, PREFIXES], layout, tables, before, busy, found, some)
    if kind == WITHIN:
        return _take_within(source, prefix, blocks, ways[way, TAILS], layout, tables, before, busy, found, some)
    if kind == OUT and ways[way, TAILS] >= 0:
        return _take_out(source, prefix, blocks, ways, way, layout, tables, before, busy, found, some)
    if ways[way, TAILS] < 0:
        return _take_blocks(source, prefix, blocks, ways[way, PREFIXES], layout, tables, before, busy, found, some)
    if not _take_blocks(source, prefix, blocks, ways[way, PREFIXES], layout, tables, before, busy, front, False):
        return False
    if not some:
        found[:] = _ZERO
    parity = (layout[4][blank] ^ layout[5][prefix] ^ ways[way, PLACE]) & 1
    _scatter(held, _ZERO, _ZERO, layout[0], tables[2], ways[way, TAILS], parity, found)
    return True


@inlined
def _place(source, prefix, blocks):
    """The row of a prefix with the blank at a place, and its number there."""
    size = uint64(blocks[0])
    return prefix // size * uint64(blocks[1]) + source, prefix % size


@inlined
def _take_whole(source, prefix, blocks, row, layout, tables, before, busy, found, some):
    """The same tails, of another prefix."""
    words = uint64(layout[0])
    origin = prefix if row < 0 else uint64(tables[0][uint64(row), prefix])
    at, own = _place(source, origin, blocks)
    if not busy[at, own]:
        return False
    base = own * words
    if some:
        for word in range(words):
            found[word] |= before[at, base + word]
    else:
        for word in range(words):
            found[word] = before[at, base + word]
    return True


@inlined
def _take_within(source, prefix, blocks, row, layout, tables, before, busy, found, some):
    """The same prefix, of other tails."""
    at, own = _place(source, prefix, blocks)
    if not busy[at, own]:
        return False
    if not some:
        found[:] = _ZERO
    parity = (layout[4][source] ^ layout[5][prefix]) & 1
    _scatter(before, at, own * uint64(layout[0]), layout[0], tables[2], row, parity, found)
    return True


@lean_kernel
def _scatter(bits, source, base, words, moves, row, parity, found):
    """Set for each bit of some words the one that a table names."""
    row, parity = uint64(row), uint64(parity)
    for word in range(uint64(words)):
        rest = bits[source, base + word]
        while rest:
            target = uint64(moves[row, parity, (word << _SIX) | trailing_zeros(rest)])
            rest &= rest - _ONE
            found[target >> _SIX] |= _ONE << (target & _LOW)


@lean_kernel
def _take_blocks(source, prefix, blocks, row, layout, tables, before, busy, found, some):
    """For each tile that is first in the tail, as many bits in a row from another prefix."""
    words, orders, tail = uint64(layout[0]), uint64(layout[2]), uint64(layout[3])
    length = orders // tail
    for k in range(tail):
        exchanged = uint64(tables[1][uint64(row), prefix, k])
        origin, rank = exchanged // tail, exchanged % tail
        at, own = _place(source, origin, blocks)
        if not busy[at, own]:
            continue
        if not some:
            found[:] = _ZERO
            some = True
        _copy_bits(before, at, own * words * uint64(64) + rank * length, length, found, k * length)
    return some


@lean_kernel
def _copy_bits(bits, source, start, length, found, target):
    """Add `length` bits from one place to another."""
    while length > _ZERO:
        low, shift = start >> _SIX, start & _LOW
        taken = min(length, _WORD - (target & _LOW))
        word = bits[source, low] >> shift
        if shift + taken > _WORD:
            word |= bits[source, low + _ONE] << (_WORD - shift)
        if taken < _WORD:
            word &= (_ONE << taken) - _ONE
        found[target >> _SIX] |= word << (target & _LOW)
        start, target, length = start + taken, target + taken, length - taken


@lean_kernel
def _take_out(source, prefix, blocks, ways, way, layout, tables, before, busy, found, some):
    """As in blocks, where the tile that comes from the tail was not the first one there."""
    words, orders, tail = uint64(layout[0]), uint64(layout[2]), uint64(layout[3])
    length = orders // tail
    exchange, row = uint64(ways[way, PREFIXES]), uint64(ways[way, TAILS])
    moves, masks = tables[2], tables[3]
    for k in range(tail):
        exchanged = uint64(tables[1][exchange, prefix, k])
        origin, rank = exchanged // tail, exchanged % tail
        at, own = _place(source, origin, blocks)
        if not busy[at, own]:
            continue
        if not some:
            found[:] = _ZERO
            some = True
        parity = uint64((layout[4][source] ^ layout[5][origin]) & 1)
        shift, base = (k - rank) * length, own * words
        for word in range(words):
            rest = before[at, base + word] & masks[row, parity, rank, word]
            while rest:
                target = uint64(moves[row, parity, (word << _SIX) | trailing_zeros(rest)]) + shift
                rest &= rest - _ONE
                found[target >> _SIX] |= _ONE << (target & _LOW)
    return some


@kernel
def raised(states, neighbors, degree, distances):
    """The states that one move leads to from some, and that it brings one farther from home, some more than once.

    A state is a word with four bits a cell, `neighbors` is (cells, most neighbors), `distances` (tiles, cells).
    """
    cells = len(degree)
    found = np.empty(len(states) * neighbors.shape[1], np.uint64)
    count = 0
    for state in states:
        blank = 0
        while blank < cells and (state >> (_BITS * uint64(blank))) & _TILE:
            blank += 1
        for slot in range(degree[blank]):
            cell = neighbors[blank, slot]
            tile = (state >> (_BITS * uint64(cell))) & _TILE
            if distances[tile, blank] == distances[tile, cell] + 1:
                found[count] = state ^ (tile << (_BITS * uint64(cell))) ^ (tile << (_BITS * uint64(blank)))
                count += 1
    return found[:count]


@kernel
def count_exact(found, blank, prefix, level, layout, bound):
    """How many of a chunk's new states have the level as their lower bound."""
    words, tail = uint64(layout[0]), layout[3]
    distances, tiles, orders = bound[1], bound[2], bound[3]
    first = tiles.shape[1] - tail
    near = np.empty((tail, 16), np.int64)
    sure = 0
    for place in range(first):
        sure += distances[tiles[prefix, place], place + (place >= int(blank))]
    least = most = sure
    for place in range(tail):
        at = first + place
        for rank in range(tail):
            near[place, rank] = distances[tiles[prefix, first + rank], at + (at >= int(blank))]
        least += near[place, :tail].min()
        most += near[place, :tail].max()
    if not least <= level <= most:
        return 0
    parity = uint64((layout[4][blank] ^ layout[5][prefix]) & 1)
    exact = 0
    for word in range(words):
        rest = found[word]
        while rest:
            order = uint64(orders[parity, (word << _SIX) | trailing_zeros(rest)])
            rest &= rest - _ONE
            h = sure
            for place in range(tail):
                h += near[place, order & uint64(15)]
                order >>= uint64(4)
            exact += h == level
    return exact
