"""What is proved before a search begins."""

from pybridge.heuristics.registry import bounds, make, parse, recipes
from pybridge.search.task import Task


def initial_bound(task: Task) -> int:
    """The lower bound of the start that needs no tables, for programs that compute one; 0 for others."""
    if task.program not in ("ids_low", "ida_star"):
        return 0
    spec = bounds(task.facts)
    if task.program == "ids_low" or recipes(task.facts, spec):
        spec = parse("manhattan")
    return make(task.facts, spec, {}).estimate(task.start)
