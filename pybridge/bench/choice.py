"""Which heuristics are measured when none is asked for."""

from pybridge.facts import SlidingFacts
from pybridge.heuristics.choice import fits, sizes
from pybridge.heuristics.spec import parse

_SMALL, _MIDDLE = 12, 16
"""Cells up to which distances alone will do, and up to which Takahashi's bounds will."""


def heuristics_for(facts: SlidingFacts) -> tuple[str, ...]:
    """Heuristics worth comparing on a board, none of which takes minutes for a mean start of a board of common size."""
    cells = len(facts.cells)
    if cells <= _SMALL:
        names: tuple[str, ...] = ("manhattan", "takahashi", f"pdb:{sizes(cells)}")
    elif cells == _MIDDLE:
        names = ("takahashi", "pdb:6-6-3", "pdb:7-8")
    elif cells < _MIDDLE:
        names = ("takahashi", f"pdb:{sizes(cells)}")
    else:
        names = ("pdb:6-6-6-6" if cells == 25 else f"pdb:{sizes(cells)}",)
    return tuple(name for name in names if fits(facts, parse(name))) or ("manhattan",)
