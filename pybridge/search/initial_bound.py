"""What is proved before a search begins."""

from pybridge.facts import SlidingFacts
from pybridge.heuristics import Manhattan
from pybridge.search.task import Task


def initial_bound(task: Task) -> int:
    """The lower bound of the start, for programs that reckon one; 0 for others."""
    if task.program == "ids_low" and isinstance(task.facts, SlidingFacts):
        return Manhattan(task.facts).estimate(task.start)
    return 0
