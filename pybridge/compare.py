"""Whether engines agree, and the first difference if they do not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.outcome import Outcome
from pybridge.puzzles import replay
from pybridge.search.solution import Solution
from pybridge.search.statistics import Iteration

# Programs of one family have the same heuristic, pruning and move order, and so the same nodes and first solution.
_FAMILY = {
    "ids": "depth-limited",
    "ids_low": "lower bound",
    "ida_star": "lower bound",
    "breadth_first": "breadth-first",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing on which engines must agree. `difference` is the first difference; None if they agree."""

    subject: str
    detail: str
    difference: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether no difference was found."""
        return self.difference is None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several searches of one start of one puzzle, and the checks of their agreement."""

    facts: PuzzleFacts
    start_name: str
    solutions: tuple[Solution, ...]
    checks: tuple[Check, ...]

    def require_agreement(self) -> None:
        """Raise DisagreementError with the first difference, if there is one."""
        for check in self.checks:
            if check.difference:
                raise DisagreementError(f"{self.facts.name}, start {self.start_name}: {check.difference}")


def compare(facts: PuzzleFacts, start_name: str, start: State, solutions: Sequence[Solution]) -> Comparison:
    """Check replays, lengths, the known shortest length, counters per completed iteration, and first solutions."""
    checks = [_replays(facts, start, solutions), _lengths(facts, start_name, solutions)]
    for one, other in combinations(solutions, 2):
        if _FAMILY[one.program] == _FAMILY[other.program]:
            checks += [_counters(one, other), _first_solutions(one, other)]
    return Comparison(facts, start_name, tuple(solutions), tuple(check for check in checks if check))


def name(solution: Solution) -> str:
    """An engine and its program, as in `prolog ids_low`."""
    return f"{solution.engine} {solution.program}"


def _replays(facts: PuzzleFacts, start: State, solutions: Iterable[Solution]) -> Check | None:
    count = 0
    for solution in solutions:
        for moves in solution.solutions:
            count += 1
            try:
                replay(facts, start, moves)
            except DisagreementError as error:
                return Check("replay", "", f"{name(solution)}, solution {count}: {error}")
    return Check("replay", f"{count} solution{'s' * (count != 1)} replayed by the judge") if count else None


def _lengths(facts: PuzzleFacts, start_name: str, solutions: Iterable[Solution]) -> Check | None:
    lengths = {name(s): len(moves) for s in solutions for moves in s.solutions}
    known = facts.optimal.get(start_name)
    if known is not None:
        lengths["the fact file's optimal/2"] = known
    (first, length), *others = lengths.items() or [("", 0)]
    for other, another in others:
        if another != length:
            return Check("length", "", f"{first} has length {length}, {other} has {another}")
    for solution in solutions:
        if lengths and (solution.lower_bound or 0) > length:
            return Check("length", "", f"{name(solution)} proves more than {length} moves, {first} has length {length}")
    return Check("length", f"{length} moves by {', '.join(lengths)}") if others else None


def _counters(one: Solution, other: Solution) -> Check | None:
    theirs = {iteration.threshold: iteration for iteration in other.iterations if _counted(iteration)}
    count = 0
    for mine in filter(_counted, one.iterations):
        yours = theirs.get(mine.threshold)
        if yours is None:
            continue
        count += 1
        for counter in ("expanded", "generated"):
            if getattr(mine, counter) != getattr(yours, counter):
                difference = (
                    f"{counter} at threshold {mine.threshold}: {name(one)} has {getattr(mine, counter)}, "
                    f"{name(other)} has {getattr(yours, counter)}"
                )
                return Check("counters", "", difference)
    if not count:
        return None
    detail = (
        f"{count} completed iteration{'s' * (count != 1)} equal, expanded and generated, {name(one)} and {name(other)}"
    )
    return Check("counters", detail)


def _counted(iteration: Iteration) -> bool:
    return iteration.completed and iteration.expanded is not None and iteration.generated is not None


def _first_solutions(one: Solution, other: Solution) -> Check | None:
    if not one.moves or not other.moves:
        return None
    for number, (mine, yours) in enumerate(zip(one.moves, other.moves, strict=False), start=1):
        if mine != yours:
            difference = f"move {number} of the first solution: {name(one)} has {mine}, {name(other)} has {yours}"
            return Check("first solution", "", difference)
    same = [solution.outcome is Outcome.SOLVED for solution in (one, other)]
    if all(same) and len(one.solutions) > 1 and set(one.solutions) != set(other.solutions) and len(other.solutions) > 1:
        return Check("first solution", "", f"{name(one)} and {name(other)} find different sets of solutions")
    return Check("first solution", f"the same, move by move, {name(one)} and {name(other)}")
