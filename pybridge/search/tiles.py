"""IDA* of sliding tiles: thresholds, heuristics with tables, sequence pruning, and the search in plain Python."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from pybridge.errors import TableSpaceError
from pybridge.facts import State, TilesFacts
from pybridge.facts.board_graph import two_colours
from pybridge.heuristics import Manhattan
from pybridge.heuristics.choice import bounds, choose
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, make, obtain, recipes
from pybridge.limits import OnProgress
from pybridge.puzzles import Move, PieceMove, Pruning, Puzzle, puzzle_from
from pybridge.search.ida_star import OfPairs, Pair, PrunedPuzzle, ida_star, inverse_or_sequence
from pybridge.search.rows import Ready
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.store.table import Table

MANHATTAN = Spec("manhattan")
"""What every engine and `ids_low` can go by."""


def blank_moves(state: Sequence[int], cells: Sequence[int]) -> tuple[Move, ...]:
    """The moves of a path from a state, from the cells that the blank goes to."""
    board, moves = list(state), []
    for blank, cell in pairwise((board.index(0), *cells)):
        moves.append(PieceMove(board[cell], cell, blank))
        board[blank], board[cell] = board[cell], 0
    return tuple(moves)


def step(facts: TilesFacts, start: State) -> int:
    """By how much thresholds grow: by 2 if all solutions are even, or all odd.

    Each move takes the blank to a neighbor. If the cells have two colours so that neighbors always differ, the colours
    of the blank's cell now and in the goal say whether a solution has an even or an odd number of moves.
    """
    return 1 if _parity(facts, start) is None else 2


def first_threshold(facts: TilesFacts, start: State, h: int) -> int:
    """The first threshold for a start whose estimate is `h`."""
    parity = _parity(facts, start)
    return h if parity is None else h + (h - parity) % 2


def _parity(facts: TilesFacts, start: State) -> int | None:
    """0 if all solutions of a start are even, 1 if all are odd, otherwise None."""
    colours = two_colours(facts.neighbors)
    if colours is None:
        return None
    parities = {(colours[list(start).index(0)] + colours[goal.index(0)]) % 2 for goal in facts.goals}
    return parities.pop() if len(parities) == 1 else None


def bound(task: Task[TilesFacts]) -> int:
    """The lower bound of the start by heuristics that need no tables; 0 for programs that use none."""
    if task.program == "ids_low":
        return Manhattan(task.facts).estimate(task.start)
    if task.program != "ida_star":
        return 0
    spec = task.heuristic or bounds(task.facts)
    if isinstance(spec, Spec):
        spec = make(task.facts, MANHATTAN if recipes(task.facts, spec) else spec, {})
    return first_threshold(task.facts, task.start, spec.estimate(task.start)) if spec.admissible else 0


def ready(task: Task[TilesFacts], report: OnProgress) -> Ready:
    """`ids_low`, or IDA* with the heuristic and pruning of the task, in plain Python."""
    facts, start = task.facts, task.start
    puzzle, manhattan = puzzle_from(facts, start), Manhattan(facts)
    if task.program == "ids_low":
        search = partial(ida_star, puzzle, manhattan, every=task.wanted.every)
        return Ready(search, manhattan.estimate(start))
    prepared = prepare(replace(task, heuristic=task.heuristic or MANHATTAN), report)
    heuristic, pruning = prepared.heuristic, prepared.pruning.value
    if heuristic.name != MANHATTAN.name or prepared.pruning is not Pruning.INVERSE:
        puzzle = _pruned(facts, puzzle, prepared, start)
    first = first_threshold(facts, start, heuristic.estimate(start))
    pairs = isinstance(puzzle, PrunedPuzzle)
    goes_by = OfPairs(heuristic) if pairs else heuristic
    search = partial(ida_star, puzzle, goes_by, first=first, step=step(facts, start), every=task.wanted.every)
    found = Ready(search, first, heuristic, pruning, step(facts, start))
    return replace(found, state=itemgetter(0)) if pairs else found


@dataclass(frozen=True, slots=True)
class TilesPrepared:
    """A heuristic and a pruning machine; by sequence pruning, also the symmetries that keep the goal."""

    heuristic: Heuristic
    pruning: Pruning
    machine: "Table"
    mirrorings: "Symmetries"


def prepare(task: Task[TilesFacts], report: OnProgress) -> TilesPrepared:
    """Load what the task's IDA* needs, or build and keep it.

    Raises UnfitHeuristicError, TableSpaceError, and UnavailableProgramError for a pruning that does not work here.
    """
    from pybridge.heuristics.pattern_database import symmetries

    facts, heuristic = task.facts, task.heuristic
    if heuristic is None or isinstance(heuristic, Spec):
        heuristic = obtain(facts, heuristic or choose(facts), report)
    pruning = inverse_or_sequence(task)
    mirrorings = symmetries(facts) if pruning is Pruning.SEQUENCE else ()
    return TilesPrepared(heuristic, pruning, machine(facts, pruning, report), mirrorings)


def machine(facts: TilesFacts, pruning: Pruning, report: OnProgress) -> "Table":
    """The machine that knows which walks of the blank need not be searched."""
    from pybridge.store.store import Store
    from pybridge.tables.sequences.walks import SequenceRecipe

    if pruning is Pruning.INVERSE:
        return SequenceRecipe(facts.neighbors, depth=2).build(report)
    recipe = SequenceRecipe(facts.neighbors)
    try:
        return Store().obtain(recipe, report)
    except TableSpaceError:  # it takes a second to build, and need not be kept
        return recipe.build(report)


def _pruned(facts: TilesFacts, puzzle: Puzzle, prepared: TilesPrepared, start: State) -> PrunedPuzzle:
    """The puzzle without the walks of the blank that the machine rejects, and first moves that mirror each other."""
    from pybridge.tables.sequences.machine import DEAD

    blank = list(start).index(0)
    first = set(first_cells(facts, start, prepared.mirrorings))
    following, starts = (prepared.machine.arrays[name].tolist() for name in ("next", "start"))
    slots = [{cell: slot for slot, cell in enumerate(near)} for near in facts.neighbors]

    def accept(state: Pair, move: Move) -> int | None:
        if state == pruned.start and move.source not in first:
            return None
        after: int = following[state[1]][slots[int(move.target)][int(move.source)]]
        return None if after == DEAD else after

    pruned = PrunedPuzzle(puzzle, starts[blank], accept)
    return pruned


Symmetries = Sequence[tuple[tuple[int, ...], dict[int, int]]]


def first_cells(facts: TilesFacts, start: Sequence[int], mirrorings: Symmetries) -> tuple[int, ...]:
    """The cells from which a tile may move first, in move order, one of each set that mirrors the others.

    A symmetry of the board that leaves the goal as it is, except for the tiles' names, turns solutions of a state into
    solutions of the mirrored state. If that is the same state, they are solutions of it that begin with the mirrored
    move. Of those the first in move order is kept, and so the first solution is. `mirrorings` are the puzzle's.
    """
    blank = list(start).index(0)
    mirrors = [cells for cells, tiles in mirrorings if _is_mirrored(start, cells, tiles)]
    kept: list[int] = []
    for cell in facts.neighbors[blank]:
        if not any(cells[cell] in kept for cells in mirrors):
            kept.append(cell)
    return tuple(kept)


def _is_mirrored(start: Sequence[int], cells: Sequence[int], tiles: dict[int, int]) -> bool:
    """Whether a state is its own image."""
    return all(start[cells[cell]] == tiles[tile] for cell, tile in enumerate(start))
