"""The tables that searches of a puzzle look up."""

from pybridge.facts import PuzzleFacts
from pybridge.heuristics.choice import best, pruning_recipes
from pybridge.heuristics.registry import parse, recipes
from pybridge.store.table import Recipe


def needed(facts: PuzzleFacts, heuristic: str | None) -> list[Recipe]:
    """The tables of the heuristic, by default of the best one for the puzzle, and those of pruning."""
    asked = parse(heuristic or "manhattan")
    pruning = pruning_recipes(facts, asked)
    return [*recipes(facts, asked if heuristic else best(facts)), *pruning]
