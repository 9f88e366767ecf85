"""What a census is: its levels, the method that counts them, and its result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from pybridge.data_table import DataTable
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import as_json
from pybridge.facts.wording import VERSION, rounded, several
from pybridge.forms import Form
from pybridge.limits import Check
from pybridge.outcome import Outcome
from pybridge.provenance import Provenance
from pybridge.puzzles import Reason
from pybridge.summary import summary

if TYPE_CHECKING:
    from pybridge.arrays import Arrays


def go_on() -> None:
    """A check that never ends anything."""


@dataclass(frozen=True, slots=True)
class Level:
    """The states at one distance from the nearest goal, or from a start where moves cannot be undone.

    `states` is how many there are, `exact` how many of them have exactly that distance as their lower bound (None if
    the domain has no bound), and `here` has the numbers of the starts that are among them. `goals` is how many are
    goals, if distances are from a start; otherwise None. `classes` is how many there are up to symmetry, if the states
    are counted so.
    """

    distance: int
    states: int
    exact: int | None
    here: tuple[int, ...] = ()
    goals: int | None = None
    classes: int | None = None

    def to_dict(self) -> Form:
        """A level of `census --json`."""
        return {
            "distance": self.distance,
            "states": self.states,
            "exact": self.exact,
            "goals": self.goals,
            "up_to_symmetry": self.classes,
        }


class Counter(Protocol):
    """A method of taking a census, at work on one puzzle."""

    symmetries: int | None = None
    """How many symmetries the states are counted up to; None if all states are kept."""

    def warm_up(self) -> None:
        """Have kernels compiled, or loaded, before any time is taken."""

    def levels(self, check: Check) -> Iterator[Level]:
        """The levels in order, from that of the goals, or of a start, 0, to the last one that has a state.

        After `check` has raised, and after `resume`, another call continues: it yields the levels that were not
        complete, and none twice.
        """

    def farthest(self, most: int) -> list[State]:
        """The first `most` states, in ascending order, of the last level that was yielded.

        Empty if the census was stopped after a level so large that it would take long.
        """

    def dead_ends(self, check: Check) -> int | None:
        """How many states lead to no goal, once all that a start can reach are counted; None for one from the goals."""
        return None

    def saved(self, check: Check = go_on) -> "Arrays":
        """What it takes to resume, beside the complete levels; what `check` raises ends it."""

    def resume(self, levels: Sequence[Level], arrays: "Arrays") -> None:
        """Resume from complete levels and what `saved` returned, which may have been damaged, or forged.

        Raises ValueError, or another error, for arrays that do not fit, and is left as it was.
        """


@dataclass(frozen=True, slots=True)
class StartPlace:
    """Where a start lies in the census: its distance from the nearest goal, or from the census's `origin`.

    None if the census was stopped before it, or if the start cannot reach a goal, or be reached; `reason` says why, if
    that is known without counting.
    """

    name: str
    state: State
    distance: int | None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Census:
    """The states of a puzzle by their distance from the nearest goal.

    Where moves cannot be undone, they are the states that can be reached from the start `origin`, by their distance
    from it; otherwise that is None. `outcome` is SOLVED if `levels` are all there are, otherwise what stopped
    it; `total` is how many states there are, computed from the shape of the board before the census, None if that is
    not known; `farthest` has states of the last level, in ascending order, at most as many as were asked for. `seconds`
    are wall time, without preparing and the time before an interruption. `facts` are the puzzle itself, which displays
    draw. `dead_ends` is how many of the states of a complete census from a start lead to no goal. `symmetries` is how
    many turn states into each other, of which one was kept; None if all were. `ends_stopped` is what stopped the count
    of dead ends, if something did. `command` is the call of Python that counted, as text.
    """

    puzzle: str
    method: str
    outcome: Outcome
    levels: tuple[Level, ...]
    total: int | None
    farthest: tuple[State, ...]
    places: tuple[StartPlace, ...]
    seconds: float
    facts: PuzzleFacts | None = field(default=None, compare=False)
    origin: StartPlace | None = None
    dead_ends: int | None = None
    symmetries: int | None = None
    ends_stopped: Outcome | None = None
    command: str | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        states, end = several(self.states, "state"), f", largest distance {self.depth}" if self.levels else ""
        stopped = "" if self.outcome is Outcome.SOLVED else f", {self.outcome.value}"
        return f"<Census of {self.puzzle}: {states}{end}{stopped}>"

    def _repr_html_(self) -> str:
        """What a notebook shows without the extension `pybridge.notebook`: the levels."""
        columns = ("distance", "states", "goals" if self.origin else "exact")
        return summary(repr(self)[1:-1], columns, [[getattr(each, name) for name in columns] for each in self.levels])

    def to_dict(self) -> Form:
        """What `census --json` prints; `total` is the number of all states, if known, `states` the number counted."""
        counted = bool(self.levels)
        return {
            "version": VERSION,
            "puzzle": self.puzzle,
            "method": self.method,
            "origin": self.origin and {"name": self.origin.name, "state": self._shown(self.origin.state)},
            "outcome": self.outcome.value,
            "complete": self.outcome is Outcome.SOLVED,
            "seconds": rounded(self.seconds),
            "total": self.total,
            "states": self.states,
            "largest_distance": self.depth if counted else None,
            "mean_distance": self.mean if counted else None,
            "exact_share": self.exact_share if counted else None,
            "nearest_goal": self.nearest_goal,
            "dead_ends": self.dead_ends,
            "dead_ends_stopped": self.ends_stopped and self.ends_stopped.value,
            "symmetries": self.symmetries,
            "up_to_symmetry": self.classes,
            "levels": [each.to_dict() for each in self.levels],
            "starts": [
                {"name": each.name, "state": self._shown(each.state), "distance": each.distance, "reason": each.reason}
                for each in self.places
            ],
            "farthest_states": self.levels[-1].states if counted else None,
            "farthest": list(map(self._shown, self.farthest)),
        }

    def _shown(self, state: State) -> Any:
        return as_json(self.facts, state) if self.facts else state

    def to_csv(self, command: str | None = None) -> str:
        """What `census --csv` writes: a row for each level; `exact` is empty if there is no lower bound.

        With distances from a start, there is the number of goals in its place. `command` is what every row names, by
        default the call of Python that counted.
        """
        return self._table(command).to_csv()

    def to_frame(self, library: str | None = None) -> Any:
        """The same rows as a data frame of pandas, or of polars: of `library`, by default of pandas if installed.

        Raises OutputError if the library is not installed.
        """
        return self._table().to_frame(library)

    def _table(self, command: str | None = None) -> DataTable:
        columns = ("distance", "states", "goals" if self.origin else "exact")
        return DataTable(columns, [each.to_dict() for each in self.levels], Provenance(command or self.command))

    @property
    def states(self) -> int:
        """How many states were counted."""
        return sum(level.states for level in self.levels)

    @property
    def classes(self) -> int | None:
        """How many states were counted up to symmetry; None if all were kept."""
        return None if self.symmetries is None else sum(level.classes or 0 for level in self.levels)

    @property
    def of(self) -> int | None:
        """How many states there are: computed before, or counted to the end; None if neither."""
        return self.states if self.total is None and self.outcome is Outcome.SOLVED else self.total

    @property
    def nearest_goal(self) -> int | None:
        """The distance of the nearest goal from the `origin`; None without one, or if no goal was counted."""
        return next((level.distance for level in self.levels if level.goals), None)

    @property
    def depth(self) -> int:
        """The largest distance counted."""
        return self.levels[-1].distance

    @property
    def mean(self) -> float:
        """The mean distance of the states counted."""
        return sum(level.distance * level.states for level in self.levels) / self.states

    @property
    def exact_share(self) -> float | None:
        """The share of the states whose lower bound is their distance; None if the domain has no bound."""
        exact = [level.exact for level in self.levels]
        return None if None in exact else sum(filter(None, exact)) / self.states
