"""What is wrong with a program of the user's, as far as a shortest solution and what it does along it can show."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import shown
from pybridge.facts.wording import count, several
from pybridge.forms import Form
from pybridge.puzzles import Move, puzzle_from, replay
from pybridge.search.solution import Solution


@dataclass(frozen=True, slots=True)
class SolutionStep:
    """A state of a shortest solution, `g` moves from its start and `left` from its end.

    `visited`: the program came to it along the solution. `bound` is its lower bound there; None if it has none.
    `count` is the number of moves that the program counts there, or what else it has in its place.
    """

    g: int
    left: int
    state: State
    visited: bool
    bound: int | None
    count: int | str | None = None

    @property
    def miscounted(self) -> bool:
        """Whether the program counts something other than the moves made."""
        return self.count not in (None, self.g)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong, in a sentence, and the steps that show it, up to the first that the program does not take.

    `threshold` is that of the iteration to which the steps belong; `moves` lead from each step to the next. `hint` is
    the likely mistake in its text, with its place.
    """

    message: str
    threshold: int | None = None
    steps: tuple[SolutionStep, ...] = ()
    moves: tuple[Move, ...] = ()
    hint: str | None = None

    def to_dict(self) -> Form:
        """What `--json` prints of it; a step's bound is None where the program has none."""
        return {
            "message": self.message,
            "threshold": self.threshold,
            "steps": [asdict(step) for step in self.steps],
            "moves": [list(move) for move in self.moves],
            "hint": self.hint,
        }


@dataclass(frozen=True, slots=True)
class Observed:
    """What a program did along a path: its bound by the number of the state, and the first states beside the path.

    `counts` are the moves that it counts, by the number of the state, too.
    `beside` holds (number, state): from the state of that number it went to this state, which is not the next one.
    """

    bounds: Mapping[int, int | None] = field(default_factory=dict)
    beside: Sequence[tuple[int, State]] = ()
    counts: Mapping[int, int | str] = field(default_factory=dict)


def not_a_solution(facts: PuzzleFacts, start: State, found: Solution) -> Diagnosis | None:
    """Why a solution that a program printed is invalid; None if all are valid."""
    for number, moves in enumerate(found.solutions, 1):
        try:
            replay(facts, start, moves)
        except DisagreementError as error:
            which = "it prints an invalid solution" if number == 1 else f"solution {number} that it prints is invalid"
            return Diagnosis(f"{which}: {error}")
    return None


def ended_early(found: Solution, length: int | None) -> str:
    """What to say about a program that ended without a solution."""
    tried = [each.threshold for each in found.iterations]
    after = f"after threshold {tried[-1]}" if tried else "before any threshold"
    known = "" if length is None else f"; the shortest solution has {several(length, 'move')}"
    return f"it ends {after} and prints no solution{known}"


def too_long(found: Solution, length: int) -> str:
    """What to say about a program whose first solution is too long."""
    tried = [each.threshold for each in found.iterations]
    told = f"it finds {several(found.length or 0, 'move')} first, and the shortest solution has {length}"
    if tried and tried[0] > length:
        return f"{told}: its first threshold is {tried[0]}, so {length} is never searched"
    if tried and length not in tried:
        return f"{told}: it never searches threshold {length}"
    return told


def endless(found: Solution, inferences: int) -> str:
    """What to say about a program that uses far more inferences than a threshold needs."""
    where = f"threshold {found.iterations[-1].threshold}" if found.iterations else "what comes before any threshold"
    return (
        f"it does not finish {where}: stopped after {count(inferences)} inferences, far more than all "
        "sequences of this many moves need. It loops, or repeats the same work"
    )


def out_of_memory(found: Solution) -> str:
    """What to say about a program that fills the stacks."""
    where = f"at threshold {found.iterations[-1].threshold}" if found.iterations else "before any threshold"
    return f"it runs out of memory {where}: it calls itself without end, or does not count its moves"


def along(
    facts: PuzzleFacts, start: State, shortest: Sequence[Move], threshold: int, observed: Observed
) -> tuple[str, tuple[SolutionStep, ...]]:
    """Why an iteration missed a shortest solution: a sentence, and the steps up to where the program left it."""
    states = replay(facts, start, shortest)
    length = len(shortest)
    steps = []
    for g, state in enumerate(states):
        visited = g in observed.bounds
        steps.append(SolutionStep(g, length - g, state, visited, observed.bounds.get(g), observed.counts.get(g)))
        if not visited:
            break
    return _why(facts, shortest, threshold, observed, steps), tuple(steps)


def _why(
    facts: PuzzleFacts, shortest: Sequence[Move], threshold: int, observed: Observed, steps: Sequence[SolutionStep]
) -> str:
    if not observed.bounds:
        return "it has no predicate like the classic program's, so its path cannot be observed"
    if wrong := _miscounted(steps):
        return wrong
    if steps[-1].visited:
        return f"it reaches the goal after {several(len(shortest), 'move')} but rejects it"
    last = steps[-2]
    after = _after(last.g)
    if last.bound is not None and last.bound > last.left:
        return f"{after} its bound says {last.bound}, and {several(last.left, 'move')} remain: not a lower bound"
    if last.bound is not None and last.g + last.bound > threshold:
        return f"{after} it stops, with g = {last.g}, bound {last.bound} and threshold {threshold}"
    wrong = impossible(facts, [step.state for step in steps[:-1]], observed)
    return wrong or f"{after} it never tries the move {shortest[last.g]}"


def _miscounted(steps: Sequence[SolutionStep]) -> str | None:
    """What to say about a program that begins with 0 moves and then counts something else; None if it does not."""
    wrong = next((step for step in steps if step.miscounted), None)
    if wrong is None or steps[0].miscounted:
        return None
    return f"{_after(wrong.g)} the number of moves that it counts is {wrong.count}"


def impossible(facts: PuzzleFacts, states: Sequence[State], observed: Observed) -> str | None:
    """What to say about a program that goes from one of the states to one that no move makes; None if it does not."""
    for g, state in enumerate(states):
        possible = {after for _, after in puzzle_from(facts, state).successors(state, None)}
        for at, other in observed.beside:
            if at == g and other not in possible:
                return f"{_after(g)} it goes to {_shown(facts, other)}, which no move makes"
    return None


def _after(g: int) -> str:
    return f"after {several(g, 'move')}" if g else "at the start"


def _shown(facts: PuzzleFacts, state: Any) -> str:
    return shown(facts, state).replace("'", "") if isinstance(state, tuple) else str(state)
