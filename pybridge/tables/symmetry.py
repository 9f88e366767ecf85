"""The symmetries of a board: ways to lay it on itself."""

from collections.abc import Iterator, Sequence
from itertools import islice

Cells = tuple[int, ...]


def automorphisms(neighbors: Sequence[Sequence[int]], most: int = 64) -> list[Cells]:
    """Where each cell goes under each symmetry of a connected board, all standing still first; `most` at most."""
    touching = [frozenset(each) for each in neighbors]
    order = _outward(neighbors)
    still = tuple(range(len(neighbors)))
    others = (image for image in _images(touching, order, {}) if image != still)
    return [still, *islice(others, most - 1)]


def _outward(neighbors: Sequence[Sequence[int]]) -> list[int]:
    """The cells, each but the first after some neighbor."""
    order = [0]
    for cell in order:
        order += [other for other in neighbors[cell] if other not in order]
    return order


def _images(touching: Sequence[frozenset[int]], order: Sequence[int], so_far: dict[int, int]) -> Iterator[Cells]:
    """All ways to go on from where some first cells of the order go."""
    if len(so_far) == len(order):
        yield tuple(so_far[cell] for cell in range(len(order)))
        return
    cell = order[len(so_far)]
    placed = list(so_far.items())
    near = next((image for other, image in placed if other in touching[cell]), None)
    taken = set(so_far.values())
    for candidate in sorted(touching[near] if near is not None else range(len(order))):
        if candidate in taken or len(touching[candidate]) != len(touching[cell]):
            continue
        if all((other in touching[cell]) == (image in touching[candidate]) for other, image in placed):
            yield from _images(touching, order, {**so_far, cell: candidate})
