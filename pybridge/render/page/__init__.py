"""Self-contained HTML pages: boards to step through and to play, and the search, agreement and census behind them.

Each command has its page: a title, a line below it, and its parts.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybridge.agreement import Comparison
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several
from pybridge.render.page.data import Page as Page
from pybridge.render.page.document import document as document
from pybridge.render.page.live import Live as Live
from pybridge.render.page.live import live_form
from pybridge.render.page.trees import draw_all, draw_trees
from pybridge.report import Report
from pybridge.search.census.census import Census
from pybridge.search.task import Task
from pybridge.search.tree import Tree

if TYPE_CHECKING:
    from pybridge.bench.search import SearchBench


def search_page(report: Report, task: Task, live: Live | None = None) -> Page:
    """A search, with the trees of its iterations, and a program that the page runs, if there is one."""
    solution = report.solution
    parts = [solution.puzzle, f"start {solution.start}", solution.program, solution.engine]
    parts += [f"heuristic {solution.heuristic}"] if solution.heuristic else []
    parts += [f"pruning {solution.pruning}"] if solution.heuristic and solution.pruning else []
    page = Page(report.facts.title, _joined(*parts))
    page.add_report(report, task, draw_trees(task, solution))
    if live:
        page.live = live_form(live, None if solution.every else solution)
    return page


def comparison_page(tasks: Sequence[Task], comparisons: Sequence[Comparison]) -> Page:
    """Comparisons of engines; an interrupt leaves out those of the last tasks."""
    compared = list(zip(tasks, comparisons, strict=False))
    titles = {task.facts.name: task.facts.title for task, _ in compared}
    title = next(iter(titles.values())) if len(titles) == 1 else several(len(titles), "puzzle")
    page = Page(f"Agreement of engines: {title}", _joined(*titles, several(len(comparisons), "start")))
    drawn = iter(draw_all([(task, solution) for task, comparison in compared for solution in comparison.solutions]))
    for task, comparison in compared:
        page.add_comparison(task, comparison, [next(drawn) for _ in comparison.solutions])
    return page


def census_page(facts: PuzzleFacts, census: Census) -> Page:
    """A census."""
    page = Page(facts.title, _joined(facts.name, "census", census.method))
    page.add_census(facts, census)
    return page


def tree_page(task: Task, tree: Tree) -> Page:
    """The tree of one iteration."""
    page = Page(task.facts.title, _joined(tree.puzzle, f"start {tree.start}", tree.program, tree.engine))
    page.add_tree(task.facts, task.start_name, task.start, tree)
    return page


def puzzles_page(puzzles: Sequence[PuzzleFacts]) -> Page:
    """All starts of puzzles, to play."""
    first, number = puzzles[0], len(puzzles)
    page = Page(first.title, first.name) if number == 1 else Page("Puzzles", several(number, "puzzle"))
    for facts in puzzles:
        page.add_puzzle(facts)
    return page


def bench_page(bench: "SearchBench") -> Page:
    """A measurement."""
    boards = bench.boards
    page = Page(boards.facts.title, _joined(boards.facts.name, several(len(boards.starts), "board")))
    page.add_bench(boards.facts, boards.starts, bench.to_dict())
    return page


def _joined(*parts: str) -> str:
    return " · ".join(parts)
