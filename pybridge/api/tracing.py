"""The search itself, node by node: what the command `trace` shows."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pybridge.api.arguments import Guide, Puzzle, Start, facts_of, limits_of, names_of, optional, start_of, whole
from pybridge.api.solving import completed, task_of
from pybridge.engines import draw_tree, wait
from pybridge.engines.pairs import pairs
from pybridge.engines.registry import engine as engine_named
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles import Pruning
from pybridge.search.rows import comparable
from pybridge.search.task import Advancing, Task
from pybridge.search.tree import Extent, Tree

MOST_NODES = 1_000_000


def trace(
    puzzle: Puzzle, start: Start = None, *,
    program: str | None = None, engine: str = "python", heuristic: Guide = None, pruning: str | Pruning | None = None,
    threshold: int | None = None, depth: int | None = None, most: int = 60,
    time_limit: float | None = None, memory_limit: int | None = None, watch: Callable[[Advancing], None] = wait,
) -> Tree:  # fmt: skip
    """The tree of one iteration of a search, by default the first one: what the command `trace` shows.

    `threshold` is that of the iteration. At most `most` nodes are kept, the deepest ones left out first, and none after
    more than `depth` moves. An interrupt is an outcome, and the tree has what was searched until then. Raises what
    `solve` raises.
    """
    facts = facts_of(puzzle)
    task = traced(
        facts, *start_of(facts, start), engine, None if program is None else names_of("program", program),
        heuristic=heuristic, pruning=pruning, threshold=optional("threshold", threshold),
    )  # fmt: skip
    extent = Extent(optional("depth", depth), whole("most", most, 1, MOST_NODES))
    limits = limits_of(time_limit, None, memory_limit)
    return draw_tree(replace(task, limits=limits), engine, extent, watch=watch)


def traced(
    facts: PuzzleFacts, name: str, state: State, engine: str, programs: Sequence[str] | None = None, *,
    heuristic: Guide = None, pruning: str | Pruning | None = None, threshold: int | None = None,
) -> Task:  # fmt: skip
    """The search whose tree is drawn, as all engines can do it. Raises ArgumentError for several programs."""
    (_, chosen), *others = pairs(facts, [engine_named(engine).name], programs)
    if others:
        raise ArgumentError("give one program")
    task = task_of(facts, name, state, program=chosen, last=threshold, heuristic=heuristic, pruning=pruning)
    task = completed(task, "python")  # with any engine, so that they draw the same tree
    return comparable(task)
