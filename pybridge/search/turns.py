"""IDA* of permutation puzzles: heuristic, pruning, and the search in plain Python."""

import sys
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from pybridge.errors import TableSpaceError
from pybridge.facts import State, TurnsFacts
from pybridge.facts.cycles import merging, moves
from pybridge.facts.wording import states_text
from pybridge.heuristics.choice import bounds, choose
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, make, obtain, recipes
from pybridge.limits import OnProgress
from pybridge.puzzles import Move, Pruning, Puzzle, count_states, puzzle_from
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.symmetries import keeping_state
from pybridge.search.ida_star import Moves, OfPairs, OnVisit, Pair, PrunedPuzzle, ida_star, inverse_or_sequence
from pybridge.search.rows import Ready
from pybridge.search.tally import Tally
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.search.either_side import Sides
    from pybridge.tables.sequences.turns import Machine

POINTS = Spec("points")


def native_size(facts: TurnsFacts) -> int:
    """How many points there are; more than any engine holds if the puzzle has no tables of projections.

    Where all pieces differ, there is always a table: that of one piece.
    """
    has_tables = homes(facts).differ or bounds(facts) != POINTS
    return facts.points if has_tables else sys.maxsize


def bound(task: Task[TurnsFacts]) -> int:
    """The lower bound of the start by heuristics that need no tables; 0 for programs that use none."""
    if task.program not in ("ids_low", "ida_star"):
        return 0
    spec = task.heuristic or POINTS
    if isinstance(spec, Spec):
        spec = make(task.facts, POINTS if recipes(task.facts, spec) else spec, {})
    return spec.estimate(task.start) if spec.admissible else 0


@dataclass(frozen=True, slots=True)
class TurnsPrepared:
    """A heuristic, a pruning, the machine of it that serves every start, and the names of the moves.

    `behind` is the machine for the inverses of states, if they are searched on, too.
    """

    heuristic: Heuristic
    pruning: Pruning
    machine: "Machine"
    names: tuple[str, ...]
    behind: "Machine | None" = None


def prepare(task: Task[TurnsFacts], report: OnProgress) -> TurnsPrepared:
    """Load what the task's IDA* needs, or build and keep it.

    Raises UnfitHeuristicError, TableSpaceError, and UnavailableProgramError for a pruning that does not work here.
    """
    from pybridge.heuristics.projections import Projections
    from pybridge.search.either_side import reversed_words
    from pybridge.tables.sequences.turns import forbidden, machine

    facts, heuristic, pruning = task.facts, task.heuristic, inverse_or_sequence(task)
    if heuristic is None or isinstance(heuristic, Spec):
        heuristic = obtain(facts, heuristic, report) if heuristic else _at_hand(facts, report)
    turns = moves(facts)
    words = forbidden(turns) if pruning is Pruning.SEQUENCE else merging(turns)
    both = pruning is Pruning.SEQUENCE and isinstance(heuristic, Projections) and heuristic.inverted
    behind = machine(reversed_words(words, turns), len(turns)) if both else None
    return TurnsPrepared(heuristic, pruning, machine(words, len(turns)), tuple(turn.name for turn in turns), behind)


def _at_hand(facts: TurnsFacts, report: OnProgress) -> Heuristic:
    """The default heuristic; where tables cannot be kept, one with small tables that are built for this search."""
    try:
        return obtain(facts, choose(facts), report)
    except TableSpaceError:
        spec = bounds(facts)
        report("tables cannot be kept; building small ones for this search")
        return make(facts, spec, {recipe: recipe.build(report) for recipe in recipes(facts, spec)})


_MOST_NODES = 10**15
"""Nodes that take a search years."""


def endless(task: Task[TurnsFacts]) -> str | None:
    """Why a search from a random state would take years, and what to do about it; None if it would not.

    IDA* expands about as many nodes as there are states for each entry of the tables (R. E. Korf, 1997). A solution
    that is good enough takes less, where it is searched in two phases.
    """
    from pybridge.heuristics.products import PER_BYTE
    from pybridge.heuristics.projection_choice import SIZES
    from pybridge.heuristics.two_phases import two_phases

    facts = task.facts
    states = count_states(facts) or 0
    if states <= _MOST_NODES:
        return None
    size = task.heuristic.partition if isinstance(task.heuristic, Spec) else ""
    size = size if size in SIZES else "medium"
    entries, tables = SIZES[size] * PER_BYTE, f"tables of the size {size}"
    if bounds(facts) == POINTS:
        entries, tables = 1, "no tables, since none is small enough"
    nodes = states // entries
    if nodes <= _MOST_NODES:
        return None
    good = two_phases(facts) is not None
    if good and task.wanted.good is not None:
        return None
    return (
        f"{facts.name} has {states_text(states)} states; a shortest solution of a random one would take about "
        f"{states_text(nodes)} nodes with {tables}; give a start nearer to the goal, or set --last"
        f"{', --any' if good else ''} or --time-limit"
    )


def machine_of(prepared: TurnsPrepared, facts: TurnsFacts, start: State) -> "Machine":
    """The machine for a start: sequence pruning leaves out moves that symmetries of the start exchange, too."""
    from pybridge.tables.sequences.turns import least_of_symmetric

    unchanging = keeping_state(facts, start) if prepared.pruning is Pruning.SEQUENCE else ()
    if len(unchanging) < 2:
        return prepared.machine
    return least_of_symmetric(prepared.machine, [symmetry.moves for symmetry in unchanging])


def sides_of(prepared: TurnsPrepared, facts: TurnsFacts, start: State) -> "Sides":
    """The sides from which a start is searched: only pruning by sequences allows both, if every move has an inverse."""
    from pybridge.search.either_side import Sides, inverses

    front = machine_of(prepared, facts, start)
    if prepared.behind is None:
        return Sides((front,))
    return Sides((front, prepared.behind), inverses(moves(facts)))


def ready(task: Task[TurnsFacts], report: OnProgress) -> Ready:
    """`ids_low`, or IDA* with the heuristic and pruning of the task, in plain Python."""
    puzzle: Puzzle = puzzle_from(task.facts, task.start)
    if task.program == "ids_low":
        heuristic = make(task.facts, POINTS, {})
        low = partial(ida_star, puzzle, heuristic, every=task.wanted.every)
        return Ready(low, heuristic.estimate(task.start), heuristic)
    facts, prepared = task.facts, prepare(task, report)
    pruned, heuristic = _pruned(facts, puzzle, machine_of(prepared, facts, task.start)), prepared.heuristic
    from_start = partial(ida_star, pruned, OfPairs(heuristic), every=task.wanted.every)

    def search(tally: Tally, *, first: int | None = None, visit: OnVisit | None = None) -> list[Moves]:
        """From either side; a tree is grown from the start, so that its moves can be followed."""
        if prepared.behind is None or visit:
            return from_start(tally, first=first, visit=visit)
        from pybridge.search.either_side import EitherSide

        return EitherSide(facts, task.start, heuristic, sides_of(prepared, facts, task.start), tally).search(first)

    return Ready(search, heuristic.estimate(task.start), heuristic, prepared.pruning.value, state=itemgetter(0))


def _pruned(facts: TurnsFacts, puzzle: Puzzle, machine: "Machine") -> PrunedPuzzle:
    """The puzzle without the sequences of moves that the machine rejects."""
    from pybridge.tables.sequences.machine import DEAD

    following = machine.tolist()
    numbers = {turn.name: number for number, turn in enumerate(moves(facts))}

    def accept(state: Pair, move: Move) -> int | None:
        after: int = following[state[1]][numbers[move.name]]
        return None if after == DEAD else after

    return PrunedPuzzle(puzzle, 0, accept)
