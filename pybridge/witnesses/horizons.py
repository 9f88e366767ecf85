"""Run clingo on an exported puzzle, horizon by horizon, in a process of its own.

`python -m pybridge.witnesses.horizons RULES INSTANCE ANSWER` writes the first answer, which is a shortest plan. The
clingo program does the same by itself; the Python package has no such mode.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATIENCE = 10_000
"""Horizons; no shipped puzzle has so long a plan."""


def answer(files: Sequence[str]) -> str:
    """The atoms of the first answer on one line, as clingo prints them; empty if there is none."""
    import clingo

    control: Any = clingo.Control(["--warn=none"])
    for file in files:
        control.load(file)
    control.add("check", ["t"], "#external query(t).")
    control.ground([("base", [])])
    for horizon in range(PATIENCE):
        number = clingo.Number(horizon)
        control.ground([("step", [number])] * (horizon > 0) + [("check", [number])])
        query = clingo.Function("query", [number])
        control.assign_external(query, True)
        found: list[str] = []
        result = control.solve(on_model=lambda model, found=found: found.append(str(model)))
        if result.satisfiable:
            return found[0] + "\n"
        control.release_external(query)
    return ""


if __name__ == "__main__":
    Path(sys.argv[3]).write_text(answer(sys.argv[1:3]), encoding="utf-8")
