"""What is wrong with a file of facts that only the moves of its puzzle show."""

from collections.abc import Iterator, Set
from pathlib import Path

from pybridge.errors import Fault, FaultKind
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.parser import parse
from pybridge.facts.reader import load_text, read_text
from pybridge.facts.terms import Atom
from pybridge.facts.wording import several
from pybridge.puzzles import is_reversible, puzzle_from, why_unsolvable
from pybridge.puzzles.rows import transitions

_MOST_MOVES = 100_000
"""Lengths are compared with those of about this many moves from the goals."""


def checked_facts(path: str | Path) -> tuple[PuzzleFacts, list[Fault]]:
    """The facts of a file, with faults that reading does not see. Raises FactFileError with the faults that it sees.

    They are unsolvable starts, wrong lengths of shortest solutions near the goals, and what the domain finds.
    """
    text = load_text(path)
    facts = read_text(text, str(path))
    found = [*_unsolvable_starts(facts), *_wrong_lengths(facts)]
    named = [each for each in parse(text).facts if each.arguments] if found else []
    places = {(each.name, each.arguments[0].value): (each.line, each.column) for each in named}
    faults = [
        Fault(str(path), *places.get((fact, Atom(name)), (1, 1)), kind, message) for fact, name, kind, message in found
    ]
    known = list(transitions(facts).faults(facts))
    taken = {(each.line, each.column) for each in known}
    rest = [each for each in faults if (each.line, each.column) not in taken]
    return facts, sorted([*rest, *known], key=lambda each: (each.line, each.column))


def _unsolvable_starts(facts: PuzzleFacts) -> Iterator[tuple[str, str, FaultKind, str]]:
    if transitions(facts).goalless(facts):
        return  # the domain's own fault says so
    for name, state in facts.starts:
        if reason := why_unsolvable(facts, state):
            message = f"the start {name} cannot reach a goal: {reason}; change the start or the goal"
            yield "start", name, FaultKind.UNSOLVABLE_START, message


def _wrong_lengths(facts: PuzzleFacts) -> Iterator[tuple[str, str, FaultKind, str]]:
    """Of each optimal/2 that differs from the length in a search back from the goals, as far as that goes."""
    claimed = [(name, state, facts.optimal[name]) for name, state in facts.starts if name in facts.optimal]
    if not claimed or not facts.goals or not is_reversible(facts):
        return
    distances, last = _near_goals(facts, {state for _, state, _ in claimed})
    for name, state, length in claimed:
        shortest = distances.get(state)
        if length != shortest and (shortest is not None or length <= last):
            has = f"more than {several(last, 'move')}" if shortest is None else several(shortest, "move")
            message = f"the shortest solution of {name} has {has}, and optimal/2 says {length}"
            yield "optimal", name, FaultKind.WRONG_ARGUMENT, message


def _near_goals(facts: PuzzleFacts, wanted: Set[State]) -> tuple[dict[State, int], int]:
    """The distances of states near the goals, until those wanted are among them.

    Also the last distance of which all states are there, if states that are wanted may be farther; otherwise -1.
    """
    puzzle, distances = puzzle_from(facts, facts.goals[0]), dict.fromkeys(facts.goals, 0)
    level, distance, moves = list(distances), 0, 0
    while level and not wanted <= distances.keys():
        new: dict[State, int] = {}
        for state in level:
            if moves >= _MOST_MOVES:
                return distances | new, distance
            for _, after in puzzle.successors(state, None):
                moves += 1
                if after not in distances:
                    new[after] = distance + 1
        distances |= new
        level, distance = list(new), distance + 1
    return distances, -1
