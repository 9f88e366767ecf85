"""Lower bounds of the moves to a goal."""

from pybridge.heuristics.manhattan import Manhattan

__all__ = ["Manhattan"]
