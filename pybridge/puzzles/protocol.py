"""What a search needs from a puzzle, what it may prune, and what is known without searching."""

from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias

from pybridge.facts import State
from pybridge.translation import said

Move: TypeAlias = Any
"""One move: a tuple of numbers and texts, which `str` names. Only the rows of its domain look inside."""


class PieceMove(NamedTuple):
    """A piece moves from a source to a target: a tile between cells, or a block between supports."""

    piece: int | str
    source: int | str
    target: int | str

    def __str__(self) -> str:
        return said("{piece} to {target}", piece=self.piece, target=self.target)


class Pruning(Enum):
    """Which moves a search leaves out; the value is what `--pruning` calls it."""

    INVERSE = "inverse"
    """Never undo the last move."""
    SEQUENCE = "sequence"
    """Never repeat what an earlier or shorter move sequence does: keeps the first solution, but not all."""
    TRANSPOSITION = "transposition"
    """Nor search below a state that was searched without success after no more moves; for blocks world."""
    PATH = "path"
    """No state twice on a path: for puzzles of rules, and in the classic program of blocks world."""


class Puzzle(Protocol):
    """A start state, a goal test, successors, and the pruning that its classic program uses."""

    pruning: Pruning

    @property
    def start(self) -> State: ...

    def is_goal(self, state: State) -> bool:
        """Whether the state is a goal."""

    def successors(self, state: State, last: Move | None) -> Iterable[tuple[Move, State]]:
        """The moves from a state with their successors, in move order. `last` is the move that led to the state.

        With INVERSE, the move that undoes `last` is omitted.
        """


class Reason(str):
    """A sentence that names tiles as the board shows them.

    `numbered` is the same sentence with tile numbers, for output without glyphs. `names_cells` says whether the
    sentence refers to cells by their numbers.
    """

    numbered: str
    names_cells: bool

    def __new__(cls, shown: str, numbered: str | None = None, *, names_cells: bool = False) -> "Reason":
        reason = super().__new__(cls, shown)
        reason.numbered = shown if numbered is None else numbered
        reason.names_cells = names_cells
        return reason

    def after(self, before: str) -> "Reason":
        """The sentence with a prefix."""
        return Reason(before + self, before + self.numbered, names_cells=self.names_cells)


class Orbits(Protocol):
    """The orbits of the states of a puzzle: the sets of states that moves connect. All states must be legal.

    Moves can be undone: of two states in an orbit, each can be reached from the other.
    """

    def orbit(self, state: State) -> Hashable:
        """A value that is the same for two states if and only if they are in the same orbit."""

    def size(self, state: State) -> int:
        """The number of states in the orbit of the state."""

    def arrangements(self) -> int:
        """The number of states in all orbits."""

    def why_apart(self, state: State, goal: State) -> Reason:
        """Why the goal is not in the orbit of the state. The two must be in different orbits."""
