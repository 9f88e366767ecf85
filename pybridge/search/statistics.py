"""Counters, defined once.

expanded    nodes whose successors were produced
generated   successors created; one that is pruned before it is created does not count
inferences  SWI-Prolog's own count
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Iteration:
    """One depth-first search at one threshold, or one layer of a breadth-first search.

    `completed`: it ran to its end and found nothing. `seconds` are of CPU. A counter that was not taken is None.
    """

    threshold: int
    completed: bool
    seconds: float
    expanded: int | None = None
    generated: int | None = None
    inferences: int | None = None


@dataclass(frozen=True, slots=True)
class Layers:
    """The states between a start and its goals, layer by layer, from which all shortest solutions are counted.

    `done` of `of` layers. `seconds` are of CPU, or of the wall while they are under way.
    """

    done: int
    of: int
    expanded: int
    generated: int
    seconds: float


def total(counts: "list[int | None]") -> int | None:
    """The sum, or None if there is nothing to add or something was not counted."""
    return sum(count for count in counts if count is not None) if counts and None not in counts else None


def lower_bound(iterations: "tuple[Iteration, ...]", step: int = 1) -> int:
    """What completed iterations prove: no solution is shorter. 0 if none is completed."""
    return max((iteration.threshold + step for iteration in iterations if iteration.completed), default=0)
