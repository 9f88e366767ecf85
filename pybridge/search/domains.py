"""What each domain has on this floor: a row each. A domain without a row has the searches that need only its moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pybridge.errors import BrokenTableError, UnavailableProgramError
from pybridge.facts import BlocksFacts, PermutationFacts, PuzzleFacts, SlidingFacts, State
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, make
from pybridge.limits import OnProgress
from pybridge.puzzles import puzzle_from
from pybridge.search.ida_star import Moves, by_one, ida_star
from pybridge.search.run import Search
from pybridge.search.tally import Tally
from pybridge.search.task import Prune, Task


@dataclass(frozen=True, slots=True)
class Ready:
    """A search in plain Python that is ready to begin.

    `bound` is the lower bound of the start; `heuristic`, `pruning` and `step` are those of IDA*.
    """

    search: Callable[[Tally], list[Moves]]
    bound: int = 0
    heuristic: Heuristic | None = None
    pruning: str | None = None
    step: int = 1


def _ready(task: Task, report: OnProgress) -> Ready:
    """IDA* by the moves of the puzzle and the heuristic of the task."""
    heuristic = heuristic_of(task)
    search = partial(
        ida_star, puzzle_from(task.facts, task.start), heuristic, following=by_one, every=task.wanted.every
    )
    return Ready(search, heuristic.estimate(task.start), heuristic, pruning_of(task).value)


def heuristic_of(task: Task) -> Heuristic:
    """The heuristic that a task names, without tables, or brings. Raises UnfitHeuristicError."""
    if task.heuristic is None:
        raise UnavailableProgramError(f"{task.facts.domain} has no heuristic of its own: pass one to ida_star")
    return make(task.facts, task.heuristic, {}) if isinstance(task.heuristic, Spec) else task.heuristic


def _inverse(task: Task) -> Prune:
    if task.pruning not in (None, Prune.INVERSE):
        raise UnavailableProgramError(f"{task.facts.domain} has no pruning but inverse")
    return Prune.INVERSE


@dataclass(frozen=True, slots=True)
class Searching:
    """How puzzles of a domain are searched.

    `programs` are those of plain Python. `ready` makes the searches ready that need more than the moves, `ids_low` and
    `ida_star`. `pruning` is what a task's search leaves out; it raises UnavailableProgramError for what the domain does
    not have. `bound` is what is proved of the start before a search, without tables, and `step` by how much the
    thresholds of a start grow. `native` is the compiled search, if there is one, for puzzles of at most `most` cells,
    or blocks, places and table, as `size` counts them. `comparable` is the task that all engines search in the same
    way, node by node. `good` is the compiled search for solutions that need not be shortest, if there is one.
    """

    programs: tuple[str, ...] = ("ids", "breadth_first", "ida_star")
    ready: Callable[[Task, OnProgress], Ready] = _ready
    pruning: Callable[[Task], Prune] = _inverse
    bound: Callable[[Task], int] = lambda task: 0
    step: Callable[[Any, State], int] = lambda facts, start: 1
    native: Search | None = None
    size: Callable[[Any], int] = lambda facts: 0
    most: int = 0
    comparable: Callable[[Task], Task] = lambda task: task
    good: Search | None = None


def _of_tiles() -> Searching:
    from pybridge.search import sliding_tiles as tiles

    def native(task: Task, tally: Tally, report: OnProgress) -> Any:
        from pybridge.search.native.run import search

        return search(task, tally, report)

    return Searching(
        ("ids", "ids_low", "ida_star", "breadth_first"), tiles.ready, tiles.pruning_of, tiles.bound, tiles.step,
        native, lambda facts: len(facts.cells), 64, tiles.comparable,
    )  # fmt: skip


def _of_blocks() -> Searching:
    from pybridge.search import blocks_world as blocks

    def native(task: Task, tally: Tally, report: OnProgress) -> Any:
        from pybridge.search.native.blocks import search

        return search(task, tally, report)

    return Searching(
        ("ids", "ida_star", "breadth_first"), blocks.ready, blocks.pruning_of, blocks.bound,
        native=native, size=lambda facts: len(facts.blocks) + len(facts.grounds), most=64,
    )  # fmt: skip


def _of_turns() -> Searching:
    from pybridge.search import permutation as turns

    def native(task: Task, tally: Tally, report: OnProgress) -> Any:
        from pybridge.search.native.turns import search

        return search(task, tally, report)

    def good(task: Task, tally: Tally, report: OnProgress) -> Any:
        from pybridge.search.native.two_phases import search

        return search(task, tally, report)

    return Searching(
        ("ids", "ids_low", "ida_star", "breadth_first"), turns.ready, turns.pruning_of, turns.bound,
        native=native, good=good, size=turns.native_size, most=1000,
    )  # fmt: skip


DOMAINS: Mapping[str, Callable[[], Searching]] = {
    SlidingFacts.domain: _of_tiles,
    BlocksFacts.domain: _of_blocks,
    PermutationFacts.domain: _of_turns,
}
"""The rows, by the name of the domain; each is made when it is asked for."""


def searching(facts: PuzzleFacts) -> Searching:
    """The row of the facts' domain."""
    return of_domain(facts.domain)


def of_domain(domain: str) -> Searching:
    """The row of a domain."""
    return DOMAINS[domain]() if domain in DOMAINS else Searching()


def pruning_of(task: Task) -> Prune:
    """What a search leaves out. Raises UnavailableProgramError for what its domain does not have."""
    return searching(task.facts).pruning(task)


def require_lower_bound(heuristic: Heuristic, length: int, threshold: int) -> None:
    """Raise BrokenTableError for a solution shorter than the threshold: some state's estimate was too large."""
    if heuristic.admissible and length < threshold:
        raise BrokenTableError(
            f"the heuristic {heuristic.name} is not a lower bound: at the threshold {threshold} there was a solution "
            f"of {length} moves; `pybridge tables verify` finds the wrong table, `pybridge tables remove` removes it"
        )
