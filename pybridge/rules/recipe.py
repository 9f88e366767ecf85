"""The task of a puzzle of rules as a table: built by narrowing, kept on disk, and verified state by state."""

import json
import time
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from pybridge.errors import BrokenTableError, FactFileError
from pybridge.limits import OnProgress
from pybridge.rules.compiled import Compiled, Operator
from pybridge.rules.finding import FORMAT, differences, found_task
from pybridge.rules.session import Session, session
from pybridge.store.table import BY_RULES, Table

MOST_VERIFIED = 100_000
"""States that are compared; of more the first ones, breadth first."""
_REPORTED = 500
_MOST_BYTES = 1 << 28


@dataclass(frozen=True)
class TaskRecipe:
    """The task of the rules in a text, which is that of a file."""

    text: str
    name: str

    kind: ClassVar[str] = "rules"
    verified: ClassVar[str] = BY_RULES

    @property
    def title(self) -> str:
        """What the table holds, in one line."""
        return f"variables and operators of {self.name}"

    @property
    def identity(self) -> dict[str, Any]:
        """Everything that the table depends on."""
        return {"format": FORMAT, "name": self.name, "text": self.text}

    @classmethod
    def from_identity(cls, identity: dict[str, Any]) -> Self:
        """The recipe with this identity. Raises ValueError if there is none."""
        match identity:
            case {"format": found, "name": str(name), "text": str(text)} if found == FORMAT:
                return cls(text, name)
        raise ValueError("not the task of a puzzle of rules")

    @property
    def bytes_needed(self) -> int:
        """The largest size on disk."""
        return _MOST_BYTES

    @property
    def _session(self) -> Session:
        return rules_in(self.text, self.name)

    def build(self, report: OnProgress) -> Table:
        """Find the operators, or why there are none: that takes as long."""
        begun = time.monotonic()
        report("looking for operators")
        task = found_task(self._session)
        form = _form(task) if isinstance(task, Compiled) else {"why": task}
        text = np.frombuffer(json.dumps(form).encode("ascii"), np.uint8)
        about = {"operators": len(task.operators) if isinstance(task, Compiled) else 0}
        seconds = round(time.monotonic() - begun, 3)
        return Table(self.kind, self.title, {"task": text}, about | {"seconds": seconds})

    def form_fault(self, table: Table) -> str | None:
        """Why no search can use it; None if one can."""
        try:
            task = task_in(table)
            if isinstance(task, str):
                return None
        except (TypeError, ValueError, LookupError, RecursionError):
            return "its variables and operators cannot be read"
        pairs = [pair for each in task.operators for pair in (*each.before, *each.after)]
        pairs += [pair for condition in (*task.conditions, *task.raising) for pair in condition]
        fitting = all(
            0 <= variable < len(task.sizes) and 0 <= value < task.sizes[variable] for variable, value in pairs
        )
        return None if fitting else "an operator changes what is not a variable"

    def verify(self, table: Table, report: OnProgress) -> None:
        """Compare the operators with the rules, as Prolog runs them, on all states up to `MOST_VERIFIED`.

        Where there are none, look for them again. Raises BrokenTableError for the first state whose moves or goal
        differ, and if operators are found that are not in the table.
        """
        if fault := self.form_fault(table):
            raise BrokenTableError(f"{self.title}: {fault}")
        task, asked = task_in(table), self._session
        if isinstance(task, str):
            report("looking for operators again")
            if isinstance(found_task(asked), Compiled):
                raise BrokenTableError(f"{self.title}: operators are found now; remove it to have them used")
            return
        count = 0
        for count, fault in enumerate(differences(asked, task, MOST_VERIFIED), 1):
            if count % _REPORTED == 0:
                report(f"{count:,} states")
            if fault:
                raise BrokenTableError(f"{self.title}: {fault}")
        report(f"{count:,} states")


def rules_in(text: str, name: str) -> Session:
    """Prolog with the rules of a table's identity. Raises BrokenTableError if they are none."""
    try:
        return session(text, name)
    except FactFileError as error:
        raise BrokenTableError(f"the table is of {name}, whose rules cannot be read") from error


def _form(task: Compiled) -> dict[str, Any]:
    """A task as JSON."""
    return {
        "template": task.template,
        "domains": task.domains,
        "operators": task.operators,
        "conditions": task.conditions,
        "continues": None if task.continues is None else sorted(task.continues),
        "raising": task.raising,
    }


def task_in(table: Table) -> Compiled | str:
    """The task in a table, or why there is none. Raises KeyError, TypeError or ValueError for another form."""
    form = json.loads(np.asarray(table.arrays["task"], np.uint8).tobytes())
    if "why" in form:
        return str(form["why"])
    continues = form["continues"]
    return Compiled(
        str(form["template"]),
        tuple(tuple(map(str, domain)) for domain in form["domains"]),
        tuple(Operator(str(name), _pairs(before), _pairs(after)) for name, before, after in form["operators"]),
        tuple(map(_pairs, form["conditions"])),
        None if continues is None else frozenset((str(first), str(second)) for first, second in continues),
        tuple(map(_pairs, form["raising"])),
    )


def _pairs(pairs: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((int(variable), int(value)) for variable, value in pairs)
