"""What is wrong with a program of the user's, as far as a shortest solution and what it does along it can show."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import shown
from pybridge.facts.wording import moves_text
from pybridge.forms import Form
from pybridge.puzzles import Move, puzzle_from, replay
from pybridge.search.solution import Solution
from pybridge.translation import Said, joined, said, said_by


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
            which = said("solution {number} that it prints is invalid", number=number)
            if number == 1:
                which = said("it prints an invalid solution")
            return Diagnosis(joined([which, said_by(error)], ": "))
    return None


def ended_early(found: Solution, length: int | None) -> Said:
    """What to say about a program that ended without a solution."""
    tried = [each.threshold for each in found.iterations]
    told = said("it ends before any threshold and prints nothing that can be read as a solution")
    if tried:
        told = said(
            "it ends after threshold {threshold} and prints nothing that can be read as a solution", threshold=tried[-1]
        )
    if found.last:
        told = said("{told}; {last}", told=told, last=found.last)
    if length is None:
        return told
    return said("{told}; the shortest solution has {moves}", told=told, moves=moves_text(length))


def too_long(found: Solution, length: int) -> Said:
    """What to say about a program whose first solution is too long."""
    tried = [each.threshold for each in found.iterations]
    first = moves_text(found.length or 0)
    told = said("it finds {moves} first, and the shortest solution has {length}", moves=first, length=length)
    if tried and tried[0] > length:
        why = said("its first threshold is {first}, so {length} is never searched", first=tried[0], length=length)
        return joined([told, why], ": ")
    if tried and length not in tried:
        return joined([told, said("it never searches threshold {length}", length=length)], ": ")
    return told


def goes_on(found: Solution) -> Said | None:
    """What to say about a program that prints a longer solution behind a shortest one, if it does."""
    longer = [len(each) for each in found.solutions if len(each) > (found.length or 0)]
    if not longer:
        return None
    return said(
        "its solution is right, but it goes on and prints one of {moves}: end it with a cut",
        moves=moves_text(longer[0]),
    )


def endless(found: Solution, inferences: int) -> Said:
    """What to say about a program that uses far more inferences than a threshold needs."""
    told = said("it does not finish what comes before any threshold")
    if found.iterations:
        told = said("it does not finish threshold {threshold}", threshold=found.iterations[-1].threshold)
    why = said(
        "stopped after {inferences:,} inferences, far more than all sequences of this many moves need. "
        "It loops, or repeats the same work",
        inferences=inferences,
    )
    return joined([told, why], ": ")


def taking_long(inferences: int) -> Said:
    """What to say about a program that uses far more inferences than it needs, and announces no threshold."""
    return said(
        "stopped after {inferences:,} inferences, far more than all sequences of this many moves need. It loops, "
        "repeats the same work, or searches in another way: --no-check lets it go on",
        inferences=inferences,
    )


def filling_memory(megabytes: int) -> Said:
    """What to say about a program that fills the stacks, and announces no threshold."""
    return said(
        "it runs out of memory: it calls itself without end, or needs more than {megabytes} MB: --memory-limit gives "
        "it more",
        megabytes=megabytes,
    )


def out_of_memory(found: Solution) -> Said:
    """What to say about a program that fills the stacks."""
    told = said("it runs out of memory before any threshold")
    if found.iterations:
        told = said("it runs out of memory at threshold {threshold}", threshold=found.iterations[-1].threshold)
    return joined([told, said("it calls itself without end, or does not count its moves")], ": ")


def along(
    facts: PuzzleFacts, start: State, shortest: Sequence[Move], threshold: int, observed: Observed
) -> tuple[Said, tuple[SolutionStep, ...]]:
    """Why an iteration missed a shortest solution: a sentence, and the steps up to where the program left it.

    There are none of a program that cannot be observed.
    """
    states = replay(facts, start, shortest)
    length = len(shortest)
    steps = []
    for g, state in enumerate(states):
        visited = g in observed.bounds
        steps.append(SolutionStep(g, length - g, state, visited, observed.bounds.get(g), observed.counts.get(g)))
        if not visited:
            break
    return _why(facts, shortest, threshold, observed, steps), tuple(steps) if observed.bounds else ()


def _why(
    facts: PuzzleFacts, shortest: Sequence[Move], threshold: int, observed: Observed, steps: Sequence[SolutionStep]
) -> Said:
    if not observed.bounds:
        return said("it has no predicate like the classic program's, so its path cannot be observed")
    if wrong := _miscounted(steps):
        return wrong
    if steps[-1].visited:
        return said("it reaches the goal after {moves} but rejects it", moves=moves_text(len(shortest)))
    last = steps[-2]
    after, bound = after_moves(last.g), last.bound
    if bound is not None and bound > last.left:
        left = moves_text(last.left)
        return said(
            "{after} its bound says {bound}, and {left} remain: not a lower bound", after=after, bound=bound, left=left
        )
    if bound is not None and last.g + bound > threshold:
        return said(
            "{after} it stops, with g = {g}, bound {bound} and threshold {threshold}",
            after=after, g=last.g, bound=bound, threshold=threshold,
        )  # fmt: skip
    wrong = impossible(facts, [step.state for step in steps[:-1]], observed)
    return wrong or said("{after} it never tries the move {move}", after=after, move=str(shortest[last.g]))


def _miscounted(steps: Sequence[SolutionStep]) -> Said | None:
    """What to say about a program that begins with 0 moves and then counts something else; None if it does not."""
    wrong = next((step for step in steps if step.miscounted), None)
    if wrong is None or steps[0].miscounted:
        return None
    return said("{after} the number of moves that it counts is {count}", after=after_moves(wrong.g), count=wrong.count)


def impossible(facts: PuzzleFacts, states: Sequence[State], observed: Observed) -> Said | None:
    """What to say about a program that goes from one of the states to one that no move makes; None if it does not."""
    for g, state in enumerate(states):
        possible = [after for _, after in puzzle_from(facts, state).successors(state, None)]  # others may have lists
        for at, other in observed.beside:
            if at == g and other not in possible:
                to = _shown(facts, other)
                return said("{after} it goes to {state}, which no move makes", after=after_moves(g), state=to)
    return None


def after_moves(g: int) -> Said:
    """When something goes wrong, in moves."""
    return said("after {moves}", moves=moves_text(g)) if g else said("at the start")


def _shown(facts: PuzzleFacts, state: Any) -> str:
    return (shown(facts, state) if isinstance(state, tuple) else str(state)).replace("'", "")
