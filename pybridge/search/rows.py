"""How a domain is searched: what its row on this floor holds, and what any task asks of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol

from pybridge.domains import Floor
from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.model import Facts
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import ROWS, Spec, make
from pybridge.limits import Check, OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning, puzzle_from
from pybridge.search.ida_star import Moves, ida_star
from pybridge.search.run import Search
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pathlib import Path

    from pybridge.search.census.census import Counter
    from pybridge.search.census.parts import PartCounter, PartWorkers
    from pybridge.search.packed import Packed


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
    search = partial(ida_star, puzzle_from(task.facts, task.start), heuristic, every=task.wanted.every)
    return Ready(search, heuristic.estimate(task.start), heuristic, pruning_of(task).value)


def _inverse(task: Task) -> Pruning:
    if task.pruning not in (None, Pruning.INVERSE):
        raise UnavailableProgramError(f"{task.facts.domain} has no pruning but inverse")
    return Pruning.INVERSE


Bound = Callable[[State], int]
_LOOKED_AT = 1_000_000
"""States that are looked at when a shortest solution was found, though the search has seen fewer."""


@dataclass(frozen=True, slots=True)
class CensusParts(Generic[Facts]):
    """How a method counts on many machines, which share a folder.

    `counter` has others count parts of levels, looking for some starts; `part_counter` counts a part on any machine;
    `disk` is how many bytes the folder holds at most.
    """

    counter: "Callable[[Facts, Sequence[State], PartWorkers], Counter]"
    part_counter: "Callable[[Facts, Path], PartCounter]"
    disk: Callable[[Facts], int]


@dataclass(frozen=True, slots=True)
class CensusMethod(Generic[Facts]):
    """A compiled method of taking a census of a domain's puzzles.

    `counter` is ready to count a puzzle of that many states, in that many threads, looking for some starts; `memory` is
    how many bytes it needs. Both raise UnavailableProgramError for a puzzle that the method cannot hold. `suits` is
    whether to choose it for a puzzle where nothing else is asked for. `rate` is about how many states it counts a
    second, in each of its threads if it has several. `forward`: it also counts from a start, and states whose number
    nobody knows before. `parts` is how many machines count; None if it has to hold all in memory.
    """

    counter: "Callable[[Facts, Sequence[State], int | None, int], Counter]"
    memory: Callable[[Facts, int], int]
    suits: Callable[[Facts, int], bool]
    rate: float
    threaded: bool = False
    forward: bool = False
    parts: CensusParts[Facts] | None = None


@dataclass(frozen=True, slots=True)
class Counting(Generic[Facts]):
    """How a census counts the puzzles of a domain; without methods in plain Python, by their moves.

    `packed` makes the states of a puzzle rows of words; None if the domain has no such form. `bound` makes the lower
    bound of a puzzle that distances are compared with; None if the domain has none. `methods` are the compiled ones by
    name, the best one first. In plain Python a census counts about `plain_rate` states a second, and takes at most
    `state_bytes` for each state and `entry_bytes` for each entry of a state: only the last levels are held, a smaller
    part of the states where there are many levels.
    """

    packed: "Callable[[Facts], Packed] | None" = None
    bound: Callable[[Facts], Bound] | None = None
    methods: Mapping[str, CensusMethod[Facts]] = field(default_factory=dict)
    plain_rate: float = 30e3
    state_bytes: int = 280
    entry_bytes: int = 10


class PreparedSearch(Protocol):
    """A search that is prepared for many starts, with the heuristic and pruning that were chosen, if it has them."""

    @property
    def heuristic(self) -> Heuristic | None: ...
    @property
    def pruning(self) -> Pruning | None: ...

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start, which must be solvable, and account for it in a tally.

        Where it can be cut into packets, the tally may have the first iterations of an earlier run.
        """


@dataclass(frozen=True, slots=True)
class EachTime:
    """A search that prepares for each start again, such as those of plain Python and Prolog."""

    search: Search
    heuristic: Heuristic | None = None
    pruning: Pruning | None = None

    def solve(self, task: Task, tally: Tally) -> Solution:
        """Search from the task's start."""
        return self.search(task, tally, tally.report)


@dataclass(frozen=True, slots=True)
class SearchRow(Generic[Facts]):
    """How puzzles of a domain are searched.

    `programs` are those of plain Python. `ready` makes the searches ready that need more than the moves, `ids_low` and
    `ida_star`. `pruning` is what a task's search leaves out; it raises UnavailableProgramError for what the domain does
    not have. `bound` is what is proved of the start before a search, without tables, and `step` by how much the
    thresholds of a start grow. `prepare` loads what `compiled` programs need, if there are any, for puzzles of at most
    `most` cells, or blocks, places and table, as `size` counts them; it raises PybridgeError, and what its second
    argument raises. A compiled a_star goes `by_network`, unless it is the domain's own. A search that takes long
    `improves` if the best heuristic's tables are built in its midst. `comparable` is the heuristic by which all engines
    do the same IDA*, node by node; None if they do so anyway. `good` is the compiled search for solutions that need not
    be shortest, if there is one. `lacks` says what the facts lack for a program, and what to do about it; None if they
    lack nothing. `suggested` is a program that finds one shortest solution sooner than the usual one, and why; None if
    there is none. `require_sound` raises FactFileError if something is wrong with the facts in a state that is less
    than `last` moves from some starts, and looks at about `most` states; None means no end. A search proves nothing
    then. `endless` says why a search from a random state would take years, and what to do about it; None if it would
    not. `counting` is what a census has.
    """

    programs: tuple[str, ...] = ("ids", "breadth_first", "ida_star")
    ready: Callable[[Task[Facts], OnProgress], Ready] = _ready
    pruning: Callable[[Task[Facts]], Pruning] = _inverse
    bound: Callable[[Task[Facts]], int] = lambda task: 0
    step: Callable[[Facts, State], int] = lambda facts, start: 1
    prepare: Callable[[Task[Facts], OnProgress], PreparedSearch] | None = None
    compiled: tuple[str, ...] = ("ida_star",)
    improves: bool = False
    by_network: bool = True
    size: Callable[[Facts], int] = lambda facts: 0
    most: int = 0
    comparable: Callable[[Facts], Spec] | None = None
    good: Callable[[Task[Facts], Tally, OnProgress], Solution] | None = None
    lacks: Callable[[Facts, str], str | None] = lambda facts, program: None
    suggested: Callable[[Facts], tuple[str, str] | None] = lambda facts: None
    require_sound: Callable[[Facts, Sequence[State], int | None, int | None, Check], None] = lambda *about: None
    endless: Callable[[Task[Facts]], str | None] = lambda task: None
    counting: Counting[Facts] = field(default_factory=Counting)


DOMAINS: Mapping[str, SearchRow[Any]] = Floor("search")
"""The rows by the name of the domain."""


def search_row(facts: PuzzleFacts) -> SearchRow[Any]:
    """The row of the facts' domain; one that needs only moves if it has none."""
    return row_of_domain(facts.domain)


def row_of_domain(domain: str) -> SearchRow[Any]:
    """The row of a domain; one that needs only moves if it has none."""
    return DOMAINS.get(domain, SearchRow())


def sound(task: Task, tally: Tally, solution: Solution) -> Solution:
    """The end of a search, with its puzzle and start, once its domain has looked for anything shorter.

    It looks at all states where the search has seen all, and otherwise at about twice as many as the search has. Raises
    FactFileError, PrologError.
    """
    solution = replace(solution, facts=task.facts, state=task.start)
    length, unsolvable = solution.length, solution.outcome is Outcome.UNSOLVABLE
    none = unsolvable or solution.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    by_prolog = solution.inferences is not None and not solution.reason  # which has met all errors
    if by_prolog or not (none or solution.shortest):
        return solution
    last = task.last_threshold if length is None else length
    most = None if unsolvable else max(_LOOKED_AT, 2 * sum(each.expanded or 0 for each in solution.iterations))
    try:
        search_row(task.facts).require_sound(task.facts, [task.start], last, most, tally.check)
    except (Stopped, MemoryError) as ended:
        outcome = ended.outcome if isinstance(ended, Stopped) else Outcome.MEMORY_LIMIT
        return replace(solution, outcome=outcome) if none else replace(solution, claims=False)
    return solution


def heuristic_of(task: Task, default: Spec | None = None) -> Heuristic:
    """The heuristic that a task names, without tables, or brings; by default another. Raises UnfitHeuristicError."""
    heuristic = default if task.heuristic is None else task.heuristic
    if heuristic is None:
        raise UnavailableProgramError(
            f"{task.facts.domain} has no heuristic for ida_star: choose another program, or pass one in Python"
        )
    return make(task.facts, heuristic, {}) if isinstance(heuristic, Spec) else heuristic


def _is_network(heuristic: Spec | Heuristic | None) -> bool:
    """Whether it is a network's; it is not made to tell. An object has no name that only a network has."""
    if isinstance(heuristic, Spec):
        return heuristic.kind in ROWS and ROWS[heuristic.kind].network
    return getattr(heuristic, "is_network", False)


def _asks_a_network(heuristic: Spec | Heuristic | None) -> bool:
    """Whether it is one, or the maximum of one and others."""
    return isinstance(heuristic, Spec) and any(map(_is_network, heuristic.leaves()))


def by_network(task: Task) -> bool:
    """Whether the kernels of networks search."""
    return _is_network(task.heuristic) or (task.program == "a_star" and search_row(task.facts).by_network)


def may_overestimate(task: Task) -> bool:
    """Whether the heuristic that a task names or brings is no lower bound, as far as it says."""
    own = task.heuristic
    return _asks_a_network(own) or not (own is None or isinstance(own, Spec) or own.admissible)


def native_lacks(task: Task) -> str | None:
    """What the engine native lacks for a task, as the end of a sentence about it; None if it lacks nothing."""
    row, heuristic = search_row(task.facts), task.heuristic
    if row.prepare is None or row.size(task.facts) > row.most:
        return f"does not search {task.facts.name}"
    if _is_network(heuristic) or not (_asks_a_network(heuristic) or by_network(task)):
        return None
    return f"has no {heuristic.name if heuristic else 'heuristic'} in {task.program}"


def comparable(task: Task) -> Task:
    """A task as all engines do it in the same way: IDA* by the heuristic of its row, without undoing the last move."""
    chosen = search_row(task.facts).comparable
    if chosen is None or task.program != "ida_star":
        return task
    return replace(task, heuristic=task.heuristic or chosen(task.facts), pruning=task.pruning or Pruning.INVERSE)


def pruning_of(task: Task) -> Pruning:
    """What a search leaves out. Raises UnavailableProgramError for what its domain does not have."""
    return search_row(task.facts).pruning(task)
