"""The domains as states and moves; each knows its own facts and nothing of search."""

from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.puzzles.blocks_world import BlocksPuzzle
from pybridge.puzzles.protocol import Move, Pruning, Puzzle
from pybridge.puzzles.reason import Reason
from pybridge.puzzles.replay import replay
from pybridge.puzzles.sliding_tiles import SlidingPuzzle
from pybridge.puzzles.solvability import why_unsolvable

__all__ = ["Move", "Pruning", "Puzzle", "Reason", "puzzle_from", "replay", "why_unsolvable"]


def puzzle_from(facts: PuzzleFacts, start: State) -> Puzzle:
    """The puzzle that the facts describe, from a legal start state."""
    if isinstance(facts, SlidingFacts):
        return SlidingPuzzle(facts, start)
    if isinstance(facts, BlocksFacts):
        return BlocksPuzzle(facts, start)
    raise TypeError(f"no puzzle for {type(facts).__name__}")
