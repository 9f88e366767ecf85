"""The output of `--json`, and what no value of its own has as a plain dictionary."""

import json
from pathlib import Path
from typing import Any

import typer

from pybridge.errors import Fault
from pybridge.facts import PuzzleFacts
from pybridge.puzzles import count_arrangements, count_states

MOST_BITS = 14_000
"""The most bits of a number in the output: Python writes at most 4,300 digits."""


def print_json(form: Any) -> None:
    """Print a form as JSON, indented, in UTF-8."""
    text = json.dumps(form, indent=2, ensure_ascii=False)
    typer.echo(text.encode(errors="replace").decode())  # a file name may not be valid text


def report(path: Path, facts: PuzzleFacts | None, faults: list[Fault]) -> dict[str, Any]:
    """The report of `check` on a file; a number is null if the facts are not sound, if it is not known, or if Python
    cannot write it.
    """
    return {
        "path": str(path),
        "sound": not faults,
        "faults": [fault(one) for one in faults],
        "states": None if facts is None else _writable(count_states(facts)),
        "arrangements": None if facts is None else _writable(count_arrangements(facts)),
    }


def _writable(number: int | None) -> int | None:
    return number if number is not None and number.bit_length() <= MOST_BITS else None


def fault(one: Fault) -> dict[str, Any]:
    """One fault of a fact file."""
    return {"line": one.line, "column": one.column, "kind": one.kind.name.lower(), "message": one.message}


def puzzle(facts: PuzzleFacts) -> dict[str, Any]:
    """A puzzle's header, starts and goals."""
    return {
        "name": facts.name,
        "domain": facts.domain,
        "title": facts.title,
        "sources": list(facts.sources),
        "path": facts.path,
        "starts": [{"name": name, "state": state, "optimal": facts.optimal.get(name)} for name, state in facts.starts],
        "goals": list(facts.goals),
    }
