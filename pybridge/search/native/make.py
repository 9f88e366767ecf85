"""The plan for a heuristic: the fastest kernels that it fits."""

from pybridge.errors import UnavailableProgramError
from pybridge.facts import SlidingFacts
from pybridge.heuristics.manhattan import Manhattan
from pybridge.heuristics.pattern_database import PatternDatabases
from pybridge.heuristics.protocol import Heuristic, Maximum
from pybridge.heuristics.takahashi import InversionDistance, Takahashi, WalkingDistance, grid
from pybridge.search.native import words
from pybridge.search.native.directions import Directions
from pybridge.search.native.general import GeneralPlan
from pybridge.search.native.plan import Plan
from pybridge.search.native.ways import Ways


def plan(facts: SlidingFacts, heuristic: Heuristic, ways: Ways) -> Plan:
    """The heuristic made ready. Raises UnavailableProgramError for what the kernels cannot hold."""
    leaves = heuristic.heuristics if isinstance(heuristic, Maximum) else (heuristic,)
    if words.fits(facts) and len(leaves) == 1:
        if isinstance(heuristic, Manhattan):
            return words.ManhattanPlan(facts, heuristic, ways)
        if isinstance(heuristic, WalkingDistance | InversionDistance | Takahashi):
            return words.TakahashiPlan(facts, directions(facts, heuristic), ways)
    databases: list[PatternDatabases] = []
    distances: Manhattan | None = None
    turned: Directions | None = None
    for leaf in leaves:
        if isinstance(leaf, PatternDatabases):
            databases.append(leaf)
        elif isinstance(leaf, Manhattan):
            distances = leaf
        elif isinstance(leaf, WalkingDistance | InversionDistance | Takahashi):
            turned = directions(facts, leaf)
        else:
            raise UnavailableProgramError(f"the engine native has no {leaf.name}; use --engine python")
    return GeneralPlan(facts, databases, distances, turned, ways)


def directions(facts: SlidingFacts, heuristic: WalkingDistance | InversionDistance | Takahashi) -> Directions:
    """One that tells vertical moves from horizontal ones."""
    board = grid(facts)
    if isinstance(heuristic, Takahashi):
        return Directions(board, heuristic.walking, heuristic.inversion)
    if isinstance(heuristic, WalkingDistance):
        return Directions(board, heuristic, None)
    return Directions(board, None, heuristic)
