"""What each domain has on this floor: a row each. A domain without a row has the searches that need only its moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from pybridge.errors import BrokenTableError, UnavailableProgramError
from pybridge.facts import BlocksFacts, PuzzleFacts, State, TilesFacts, TurnsFacts
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import ROWS, Spec, make
from pybridge.limits import OnProgress
from pybridge.puzzles import puzzle_from
from pybridge.search.census.census import Counter
from pybridge.search.ida_star import Moves, by_one, ida_star
from pybridge.search.run import Search
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import Prune, Task


@dataclass(frozen=True, slots=True)
class Ready:
    """A search in plain Python that is ready to begin.

    `bound` is the lower bound of the start; `heuristic`, `pruning` and `step` are those of IDA*. `state` is the
    puzzle's state of one that the search visits.
    """

    search: Callable[..., list[Moves]]
    bound: int = 0
    heuristic: Heuristic | None = None
    pruning: str | None = None
    step: int = 1
    state: Callable[[Any], State] = lambda state: state


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


Bound = Callable[[State], int]


@dataclass(frozen=True, slots=True)
class Method:
    """A compiled method of taking a census of a domain's puzzles.

    `counter` is ready to count a puzzle of that many states, in that many threads, looking for some starts; `memory` is
    how many bytes it needs. Both raise UnavailableProgramError for a puzzle that the method cannot hold. `suits` is
    whether to choose it for a puzzle where nothing else is asked for. `rate` is about how many states it counts a
    second, in each of its threads if it has several.
    """

    counter: Callable[[Any, Sequence[State], int, int], Counter]
    memory: Callable[[Any, int], int]
    suits: Callable[[Any, int], bool]
    rate: float
    threaded: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """How a census counts the puzzles of a domain; without methods in plain Python, by their moves.

    `packed` makes the states of a puzzle rows of words; None if the domain has no such form. `bound` makes the lower
    bound of a puzzle that distances are compared with; None if the domain has none. `methods` are the compiled ones by
    name, the best one first. In plain Python a census counts about `plain_rate` states a second, and takes at most
    `state_bytes` for each state and `entry_bytes` for each entry of a state: only the last levels are held, a smaller
    part of the states where there are many levels.
    """

    packed: Callable[[Any], Any] | None = None
    bound: Callable[[Any], Bound] | None = None
    methods: Mapping[str, Method] = field(default_factory=dict)
    plain_rate: float = 30e3
    state_bytes: int = 280
    entry_bytes: int = 10


def hashed(packed: Callable[[Any], Any], rate: float) -> Method:
    """The method `hashed`, for a domain with packed states."""

    def counter(facts: PuzzleFacts, starts: Sequence[State], states: int, threads: int) -> Counter:
        from pybridge.search.census.hashed import HashedCounter

        return HashedCounter(packed(facts), facts.goals, starts, states)

    def memory(facts: PuzzleFacts, states: int) -> int:
        from pybridge.search.census.hashed import bytes_needed

        return bytes_needed(packed(facts), states)

    return Method(counter, memory, lambda facts, states: packed(facts) is not None, rate)


@dataclass(frozen=True, slots=True)
class Searching:
    """How puzzles of a domain are searched.

    `programs` are those of plain Python. `ready` makes the searches ready that need more than the moves, `ids_low` and
    `ida_star`. `pruning` is what a task's search leaves out; it raises UnavailableProgramError for what the domain does
    not have. `bound` is what is proved of the start before a search, without tables, and `step` by how much the
    thresholds of a start grow. `native` is the search by `compiled` programs, if there are any, for puzzles of at most
    `most` cells, or blocks, places and table, as `size` counts them. `comparable` makes an IDA* one that all engines
    search in the same way, node by node. `good` is the compiled search for solutions that need not be shortest, if
    there is one. `solver` is a compiled search of many starts, which prepares for all of them once; None if a program
    has none. `counting` is what a census has.
    """

    programs: tuple[str, ...] = ("ids", "breadth_first", "ida_star")
    ready: Callable[[Task, OnProgress], Ready] = _ready
    pruning: Callable[[Task], Prune] = _inverse
    bound: Callable[[Task], int] = lambda task: 0
    step: Callable[[Any, State], int] = lambda facts, start: 1
    native: Search | None = None
    compiled: tuple[str, ...] = ("ida_star",)
    size: Callable[[Any], int] = lambda facts: 0
    most: int = 0
    comparable: Callable[[Task], Task] = lambda task: task
    good: Search | None = None
    solver: Callable[[Task, OnProgress], "Solver | None"] = lambda task, report: None
    counting: Counting = field(default_factory=Counting)


class Solver(Protocol):
    """A search that is prepared for many starts, with the heuristic and pruning that were chosen."""

    @property
    def heuristic(self) -> Heuristic: ...
    @property
    def pruning(self) -> Prune: ...

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start."""


_BY_NETWORKS = ("ida_star", "a_star")


def _is_network(heuristic: Spec | Heuristic) -> bool:
    """Whether it is a network's; it is not made to tell."""
    kind = heuristic.kind if isinstance(heuristic, Spec) else heuristic.name.partition(":")[0]
    return kind in ROWS and ROWS[kind].network


def by_network(task: Task) -> bool:
    """Whether the kernels of networks search, which alone have a_star."""
    return task.program == "a_star" or (task.heuristic is not None and _is_network(task.heuristic))


def _of_tiles() -> Searching:
    from pybridge.search import tiles

    def native(task: Task, tally: Tally, report: OnProgress) -> Any:
        if by_network(task):
            from pybridge.search.native.networks import walks as network_walks

            return network_walks.search(task, tally, report, network_walks.of_tiles)
        from pybridge.search.native.tiles.solver import search

        return search(task, tally, report)

    def solver(task: Task, report: OnProgress) -> Solver:
        if by_network(task):
            from pybridge.search.native.networks import walks as network_walks

            return network_walks.solver(task, report, network_walks.of_tiles)
        from pybridge.search.native.tiles.solver import Solver

        return Solver(task, report)

    return Searching(
        ("ids", "ids_low", "ida_star", "a_star", "breadth_first"), tiles.ready, tiles.pruning_of, tiles.bound,
        tiles.step, native, _BY_NETWORKS, lambda facts: len(facts.cells), 64, tiles.comparable, solver=solver,
        counting=tiles.COUNTING,
    )  # fmt: skip


def _of_blocks() -> Searching:
    from pybridge.search import blocks

    def native(task: Task, tally: Tally, report: OnProgress) -> Any:
        from pybridge.search.native.blocks.solver import search

        return search(task, tally, report)

    return Searching(
        ("ids", "ida_star", "breadth_first"), blocks.ready, blocks.pruning_of, blocks.bound,
        native=native, size=lambda facts: len(facts.blocks) + len(facts.grounds), most=64,
        counting=blocks.COUNTING,
    )  # fmt: skip


def _of_turns() -> Searching:
    from pybridge.search import turns

    def native(task: Task, tally: Tally, report: OnProgress) -> Any:
        if by_network(task):
            from pybridge.search.native.networks import walks as network_walks

            return network_walks.search(task, tally, report, network_walks.of_turns)
        from pybridge.search.native.turns.solver import search

        return search(task, tally, report)

    def good(task: Task, tally: Tally, report: OnProgress) -> Any:
        from pybridge.search.native.turns.two_phases import search

        return search(task, tally, report)

    def solver(task: Task, report: OnProgress) -> Solver:
        if by_network(task):
            from pybridge.search.native.networks import walks as network_walks

            return network_walks.solver(task, report, network_walks.of_turns)
        from pybridge.search.native.turns.solver import Solver

        return Solver(task, report)

    return Searching(
        ("ids", "ids_low", "ida_star", "a_star", "breadth_first"), turns.ready, turns.pruning_of, turns.bound,
        native=native, compiled=_BY_NETWORKS, good=good, size=turns.native_size, most=1000,
        comparable=turns.comparable, solver=solver, counting=turns.COUNTING,
    )  # fmt: skip


DOMAINS: Mapping[str, Callable[[], Searching]] = {
    TilesFacts.domain: _of_tiles,
    BlocksFacts.domain: _of_blocks,
    TurnsFacts.domain: _of_turns,
}
"""The rows, by the name of the domain; each is made when it is asked for."""


def searching(facts: PuzzleFacts) -> Searching:
    """The row of the facts' domain."""
    return of_domain(facts.domain)


def of_domain(domain: str) -> Searching:
    """The row of a domain."""
    return DOMAINS[domain]() if domain in DOMAINS else Searching()


def has_native(task: Task) -> bool:
    """Whether a compiled search holds the puzzle, and goes by the task's heuristic in its program."""
    row, heuristic = searching(task.facts), task.heuristic
    if task.program == "a_star" and not (heuristic and _is_network(heuristic)):
        return False
    return row.native is not None and row.size(task.facts) <= row.most


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
