"""The domains as states and moves, without any search."""

from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles.domains import rules
from pybridge.puzzles.protocol import Move, PieceMove, Pruning, Puzzle, Reason
from pybridge.puzzles.replay import replay
from pybridge.puzzles.solvability import why_unsolvable

__all__ = ["Move", "PieceMove", "Pruning", "Puzzle", "Reason", "puzzle_from", "replay", "why_unsolvable"]


def puzzle_from(facts: PuzzleFacts, start: State) -> Puzzle:
    """The puzzle that the facts describe, with a legal start state."""
    return rules(facts).puzzle(facts, start)
