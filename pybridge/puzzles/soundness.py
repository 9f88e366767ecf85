"""All that can be wrong with a fact file: its form, and starts from which no goal can be reached."""

from pathlib import Path

from pybridge.errors import Fault, FaultKind
from pybridge.facts import PuzzleFacts
from pybridge.facts.parser import parse
from pybridge.facts.reader import load_text, read_text
from pybridge.puzzles.solvability import why_unsolvable


def unsolvable_starts(path: str | Path) -> tuple[PuzzleFacts, list[Fault]]:
    """The facts of a file, and a fault for each start that cannot reach a goal. Raises FactFileError for all others."""
    text = load_text(path)
    facts = read_text(text, str(path))
    places = {fact.arguments[0].atom: (fact.line, fact.column) for fact in parse(text).facts if fact.name == "start"}
    faults = []
    for name, state in facts.starts:
        reason = why_unsolvable(facts, state)
        if reason:
            message = f"the start {name} cannot reach a goal: {reason}; change the start or the goal"
            faults.append(Fault(str(path), *places[name], FaultKind.UNSOLVABLE_START, message))
    return facts, faults
