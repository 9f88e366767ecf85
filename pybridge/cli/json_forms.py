"""The output of `--json`, as plain dictionaries."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from pybridge.compare import Check, Comparison
from pybridge.errors import Fault
from pybridge.facts import PuzzleFacts
from pybridge.heuristics.manhattan import Explanation
from pybridge.outcome import Outcome
from pybridge.puzzles import count_arrangements, count_states
from pybridge.report import Report
from pybridge.search.census.census import Census
from pybridge.search.solution import Iteration, Layers, Solution

MOST_BITS = 14_000
"""The most bits of a number in the output: Python writes at most 4,300 digits."""


def print_json(form: Any) -> None:
    """Print a form as JSON, indented, in UTF-8."""
    text = json.dumps(form, indent=2, ensure_ascii=False)
    typer.echo(text.encode(errors="replace").decode())  # a file name may not be valid text


def solution(result: Solution) -> dict[str, Any]:
    """A solution; moves are [piece, source, target]."""
    return {
        "puzzle": result.puzzle,
        "start": result.start,
        "engine": result.engine,
        "program": result.program,
        "heuristic": result.heuristic,
        "pruning": result.pruning,
        "outcome": result.outcome.value,
        "reason": result.reason,
        "length": result.length,
        "lower_bound": result.length if result.shortest and result.length is not None else result.lower_bound,
        "inferences": result.inferences,
        "expanded": result.expanded,
        "generated": result.generated,
        "seconds": round(result.seconds, 6),
        "count": result.count,
        "layers": result.layers and layers(result.layers),
        "step": result.step,
        "iterations": [iteration(each) for each in result.iterations],
        "solutions": [[list(move) for move in moves] for moves in result.solutions],
    }


def search(report: Report) -> dict[str, Any]:
    """A report: its solution, the checks, and the explanation of a state if there is one."""
    form = solution(report.solution) | {"checks": checks(report.checks)}
    return form | {"why": explanation(report.why)} if report.why else form


def iteration(each: Iteration) -> dict[str, Any]:
    """One iteration's counters."""
    return {
        "threshold": each.threshold,
        "completed": each.completed,
        "expanded": each.expanded,
        "generated": each.generated,
        "inferences": each.inferences,
        "seconds": round(each.seconds, 6),
    }


def layers(each: Layers) -> dict[str, Any]:
    """The cost of counting all shortest solutions."""
    return {
        "done": each.done,
        "of": each.of,
        "expanded": each.expanded,
        "generated": each.generated,
        "seconds": round(each.seconds, 6),
    }


def comparison(result: Comparison) -> dict[str, Any]:
    """Several searches and the checks of their agreement."""
    return {
        "puzzle": result.facts.name,
        "start": result.start_name,
        "agree": all(check.agrees for check in result.checks),
        "checks": checks(result.checks),
        "searches": [solution(each) for each in result.solutions],
    }


def checks(all_checks: Sequence[Check]) -> list[dict[str, Any]]:
    """The checks; `difference` is null where engines agree."""
    return [{"subject": each.subject, "detail": each.detail, "difference": each.difference} for each in all_checks]


def explanation(why: Explanation) -> dict[str, Any]:
    """g + h of a state against a threshold."""
    return {
        "state": list(why.state),
        "threshold": why.threshold,
        "g": why.g,
        "tiles": [{"tile": each.tile, "cell": each.cell, "distance": each.distance} for each in why.tiles],
        "h": why.h,
        "f": why.f,
        "kept": why.kept,
    }


def report(path: Path, facts: PuzzleFacts | None, faults: list[Fault]) -> dict[str, Any]:
    """The report of `check` on a file; a number is null if the facts are not sound, or if Python cannot write it."""
    return {
        "path": str(path),
        "sound": not faults,
        "faults": [fault(one) for one in faults],
        "states": None if facts is None else _writable(count_states(facts)),
        "arrangements": None if facts is None else _writable(count_arrangements(facts)),
    }


def _writable(number: int) -> int | None:
    return number if number.bit_length() <= MOST_BITS else None


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


def census_form(taken: Census) -> dict[str, Any]:
    """A census as a plain dictionary; `total` is the number of all states, `states` the number counted."""
    counted = bool(taken.levels)
    return {
        "puzzle": taken.puzzle,
        "method": taken.method,
        "outcome": taken.outcome.value,
        "complete": taken.outcome is Outcome.SOLVED,
        "seconds": round(taken.seconds, 6),
        "total": taken.total,
        "states": taken.states,
        "largest_distance": taken.depth if counted else None,
        "mean_distance": taken.mean if counted else None,
        "exact_share": taken.exact_share if counted else None,
        "levels": [
            {"distance": level.distance, "states": level.states, "exact": level.exact} for level in taken.levels
        ],
        "starts": [
            {"name": place.name, "state": place.state, "distance": place.distance, "reason": place.reason}
            for place in taken.places
        ],
        "farthest_states": taken.levels[-1].states if counted else None,
        "farthest": list(taken.farthest),
    }


def census_csv(taken: Census) -> str:
    """A census as CSV: a header, and a line for each level; `exact` is empty if there is no lower bound."""
    lines = ["distance,states,exact"]
    lines += [f"{each.distance},{each.states},{'' if each.exact is None else each.exact}" for each in taken.levels]
    return "\n".join(lines) + "\n"
