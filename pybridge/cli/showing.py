"""What a search prints: its trace, JSON, a picture; and the numbers of the cells that a reason names."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybridge.cli.explaining import print_why
from pybridge.cli.parameters import write_new

if TYPE_CHECKING:
    from pybridge.compare import Comparison
    from pybridge.explain import Explanation
    from pybridge.facts import PuzzleFacts
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


def show(
    task: "Task", solution: "Solution", comparison: "Comparison", *, json: bool, svg: Path | None, force: bool
) -> None:
    """Print a solution and the checks, and draw them as a picture, too, if there is a path for it.

    Raises DisagreementError, and OutputError if the picture cannot be written.
    """
    if json:
        print_search_json(solution, comparison, None)
    else:
        print_trace(task, solution, comparison, None)
    if svg:
        write_svg(task, solution, comparison, svg, force=force)
    comparison.require_agreement()


def print_search_json(solution: "Solution", comparison: "Comparison", why: "Explanation | None") -> None:
    """Print a solution, the checks, and an explanation if there is one, as JSON."""
    from pybridge.cli import json_forms

    form = json_forms.solution(solution) | {"checks": json_forms.checks(comparison)}
    if why:
        form["why"] = json_forms.explanation(why)
    json_forms.print_json(form)


def print_trace(task: "Task", solution: "Solution", comparison: "Comparison", why: "Explanation | None") -> None:
    """Draw a solution, the checks, and an explanation if there is one."""
    from pybridge.render import stdout_console

    stdout_console().print(_trace(task, solution, comparison))
    if why:
        print_why(task, why)


def _trace(task: "Task", solution: "Solution", comparison: "Comparison") -> Any:
    from pybridge.published import published
    from pybridge.puzzles import replay
    from pybridge.render import Published, Trace

    figures = [
        Published(each.label, each.inferences, solution.inferences, each.moves)
        for each in published(task.facts, task.start, task.program)
        if solution.inferences is not None and solution.length is not None and task.text is None
    ]
    states = replay(task.facts, task.start, solution.moves or ()) if solution.moves is not None else [task.start]
    return Trace(task.facts, solution, states, published=figures, checks=comparison.checks)


def print_cell_numbers(facts: "PuzzleFacts") -> None:
    """Draw which cells the reasons of unsolvable starts name, if they name any."""
    from pybridge.puzzles import why_unsolvable
    from pybridge.render.console import stdout_console
    from pybridge.render.states import cell_numbers

    for numbers in cell_numbers(facts, (why_unsolvable(facts, state) for _, state in facts.starts)):
        stdout_console().print("", numbers, sep="\n")


def write_svg(task: "Task", solution: "Solution", comparison: "Comparison", path: Path, *, force: bool) -> None:
    """Write the trace as a picture. Raises OutputError."""
    from pybridge.render import svg

    title = f"pybridge {task.program} {task.facts.name}"
    write_new(path, svg(_trace(task, solution, comparison), title), force=force)
