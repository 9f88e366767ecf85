"""How puzzles of rules are searched: their own lower bound, and the compiled task where there is one."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec
from pybridge.heuristics.rules import NEVER, Blind, Counted, OwnBound
from pybridge.limits import OnProgress
from pybridge.puzzles import Move, Pruning
from pybridge.rules.compiled import Values
from pybridge.rules.counting import count_of, most_states
from pybridge.rules.facts import RulesFacts
from pybridge.rules.puzzle import RulesPuzzle
from pybridge.search import best_first
from pybridge.search.census.census import Counter
from pybridge.search.from_both_ends import bidirectional, depth_first
from pybridge.search.ida_star import Moves, OnVisit
from pybridge.search.rows import ROOM, CensusMethod, Counting, PreparedSearch, Ready, hashed
from pybridge.search.tally import CHECK_EVERY, Tally
from pybridge.search.task import BestFirst, Task

if TYPE_CHECKING:
    from pybridge.heuristics.abstraction import Abstractions
    from pybridge.search.native.rules.packed import PackedRules
    from pybridge.search.native.rules.symmetric import SymmetricRules


def pruning_of(task: Task[RulesFacts]) -> Pruning:
    """No state twice on a path. Raises UnavailableProgramError if another pruning is asked for."""
    if task.pruning not in (None, Pruning.PATH):
        raise UnavailableProgramError(f"puzzles of rules have no pruning but path, not {task.pruning.value}")
    return Pruning.PATH


def bound(task: Task[RulesFacts]) -> int:
    """What the rules' own bound says about the start; 0 for programs that do not go by it."""
    facts = task.facts
    return OwnBound(facts).estimate(task.start) if task.program == "ids_low" and facts.bounded else 0


def lacks(facts: RulesFacts, program: str) -> str | None:
    """What a puzzle lacks for a program; None if nothing."""
    if program == "ids_low" and not facts.bounded:
        return f"ids_low needs bound/2, and {facts.name} has none; use ids or breadth_first"
    if program == "bidirectional" and facts.form.one_way:
        return "bidirectional needs moves that are surely undone, and whole states as goals; use breadth_first"
    if program == "depth_first" and (facts.task is None or count_of(facts.task) is None):
        return f"depth_first needs a sum that grows by one with each move, and {facts.name} has none; use breadth_first"
    return None


def _require(task: Task[RulesFacts]) -> None:
    """Raise UnavailableProgramError for what only other programs do."""
    if task.jobs > 1 and task.program != "ida_star":
        raise UnavailableProgramError(f"{task.program} searches in one thread; several jobs need ida_star")
    if task.wanted.every and task.program in ("bidirectional", "depth_first"):
        raise UnavailableProgramError(f"{task.program} finds one solution; use breadth_first for all")


_LARGE, _VERY_LARGE = 10**6, 10**9
"""States, at most, up to which breadth-first search is soon over, and shows more; and a search from both ends."""


def suggested(facts: RulesFacts) -> tuple[str, str] | None:
    """The program for what is known of a large puzzle, and why."""
    return facts.once(_suggested)


def _suggested(facts: RulesFacts) -> tuple[str, str] | None:
    task = facts.task
    if task is None or (most := most_states(task, facts.starts[0][1])) <= _LARGE:
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

    queue = Queue(packed(facts), 1 << 12)
    queue.add(packed(facts).pack([facts.starts[0][1]]))
    end = 0
    while end < queue.states <= _LARGE:
        end = queue.states
        queue.expand(end, 0, lambda: None)
    return queue.states <= _LARGE


def ready(task: Task[RulesFacts], report: OnProgress) -> Ready:
    """`ids_low` by the rules' own bound, or `ida_star` by any heuristic or none, in plain Python."""
    facts = task.facts
    _require(task)
    puzzle = RulesPuzzle(facts, task.start)
    if task.program == "bidirectional":
        return Ready(lambda tally: bidirectional(puzzle, facts.goals, tally))
    if task.program == "depth_first":
        counted = Counted(facts)
        length = counted.estimate(task.start)
        return Ready(lambda tally: depth_first(puzzle, length, tally), length, counted)
    if task.program == "ids_low":
        bound: Heuristic = OwnBound(facts)
        pruning = None
    else:
        bound = Blind() if task.heuristic is None else _heuristic(task, report)
        pruning = pruning_of(task).value
    search = partial(ids_low, puzzle, bound, every=task.wanted.every)
    return Ready(search, bound.estimate(task.start), bound, pruning)


def ids_low(
    puzzle: RulesPuzzle,
    bound: Heuristic,
    tally: Tally,
    *,
    first: int | None = None,
    every: bool = False,
    visit: OnVisit | None = None,
) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order, as `prolog/rules.pl` finds them.

    Empty if no limit that `tally` allows has one, or if no path was left at a limit. Raises Stopped.
    """
    limit = bound.estimate(puzzle.start) if first is None else first
    if limit >= NEVER:
        return []
    while tally.begin(limit):
        iteration = _ToLimit(puzzle, bound, tally, limit, every, visit)
        iteration.go_on(puzzle.start, None, bound.estimate(puzzle.start))
        tally.end(completed=not iteration.solutions)
        if iteration.solutions or not iteration.left:
            return iteration.solutions
        limit += 1
    return []


class _ToLimit:
    """One iteration: the `solutions` that the limit allows, and whether a path was `left` because of it."""

    def __init__(
        self, puzzle: RulesPuzzle, bound: Heuristic, tally: Tally, limit: int, every: bool, visit: OnVisit | None
    ) -> None:
        self._puzzle, self._bound, self._tally, self._limit = puzzle, bound, tally, limit
        self._every, self._visit = every, visit
        self.solutions: list[Moves] = []
        self.left = False
        self._moves: list[Move] = []
        self._path = [puzzle.start]

    def go_on(self, state: Values, last: Move | None, h: int) -> bool:
        """Search below a state; True when the search is over."""
        if self._visit:
            self._visit(last, state, len(self._moves), h)
        if len(self._moves) == self._limit:
            return self._at_limit(state, h)
        tally = self._tally
        tally.expanded += 1
        if tally.expanded % CHECK_EVERY == 0:
            tally.check()
        for move, successor in self._puzzle.successors(state, last):
            tally.generated += 1
            if successor in self._path:
                continue
            estimate = self._bound.estimate(successor)
            if len(self._moves) + 1 + estimate > self._limit:
                self.left = self.left or estimate < NEVER
                continue
            self._moves.append(move)
            self._path.append(successor)
            if self.go_on(successor, move, estimate):
                return True
            self._moves.pop()
            self._path.pop()
        return False

    def _at_limit(self, state: Values, h: int) -> bool:
        if self._puzzle.is_goal(state):
            self.solutions.append(tuple(self._moves))
            return not self._every
        self.left = self.left or h == 0
        return False


def packed(facts: RulesFacts) -> "PackedRules":
    """The task as kernels take it, made once for a puzzle. Raises UnavailableProgramError."""
    from pybridge.search.native.rules.packed import PackedRules

    return facts.once(PackedRules)


def prepare(task: Task[RulesFacts], report: OnProgress) -> PreparedSearch:
    """The compiled search of a task's program. Raises UnavailableProgramError."""
    facts = task.facts
    _require(task)
    if task.program == "ida_star":
        from pybridge.search.native.rules.search import RulesSearch
        from pybridge.search.native.solver import IdaStar

        bounds = Blind() if task.heuristic is None else _native(task, report)
        return IdaStar(RulesSearch(task, packed(facts), pruning_of(task), bounds))
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
        begin = lambda start: queues.DepthFirst(packed(facts), counted.length(start), start)  # noqa: E731
        return PathProgram(task, packed(facts), begin, counted)
    return PathProgram(task, packed(facts), partial(queues.BreadthFirst, packed(facts)))


def _heuristic(task: Task[RulesFacts], report: OnProgress) -> Heuristic:
    """The heuristic that a task names, with its tables, or brings."""
    from pybridge.heuristics.registry import obtain
    from pybridge.store.store import Store

    found = task.heuristic
    assert found is not None
    return obtain(task.facts, found, Store(), report) if isinstance(found, Spec) else found


def _native(task: Task[RulesFacts], report: OnProgress) -> "Abstractions | Blind":
    """The bounds that kernels go by. Raises UnavailableProgramError for others."""
    from pybridge.heuristics.abstraction import Abstractions

    found = _heuristic(task, report)
    if not isinstance(found, Abstractions | Blind):
        raise UnavailableProgramError(
            f"native searches of rules use abstraction or blind, not {found.name}; use --engine python"
        )
    return found


def native_size(facts: RulesFacts) -> int:
    """0 where the compiled search holds the puzzle, which must have a task; otherwise 1."""
    return int(facts.task is None)


def up_to_symmetry(facts: RulesFacts, start: Values | None) -> "SymmetricRules":
    """The states up to the symmetries that keep a start, or where it is None, all. Raises UnavailableProgramError.

    Made again each time, since two censuses must not share what kernels write to.
    """
    from pybridge.search.native.rules.symmetric import SymmetricRules

    return SymmetricRules(facts, packed(facts), start)


def _symmetric_counter(facts: RulesFacts, starts: Sequence[Values], states: int | None, threads: int) -> Counter:
    from pybridge.search.census.symmetric import SymmetricCounter

    if not facts.form.one_way:
        return SymmetricCounter(up_to_symmetry(facts, None), facts.goals, starts, states or ROOM)
    chosen = up_to_symmetry(facts, starts[0])
    return SymmetricCounter(chosen, starts[:1], starts, states or ROOM, chosen.goals_among)


def _has_symmetries(facts: RulesFacts, states: int) -> bool:
    """Whether the puzzle has symmetries that keep its first start, if a census begins there."""
    return up_to_symmetry(facts, facts.starts[0][1] if facts.form.one_way else None).symmetries > 1


_HASHED = hashed(packed, 1e6, lambda facts: packed(facts).goals_among)
_SYMMETRIC = CensusMethod(_symmetric_counter, _HASHED.memory, _has_symmetries, 1e6, forward=True)
COUNTING = Counting(packed, methods={"symmetric": _SYMMETRIC, "hashed": _HASHED})
