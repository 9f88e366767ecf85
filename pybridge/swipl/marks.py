"""What the marks of a classic program (`prolog/classic.pl`) mean: iterations and solutions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pybridge.facts import PuzzleFacts, SlidingFacts, State
from pybridge.puzzles import Move
from pybridge.search.statistics import Iteration
from pybridge.swipl.exchange import Compound

_BOUNDARIES = ("limit", "stopped", "ended")


@dataclass(frozen=True, slots=True)
class Figures:
    """A thread's counters at a mark; `nodes` is (expanded, generated)."""

    inferences: int
    seconds: float
    nodes: tuple[int, int]


def figures(mark: Compound) -> Figures:
    """The counters of a mark: its last argument."""
    inferences, seconds, expanded, generated = mark.args[-1].args
    return Figures(inferences, seconds, (expanded, generated))


def iterations(marks: Sequence[Compound], now: Figures | None = None) -> list[Iteration]:
    """The iterations between the marks, with inferences, seconds and the run's own node counts.

    The last one, if no mark ends it yet, is reckoned up to `now`, or left out without it.
    """
    found = []
    begun: Compound | None = None
    solved = False
    for mark in marks:
        if mark.functor == "solved":
            solved = True
        if mark.functor in _BOUNDARIES:
            if begun:
                completed = mark.functor != "ended" and not solved
                found.append(_iteration(begun, figures(mark), completed))
            begun, solved = (mark if mark.functor == "limit" else None), False
    if begun and now:
        found.append(_iteration(begun, now, completed=False))
    return found


def _iteration(begun: Compound, end: Figures, completed: bool) -> Iteration:
    start = figures(begun)
    return Iteration(
        begun.args[0],
        completed,
        max(0.0, end.seconds - start.seconds),
        end.nodes[0] - start.nodes[0],
        end.nodes[1] - start.nodes[1],
        end.inferences - start.inferences,
    )


def solutions(facts: PuzzleFacts, start: State, marks: Sequence[Compound]) -> tuple[tuple[Move, ...], ...]:
    """The solutions in the order found, each as moves from the start."""
    read = _tile_moves if isinstance(facts, SlidingFacts) else _block_moves
    return tuple(tuple(read(facts, start, mark.args[0])) for mark in marks if mark.functor == "solved")


def _tile_moves(facts: PuzzleFacts, start: State, last_first: Sequence[Compound]) -> list[Move]:
    """Moves from `Tile-Cell` pairs: a tile comes from the cell that the next tile goes to."""
    board = list(start)
    moves = []
    forward = [pair.args for pair in reversed(last_first)]
    for number, (tile, target) in enumerate(forward, start=1):
        source = forward[number][1] if number < len(forward) else _last_source(facts, board, target)
        moves.append(Move(tile, source, target))
        board[target], board[source] = tile, 0
    return moves


def _last_source(facts: PuzzleFacts, board: Sequence[int], target: int) -> int:
    """The cell whose tile, moved to the target, makes a goal; -1 if there is none, for the judge to see."""
    for source in range(len(board)):
        after = list(board)
        after[target], after[source] = board[source], 0
        if tuple(after) in facts.goals:
            return source
    return -1


def _block_moves(facts: PuzzleFacts, start: State, last_first: Sequence[Any]) -> list[Move]:
    """Moves from states: what stands on something else than before has moved."""
    moves = []
    before = dict(start)
    for state in list(reversed(last_first))[1:]:
        after = {block.name: under.name for block, under in state}
        moves += [Move(block, before[block], after[block]) for block in after if after[block] != before[block]]
        before = after
    return moves
