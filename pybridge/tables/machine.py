"""The machine that forbids walks (Taylor and Korf, 1993): one pass over a walk tells whether it has a forbidden part.

Its states are the least walks that begin a forbidden one, and the empty walks at all cells. After a walk it is in the
state that is the longest end of that walk (Aho and Corasick, 1975).
"""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.tables.effects import INVERSE, Level

DEAD = 0xFFFFFFFF
"""In `next`: the longer walk is forbidden, or there is no such slot."""


def deepest(levels: Sequence[Level], most_states: int) -> int:
    """The greatest length of forbidden walks with which the machine has no more states than that; 2 in any case."""
    depths = range(INVERSE, len(levels))
    fitting = bisect_right(depths, most_states, key=lambda depth: int(_sizes(levels, depth)[0].sum()))
    return depths[max(0, fitting - 1)]


def machine(levels: Sequence[Level], depth: int) -> dict[str, NDArray[np.generic]]:
    """The arrays of the machine that forbids all walks of up to `depth` moves that are not least.

    States are numbered as walks stand in a dictionary, so that those which follow one another lie near each other.
    """
    sizes = _sizes(levels, depth)
    total = int(sizes[0].sum())
    state = np.cumsum(sizes[0]) - sizes[0]  # of each walk of one length
    following = np.empty((total, levels[0].longer.shape[1]), np.uint32)
    cell = np.empty(total, np.uint8 if len(state) <= 257 else np.uint16)
    start = state[:-1].astype(np.uint32)
    for length, level in enumerate(levels[:depth]):
        own = np.flatnonzero(sizes[length])
        below = sizes[length + 1][level.longer[own]]
        begins = below > 0
        after = np.append(state[levels[length + 1].suffix], DEAD)  # the last one for what is numbered -1
        after[level.longer[own][begins]] = (state[own, None] + 1 + np.cumsum(below, axis=1) - below)[begins]
        following[state[own]] = after[level.longer[own]]
        cell[state[own]] = level.end[own]
        state = after
    return {"next": following, "start": start, "cell": cell}


def _sizes(levels: Sequence[Level], depth: int) -> list[NDArray[np.int64]]:
    """For the walks of each length how many states begin with them, and a zero for what is numbered -1."""
    sizes = [np.zeros(len(levels[depth].end) + 1, np.int64)]
    for length in range(depth - 1, -1, -1):
        level = levels[length]
        longer = sizes[0][level.longer].sum(axis=1)
        begins = (longer > 0) | level.forbidden.any(axis=1) | (length == 0)
        sizes.insert(0, np.append(np.where(begins, longer + 1, 0), 0))
    return sizes
