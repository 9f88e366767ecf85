"""What a display needs to know about one search: terminal, JSON, pictures and notebooks all take this value."""

from dataclasses import asdict, dataclass
from html import escape
from typing import TYPE_CHECKING

from pybridge.agreement import Check, Comparison
from pybridge.diagnosis import Diagnosis
from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.forms import Form
from pybridge.heuristics.explanation import Explanation
from pybridge.published import Published, published
from pybridge.puzzles import replay
from pybridge.search.solution import Solution
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.engines.own_text import Remark


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """A solution and what belongs to it.

    `states` are those that the first solution leads through, or the start alone if there is none or it is wrong;
    `published` are figures of others for the same search; `why` explains the lower bound of one state, if that was
    asked for; `diagnosis` says what is wrong with a program of the user's, and `warnings` what Prolog warns of in it.
    """

    facts: PuzzleFacts
    solution: Solution
    states: tuple[State, ...]
    published: tuple[Published, ...] = ()
    checks: tuple[Check, ...] = ()
    why: Explanation | None = None
    diagnosis: Diagnosis | None = None
    warnings: "tuple[Remark, ...]" = ()

    def __repr__(self) -> str:
        return f"<Report of {repr(self.solution)[1:-1]}, {len(self.checks)} checks>"

    def _repr_html_(self) -> str:
        """What a notebook shows without the extension `pybridge.notebook`: the solution, and what was checked."""
        checks = [each.difference or f"{each.subject}: {each.detail}" for each in self.checks]
        return self.solution._repr_html_() + "".join(f"<p>{escape(check)}</p>" for check in checks)

    def to_dict(self) -> Form:
        """What `solve --json`, `ids --json` and `ids_low --json` print."""
        form = self.solution.to_dict() | {"checks": [check.to_dict() for check in self.checks]}
        form |= {"warnings": [asdict(each) for each in self.warnings]} if self.warnings else {}
        form |= {"diagnosis": self.diagnosis.to_dict()} if self.diagnosis else {}
        return form | {"why": self.why.to_dict()} if self.why else form


def report(task: Task, solution: Solution, comparison: Comparison, why: Explanation | None = None) -> Report:
    """The report of a task's search. Raises DisagreementError if the solution is not one, and no diagnosis says why."""
    wrong = comparison.diagnosis
    moves, ours = solution.moves, task.text is None and solution.inferences is not None
    states = [task.start]
    if moves is not None:
        try:
            states = replay(task.facts, task.start, moves)
        except DisagreementError:
            if wrong is None:
                raise
    figures = published(task.facts, task.start, task.program) if ours and moves is not None else ()
    warnings = _warnings(task) if task.text else ()
    return Report(task.facts, solution, tuple(states), figures, comparison.checks, why, wrong, warnings)


def _warnings(task: Task) -> "tuple[Remark, ...]":
    """What Prolog warns of in a program of the user's, which most searches have not."""
    from pybridge.engines.own_text import examined

    return examined(task).warnings
