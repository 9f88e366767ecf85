"""`plan`: replay the plan of another program, and compare its length with the known one."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import text_and_path
from pybridge.cli.hints import examples
from pybridge.cli.options import PuzzleName, StartOptions, Without, puzzle
from pybridge.cli.shown import ShownOptions, show
from pybridge.facts.wording import several
from pybridge.outcome import Outcome

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task

EXAMPLES = examples("""
pybridge plan blocks3 blocks3.plan
pybridge plan blocks3 blocks3.plan --quiet --json
""")


def plan(
    name: PuzzleName,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="PDDL actions, the output of clingo, or moves: tiles such as 5 3 2, turns such as R U2, a->b; - reads "
            "standard input.",
        ),
    ],
    start: StartOptions,
    shown: Annotated[ShownOptions, Without("live")],
) -> int:
    """Replay a plan move by move, and draw it.

    Its length is compared with the known one. The first wrong step is reported with its line.
    """
    from pybridge.search.task import Task

    facts = puzzle(name)
    title, state = start.of(facts)
    task = Task(facts=facts, start_name=title, start=state, program="plan")
    shown.require(facts)
    solution, comparison = _replayed(task, file)
    return show(task, solution, comparison, shown)


def _replayed(task: "Task", file: Path) -> "tuple[Solution, Comparison]":
    """The plan as a solution that claims nothing, and its checks. Raises FactFileError."""
    from pybridge.agreement import Check, compare, known_length
    from pybridge.search.solution import Solution
    from pybridge.witnesses.plan import plan_of
    from pybridge.witnesses.rows import witnessed

    witnessed(task.facts)  # before a file is read that nobody needs
    moves = plan_of(task.facts, task.start, *text_and_path(file))
    names = task.facts.name, task.start_name, "plan", file.name
    solution = Solution(*names, Outcome.SOLVED, (moves,), (), 0.0, proves=False, claims=False)
    comparison = compare(task.facts, task.start_name, task.start, [solution])
    known, mine = known_length(task.facts, task.start_name, task.start), several(len(moves), "move")
    if known is None:
        length = f"{mine}; the file does not say how many are needed, which `pybridge solve` finds"
    else:
        length = f"{mine}; a shortest solution has {known}, as optimal/2 says"
    if not comparison.agree:
        return solution, comparison
    checks = [each for each in comparison.checks if each.subject != "length"]
    return solution, replace(comparison, checks=(*checks, Check("length", length, compared=False)))
