"""All shortest solutions of a start whose length is known."""

from collections.abc import Callable
from dataclasses import dataclass

from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.search.layers.forward import Forward
from pybridge.search.layers.listing import listing
from pybridge.search.layers.rules import Rules
from pybridge.search.tally import CHECK_EVERY, Stopped, Tally
from pybridge.search.task import Task

MOST_LISTED = 10_000
"""Solutions that are listed where it is not said how many; more are only counted."""


@dataclass(frozen=True, slots=True)
class Shortest:
    """How many shortest solutions there are, None if that is not known; and the first ones, as many as were wanted.

    They are in move order, but for a first one that is all that is known.
    """

    count: int | None
    solutions: tuple[tuple[Move, ...], ...] = ()


NONE = Shortest(None)
"""Of a search that has found no solution."""


def wanted(first: Shortest, rules: Callable[[], Rules], task: Task, tally: Tally) -> Shortest:
    """What a task wants of the shortest solutions, of which the first is known. Raises Stopped."""
    if not task.wanted.every:
        return first
    return all_shortest(rules(), len(first.solutions[0]), task, tally)


def all_shortest(rules: Rules, length: int, task: Task, tally: Tally) -> Shortest:
    """The solutions of a length, if none is shorter. Raises Stopped, also where memory ends."""
    most = MOST_LISTED if task.wanted.listed is None else task.wanted.listed
    try:
        forward = Forward(rules, length, tally.spend_on_layer, listed=most > 0)
        tally.begin_layers(length)
        forward.run()
    except MemoryError:
        raise Stopped(Outcome.MEMORY_LIMIT) from None
    if not most or not forward.count:
        return Shortest(forward.count)
    found = []
    for number, labels in zip(range(most), listing(forward.edges, forward.goals), strict=False):
        if number % CHECK_EVERY == 0:
            tally.spend_on_layer(length, 0, 0)
        found.append(rules.moves(labels))
    tally.spend_on_layer(length, 0, 0)
    return Shortest(forward.count, tuple(found))
