"""What each domain gives to other planners, one row per domain. A new domain adds its own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, PuzzleFacts, State, TilesFacts, TurnsFacts
from pybridge.facts.terms import Fact, Node, Term
from pybridge.puzzles import Move
from pybridge.witnesses import blocks, tiles, turns
from pybridge.witnesses.model import Model, Rules
from pybridge.witnesses.problem import Part, Problem


@dataclass(frozen=True, slots=True)
class Witnessed:
    """The rules, the model of a start, and moves from plans.

    `move` reads the objects of an action, and `typed` a word that a person would write, in a given state; both raise
    ValueError. `remarks` are the facts that the model does not have. `state` reads the start or a goal of a problem
    as in a fact file, and `board` the other facts that it has; both raise FactFileError. `search` is what Fast Downward
    can do for the model: its heuristic lmcut takes no conditional effects.
    """

    rules: Rules
    model: Callable[[Any, State], Model]
    move: Callable[[Any, Sequence[str]], Move]
    typed: Callable[[Any, State, str], Move]
    remarks: Callable[[Any], Iterator[tuple[str, tuple[Term, ...]]]]
    state: Callable[[Problem, Part], Node]
    board: Callable[[Problem, Sequence[Fact]], Iterator[Fact]]
    search: str = "lmcut"


DOMAINS: Mapping[str, Witnessed] = {
    TilesFacts.domain: Witnessed(
        tiles.RULES, tiles.model, tiles.move, tiles.typed, tiles.remarks, tiles.state, tiles.board
    ),
    BlocksFacts.domain: Witnessed(
        blocks.RULES, blocks.model, blocks.move, blocks.typed, blocks.remarks, blocks.state, blocks.board
    ),
    TurnsFacts.domain: Witnessed(
        turns.RULES, turns.model, turns.move, turns.typed, turns.remarks, turns.state, turns.board, "blind"
    ),
}
"""The rows by the name of the domain."""


def witnessed(facts: PuzzleFacts) -> Witnessed:
    """The row for the domain of the facts. Raises UnavailableProgramError if there is none."""
    if facts.domain not in DOMAINS:
        raise UnavailableProgramError(
            f"{facts.name} cannot be exported: its domain {facts.domain} has no model for planners"
        )
    return DOMAINS[facts.domain]
