"""The finite-state machine that forbids walks (Taylor and Korf, 1993): it rejects a walk with a forbidden part.

A walk of the blank is a sequence of cells, each a neighbor of the one before. Its effect is its first cell and where it
moves the contents of every cell. The least of all walks with one effect is the shortest, and among those the first in
move order. Parts of least walks are least, because a better part would make the whole walk better. So breadth-first
search over the effects, from all cells at once, only has to extend least walks.

The states of the machine are the least walks that begin a forbidden walk, and the empty walk at each cell. After a walk
the machine is in the state that is the longest suffix of that walk (Aho and Corasick, 1975).
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.limits import OnProgress

MOST_BYTES = 400_000_000
"""The limit for effects, which bounds memory; only boards of more than 180 cells reach it."""

INVERSE = 2
"""The length of walks that undo a move, which are always searched."""

Numbers = NDArray[np.int32]
Effects = NDArray[np.uint8] | NDArray[np.uint16]

_WORD = np.dtype(np.uint64)

DEAD = 0xFFFFFFFF
"""The entry of `next` if the longer walk is forbidden or the slot does not exist."""


@dataclass(frozen=True, slots=True)
class WalkLevel:
    """The least walks of one length, numbered by their first cells, then by their moves.

    `end` is the last cell of each walk; `suffix` is the number, one level below, of the walk without its first move.
    For each slot in the neighbor list of the last cell, `longer` is the number, one level above, of the extended walk,
    or -1 if that is not least or the slot does not exist; `forbidden` says that the extended walk is not least but all
    its parts are.
    """

    end: NDArray[np.intp]
    suffix: Numbers
    longer: Numbers
    forbidden: NDArray[np.bool_]


def least_walks(
    neighbors: Sequence[Sequence[int]], depth: int | None, most: int, report: OnProgress
) -> list[WalkLevel]:
    """The least walks of up to `depth` moves, by length; stops earlier if it would need more than `most` effects."""
    targets = _targets(neighbors)
    effects = _unmoved(len(neighbors))
    before = effects[:0]
    most = min(most, MOST_BYTES // effects[0].nbytes)
    levels = [_level(np.arange(len(targets)), np.zeros(len(targets), np.int32), targets.shape[1])]
    live, made = targets >= 0, len(targets)
    while depth is None or len(levels) <= depth:
        last = levels[-1]
        walk, slot = np.nonzero(live)
        made += len(walk)
        if not len(walk) or (made > most and len(levels) > INVERSE):
            break
        target = targets[last.end[walk], slot]
        longer = _moved(effects[walk], last.end[walk], target, len(targets))
        new = _unseen((before, effects), longer)
        last.forbidden[walk[~new], slot[~new]] = True
        walk, slot, target = walk[new], slot[new], target[new]
        last.longer[walk, slot] = np.arange(len(walk))
        suffix = levels[-2].longer[last.suffix[walk], slot] if len(levels) > 1 else target.astype(np.int32)
        levels.append(_level(target, suffix, targets.shape[1]))
        live = last.longer[suffix] >= 0  # skip walks with a part that is not least
        before, effects = effects, longer[new]
        report(f"length {len(levels) - 1}, {len(walk):,} walks")
    return levels


def _targets(neighbors: Sequence[Sequence[int]]) -> NDArray[np.intp]:
    """The neighbors of each cell, padded with -1."""
    targets = np.full((len(neighbors), max(map(len, neighbors))), -1)
    for cell, near in enumerate(neighbors):
        targets[cell, : len(near)] = near
    return targets


def _level(end: NDArray[np.intp], suffix: Numbers, width: int) -> WalkLevel:
    """A level of walks of which only the last cells are known."""
    shape = (len(end), width)
    return WalkLevel(end, suffix, np.full(shape, -1, np.int32), np.zeros(shape, np.bool_))


def _unmoved(cells: int) -> Effects:
    """The effects of the empty walks at all cells, one per row.

    An effect is, for each cell, where its contents come from, then the cell of the blank, padded with zeros to words.
    """
    kind = np.dtype(np.uint8 if cells <= 256 else np.uint16)
    words = -(-(cells + 1) * kind.itemsize // _WORD.itemsize)
    effects = np.zeros((cells, words * _WORD.itemsize // kind.itemsize), kind)
    effects[:, :cells] = np.arange(cells)
    effects[:, cells] = np.arange(cells)
    return effects


def _moved(effects: Effects, blank: NDArray[np.intp], target: NDArray[np.intp], cells: int) -> Effects:
    """Apply one more move of the blank to effects, in place."""
    row = np.arange(len(effects))
    first = effects[row, blank]
    effects[row, blank] = effects[row, target]
    effects[row, target] = first
    effects[row, cells] = target
    return effects


def _unseen(known: Sequence[Effects], effects: Effects) -> NDArray[np.bool_]:
    """Which effects are not known and not equal to an earlier one."""
    columns = np.concatenate([*known, effects]).view(_WORD).T
    order = np.lexsort(columns)  # stable: keeps equal rows in order
    first = np.ones(len(order), np.bool_)
    first[1:] = False
    for column in columns:
        first[1:] |= column[order[1:]] != column[order[:-1]]
    unseen = np.empty_like(first)
    unseen[order] = first
    return unseen[len(order) - len(effects) :]


def deepest(levels: Sequence[WalkLevel], most_states: int) -> int:
    """The largest length of forbidden walks for which the machine has at most `most_states` states; at least 2."""
    depths = range(INVERSE, len(levels))
    fitting = bisect_right(depths, most_states, key=lambda depth: int(_sizes(levels, depth)[0].sum()))
    return depths[max(0, fitting - 1)]


def machine(levels: Sequence[WalkLevel], depth: int) -> dict[str, Array]:
    """The arrays of the machine that forbids all walks of up to `depth` moves that are not least.

    States are numbered in lexicographic order of their walks, so that successive states are near each other.
    """
    sizes = _sizes(levels, depth)
    total = int(sizes[0].sum())
    state = np.cumsum(sizes[0]) - sizes[0]  # per walk of one length
    following = np.empty((total, levels[0].longer.shape[1]), np.uint32)
    cell = np.empty(total, np.uint8 if len(state) <= 257 else np.uint16)
    start = state[:-1].astype(np.uint32)
    for length, level in enumerate(levels[:depth]):
        own = np.flatnonzero(sizes[length])
        below = sizes[length + 1][level.longer[own]]
        begins = below > 0
        after = np.append(state[levels[length + 1].suffix], DEAD)  # the last entry is for number -1
        after[level.longer[own][begins]] = (state[own, None] + 1 + np.cumsum(below, axis=1) - below)[begins]
        following[state[own]] = after[level.longer[own]]
        cell[state[own]] = level.end[own]
        state = after
    return {"next": following, "start": start, "cell": cell}


def _sizes(levels: Sequence[WalkLevel], depth: int) -> list[NDArray[np.int64]]:
    """For the walks of each length, the number of states that begin with them, and a zero for number -1."""
    sizes = [np.zeros(len(levels[depth].end) + 1, np.int64)]
    for length in range(depth - 1, -1, -1):
        level = levels[length]
        longer = sizes[0][level.longer].sum(axis=1)
        begins = (longer > 0) | level.forbidden.any(axis=1) | (length == 0)
        sizes.insert(0, np.append(np.where(begins, longer + 1, 0), 0))
    return sizes
