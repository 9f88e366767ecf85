"""The trees of a search's iterations for a page, drawn again by plain Python where that is quick."""

import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from pybridge.engines import draw_tree
from pybridge.errors import PybridgeError, UnfitHeuristicError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import count, several
from pybridge.forms import Form
from pybridge.heuristics.registry import parse
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.render.console import unicode_pen
from pybridge.render.tree import SearchTree
from pybridge.search.solution import KNOWING, Iteration, Solution, total
from pybridge.search.task import FIRST, GUIDED, Task
from pybridge.search.tree import DEEPENING, Extent, Tree, TreeNode

MOST_VISITED = 60_000
"""The most nodes of all trees of iterations together, and of all others: plain Python visits them in about 0.2 s."""
SECONDS = 0.5
"""The time for all trees of a kind, and for each, for heuristics that take longer."""
MOST_NODES = 400
"""The most nodes of a tree that a page shows; the deepest are left out."""
MOST_REACHED = 3_000
"""The most nodes of all searches that know states again, which have one tree each; those visited last are left out."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Trees of iterations, by threshold, and in a sentence why others are missing; empty if none is."""

    trees: tuple[Tree, ...] = ()
    undrawn: str = ""


def draw_all(searches: Sequence[tuple[Task, Solution]]) -> list[Drawn]:
    """The trees of all searches of a page, which share its room; searches with the same nodes have the same trees."""
    nodes = [_nodes(task, solution) for task, solution in searches]
    distinct = dict(zip(nodes, searches, strict=True))
    kinds = Counter(solution.program in KNOWING for _, solution in distinct.values())
    drawn = {
        key: draw_trees(task, solution, kinds[solution.program in KNOWING])
        for key, (task, solution) in distinct.items()
    }
    return [drawn[key] for key in nodes]


def _nodes(task: Task, solution: Solution) -> tuple[Any, ...]:
    """What says which nodes a search has."""
    counted = tuple((each.threshold, each.expanded, each.generated) for each in solution.iterations)
    return id(task), solution.program, solution.heuristic, solution.pruning, counted


def draw_trees(task: Task, solution: Solution, among: int = 1) -> Drawn:
    """The trees of the iterations of a search that are small enough, the smallest first.

    The search is one `among` several of its kind on the page.
    """
    if task.text is not None:
        return Drawn(
            (), "Plain Python cannot draw the nodes of a program of your own; pybridge trace --program FILE shows them."
        )
    if solution.program not in DEEPENING + KNOWING or solution.good is not None:
        return Drawn()
    if solution.program in KNOWING:
        return _drawn_as_one(task, solution, among)
    begun, left, trees = time.monotonic(), MOST_VISITED // among, []
    for iteration in sorted(solution.iterations, key=lambda each: each.generated or 0):
        if iteration.generated is None or iteration.generated >= left or time.monotonic() - begun > SECONDS / among:
            continue
        tree = _tree(task, solution, iteration.threshold)
        if tree is not None and _same(tree, iteration):
            trees.append(tree)
            left -= tree.visited
    trees.sort(key=lambda tree: tree.iteration.threshold)
    return Drawn(tuple(trees), _undrawn(solution, {tree.iteration.threshold for tree in trees}))


def _drawn_as_one(task: Task, solution: Solution, among: int) -> Drawn:
    """The tree of a search that knows states again: of its first iterations, as many as are small enough together."""
    whole = [each for each in solution.iterations if each.completed or solution.outcome is Outcome.SOLVED]
    for most in (MOST_VISITED // among, MOST_REACHED // among):  # the second where the first takes too long
        drawn = _first(whole, most)
        if drawn:
            last = drawn[-1].threshold if solution.program == "breadth_first" else None
            tree = _tree(task, solution, last, MOST_REACHED // among)
            counted = total([each.expanded for each in drawn]), total([each.generated for each in drawn])
            if tree is not None and counted == (tree.iteration.expanded, tree.iteration.generated):
                return Drawn((tree,), _undrawn(solution, {each.threshold for each in drawn}))
    return Drawn((), _undrawn(solution, set()))


def _first(iterations: Sequence[Iteration], most: int) -> Sequence[Iteration]:
    """The first iterations that generate fewer nodes together."""
    sums = accumulate(most if each.generated is None else each.generated for each in iterations)
    return iterations[: sum(generated < most for generated in sums)]


def _tree(task: Task, solution: Solution, last: int | None, most: int = MOST_NODES) -> Tree | None:
    """The tree with this last threshold, searched again in plain Python; None if it cannot do that."""
    same = replace(task, program=solution.program, wanted=FIRST, jobs=1, last_threshold=last)
    if solution.program in GUIDED and solution.heuristic and solution.pruning:
        try:
            named = parse(solution.heuristic) if task.heuristic is None else task.heuristic
        except UnfitHeuristicError:  # it is one of the user's, which nobody else has
            return None
        pruning = Pruning(solution.pruning) if solution.program == "ida_star" else task.pruning
        same = replace(same, heuristic=named, pruning=pruning)
    same = replace(same, limits=Limits(SECONDS), isolate=False)
    try:
        tree = draw_tree(same, "python", Extent(None, most))
    except PybridgeError:
        return None
    return tree if tree.whole else None


def _same(tree: Tree, iteration: Iteration) -> bool:
    """Whether the tree has the nodes that the search counted; an iteration with a solution may end elsewhere."""
    mine = tree.iteration.expanded, tree.iteration.generated
    return not iteration.completed or mine == (iteration.expanded, iteration.generated)


def _undrawn(solution: Solution, drawn: Collection[int]) -> str:
    missing = [each.threshold for each in solution.iterations if each.threshold not in drawn]
    if not missing:
        return ""
    which = ", ".join(map(count, missing))
    return (
        f"Not drawn: {which}. Trees are drawn by plain Python, up to {count(MOST_VISITED)} nodes and half a second in "
        "all; pybridge trace draws larger ones."
    )


def tree_form(facts: PuzzleFacts, tree: Tree, *, with_states: bool) -> Form:
    """A tree as plain data: what `trace --json` prints, but with its nodes as columns.

    `move` and `note` are numbers in the lists `moves` and `notes`, from 0; `move` is -1 for the start. States follow
    from the moves, and are there only for a puzzle whose moves a page cannot make. `number` is there only for a
    search that knows states again, whose nodes are not in visiting order.
    """
    shown, pen = SearchTree(facts, tree), unicode_pen()
    moves: dict[Any, int] = {}
    notes: dict[str, int] = {}
    ends: dict[str, int] = {"": 0}
    form = {name: value for name, value in replace(tree, nodes=()).to_dict().items() if name != "nodes"}
    noted: dict[Any, str] = {}  # drawing moves takes time, and most notes occur often

    def note(node: TreeNode) -> str:
        reasons = node.end, node.f, node.folded, node.left_out
        if reasons not in noted:
            deeper = f"{several(node.folded, 'node')} not on this page"
            noted[reasons] = deeper if node.folded else shown.note(node, pen, reasons=True).plain
        return noted[reasons]

    form |= {"whole": tree.whole, "step": tree.step, "knows": tree.knows, "bounded": tree.bounded, "span": tree.span}
    nodes = tree.nodes
    columns: Form = {
        "g": [node.g for node in nodes],
        "h": [node.h for node in nodes] if any(node.h is not None for node in nodes) else None,
        "move": [-1 if node.move is None else moves.setdefault(node.move, len(moves)) for node in nodes],
        "note": [notes.setdefault(note(node), len(notes)) for node in nodes],
        "end": [ends.setdefault(node.end.value if node.end else "", len(ends)) for node in nodes],
        "below": [node.below for node in nodes],
        "folded": [node.folded for node in nodes],
        "number": [node.number for node in nodes] if tree.knows else None,
        "states": [node.states for node in nodes] if any(node.states for node in nodes) else None,
    }
    columns |= {"moves": [list(move) for move in moves], "notes": list(notes), "ends": list(ends)}
    return form | columns | ({"state": [node.state for node in nodes]} if with_states else {})
