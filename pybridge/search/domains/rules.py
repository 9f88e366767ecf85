"""How puzzles of rules are searched and counted, where their task is compiled: their row."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.registry import Spec
from pybridge.heuristics.rules import Blind, Counted
from pybridge.limits import Check, OnProgress
from pybridge.rules.compiled import Values
from pybridge.rules.counting import count_of, most_states
from pybridge.rules.distances import StateLayer, plain_layers, raising, require_no_error
from pybridge.rules.facts import RulesFacts
from pybridge.search import best_first, rules
from pybridge.search.census.census import Counter
from pybridge.search.domains.counting import ROOM, hashed
from pybridge.search.rows import CensusMethod, Counting, PreparedSearch, SearchRow
from pybridge.search.task import BestFirst, Task

if TYPE_CHECKING:
    from pybridge.heuristics.abstraction import Abstractions
    from pybridge.search.native.rules.packed import PackedRules
    from pybridge.search.native.rules.symmetric import SymmetricRules

_LARGE, _VERY_LARGE = 10**6, 10**9
"""States, at most, up to which breadth-first search is soon over, and shows more; and a search from both ends."""
_TOGETHER = 1 << 10
"""States that are expanded before they are counted again: some puzzles have thousands of moves."""


def suggested(facts: RulesFacts) -> tuple[str, str] | None:
    """The program for what is known of a large puzzle, and why."""
    return facts.once(_suggested)


def _suggested(facts: RulesFacts) -> tuple[str, str] | None:
    task = facts.task
    if task is None or (most := most_states(task, facts.starts[0][1])) <= _LARGE or _size(facts):
        return None
    if count_of(task) is not None:
        return "depth_first", "a sum grows by one with each move, so all solutions have the same length"
    if not task.one_way and most <= _VERY_LARGE:
        return "bidirectional", "each move is undone by another, so the search can begin at the start and at the goals"
    if task.continues is None and not _is_small(facts):
        return "a_star", f"there are more than {_LARGE:,} states, and its bounds prune most of them"
    return None


def _is_small(facts: RulesFacts) -> bool:
    """Whether the first start leads to few states, which are counted as far as that."""
    from pybridge.search.queue import Queue

    queue = Queue(packed(facts), ROOM)
    queue.add(packed(facts).pack([facts.starts[0][1]]))
    while queue.next < queue.states <= _LARGE:
        queue.expand(min(queue.next + _TOGETHER, queue.states), 0, lambda: None)
    return queue.states <= _LARGE


def packed(facts: RulesFacts) -> "PackedRules":
    """The task as kernels take it, made once for a puzzle. Raises UnavailableProgramError."""
    from pybridge.search.native.rules.packed import PackedRules

    return facts.once(PackedRules)


def _prepare(task: Task[RulesFacts], report: OnProgress) -> PreparedSearch:
    """The compiled search of a task's program. Raises UnavailableProgramError."""
    facts = task.facts
    rules.require(task)
    if task.program == "ida_star":
        from pybridge.search.native.rules.search import RulesSearch
        from pybridge.search.native.solver import IdaStar

        bounds = Blind() if task.heuristic is None else _native(task, report)
        return IdaStar(RulesSearch(task, packed(facts), rules.pruning_of(task), bounds))
    from pybridge.search.native.rules.paths import PathProgram

    if task.program == "a_star":
        from pybridge.search.native.rules.a_star import RulesAStar

        best_first.require(task)
        if task.best_first != BestFirst():
            raise UnavailableProgramError("native a_star of rules has no --weight and no --batch; use --engine python")
        bounds = _native(task if task.heuristic else replace(task, heuristic=Spec("abstraction")), report)
        return PathProgram(task, packed(facts), partial(RulesAStar, packed(facts), bounds), bounds)
    from pybridge.search.native.rules import queues

    if task.program == "bidirectional":
        return PathProgram(task, packed(facts), partial(queues.BothEnds, packed(facts), facts.goals))
    if task.program == "depth_first":
        counted = Counted(facts)
        return PathProgram(task, packed(facts), partial(queues.DepthFirst, packed(facts), counted), counted)
    return PathProgram(task, packed(facts), partial(queues.BreadthFirst, packed(facts)))


def _native(task: Task[RulesFacts], report: OnProgress) -> "Abstractions | Blind":
    """The bounds that kernels go by. Raises UnavailableProgramError for others."""
    from pybridge.heuristics.abstraction import Abstractions

    found = rules.heuristic_of(task, report)
    if not isinstance(found, Abstractions | Blind):
        raise UnavailableProgramError(
            f"native searches of rules use abstraction or blind, not {found.name}; use --engine python"
        )
    return found


def _size(facts: RulesFacts) -> int:
    """0 where the compiled search holds the puzzle, which must have a task that is not too large; otherwise 1."""
    try:
        packed(facts)
    except UnavailableProgramError:
        return 1
    return 0


def up_to_symmetry(facts: RulesFacts, start: Values | None) -> "SymmetricRules":
    """The states up to the symmetries that keep a start, or where it is None, all. Raises UnavailableProgramError.

    Made again each time, since two censuses must not share what kernels write to.
    """
    from pybridge.search.native.rules.symmetric import SymmetricRules

    return SymmetricRules(facts, packed(facts), start)


def _symmetric_counter(facts: RulesFacts, starts: Sequence[Values], states: int | None, threads: int) -> Counter:
    from pybridge.search.census.hashed import SymmetricCounter

    if not facts.form.one_way:
        return SymmetricCounter(up_to_symmetry(facts, None), facts.goals, starts, states or ROOM)
    chosen = up_to_symmetry(facts, starts[0])
    return SymmetricCounter(chosen, starts[:1], starts, states or ROOM, chosen.goals_among)


def _has_symmetries(facts: RulesFacts, states: int) -> bool:
    """Whether the puzzle has symmetries that keep its first start, if a census begins there."""
    return up_to_symmetry(facts, facts.starts[0][1] if facts.form.one_way else None).symmetries > 1


def _require_sound(
    facts: RulesFacts, starts: Sequence[Values], last: int | None, most: int | None, check: Check
) -> None:
    """Raise FactFileError if the rules raise an error where operators have no move. Chains run rules where they end."""
    wanted = facts.once(raising)
    if wanted is None:
        return
    chains = wanted.task is not None and wanted.task.continues is not None
    layers, seen = plain_layers if _size(wanted) else _layers, 0
    for layer in layers(wanted, starts, last if last is None else last + chains, check):
        require_no_error(facts, layer.goals, check)
        seen += layer.states
        if most is not None and seen > most:
            return


def _layers(facts: RulesFacts, starts: Sequence[Values], last: int | None, check: Check) -> Iterator[StateLayer]:
    """As `plain_layers`, at native speed."""
    from pybridge.search.queue import Queue

    states = packed(facts)
    queue, first, moves = Queue(states, ROOM), 0, 0
    queue.add(states.pack(starts))
    while first < queue.states and moves != last:
        rows = queue.rows[first:]
        yield StateLayer(states.unpack(rows[states.goals_among(rows)]), len(rows))
        first, moves = queue.states, moves + 1
        if moves != last:
            queue.expand(first, moves, check)


_HASHED = hashed(packed, 1e6, lambda facts: packed(facts).goals_among)
_SYMMETRIC = CensusMethod(_symmetric_counter, _HASHED.memory, _has_symmetries, 1e6, forward=True)
COUNTING = Counting(packed, methods={"symmetric": _SYMMETRIC, "hashed": _HASHED})

RULES: SearchRow[RulesFacts] = SearchRow(
    ("ids", "ids_low", "ida_star", "a_star", "breadth_first", "bidirectional", "depth_first"),
    rules.ready,
    rules.pruning_of,
    rules.bound,
    prepare=_prepare,
    compiled=("breadth_first", "ida_star", "a_star", "bidirectional", "depth_first"),
    by_network=False,
    size=_size,
    lacks=rules.lacks,
    suggested=suggested,
    require_sound=_require_sound,
    counting=COUNTING,
)
