"""Starts that are their own mirror image: of two first moves that mirror each other one is enough."""

from collections.abc import Sequence

from pybridge.facts import SlidingFacts

Symmetries = Sequence[tuple[tuple[int, ...], dict[int, int]]]


def first_cells(facts: SlidingFacts, start: Sequence[int], mirrorings: Symmetries) -> tuple[int, ...]:
    """The cells from which a tile may move first, in move order, one of each set that mirrors the others.

    A symmetry of the board that leaves the goal as it is, but for the tiles' names, turns solutions of a state into
    solutions of the mirrored state. If that is the same state, they are solutions of it that begin with the mirrored
    move. Of those the first in move order is kept, and so the first solution is. `mirrorings` are the puzzle's.
    """
    blank = list(start).index(0)
    mirrors = [cells for cells, tiles in mirrorings if _is_mirrored(start, cells, tiles)]
    kept: list[int] = []
    for cell in facts.neighbors[blank]:
        if not any(cells[cell] in kept for cells in mirrors):
            kept.append(cell)
    return tuple(kept)


def _is_mirrored(start: Sequence[int], cells: Sequence[int], tiles: dict[int, int]) -> bool:
    """Whether a state is its own image."""
    return all(start[cells[cell]] == tiles[tile] for cell, tile in enumerate(start))
