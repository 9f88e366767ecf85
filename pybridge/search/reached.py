"""The tree of a search that knows states again, breadth first or A*: a node each time that it generates a state.

Such a search holds every state in memory, so its tree is one, whatever the iterations. The nodes that it generates last
are left out first, except for the path to a goal; the states are kept, to know what lies below each node.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pybridge.facts import State
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, puzzle_from
from pybridge.search.growing import Visit, every_move, node_of
from pybridge.search.solution import Iteration, Solution
from pybridge.search.task import Task
from pybridge.search.tree import End, Extent, Tree, TreeLevel, TreeNode


@dataclass(slots=True, eq=False)
class Reached(Visit):
    """A state that the search generates below its `parent`; `is_new` if it was not known, or only by longer paths."""

    parent: "Reached | None" = None
    is_new: bool = True


class Reaching:
    """A tree that grows as a search expands states and generates others. `estimate` computes h, if the search has it.

    The first state that is generated is the start.
    """

    def __init__(self, extent: Extent) -> None:
        self.estimate: Callable[[State], int] | None = None
        self._extent = extent
        self._kept: list[Reached] = []
        self._best: dict[State, Reached] = {}
        self._passed = Counter[int]()
        self._visited = 0
        self._expanding: Reached | None = None
        self._goal: Reached | None = None

    def expand(self, state: State) -> None:
        """The states that are generated next come from this one."""
        self._expanding = self._best[state]
        self._expanding.is_expanded = True

    def generate(self, move: Move | None, state: State, *, is_new: bool = True) -> None:
        """Add a node. It is not `is_new` if the search knew the state by a path that is no longer."""
        parent = self._expanding
        g = parent.g + 1 if parent else 0
        self._visited += 1
        node = Reached(self._visited, g, move, state, None, 0, parent=parent, is_new=is_new)
        if is_new:
            self._best[state] = node
        node.states = len(self._best)
        if is_new or self._is_shown(node):
            self._kept.append(node)
        elif parent:
            parent.below += 1
            self._passed[g] += 1

    def goal(self, state: State) -> None:
        """Of the solutions so far, the shortest one ends in this state."""
        self._goal = self._best[state]

    def tree(self, task: Task, solution: Solution) -> Tree:
        """The tree, once the search is over."""
        for node in reversed(self._kept):
            if node.parent:
                node.parent.below += 1 + node.below
        outcome = solution.outcome
        if outcome is Outcome.UNSOLVABLE:
            outcome = Outcome.NO_SOLUTION_WITHIN_LIMIT
        names = solution.puzzle, solution.start, solution.program, solution.engine
        nodes = tuple(self._nodes(task, solution))
        iteration = _together(solution, task.last_threshold or 0)
        by = solution.heuristic, solution.pruning if self.estimate else None
        step = solution.step if solution.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT else 0
        return Tree(*names, outcome, iteration, self._visited, nodes, *by, step, tuple(self._levels()), len(self._best))

    def _is_shown(self, node: Reached) -> bool:
        depth = self._extent.depth
        return node.number <= self._extent.most and (depth is None or node.g <= depth)

    def _nodes(self, task: Task, solution: Solution) -> Iterator[TreeNode]:
        """The nodes to be shown, each before those below it."""
        path = set(_path(self._goal))
        children: dict[int, list[Reached]] = {}
        for node in self._kept:
            if self._is_shown(node) or node.number in path:
                children[node.number] = []
                if node.parent:
                    children[node.parent.number].append(node)
        moves = every_move(puzzle_from(task.facts, task.start), solution.pruning)
        left = self._kept[:1]
        while left:
            node = left.pop()
            below = children[node.number]
            node.h = self.estimate(node.state) if self.estimate else None
            yield node_of(node, below, self._end(node), moves, solution.outcome.stopped and node is self._expanding)
            left += reversed(below)

    def _end(self, node: Reached) -> End | None:
        """Why the search did not continue below a node."""
        if node is self._goal:
            return End.GOAL
        if node.is_expanded:
            return None
        if not node.is_new:
            return End.SEEN
        return End.WAITING if self._best[node.state] is node else End.LONGER

    def _levels(self) -> Iterator[TreeLevel]:
        """All nodes by depth."""
        expanded = Counter(node.g for node in self._kept if node.is_expanded)
        ended = self._passed + Counter(node.g for node in self._kept if not node.is_expanded)
        return (TreeLevel(expanded[g], ended[g]) for g in range(max((*expanded, *ended), default=-1) + 1))


def _path(node: Reached | None) -> Iterator[int]:
    """The numbers of the nodes from one back to the start."""
    while node:
        yield node.number
        node = node.parent


def _together(solution: Solution, threshold: int) -> Iteration:
    """The iterations of a search as one."""
    done = solution.iterations
    return Iteration(
        done[-1].threshold if done else threshold,
        solution.outcome in (Outcome.UNSOLVABLE, Outcome.NO_SOLUTION_WITHIN_LIMIT),
        solution.seconds,
        solution.expanded or 0,
        solution.generated or 0,
    )
