"""The default heuristic for a board of sliding tiles."""

from math import comb, factorial

from pybridge.facts import SlidingFacts
from pybridge.heuristics.registry import Spec, fits, parse

_FEW = 8
"""The number of pieces up to which any heuristic is fast enough."""
_BEST = {(4, 4): "pdb:7-8", (5, 5): "pdb:6-6-6-6"}
_MOST_ENTRIES = 30_000_000
"""The largest pattern database that is built by default: a few seconds and 15 MB."""


def best(facts: SlidingFacts) -> Spec:
    """The fastest heuristic for most starts of this board, once its tables are built."""
    if len(facts.cells) - 1 <= _FEW:
        return bounds(facts)
    rows, columns = (1 + max(place) - min(place) for place in zip(*facts.cells, strict=True))
    known = _BEST.get((rows, columns)) if len(facts.cells) == rows * columns else None
    spec = parse(known or f"pdb:{sizes(len(facts.cells))}")
    return spec if fits(facts, spec) else bounds(facts)


def bounds(facts: SlidingFacts) -> Spec:
    """Takahashi's bounds, or the distances of the facts if those do not work for the board."""
    return Spec("takahashi") if fits(facts, Spec("takahashi")) else Spec("manhattan")


def sizes(cells: int) -> str:
    """Sizes for a partition of the pieces, as even as possible, with tables of moderate size."""
    pieces = cells - 1
    most = max(size for size in range(1, pieces + 1) if comb(cells, size) * factorial(size) <= _MOST_ENTRIES)
    parts = -(-pieces // most)
    return "-".join(str(pieces // parts + (number < pieces % parts)) for number in range(parts))
