"""What a search needs of a puzzle, what it may prune, and what is known without a search."""

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


class Reason(str):
    """A sentence in which tiles are called as the board shows them.

    In `numbered` they are called by their numbers, for where glyphs cannot be written. `names_cells` tells whether it
    speaks of some cells of a board, by their numbers.
    """

    numbered: str
    names_cells: bool

    def __new__(cls, shown: str, numbered: str | None = None, *, names_cells: bool = False) -> "Reason":
        reason = super().__new__(cls, shown)
        reason.numbered = shown if numbered is None else numbered
        reason.names_cells = names_cells
        return reason

    def after(self, before: str) -> "Reason":
        """The sentence with words before it."""
        return Reason(before + self, before + self.numbered, names_cells=self.names_cells)


class Orbits(Protocol):
    """What is known of the orbits of a puzzle's states. All states must be legal."""

    def orbit(self, state: State) -> Hashable:
        """What is the same for all states of an orbit, and for no other."""

    def size(self, state: State) -> int:
        """How many states the orbit of the state has."""

    def arrangements(self) -> int:
        """How many states there are, in all orbits."""

    def why_apart(self, state: State, goal: State) -> Reason:
        """Why the goal is not in the orbit of the state, which it must not be."""
