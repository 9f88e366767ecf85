"""Best-first search in plain Python: A*, weighted A*, and both in batches with bounded memory.

A* (Hart, Nilsson and Raphael, 1968) expands the node with the least g + h; weighted A* (Pohl, 1970) counts h more than
once, so that it finds a solution sooner, which may be longer. In batches, several of the best nodes are expanded
before their successors are evaluated together (as by Agostinelli and others, 2019).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Protocol

from pybridge.errors import UnavailableProgramError
from pybridge.facts import State
from pybridge.heuristics.protocol import Heuristic
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.search.ida_star import Moves
from pybridge.search.reached import Reaching
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import ONE, BestFirst, Task


@dataclass(slots=True)
class OpenNode:
    """A state with the best path to it so far. `h` is None until it is evaluated."""

    state: State
    g: int
    parent: "OpenNode | None" = None
    move: Move | None = None
    number: int = 0
    h: int | None = None
    expanded: bool = False
    open: bool = False

    @property
    def moves(self) -> Moves:
        """The moves from the start."""
        found, node = [], self
        while node.parent is not None and node.move is not None:
            found.append(node.move)
            node = node.parent
        return tuple(reversed(found))


def require(task: Task) -> None:
    """Raise UnavailableProgramError for what no best-first search does."""
    if task.wanted.every:
        raise UnavailableProgramError("a_star finds one solution; all or count need ida_star")
    if task.pruning not in (None, Pruning.INVERSE):
        raise UnavailableProgramError("a_star has no pruning but inverse, since it knows states again")
    if task.jobs > 1:
        raise UnavailableProgramError("a_star searches in one thread; several jobs need ida_star")


class GraphSearch(Protocol):
    """A best-first search. `best` is the shortest solution so far; if h is a lower bound, none is below `proved`.

    `left`: memory was full, so nodes were left.
    """

    @property
    def best(self) -> Moves | None: ...
    @property
    def left(self) -> bool: ...

    def run(self, tally: Tally) -> None: ...
    def proved(self) -> int: ...


def search(task: Task, tally: Tally, engine: str, under_way: GraphSearch, heuristic: Heuristic, step: int) -> Solution:
    """Run a search that is prepared, and say what it found."""
    outcome: Outcome | None = None
    try:
        under_way.run(tally)
    except Stopped as stopped:
        outcome = stopped.outcome
    tally.end(completed=False)
    best = under_way.best
    if outcome is None:
        outcome = Outcome.MEMORY_LIMIT if under_way.left else task.without_solution
        outcome = outcome if best is None else Outcome.SOLVED
    bound = under_way.proved() if heuristic.admissible else 0
    return replace(
        tally.close(task, engine, outcome, () if best is None else (best,)),
        initial_bound=bound,
        proves=False,
        claims=best is not None and len(best) <= bound,
        heuristic=heuristic.name,
        pruning=Pruning.INVERSE.value,
        step=step,
    )


@dataclass(slots=True)
class Plain:
    """A search in plain Python. `last` is the last move of the best solution, and the node before it.

    `length` is how many moves it had when it was found, and `most` how many a solution may have. `least` is the least
    g + h of nodes that were left, and `batch` has the nodes whose successors are not evaluated yet. `watch` is the tree
    that grows with it, if one is wanted.
    """

    puzzle: Puzzle
    heuristic: Heuristic
    settings: BestFirst
    last: tuple[OpenNode, Moves] | None = None
    length: int | None = None
    most: int | None = None
    left: bool = False
    least: int | None = None
    batch: list[OpenNode] = field(default_factory=list)
    nodes: dict[State, OpenNode] = field(default_factory=dict)
    waiting: list[tuple[int, int, int, int, OpenNode]] = field(default_factory=list)
    made: int = 0
    watch: Reaching | None = None

    @property
    def best(self) -> Moves | None:
        """The shortest solution so far."""
        return self.last and (*self.last[0].moves, *self.last[1])

    def run(self, tally: Tally) -> None:
        """Search until no open node can lead to a shorter solution, judging by f. Raises Stopped."""
        start = OpenNode(self.puzzle.start, 0)
        tally.evaluated = 0
        bound = self.heuristic.estimate(start.state)
        if not tally.begin(bound):
            self.least = bound
            return
        self.most = tally.last_threshold
        self.nodes[start.state] = start
        if self.watch:
            self.watch.estimate = self.heuristic.estimate
            self.watch.generate(None, start.state)
        if self.puzzle.is_goal(start.state):
            self._solved((start, ()), start.state, 0)
            return
        self._evaluate([start], tally)
        while batch := list(self._taken()):
            self.batch, fresh = batch, list[OpenNode]()
            for node in batch:
                tally.expand()
                self._expand(node, fresh, tally)
            self._evaluate(fresh, tally)
            self.batch = []
            if not self._has_room():
                return

    def _taken(self) -> Iterator[OpenNode]:
        """The best open nodes, a batch of them."""
        count = 0
        while self.waiting and count < self.settings.batch:
            f, h, _, g, node = self.waiting[0]
            if self.length is not None and f >= ONE * self.length:
                return
            heappop(self.waiting)
            if node.open:  # with its least g, of which f is less than of others
                node.open = False
                if self.most is not None and g + h > self.most:
                    self._bound(g + h)
                    continue
                node.expanded = True
                count += 1
                yield node

    def _solved(self, last: tuple[OpenNode, Moves], state: State, length: int) -> None:
        """Keep a solution that is shorter than those before."""
        self.last, self.length = last, length
        if self.watch:
            self.watch.goal(state)

    def _expand(self, node: OpenNode, fresh: list[OpenNode], tally: Tally) -> None:
        if self.watch:
            self.watch.expand(node.state)
        for move, state in self.puzzle.successors(node.state, node.move):
            tally.generated += 1
            g = node.g + 1
            is_goal, known = self.puzzle.is_goal(state), self.nodes.get(state)
            most = self.length if is_goal else known.g if known else None
            if self.watch:
                self.watch.generate(move, state, is_new=most is None or g < most)
            if is_goal:
                if self.most is not None and g > self.most:
                    self._bound(g)
                elif most is None or g < most:
                    self._solved((node, (move,)), state, g)
                    tally.best = g
                continue
            if known is None:
                self.made += 1
                known = self.nodes[state] = OpenNode(state, g, node, move, self.made)
                fresh.append(known)
            elif g < known.g:
                known.g, known.parent, known.move = g, node, move
                if known.h is not None:
                    self._push(known)

    def _evaluate(self, fresh: list[OpenNode], tally: Tally) -> None:
        """Compute h of new nodes, and open them."""
        for node in fresh:
            node.h = self.heuristic.estimate(node.state)
            self._push(node)
        tally.evaluated = (tally.evaluated or 0) + len(fresh)

    def _push(self, node: OpenNode) -> None:
        """Open a node. Of nodes with the same f, the one with the least h comes first, then the newest."""
        assert node.h is not None
        node.open = True
        heappush(self.waiting, (ONE * node.g + self.settings.weight * node.h, node.h, -node.number, node.g, node))

    def _has_room(self) -> bool:
        """Leave the worst half of the open nodes if memory is full; False if that is not enough."""
        room = self.settings.room
        if room is None or len(self.nodes) < room:
            return True
        entries = sorted(entry for entry in self.waiting if entry[4].open and entry[4].g == entry[3])
        kept = entries[: len(entries) // 2]
        for _, _, _, _, node in entries[len(kept) :]:
            self._leave(node)
        self.waiting, self.left = kept, True
        return bool(kept) and len(self.nodes) < room - room // 4

    def _leave(self, node: OpenNode) -> None:
        assert node.h is not None
        self._bound(node.g + node.h)
        node.open = False
        if not node.expanded:
            del self.nodes[node.state]

    def _bound(self, length: int) -> None:
        """Remember that what was left may be solved in this many moves."""
        self.least = length if self.least is None else min(self.least, length)

    def proved(self) -> int:
        """The length that no solution is below, if the heuristic is a lower bound."""
        found = [each for each in (self.length, self.least) if each is not None]
        waiting = [*(entry[4] for entry in self.waiting if entry[4].open), *self.batch]
        found += [node.g + node.h for node in waiting if node.h is not None]
        return min(found, default=0)
