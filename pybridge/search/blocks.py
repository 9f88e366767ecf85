"""IDA* of a blocks world in plain Python, and what it goes by in any engine."""

from collections.abc import Callable
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import make, parse
from pybridge.puzzles.blocks_world import OtherBlocks
from pybridge.search.ida_star import Moves, by_one, ida_star
from pybridge.search.tally import Tally
from pybridge.search.task import Prune, Task
from pybridge.search.transpositions import Transpositions


def goes_by(task: Task, facts: BlocksFacts) -> tuple[Heuristic, Prune]:
    """What is asked for, or else what leaves out most. Raises UnfitHeuristicError and UnavailableProgramError."""
    if task.pruning is Prune.SEQUENCE:
        raise UnavailableProgramError(
            "sequence pruning is for sliding tiles; for blocks world use --pruning inverse or transposition"
        )
    return make(facts, parse(task.heuristic or "towers"), {}), task.pruning or Prune.TRANSPOSITION


def blocks_search(task: Task, facts: BlocksFacts) -> tuple[Callable[[Tally], list[Moves]], Heuristic, Prune]:
    """The search that a task asks for, its heuristic and its pruning."""
    heuristic, pruning = goes_by(task, facts)
    search = partial(
        ida_star,
        OtherBlocks(facts, task.start),
        heuristic,
        following=by_one,
        every=task.every or task.counted,
        transpositions=Transpositions(facts) if pruning is Prune.TRANSPOSITION else None,
    )
    return search, heuristic, pruning
