"""The four things that a search needs of a puzzle, and what it may prune."""

from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias

State: TypeAlias = Any


class Move(NamedTuple):
    """A piece goes from one place to another: a tile between cells, or a block between what carries it."""

    piece: int | str
    source: int | str
    target: int | str


class Pruning(Enum):
    """Which successors depth-first search leaves out, so as not to go round in circles."""

    INVERSE_MOVE = "never undo the last move"
    PATH = "no state twice on a path"


class Puzzle(Protocol):
    """A start state, a goal test, successors, and the pruning of its classic program."""

    pruning: Pruning

    @property
    def start(self) -> Hashable: ...

    def is_goal(self, state: State) -> bool:
        """Whether the state is a goal."""

    def successors(self, state: State, last: Move | None) -> Iterable[tuple[Move, State]]:
        """The moves from a state and where they lead, in move order; `last` led to the state.

        With INVERSE_MOVE the move that undoes `last` is not among them.
        """
