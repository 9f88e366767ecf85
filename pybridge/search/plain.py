"""The engine `python`: searches in plain Python, which are read easily and judge the compiled ones.

Iterative deepening and breadth-first search need no heuristic, so that they can judge searches that do.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, islice

from pybridge.errors import UnavailableProgramError
from pybridge.facts import State
from pybridge.heuristics.protocol import require_lower_bound
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, Puzzle, puzzle_from
from pybridge.search.growing import Growing, Visit, every_move
from pybridge.search.ida_star import Moves
from pybridge.search.limited import iterative_deepening
from pybridge.search.reached import Reaching
from pybridge.search.rows import Ready, may_overestimate, search_row
from pybridge.search.solution import KNOWING, Iteration, Solution
from pybridge.search.tally import Stopped, Tally, checked
from pybridge.search.task import Task
from pybridge.search.tree import DEEPENING, Extent, Tree, require_tree, threshold_of

Parents = dict[State, list[tuple[Move, State]]]


def breadth_first(
    puzzle: Puzzle, tally: Tally, *, every: bool = False, most: int | None = None, watch: Reaching | None = None
) -> list[Moves]:
    """The first shortest solution in move order, or with `every` all of them, in the order of their last states.

    With `most`, no more of them are listed, but at least one; `tally.solutions` is how many there are.
    Empty if no layer that `tally` allows has a goal, or if there are no more states. Raises Stopped, the counters then
    being in `tally`. An iteration is a layer: it expands the states at a distance, and its threshold is that distance.
    `watch` is the tree that grows with the search, if one is wanted.
    """
    parents: Parents = {puzzle.start: []}
    layer: list[State] = [puzzle.start]
    distance = 0
    if watch:
        watch.generate(None, puzzle.start)
    while layer and tally.begin(distance):
        goals = [state for state in checked(layer, tally.check) if puzzle.is_goal(state)]
        if goals:
            tally.end(completed=False)
            if watch:
                watch.goal(goals[0])
            paths = _paths(parents, goals)
            if not every:
                return [next(paths)]
            tally.solutions = _ways(parents, goals)
            return list(checked(islice(paths, None if most is None else max(most, 1)), tally.check))
        layer = _next_layer(puzzle, tally, parents, layer, watch)
        tally.end(completed=True)
        distance += 1
    return []


def _next_layer(
    puzzle: Puzzle, tally: Tally, parents: Parents, layer: list[State], watch: Reaching | None
) -> list[State]:
    """The states one move farther, in the order in which they are found; all ways to them go into `parents`."""
    found: dict[State, list[tuple[Move, State]]] = {}
    for state in layer:
        tally.expand()
        if watch:
            watch.expand(state)
        for move, successor in puzzle.successors(state, None):
            tally.generated += 1
            if watch:
                watch.generate(move, successor, is_new=successor not in parents and successor not in found)
            if successor not in parents:
                found.setdefault(successor, []).append((move, state))
    parents.update(found)
    return list(found)


def _ways(parents: Parents, goals: Sequence[State]) -> int:
    """How many shortest ways lead from the start to the goals; `parents` has states in the order of their layers."""
    ways: dict[State, int] = {}
    for state, back in parents.items():
        ways[state] = sum(ways[parent] for _, parent in back) if back else 1
    return sum(ways[goal] for goal in goals)


def _paths(parents: Parents, goals: Sequence[State]) -> Iterator[Moves]:
    """All shortest ways from the start to the goals, one by one: there may be more than memory holds."""
    left: list[tuple[State, Moves]] = [(goal, ()) for goal in reversed(goals)]
    while left:
        state, moves = left.pop()
        ways = parents[state]
        if not ways:
            yield moves
        left += [(parent, (move, *moves)) for move, parent in reversed(ways)]


_DEEPEST = 100_000  # nested calls; Python's own limit of 1,000 would end a search on a long, narrow board


def search(task: Task, tally: Tally, report: OnProgress, watch: Reaching | None = None) -> Solution:
    """Search as the task's program does. `watch` is the tree that grows with a search that knows states again.

    Raises UnavailableProgramError, and UnfitHeuristicError or BrokenTableError for a heuristic that does not work.
    """
    _require(task)
    if task.program == "a_star":
        return _best_first(task, tally, report, watch)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEEPEST))
    ready: Ready | None = None
    found: list[Moves] = []
    try:
        ready = _ready(task, report, watch)
        if task.wanted.every and ready.heuristic and not ready.heuristic.admissible:
            raise UnavailableProgramError(
                f"{ready.heuristic.name} is no lower bound, so it does not prove which solutions are shortest; "
                "use another heuristic with --all or --count"
            )
        found = ready.search(tally)
        outcome = Outcome.SOLVED if found else task.without_solution
    except Stopped as stopped:
        outcome = stopped.outcome
    return _solution(task, tally, outcome, ready, found)


def tree(task: Task, tally: Tally, report: OnProgress, extent: Extent) -> Tree:
    """The tree of the iteration with the task's last threshold, by default of the first one, as far as it came.

    Of a search that knows states again it is the tree of all iterations, up to the last threshold if there is one.
    Raises what `search` does, and UnavailableProgramError for a program or threshold without an iteration.
    """
    _require(task)
    require_tree(task, "python", DEEPENING + KNOWING)
    tree = (_tree_of_all if task.program in KNOWING else _tree_of_one)(task, tally, report, extent)
    return replace(tree, bounded=not may_overestimate(task))


def _tree_of_one(task: Task, tally: Tally, report: OnProgress, extent: Extent) -> Tree:
    """The tree of one iteration of a depth-first search."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEEPEST))
    growing, visited = Growing(extent, counts=True), count(1)
    ready, outcome = Ready(lambda tally: []), Outcome.NO_SOLUTION_WITHIN_LIMIT

    def visit(move: Move | None, state: State, g: int, h: int | None) -> None:
        growing.visit(Visit(next(visited), g, move, ready.state(state), h, tally.expanded))

    try:
        ready = _ready(task, report)
        tally.last_threshold = threshold_of(task, ready.bound, ready.step)
        if ready.search(tally, first=tally.last_threshold, visit=visit):
            outcome = Outcome.SOLVED
    except Stopped as stopped:
        outcome = stopped.outcome
    tally.end(completed=False)
    (iteration,) = tally.iterations or [Iteration(task.last_threshold or 0, False, 0.0, 0, 0)]
    nodes = growing.nodes(
        number := next(visited) - 1, iteration, outcome, every_move(puzzle_from(task.facts, task.start), ready.pruning)
    )
    heuristic = ready.heuristic.name if ready.heuristic else None
    names = task.facts.name, task.start_name, task.program, "python"
    seen = growing.levels(number), growing.different()
    step = ready.step if tally.refused or outcome is not Outcome.NO_SOLUTION_WITHIN_LIMIT else 0  # nothing was left
    return Tree(*names, outcome, iteration, number, nodes, heuristic, ready.pruning, step, *seen)


def _tree_of_all(task: Task, tally: Tally, report: OnProgress, extent: Extent) -> Tree:
    """The tree of a search that knows states again."""
    if task.program == "a_star" and task.last_threshold is not None:
        raise UnavailableProgramError("a_star has one iteration, without a threshold; leave out the threshold")
    growing = Reaching(extent)
    return growing.tree(task, search(task, tally, report, growing))


def _best_first(task: Task, tally: Tally, report: OnProgress, watch: Reaching | None) -> Solution:
    """A*, by the heuristic that IDA* would have."""
    from pybridge.search import best_first

    best_first.require(task)
    puzzle = puzzle_from(task.facts, task.start)
    try:
        ready = search_row(task.facts).ready(replace(task, program="ida_star", pruning=puzzle.pruning), report)
    except Stopped as stopped:
        return _solution(task, tally, stopped.outcome, None, [])
    assert ready.heuristic
    under_way = best_first.Plain(puzzle, ready.heuristic, task.best_first, watch=watch)
    found = best_first.search(task, tally, "python", under_way, ready.heuristic, ready.step)
    return replace(found, pruning=puzzle.pruning.value)


def _require(task: Task) -> None:
    """Raise UnavailableProgramError for what plain Python does not have."""
    available = search_row(task.facts).programs
    if task.program not in available:
        raise UnavailableProgramError(
            f"python has no program {task.program} for {task.facts.domain}; it has {', '.join(available)}"
        )
    if task.jobs > 1:
        raise UnavailableProgramError("python searches in one thread; several jobs need the engine native")


def _ready(task: Task, report: OnProgress, watch: Reaching | None = None) -> Ready:
    """The search that the name of a program stands for."""
    if task.program == "ids":
        return Ready(partial(iterative_deepening, puzzle_from(task.facts, task.start), every=task.wanted.every))
    if task.program == "breadth_first":
        puzzle = puzzle_from(task.facts, task.start)
        return Ready(partial(breadth_first, puzzle, every=task.wanted.every, most=task.wanted.listed, watch=watch))
    return search_row(task.facts).ready(task, report)


def _least(ready: Ready | None, found: list[Moves], tally: Tally) -> list[Moves]:
    """The shortest of what was found. Raises BrokenTableError if a lower bound was none."""
    if not found or ready is None or ready.heuristic is None:
        return found
    length = min(map(len, found))
    require_lower_bound(ready.heuristic, length, tally.iterations[-1].threshold)
    return [moves for moves in found if len(moves) == length]


def _solution(task: Task, tally: Tally, outcome: Outcome, ready: Ready | None, found: list[Moves]) -> Solution:
    closed = tally.close(task, "python", outcome)
    found = _least(ready, found, tally)
    heuristic = ready.heuristic if ready else None
    proves = heuristic is None or heuristic.admissible
    every, listed = task.wanted.every and not outcome.stopped, task.wanted.listed
    number = len(found) if tally.solutions is None else tally.solutions
    return replace(
        closed,
        solutions=tuple(found) if listed is None else tuple(found[:listed]),
        every=every and (listed is None or number <= listed),
        initial_bound=(ready.bound if ready else search_row(task.facts).bound(task)) if proves else 0,
        proves=proves,
        claims=proves,
        heuristic=heuristic.name if heuristic else None,
        pruning=ready.pruning if ready else None,
        count=task.counted(outcome, number if every and found else None),
        step=ready.step if ready else 1,
    )
