"""What the marks of a classic program (`prolog/bridge/classic.pl`) mean: iterations and solutions."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
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
    found = [mark.args[0] for mark in marks if mark.functor == "solved"]
    if not isinstance(facts, SlidingFacts):
        return tuple(tuple(_block_moves(start, last_first)) for last_first in found)
    if found and found[0] and not isinstance(found[0][0], Compound):
        return tuple(tuple(_slides(last_first)) for last_first in found)
    # Solutions that differ only in which of several equal tiles makes the last move leave the same mark. Depth-first
    # search finds them one after the other, in the order of the neighbors.
    return tuple(
        tuple(_tile_moves(facts, start, last_first, which))
        for last_first, group in groupby(found)
        for which, _ in enumerate(group)
    )


def _slides(last_first: Sequence[Sequence[int]]) -> list[Move]:
    """Moves from states: the blank changes places with a tile."""
    blanks = [(state, state.index(0)) for state in reversed(last_first)]
    return [Move(after[target], source, target) for (_, target), (after, source) in pairwise(blanks)]


def _tile_moves(facts: SlidingFacts, start: State, last_first: Sequence[Compound], which: int) -> list[Move]:
    """Moves from `Tile-Cell` pairs: a tile comes from the cell that the next tile goes to."""
    board = list(start)
    moves = []
    forward = [pair.args for pair in reversed(last_first)]
    for number, (tile, target) in enumerate(forward, start=1):
        is_last = number == len(forward)
        source = _last_sources(facts, board, tile, target)[which] if is_last else forward[number][1]
        moves.append(Move(tile, source, target))
        board[target], board[source] = tile, 0
    return moves


def _last_sources(facts: SlidingFacts, board: Sequence[int], tile: int, target: int) -> list[int]:
    """The cells from which the tile, moved to the target, makes a goal.

    There is at least one, if it is true that a goal was found; if not, whence it came, for the judge to see.
    """
    sources = []
    for source in facts.neighbors[target]:
        after = list(board)
        after[target], after[source] = tile, 0
        if board[source] == tile and tuple(after) in facts.goals:
            sources.append(source)
    return sources or [source for source in facts.neighbors[target] if board[source] == tile] or [target]


def _block_moves(start: State, last_first: Sequence[Any]) -> list[Move]:
    """Moves from states: what stands on something else than before has moved."""
    moves = []
    before = dict(start)
    for state in list(reversed(last_first))[1:]:
        after = {block.name: under.name for block, under in state}
        moves += [Move(block, before[block], after[block]) for block in after if after[block] != before[block]]
        before = after
    return moves
