"""IDA* of permutation puzzles: heuristic, pruning, and the search in plain Python."""

import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PermutationFacts
from pybridge.facts.turns import moves
from pybridge.heuristics.choice import bounds, choose
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, make, obtain, recipes
from pybridge.limits import OnProgress
from pybridge.puzzles import Move, Puzzle, puzzle_from
from pybridge.search.domains import Ready
from pybridge.search.ida_star import by_one, ida_star
from pybridge.search.pruned import OfPairs, Pair, PrunedPuzzle
from pybridge.search.task import Prune, Task

if TYPE_CHECKING:
    from pybridge.tables.table import Table

POINTS = Spec("points")


def pruning_of(task: Task) -> Prune:
    """The pruning that a task asks for. All solutions need moves in every order, so they are pruned least."""
    if task.pruning is Prune.TRANSPOSITION:
        raise UnavailableProgramError(
            "transposition pruning is for blocks world; for permutation puzzles use --pruning inverse or sequence"
        )
    if task.wanted.every:
        return Prune.INVERSE
    return task.pruning or Prune.SEQUENCE


def native_size(facts: PermutationFacts) -> int:
    """How many points there are; more than any engine holds if the puzzle has no tables of projections.

    Where all pieces differ, there is always a table: that of one piece.
    """
    has_tables = len(set(facts.goals[0])) == facts.points or bounds(facts) != POINTS
    return facts.points if has_tables else sys.maxsize


def bound(task: Task) -> int:
    """The lower bound of the start by heuristics that need no tables; 0 for programs that use none."""
    if task.program not in ("ids_low", "ida_star"):
        return 0
    spec = task.heuristic or POINTS
    if isinstance(spec, Spec):
        known = POINTS if recipes(task.facts, spec) else spec
        return make(task.facts, known, {}).estimate(task.start)
    return spec.estimate(task.start) if spec.admissible else 0


@dataclass(frozen=True, slots=True)
class Prepared:
    """A heuristic, a pruning, its machine, and the names of the moves."""

    heuristic: Heuristic
    pruning: Prune
    machine: "Table"
    names: tuple[str, ...]


def prepare(task: Task, report: OnProgress) -> Prepared:
    """Load what the task's IDA* needs, or build and keep it.

    Raises UnfitHeuristicError, TableSpaceError, and UnavailableProgramError for a pruning that does not work here.
    """
    from pybridge.tables.store import Store
    from pybridge.tables.turn_sequences import forbidden, machine, merging

    facts: Any = task.facts
    heuristic, pruning, store = task.heuristic, pruning_of(task), Store()
    if heuristic is None or isinstance(heuristic, Spec):
        heuristic = obtain(facts, heuristic or choose(facts, store), store, report)
    turns = moves(facts)
    words = forbidden(turns) if pruning is Prune.SEQUENCE else merging(turns)
    return Prepared(heuristic, pruning, machine(words, len(turns)), tuple(turn.name for turn in turns))


def ready(task: Task, report: OnProgress) -> Ready:
    """`ids_low`, or IDA* with the heuristic and pruning of the task, in plain Python."""
    puzzle: Puzzle = puzzle_from(task.facts, task.start)
    if task.program == "ids_low":
        heuristic = make(task.facts, POINTS, {})
        search = partial(ida_star, puzzle, heuristic, following=by_one, every=task.wanted.every)
        return Ready(search, heuristic.estimate(task.start), heuristic)
    prepared = prepare(task, report)
    facts: Any = task.facts
    pruned, heuristic = _pruned(facts, puzzle, prepared), prepared.heuristic
    search = partial(ida_star, pruned, OfPairs(heuristic), following=by_one, every=task.wanted.every)
    return Ready(search, heuristic.estimate(task.start), heuristic, prepared.pruning.value)


def _pruned(facts: PermutationFacts, puzzle: Puzzle, prepared: Prepared) -> PrunedPuzzle:
    """The puzzle without the sequences of moves that the machine rejects."""
    from pybridge.tables.machine import DEAD

    following: Any = prepared.machine.arrays["next"].tolist()
    numbers = {turn.name: number for number, turn in enumerate(moves(facts))}

    def accept(state: Pair, move: Move) -> int | None:
        after: int = following[state[1]][numbers[move.name]]
        return None if after == DEAD else after

    return PrunedPuzzle(puzzle, 0, accept)
