"""Judges the form of a state that a user typed, in words about what was typed and not about a file."""

import re

from pybridge.facts.domains import DOMAINS
from pybridge.facts.model import PuzzleFacts, SlidingFacts
from pybridge.facts.parser import parse
from pybridge.facts.terms import shorten, visible

_FACT = "start(given, {})."


def malformed(facts: PuzzleFacts, state: str) -> str | None:
    """What keeps a text from being one list, and what would be right; None if it is one."""
    parsed = parse(_FACT.format(state))
    whole = len(parsed.facts) == 1 and not parsed.faults and len(parsed.facts[0].arguments) == 2
    whole &= not isinstance(facts, SlidingFacts) or state.count("[") == 1
    wrong = _stray(facts, state) or (None if whole else _unbalanced(state) or "it is not one list")
    return f"{wrong}; write it as {_example(facts)}" if wrong else None


def _stray(facts: PuzzleFacts, state: str) -> str | None:
    """The first word of a board's state that is not the number of a tile."""
    words = re.findall(r"[^\s,\[\]]+", state) if isinstance(facts, SlidingFacts) else []
    stray = next((word for word in words if not re.fullmatch("[0-9]{1,18}", word)), None)
    return None if stray is None else f"{visible(stray)} is no tile"


def _unbalanced(state: str) -> str | None:
    """A bracket that is missing."""
    opened, closed = state.count("["), state.count("]")
    if opened == closed:
        return None
    return "a [ is not closed" if opened > closed else "a ] closes nothing"


def _example(facts: PuzzleFacts) -> str:
    """The first goal as a state is typed."""
    goal = facts.goals[0]
    if isinstance(facts, SlidingFacts):
        return " ".join(map(str, goal)) if len(goal) <= 25 else f"{len(goal)} numbers, 0 for the blank"
    return shorten(DOMAINS[facts.domain].term_of(goal))
