"""Lower bounds on the number of moves to a goal."""

from pybridge.heuristics.manhattan import Manhattan

__all__ = ["Manhattan"]
