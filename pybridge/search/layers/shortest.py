"""All shortest solutions of a start whose length is known."""

from dataclasses import dataclass
from itertools import islice

from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.search.layers.forward import Forward, Spend
from pybridge.search.layers.listing import listing
from pybridge.search.layers.rules import Rules
from pybridge.search.tally import CHECK_EVERY, Stopped
from pybridge.search.task import Task

MOST_LISTED = 10_000
"""Solutions that are listed where it is not said how many; more are only counted."""


@dataclass(frozen=True, slots=True)
class Shortest:
    """How many shortest solutions there are, and the first of them in move order, as many as were wanted."""

    count: int
    solutions: tuple[tuple[Move, ...], ...] = ()


def all_shortest(rules: Rules, length: int, task: Task, spend: Spend) -> Shortest:
    """The solutions of a length, if none is shorter. Raises what `spend` raises, and Stopped where memory ends."""
    try:
        forward = Forward(rules, length, spend, listed=task.every)
    except MemoryError:
        raise Stopped(Outcome.MEMORY_LIMIT) from None
    if not task.every or not forward.count:
        return Shortest(forward.count)
    found = []
    for number, labels in enumerate(islice(listing(forward.edges, forward.goals), task.most or MOST_LISTED)):
        if number % CHECK_EVERY == 0:
            spend(0, 0)
        found.append(rules.moves(labels))
    return Shortest(forward.count, tuple(found))
