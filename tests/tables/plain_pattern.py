"""Distances of a pattern database in as few lines as possible: the plain twin of its kernels."""

from collections import deque

from pybridge.tables.pattern.layout import Pattern

Placement = tuple[int | None, ...]
"""For each cell, the label of the piece on it, or None."""


def plain_distances(pattern: Pattern) -> dict[Placement, int]:
    """The fewest moves of the pattern's pieces between each placement and a goal, for the best cell of the blank.

    Breadth-first search over placements and cells of the blank. A move of the blank through other tiles is free, so its
    successor goes to the front of the queue.
    """
    found: dict[Placement, int] = {}
    settled: set[tuple[Placement, int]] = set()
    queue = deque((0, _placed(pattern, cells), blank) for cells, blank in pattern.goals)
    while queue:
        moves, placement, blank = queue.popleft()
        if (placement, blank) in settled:
            continue
        settled.add((placement, blank))
        found.setdefault(placement, moves)
        for cell in pattern.neighbors[blank]:
            if placement[cell] is None:
                queue.appendleft((moves, placement, cell))
            else:
                after = list(placement)
                after[blank], after[cell] = placement[cell], None
                queue.append((moves + 1, tuple(after), cell))
    return found


def _placed(pattern: Pattern, cells: tuple[int, ...]) -> Placement:
    """The placement with the pieces on these cells, in the order of the labels of the pattern."""
    label = dict(zip(cells, pattern.labels, strict=True))
    return tuple(label.get(cell) for cell in range(len(pattern.neighbors)))
