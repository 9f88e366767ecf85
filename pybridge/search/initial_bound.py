"""What is proved before a search begins."""

from pybridge.facts import SlidingFacts
from pybridge.search.task import Task


def initial_bound(task: Task) -> int:
    """The lower bound of the start that needs no tables, for programs that compute one; 0 for others."""
    if task.program == "ids_low":
        from pybridge.heuristics import Manhattan

        assert isinstance(task.facts, SlidingFacts)
        return Manhattan(task.facts).estimate(task.start)
    if task.program == "ida_star":
        from pybridge.heuristics.registry import bounds, make, parse, recipes

        spec = bounds(task.facts)
        spec = parse("manhattan") if recipes(task.facts, spec) else spec
        return make(task.facts, spec, {}).estimate(task.start)
    return 0
