"""Puzzles of rules in plain Python: what programs need and lack, and `ids_low` by the rules' own bound."""

from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec
from pybridge.heuristics.rules import NEVER, Blind, Counted, OwnBound
from pybridge.limits import OnProgress
from pybridge.puzzles import Move, Pruning
from pybridge.rules.compiled import Values
from pybridge.rules.counting import count_of
from pybridge.rules.facts import RulesFacts
from pybridge.rules.puzzle import RulesPuzzle
from pybridge.search.from_both_ends import bidirectional, depth_first
from pybridge.search.ida_star import Moves, OnVisit
from pybridge.search.rows import Ready
from pybridge.search.tally import CHECK_EVERY, Tally
from pybridge.search.task import Task


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


def require(task: Task[RulesFacts]) -> None:
    """Raise UnavailableProgramError for what only other programs do."""
    if task.jobs > 1 and task.program != "ida_star":
        raise UnavailableProgramError(f"{task.program} searches in one thread; several jobs need ida_star")
    if task.wanted.every and task.program in ("a_star", "bidirectional", "depth_first"):
        raise UnavailableProgramError(f"{task.program} finds one solution; use breadth_first for all")


def ready(task: Task[RulesFacts], report: OnProgress) -> Ready:
    """`ids_low` by the rules' own bound, or `ida_star` by any heuristic or none, in plain Python."""
    facts = task.facts
    require(task)
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
        bound = Blind() if task.heuristic is None else heuristic_of(task, report)
        pruning = pruning_of(task).value
    early = task.program == "ida_star" and not bound.consistent
    search = partial(ids_low, puzzle, bound, every=task.wanted.every, early=early)
    return Ready(search, bound.estimate(task.start), bound, pruning)


def ids_low(
    puzzle: RulesPuzzle,
    bound: Heuristic,
    tally: Tally,
    *,
    first: int | None = None,
    every: bool = False,
    visit: OnVisit | None = None,
    early: bool = False,
) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order, as `prolog/rules.pl` finds them.

    A goal counts only at the limit, or with `early` before it, too: a bound that may overestimate hides it until then.
    Empty if no limit that `tally` allows has one, or if no path was left at a limit. Raises Stopped.
    """
    limit = min(bound.estimate(puzzle.start), NEVER) if first is None else first
    if limit >= NEVER and bound.admissible:
        return []
    while tally.begin(limit):
        iteration = _ToLimit(puzzle, bound, tally, limit, every, visit, early)
        iteration.go_on(puzzle.start, None, bound.estimate(puzzle.start))
        tally.end(completed=not iteration.solutions)
        if iteration.solutions or not iteration.left:
            return iteration.solutions
        limit += 1
    return []


class _ToLimit:
    """One iteration: the `solutions` that the limit allows, and whether a path was `left` because of it."""

    def __init__(
        self,
        puzzle: RulesPuzzle,
        bound: Heuristic,
        tally: Tally,
        limit: int,
        every: bool,
        visit: OnVisit | None,
        early: bool,
    ) -> None:
        self._puzzle, self._bound, self._tally, self._limit = puzzle, bound, tally, limit
        self._every, self._visit, self._early = every, visit, early
        self.solutions: list[Moves] = []
        self.left = False
        self._moves: list[Move] = []
        self._path = [puzzle.start]
        self._believed = bound.admissible  # that no goal can be reached; others may say so of any state

    def go_on(self, state: Values, last: Move | None, h: int) -> bool:
        """Search below a state; True when the search is over."""
        if self._visit:
            self._visit(last, state, len(self._moves), h)
        if len(self._moves) == self._limit:
            return self._at_limit(state, h)
        if self._early and self._puzzle.is_goal(state):
            self.solutions.append(tuple(self._moves))
            return not self._every
        tally = self._tally
        tally.expanded += 1
        if tally.expanded % CHECK_EVERY == 0:
            tally.check()
        for move, successor in self._puzzle.successors(state, last):
            tally.generated += 1
            if successor in self._path:
                continue
            estimate = min(self._bound.estimate(successor), NEVER)
            if len(self._moves) + 1 + estimate > self._limit:
                self.left = self.left or estimate < NEVER or not self._believed
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


def heuristic_of(task: Task[RulesFacts], report: OnProgress) -> Heuristic:
    """The heuristic that a task names, with its tables, or brings."""
    from pybridge.heuristics.registry import obtain
    from pybridge.store.store import Store

    found = task.heuristic
    assert found is not None
    return obtain(task.facts, found, Store(), report) if isinstance(found, Spec) else found
