"""The finite-state machine that forbids sequences of moves of a permutation puzzle (Taylor and Korf, 1993).

Of all sequences that make the same permutation, the least is the shortest, and among those the first in move order.
Parts of least sequences are least. A sequence that is not least, though all its parts are, is forbidden. The states of
the machine are the beginnings of forbidden sequences; after a sequence it is in the state that is its longest ending
(Aho and Corasick, 1975).
"""

from collections.abc import Sequence
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from pybridge.facts.cycles import Turn
from pybridge.tables.sequences.machine import DEAD

_MOST_TRIED = 20_000
"""Sequences that are tried; longer ones are not looked at."""
_PAIRS = 2
"""The length of sequences that are always tried."""

Word = tuple[int, ...]
Machine = NDArray[np.uint32]
"""The state after each state and move, or DEAD; state 0 is the first."""


def forbidden(turns: Sequence[Turn]) -> list[Word]:
    """The least forbidden sequences, as numbers of moves, up to the length that `_MOST_TRIED` allows."""
    by = [itemgetter(*turn.sources) for turn in turns]  # as `moved`, in a third of its time
    start = tuple(range(len(turns[0].sources)))
    seen, level = {start}, dict[Word, tuple[int, ...]]({(): start})
    found: list[Word] = []
    for length in range(1, 1000):
        if not level or (length > _PAIRS and len(level) * len(by) > _MOST_TRIED):
            break
        following: dict[Word, tuple[int, ...]] = {}
        for word, made in level.items():
            for move, take in enumerate(by):
                longer = (*word, move)
                if longer[1:] not in level:
                    continue  # a part of it is forbidden
                after = take(made)
                if after in seen:
                    found.append(longer)
                else:
                    seen.add(after)
                    following[longer] = after
        level = following
    return found


def machine(words: Sequence[Word], moves: int) -> Machine:
    """The machine that rejects sequences with a forbidden part."""
    parts_of = {word[:length] for word in words for length in range(len(word))} | {()}
    beginnings = sorted(parts_of, key=lambda word: (len(word), word))
    number = {word: state for state, word in enumerate(beginnings)}
    ends = set(words)
    following = np.full((len(beginnings), moves), DEAD, np.uint32)
    for state, word in enumerate(beginnings):
        for move in range(moves):
            longer = (*word, move)
            parts = [longer[first:] for first in range(len(longer) + 1)]
            if not any(part in ends for part in parts):
                following[state, move] = next(number[part] for part in parts if part in number)
    return following


def least_of_symmetric(following: Machine, images: Sequence[Word]) -> Machine:
    """The machine that rejects what a symmetry of the start turns into an earlier sequence, as long as one does.

    `images` are what each symmetry that does not change the start makes of the moves; they are a group. The first
    solution in move order is still accepted: each image of it is a solution, too, and not before it. A state that is
    added stands for one of the machine and the symmetries that have not changed a move so far.
    """
    again = len(following)  # state 0, when it is not the first one
    plain = np.concatenate([following, following[:1]])
    plain[plain == 0] = again
    numbers = {(again, tuple(images)): 0}
    added = []
    for state, kept in (todo := list(numbers)):
        row = plain[state].copy()
        for move in np.flatnonzero(row != DEAD).tolist():
            still = tuple(image for image in kept if image[move] == move)
            if any(image[move] < move for image in kept):
                row[move] = DEAD
            elif len(still) > 1:
                beginning = int(row[move]), still
                if beginning not in numbers:
                    numbers[beginning] = again + len(numbers)
                    todo.append(beginning)
                row[move] = numbers[beginning]
        added.append(row)
    return np.stack([added[0], *plain[1:], *added[1:]])
