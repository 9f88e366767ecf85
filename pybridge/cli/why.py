"""`--why`: why the bound of `ids_low` keeps or cuts one state."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.options import chosen_start, natural, number, option
from pybridge.cli.shown import print_result
from pybridge.errors import ArgumentError, PybridgeError, UnknownStartError
from pybridge.facts import State
from pybridge.facts.wording import several

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.heuristics.explanation import Explanation
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


@dataclass(frozen=True)
class WhyOptions:
    """The state whose bound is to be explained, and the threshold that it is compared with."""

    why: Annotated[
        str | None,
        option("--why", "N|STATE", "Explain the bound of the state after N moves of the solution, or of any state."),
    ] = None
    moves: Annotated[int | None, number("--moves", "With --why STATE: moves made so far.", metavar="G")] = None
    threshold: Annotated[
        int | None, number("--threshold", "With --why: the threshold (default: the shortest length).", metavar="T")
    ] = None

    def __post_init__(self) -> None:
        if self.why is None and (self.moves, self.threshold) != (None, None):
            raise ArgumentError("--moves and --threshold require --why")
        if self.moves is not None and not self.is_state:
            raise ArgumentError("--moves requires --why STATE: after N moves of the solution, N have been made")

    @property
    def steps(self) -> int | None:
        """The number of moves that --why gives; None if it is a state or missing."""
        return natural(self.why) if self.why and re.fullmatch("[0-9]+", self.why) else None

    @property
    def is_state(self) -> bool:
        """Whether --why gives a state."""
        return self.why is not None and self.steps is None

    def of(self, task: "Task", comparison: "Comparison") -> "Explanation | None":
        """The bound of the state that --why gives, if it does: any state, or the one after N moves of the solution.

        Where a program of the user's has none, or a wrong one, the shortest solution of the search beside it serves.
        Without one either, as when a limit or Ctrl-C stops the search, a line says so, and the report says why. Raises
        UnknownStartError if the solution is shorter.
        """
        if self.why is None:
            return None
        right = comparison.solutions[1:] if comparison.diagnosis else comparison.solutions
        solution = next((each for each in right if each.moves is not None), None)
        try:
            if self.steps is None:
                _, state = chosen_start(task.facts, self.why)
                return self._of_state(state, task, solution or comparison.solutions[0])
            if solution is None:
                typer.echo(f"pybridge: --why {self.steps}: no solution was found; give a state", err=True)
                return None
            return self._after(self.steps, task, solution)
        except PybridgeError as error:
            if comparison.diagnosis is None:
                raise
            typer.echo(f"pybridge: {error}", err=True)
            return None

    def _after(self, steps: int, task: "Task", solution: "Solution") -> "Explanation":
        from pybridge.heuristics.choice import explained
        from pybridge.puzzles import replay

        moves = solution.moves or ()
        if steps > len(moves):
            raise UnknownStartError(f"--why {steps}: the solution has {several(len(moves), 'move')}")
        states = replay(task.facts, task.start, moves)
        return explained(task.facts, states[steps], steps, *self._threshold(task, solution))

    def _of_state(self, state: State, task: "Task", solution: "Solution | None") -> "Explanation":
        from pybridge.heuristics.choice import explained

        return explained(task.facts, state, self.moves or 0, *self._threshold(task, solution))

    def explain(self, task: "Task", search: "Callable[[], Solution]", *, json: bool) -> int:
        """Explain the state that --why gives, against the same threshold; `search` finds that if need be."""
        from pybridge.heuristics.choice import explained
        from pybridge.render.why import Why

        _, state = chosen_start(task.facts, self.why)
        explained(task.facts, state, self.moves or 0, 0, "")  # unfit puzzles are refused before they are searched
        solution = None if self._threshold(task, None)[1] else search()
        why = self._of_state(state, task, solution)
        print_result(json, why.to_dict, lambda: Why(task.facts, why))
        return 0 if solution is None else solution.outcome.exit_code

    def _threshold(self, task: "Task", solution: "Solution | None") -> tuple[int, str]:
        """The threshold to explain a bound with, and which one it is: by default the length of a shortest solution.

        The text is empty if a search has to find that first.
        """
        from pybridge.agreement import known_length
        from pybridge.search.rows import search_row

        if self.threshold is not None:
            return self.threshold, "set by --threshold"
        known = known_length(task.facts, task.start_name, task.start)
        if known is not None:
            return known, "length of a shortest solution, stated by the facts"
        if solution is None:
            return 0, ""
        if solution.length is not None:
            return solution.length, "length of a shortest solution, found by the search"
        if solution.iterations:
            return solution.iterations[-1].threshold, "last one that the search tried"
        return search_row(task.facts).bound(task), "lower bound of the start"


NO_WHY = WhyOptions()
