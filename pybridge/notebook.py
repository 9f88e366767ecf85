"""Results that show themselves in Jupyter: `%load_ext pybridge.notebook`. See docs/notebook.md.

A result becomes the page that `--html` writes, in a frame of its own, so that it is there without a kernel, too.
"""

import html
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pybridge.agreement import Comparison
from pybridge.api.arguments import Puzzle, Start, facts_of, start_of
from pybridge.bench.search import SearchBench
from pybridge.facts import PuzzleFacts, State
from pybridge.learning.run import TrainingRun
from pybridge.render.bench import BenchMoment
from pybridge.render.census import CensusMoment
from pybridge.render.console import plain_text
from pybridge.render.live import PATIENCE, SearchMoment
from pybridge.render.page import (
    Page,
    bench_page,
    census_page,
    comparison_page,
    document,
    puzzles_page,
    search_page,
    tree_page,
)
from pybridge.report import Report
from pybridge.search.census.census import Census
from pybridge.search.census.run import CensusRun
from pybridge.search.solution import Solution
from pybridge.search.task import Advancing, Task
from pybridge.search.tree import Tree

Watched = Advancing | CensusRun | SearchBench
"""What takes long."""
_FRAME = 0.2
"""Seconds between two looks at a run."""
_HEIGHT = "36rem"


@dataclass(frozen=True, slots=True)
class Board:
    """A state of a puzzle, to look at and to play."""

    facts: PuzzleFacts
    name: str
    state: State


def board(puzzle: Puzzle, start: Start = None) -> Board:
    """A state of a puzzle, which a notebook shows; by default its first start. Raises what `pybridge.solve` raises."""
    facts = facts_of(puzzle)
    return Board(facts, *start_of(facts, start))


def load_ipython_extension(shell: Any) -> None:
    """Have results show themselves. IPython calls this."""
    formatter = shell.display_formatter.formatters["text/html"]
    for kind, form in _FORMS.items():
        formatter.for_type(kind, form)


def unload_ipython_extension(shell: Any) -> None:
    """Have results be texts again. IPython calls this."""
    formatter = shell.display_formatter.formatters["text/html"]
    for kind in _FORMS:
        formatter.pop(kind, None)


def watch(run: Watched) -> None:
    """Wait until something is over, and show its progress meanwhile: give it to any function as `watch`.

    KeyboardInterrupt passes through.
    """
    from IPython.display import HTML, display

    begun = time.monotonic()
    if run.wait(PATIENCE):
        return
    shown = display(HTML(_moment(run, begun)), display_id=True)
    try:
        while not run.wait(_FRAME):
            if shown is not None:  # there is a notebook
                shown.update(HTML(_moment(run, begun)))
    finally:
        if shown is not None:
            shown.update(HTML(""))


def _moment(run: Watched, begun: float) -> str:
    """A bar, which shows the share that is done where that is known, and what a terminal shows."""
    elapsed, bar = time.monotonic() - begun, "<progress>"
    if isinstance(run, CensusRun):
        counted = sum(level.states for level in run.progress().levels)
        bar = "<progress>" if run.total is None else f'<progress max="{run.total}" value="{counted}">'
        told = plain_text(CensusMoment(run.progress(), run.total))
    elif isinstance(run, SearchBench):
        moment = run.moment()
        bar = f'<progress max="{moment.of}" value="{moment.number}">'
        told = plain_text(BenchMoment(moment, elapsed))
    else:
        lines = "".join(f"{line}\n" for line in run.lines) if isinstance(run, TrainingRun) else ""
        told = lines + plain_text(SearchMoment(run.progress(), elapsed))
    return f'{bar}</progress><pre style="line-height:1.2">{html.escape(told)}</pre>'


def _frame(page: Page) -> str:
    title = html.escape(page.title)
    shown = html.escape(document(page.data()))
    style = f"width:100%;height:{_HEIGHT};border:1px solid #8888;border-radius:.3rem"
    return f'<iframe title="{title}" sandbox="allow-scripts allow-forms" style="{style}" srcdoc="{shown}"></iframe>'


def _puzzle(facts: PuzzleFacts) -> str:
    return _frame(puzzles_page([facts]))


def _board(shown: Board) -> str:
    return _puzzle(replace(shown.facts, starts=((shown.name, shown.state),)))


def _solution(solution: Solution) -> str:
    """A solution that does not know its puzzle has no page."""
    if solution.facts is None or solution.state is None:
        return solution._repr_html_()
    return _report(Report(solution.facts, solution, (solution.state,)))


def _report(report: Report) -> str:
    return _frame(search_page(report, _task(report.facts, report.solution, report.states[0])))


def _comparison(comparison: Comparison) -> str:
    first = comparison.solutions[0]
    if first.state is None:
        return comparison._repr_html_()
    return _frame(comparison_page([_task(comparison.facts, first, first.state)], [comparison]))


def _task(facts: PuzzleFacts, found: Solution | Tree, start: State) -> Task:
    """What was searched, as far as a page asks."""
    return Task(facts=facts, start_name=found.start, start=start, program=found.program)


def _census(census: Census) -> str:
    return census._repr_html_() if census.facts is None else _frame(census_page(census.facts, census))


def _bench(bench: SearchBench) -> str | None:
    return _frame(bench_page(bench)) if bench.wait(0) else None


def _tree(tree: Tree) -> str:
    if tree.facts is None or tree.state is None:
        return tree._repr_html_()
    return _frame(tree_page(_task(tree.facts, tree, tree.state), tree))


_FORMS: dict[type, Callable[[Any], str | None]] = {
    Board: _board,
    Census: _census,
    Comparison: _comparison,
    PuzzleFacts: _puzzle,
    Report: _report,
    SearchBench: _bench,
    Solution: _solution,
    Tree: _tree,
}
"""How each kind of result is shown."""
