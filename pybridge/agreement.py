"""Whether engines agree, and the first difference if they do not."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from pybridge.diagnosis import Diagnosis
from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import VERSION, several
from pybridge.forms import Form
from pybridge.outcome import Outcome
from pybridge.puzzles import Reason, replay
from pybridge.search.solution import Iteration, Solution
from pybridge.summary import summary
from pybridge.translation import joined, said

# Programs of one family have the same heuristic, pruning and move order, and so the same nodes and first solution. What
# is not here, a program of the user's, is of a family of its own.
_FAMILY = {
    "ids": "depth-limited",
    "ids_low": "lower bound",
    "ida_star": "lower bound",
    "breadth_first": "breadth-first",
    "bidirectional": "both ends",
    "depth_first": "one length",
}
_CLASSIC = {"ids_low": ("manhattan", "inverse")}
"""The heuristic and the pruning of a classic program whose solution does not name them."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing on which engines must agree. `difference` is the first difference; None if they agree.

    If it was not `compared`, `detail` says why. `between` is whether searches were compared with each other, not each
    with the judge or the fact file.
    """

    subject: str
    detail: str
    difference: str | None = None
    compared: bool = True
    between: bool = True

    @property
    def agrees(self) -> bool:
        """Whether no difference was found."""
        return self.difference is None

    def to_dict(self) -> Form:
        """The check as a plain dictionary; `difference` is None where engines agree."""
        return asdict(self)


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Several searches of one start of one puzzle, and the checks of their agreement.

    `diagnosis` says what is wrong with a program of the user's, if that is known.
    """

    facts: PuzzleFacts
    start_name: str
    solutions: tuple[Solution, ...]
    checks: tuple[Check, ...]
    diagnosis: Diagnosis | None = None

    def __repr__(self) -> str:
        number = f"{len(self.solutions)} search{'es' * (len(self.solutions) != 1)}"
        verdict = " differ" if not self.agree else " agree" if self.between else ", not compared with each other"
        return f"<Comparison of {self.facts.name}, {self.start_name}: {number}{verdict}>"

    def _repr_html_(self) -> str:
        """What a notebook shows without the extension `pybridge.notebook`: the searches, and what was checked."""
        columns = ("engine", "program", "heuristic", "length", "expanded", "generated", "inferences", "seconds")
        rows = [[getattr(each, name) for name in columns] for each in self.solutions]
        found = [each.difference or each.subject for each in self.checks if each.compared]
        return summary(repr(self)[1:-1], columns, rows, f"checked: {', '.join(found)}")

    def to_dict(self) -> Form:
        """What `compare --json` prints of one start."""
        return {
            "version": VERSION,
            "puzzle": self.facts.name,
            "start": self.start_name,
            "agree": self.agree,
            "checks": [check.to_dict() for check in self.checks],
            "searches": [solution.to_dict() for solution in self.solutions],
        }

    @property
    def agree(self) -> bool:
        """Whether no check found a difference."""
        return all(check.agrees for check in self.checks)

    @property
    def between(self) -> bool:
        """Whether searches were compared with each other."""
        return any(check.compared and check.between for check in self.checks)

    @property
    def reason(self) -> Reason | None:
        """Why the start is unsolvable, if a search says so."""
        return next((solution.reason for solution in self.solutions if solution.reason), None)

    def require_agreement(self) -> None:
        """Raise DisagreementError with the first difference, if there is one."""
        for check in self.checks:
            if check.difference:
                where = said("{puzzle}, start {start}", puzzle=self.facts.name, start=self.start_name)
                raise DisagreementError(joined([where, check.difference], ": "))


def compare(facts: PuzzleFacts, start_name: str, start: State, solutions: Sequence[Solution]) -> Comparison:
    """Check replays, lengths, the known shortest length, counters per iteration, and solutions."""
    checks = [_replays(facts, start, solutions), _lengths(known_length(facts, start_name, start), solutions)]
    for one, other in combinations(solutions, 2):
        if _family(one) and _family(one) == _family(other):
            apart = _apart(one, other)
            checks += [apart] if apart else [_counters(one, other), _last(one, other), _first_solutions(one, other)]
        checks += [_counts(one, other), _all_solutions(one, other)]
    return Comparison(facts, start_name, tuple(solutions), tuple(check for check in checks if check))


def _family(solution: Solution) -> str | None:
    """None for a program of the user's, whatever its file is called: of Prolog's, only they may prove nothing."""
    of_user = solution.engine == "prolog" and not solution.proves
    return None if of_user else _FAMILY.get(solution.program, solution.program)


def _apart(one: Solution, other: Solution) -> Check | None:
    """Why two of a family search different nodes; None if they must search the same ones."""
    mine, yours = _guided(one), _guided(other)
    for what, ours, theirs in zip(("heuristic", "pruning"), mine, yours, strict=True):
        if ours != theirs:
            named = [f"{name(each)} has {what} {by or 'of its own'}" for each, by in ((one, ours), (other, theirs))]
            return _uncompared("counters", f"not compared: {', '.join(named)}")
    return None


def _guided(solution: Solution) -> tuple[str | None, str | None]:
    """The heuristic and the pruning of a search; for turns the classic program names its own heuristic."""
    heuristic, pruning = _CLASSIC.get(solution.program, (None, None))
    return solution.heuristic or heuristic, solution.pruning or pruning


def _uncompared(subject: str, reason: str) -> Check:
    return Check(subject, reason, compared=False)


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
                return Check("replay", "", f"{name(solution)}, solution {count}: {error}", between=False)
    detail = f"{count} solution{'s' * (count != 1)} replayed by the judge"
    return Check("replay", detail, between=False) if count else None


def known_length(facts: PuzzleFacts, start_name: str, start: State) -> int | None:
    """The shortest length of this start in the fact file."""
    return facts.optimal.get(start_name) if dict(facts.starts).get(start_name) == start else None


def _lengths(known: int | None, solutions: Sequence[Solution]) -> Check | None:
    claims = [solution for solution in solutions if solution.claims]
    lengths = [(name(solution), len(moves)) for solution in claims for moves in solution.solutions]
    lengths += [(name(each), each.length) for each in claims if not each.solutions and each.length is not None]
    lengths += [("the fact file's optimal/2", known)] if known is not None else []
    if not lengths:
        return _against_unsolvable(solutions) or _without_solution(solutions) or _of_users(solutions)
    (first, length), *others = lengths
    for other, another in others:
        if another != length:
            by_engines = known is None or (other, another) != others[-1]
            return Check("length", "", f"{first} has length {length}, {other} has {another}", between=by_engines)
    for solution in solutions:
        if not solution.claims and solution.length is not None and solution.length < length:
            return Check("length", "", f"{first} has length {length}, {name(solution)} has only {solution.length}")
        if solution.outcome is Outcome.UNSOLVABLE:
            why = f": {solution.reason.numbered}" if solution.reason else ""
            said = f"{first} has length {length}, {name(solution)} says unsolvable{why}"
            return Check("length", "", said, between=known is None or len(lengths) > 1)
        if (solution.lower_bound or 0) > length:
            return Check("length", "", f"{first} has length {length}, {name(solution)} proves more than {length} moves")
    sources = list(dict.fromkeys(source for source, _ in lengths))
    if len(sources) > 1:
        between = len(sources) - (known is not None) > 1
        return Check("length", f"{several(length, 'move')} by {', '.join(sources)}", between=between)
    return _of_users(solutions) if known is None else None


def _of_users(solutions: Sequence[Solution]) -> Check | None:
    """Programs of the user's, which prove nothing, alone have a solution."""
    solved = [each for each in solutions if each.length is not None]
    if not solved or any(map(_family, solved)):
        return None
    return _uncompared("length", "not compared: nothing else gives the length of a shortest solution")


def _against_unsolvable(solutions: Sequence[Solution]) -> Check | None:
    """A solution that need not be a shortest one, beside a search that says that there is none."""
    found = next((each for each in solutions if each.length is not None), None)
    ended = next((each for each in solutions if each.outcome is Outcome.UNSOLVABLE), None)
    if found is None or ended is None:
        return None
    return Check("length", "", f"{name(found)} has length {found.length}, {name(ended)} says unsolvable")


def _without_solution(solutions: Sequence[Solution]) -> Check | None:
    """Searches that have each gone through all states; a reason is known without searching."""
    ended = [name(each) for each in solutions if each.outcome is Outcome.UNSOLVABLE and not each.reason]
    return Check("length", f"no solution by {', '.join(ended)}") if len(ended) > 1 else None


def _counters(one: Solution, other: Solution) -> Check | None:
    """Compare the iterations that both have searched to the same end; those of one program must be the same ones."""
    mine, yours = (
        {each.threshold: each for each in _ended(one, other)},
        {each.threshold: each for each in _ended(other, one)},
    )
    if (one.program, one.step) == (other.program, other.step) and mine and yours:
        for threshold in sorted(mine.keys() ^ yours.keys()):
            if threshold < min(max(mine), max(yours)):
                lacks = name(other if threshold in mine else one)
                return Check("counters", "", f"{lacks} has no completed iteration at threshold {threshold}")
    counted = [each for each in sorted(mine.keys() & yours.keys()) if _counted(mine[each]) and _counted(yours[each])]
    for threshold in counted:
        for counter in ("expanded", "generated"):
            ours, theirs = getattr(mine[threshold], counter), getattr(yours[threshold], counter)
            if ours != theirs:
                difference = f"{counter} at threshold {threshold}: {name(one)} has {ours}, {name(other)} has {theirs}"
                return Check("counters", "", difference)
    if not counted:
        why = f"not compared: {name(one)} and {name(other)} completed no counted iteration in common"
        return _uncompared("counters", why) if one.iterations and other.iterations else None
    plural = "s" * (len(counted) != 1)
    return Check(
        "counters", f"{len(counted)} iteration{plural} equal, expanded and generated, {name(one)} and {name(other)}"
    )


def _ended(one: Solution, other: Solution) -> list[Iteration]:
    """The iterations of a search that another one must have, too: the last one if both end it at the first solution,
    or both after all.
    """
    same = one.moves is not None and other.moves is not None and _end(one) == _end(other)
    return [each for each in one.iterations if each.completed or (same and each is one.iterations[-1])]


def _end(solution: Solution) -> str:
    """Where a search with a solution ends its last iteration; what counts layers has its first solution only."""
    return "after all solutions" if solution.every and not solution.layers else "at the first solution"


def _last(one: Solution, other: Solution) -> Check | None:
    """Why totals differ although engines agree: their last iterations do not end at the same place."""
    if one.moves is None or other.moves is None or _end(one) == _end(other):
        return None
    ends = f"{name(one)} ends it {_end(one)}, {name(other)} {_end(other)}"
    return _uncompared("last iteration", f"not compared: {ends}")


def _counted(iteration: Iteration) -> bool:
    return iteration.expanded is not None and iteration.generated is not None


def _first_solutions(one: Solution, other: Solution) -> Check | None:
    if one.moves is None or other.moves is None:
        return None
    for number, (mine, yours) in enumerate(zip(one.moves, other.moves, strict=False), start=1):
        if mine != yours:
            difference = f"move {number} of the first solution: {name(one)} has {mine}, {name(other)} has {yours}"
            return Check("first solution", "", difference)
    return Check("first solution", f"the same, move by move, {name(one)} and {name(other)}")


def _counts(one: Solution, other: Solution) -> Check | None:
    """Two that have counted all shortest solutions count as many."""
    if one.count is None or other.count is None or not one.outcome is other.outcome is Outcome.SOLVED:
        return None
    if one.count != other.count:
        return Check("count", "", f"{name(one)} counts {one.count} shortest solutions, {name(other)} {other.count}")
    if one.every and other.every:
        return None
    return Check("count", f"{one.count} shortest solutions, {name(one)} and {name(other)}")


def _all_solutions(one: Solution, other: Solution) -> Check | None:
    """Whichever way they were found, all shortest solutions are the same ones, each once."""
    if not all(solution.every and solution.outcome is Outcome.SOLVED for solution in (one, other)):
        return None
    for solution in (one, other):
        if len(set(solution.solutions)) < len(solution.solutions):
            return Check("all solutions", "", f"{name(solution)} finds a solution twice")
    if set(one.solutions) != set(other.solutions):
        counts = f"{name(one)} finds {len(one.solutions)}, {name(other)} {len(other.solutions)}"
        return Check("all solutions", "", f"not the same solutions: {counts}")
    return Check("all solutions", f"the same {len(one.solutions)}, {name(one)} and {name(other)}")
