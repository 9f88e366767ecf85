"""`--why`: the lower bound of one state, explained."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import natural

if TYPE_CHECKING:
    from pybridge.explain import Explanation
    from pybridge.facts import SlidingFacts
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task

WhyOption = Annotated[
    str | None,
    typer.Option(
        "--why",
        metavar="N|STATE",
        help="Explain the bound of the state after N moves of the solution, or of any state.",
    ),
]
WhyMoves = Annotated[
    int | None, typer.Option("--moves", metavar="G", parser=natural, help="With --why STATE: moves made so far.")
]
WhyThreshold = Annotated[
    int | None,
    typer.Option(
        "--threshold", metavar="T", parser=natural, help="With --why: the threshold, else the solution's length."
    ),
]


def _board(task: "Task") -> "SlidingFacts":
    """The facts that a lower bound is reckoned from."""
    from pybridge.errors import UnavailableProgramError
    from pybridge.facts import SlidingFacts

    if not isinstance(task.facts, SlidingFacts):
        raise UnavailableProgramError(f"{task.facts.name} has no distance/2, so there is no bound to explain")
    return task.facts


def steps_of(why: str | None, moves: int | None, threshold: int | None) -> int | None:
    """The number of moves that --why names, None if it is a state or missing."""
    if why is None and (moves, threshold) != (None, None):
        raise typer.BadParameter("--moves and --threshold say more of --why, which is missing")
    return natural(why) if why and re.fullmatch("[0-9]+", why) else None


def after_steps(task: "Task", solution: "Solution", steps: int, threshold: int | None) -> "Explanation":
    """The bound of the state after so many moves of the solution. Raises UnknownStartError if it has not so many."""
    from pybridge.errors import UnknownStartError
    from pybridge.explain import explain
    from pybridge.puzzles import replay

    if solution.moves is None or solution.length is None:
        raise UnknownStartError(f"--why {steps}: no solution was found; give a state")
    if steps > solution.length:
        raise UnknownStartError(f"--why {steps}: the solution has {solution.length} moves")
    states = replay(task.facts, task.start, solution.moves)
    return explain(_board(task), states[steps], steps, solution.length if threshold is None else threshold)


def explain_state(task: "Task", text: str, moves: int | None, threshold: int | None, *, json: bool) -> int:
    """Explain any state, against the start's own lower bound if no threshold is given."""
    from pybridge.cli import json_forms
    from pybridge.engines import start_state
    from pybridge.explain import explain

    _, state = start_state(task.facts, text)
    if threshold is None:
        threshold = explain(_board(task), task.start, 0, 0).h
    why = explain(_board(task), state, moves or 0, threshold)
    if json:
        json_forms.print_json(json_forms.explanation(why))
    else:
        print_why(task, why)
    return 0


def print_why(task: "Task", why: "Explanation") -> None:
    """Draw an explanation."""
    from pybridge.render import Why, stdout_console

    stdout_console().print(Why(_board(task), why))
