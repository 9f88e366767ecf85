"""The results of a measurement: each board, the means of a heuristic, its lengths beside the others', the machine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from timeit import repeat

import numpy as np

from pybridge.bench.boards import Boards
from pybridge.errors import DisagreementError
from pybridge.forms import Form
from pybridge.outcome import Outcome
from pybridge.provenance import this_machine
from pybridge.puzzles import replay
from pybridge.search.solution import Solution, total
from pybridge.search.task import A_STAR, GUIDED, BestFirst, Task


@dataclass(frozen=True, slots=True)
class Measured:
    """One board searched with one heuristic.

    `h` is that of the start, `length` None if it was not solved. Nodes are those of all `iterations`; `h` and nodes are
    None if a program has or counts none, and `h` is None if nothing was searched. `seconds` is the wall time of the
    search. `shortest`: the search says that no solution is shorter. `evaluated` are the states that a network
    evaluated; `completed_expanded` and `completed_generated` the nodes of completed iterations.
    """

    start: str
    state: tuple[int, ...]
    outcome: Outcome
    h: int | None
    length: int | None
    expanded: int | None
    generated: int | None
    iterations: int
    seconds: float
    shortest: bool = True
    evaluated: int | None = None
    completed_expanded: int | None = None
    completed_generated: int | None = None


ITS_OWN = "its own"
"""The heuristic of a program of the user's, which may have none."""


class _Mean:
    """A figure of the solved boards on average; None if none of them has it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, account: "Account", owner: object) -> float | None:
        known = [each for board in account.solved if (each := getattr(board, self._name)) is not None]
        return fmean(known) if known else None


@dataclass(frozen=True, slots=True)
class Account:
    """The boards measured with one heuristic so far, of `wanted`. `preparing` is the time in seconds for its tables.

    `program` is what searched, and `best_first` says how, if it was A*. `training` is what is known of a network: its
    labels, the seconds that its training took. Times of different `engine`s cannot be compared.
    """

    heuristic: str
    source: str
    pruning: str
    preparing: float
    wanted: int
    boards: tuple[Measured, ...]
    program: str = "ida_star"
    best_first: BestFirst = A_STAR
    training: Mapping[str, object] | None = None
    engine: str = "native"

    @property
    def name(self) -> str:
        """What distinguishes it from others in a run."""
        return _named(self.heuristic, self.program)

    @property
    def solved(self) -> tuple[Measured, ...]:
        """The solved boards; means are over them."""
        return tuple(board for board in self.boards if board.outcome is Outcome.SOLVED)

    @property
    def longer(self) -> bool:
        """Whether some of its solutions may be longer than the shortest."""
        return any(not board.shortest for board in self.solved)

    length, h, expanded, generated, evaluated, completed_expanded, completed_generated, mean_seconds = map(
        _Mean,
        ("length", "h", "expanded", "generated", "evaluated", "completed_expanded", "completed_generated", "seconds"),
    )
    """The means, each None if nothing was solved, or if it was not counted: h without a heuristic, `completed_` nodes
    where the program does not deepen iteratively."""

    @property
    def worst(self) -> Measured | None:
        """The board that took longest."""
        return max(self.solved, key=lambda board: board.seconds, default=None)

    @property
    def seconds(self) -> float:
        """Time of all searches, including those that were stopped."""
        return sum(board.seconds for board in self.boards)

    @property
    def rate(self) -> float | None:
        """Nodes generated per second, including searches that were stopped; None if they were not counted."""
        generated = total([board.generated for board in self.boards])
        return generated / self.seconds if self.seconds and generated is not None else None


def searcher(task: Task) -> tuple[str, str]:
    """The heuristic and the program of a task, by name; a file of the user's has a heuristic of its own, or none."""
    if task.text:
        return ITS_OWN, task.text.name
    return task.heuristic.name if task.heuristic else "", task.program


def name_of(task: Task) -> str:
    """What distinguishes the account of a task from others in a run."""
    return _named(*searcher(task))


def _named(heuristic: str, program: str) -> str:
    if program not in GUIDED:
        return program
    return heuristic if program == "ida_star" else f"{heuristic} by {program}"


def wrong(task: Task, solution: Solution) -> str | None:
    """The error that replay finds in a solution; None if it is correct, or if there is no solution."""
    try:
        if solution.moves is not None:
            replay(task.facts, task.start, solution.moves)
    except DisagreementError as error:
        return (
            f"{task.start_name}: {name_of(task) if task.text or not task.heuristic else task.heuristic.name}: {error}"
        )
    return None


def _known(optimal: Mapping[str, int], name: str) -> list[tuple[int, str]]:
    """The length of a start in its fact file, if it has one."""
    return [(optimal[name], "its fact file")] if name in optimal else []


def differences(boards: Boards, accounts: Sequence[Account]) -> list[str]:
    """The boards whose shortest lengths differ, or are more than a solution that was found; one line each."""
    known = boards.optimal
    lengths: dict[str, list[tuple[int, str]]] = {name: [] for name, _ in boards.starts}
    others: dict[str, list[tuple[int, str]]] = {name: [] for name, _ in boards.starts}
    for account in accounts:
        for board in account.solved:
            (lengths if board.shortest else others)[board.start].append((board.length or 0, account.name))
    for name, found in lengths.items():
        if found or others[name]:
            found += _known(known, name)
        least = min(found, default=(0, ""))[0]
        found += [each for each in others[name] if each[0] < least]
    apart = [
        f"{name}: the lengths differ: {', '.join(f'{length} by {by}' for length, by in found)}"
        for name, found in lengths.items()
        if len({length for length, _ in found}) > 1
    ]
    return apart + [
        f"{board.start}: {account.name} says unsolvable, but there is a solution of {min(found)[0]} moves"
        for account in accounts
        for board in account.boards
        if board.outcome is Outcome.UNSOLVABLE
        and (found := [*lengths[board.start], *others[board.start], *_known(known, board.start)])
    ]


@dataclass(frozen=True, slots=True)
class Lengths:
    """The least known length of each board that was solved. `exact`: no solution of any of them is shorter."""

    least: Mapping[str, int]
    exact: bool


@dataclass(frozen=True, slots=True)
class Excess:
    """By how many moves the solutions of an account are too long: on average, and at worst.

    `optimal` is the share of boards, from 0 to 1, whose solution is not too long.
    """

    optimal: float
    mean: float
    worst: int


def least_lengths(boards: Boards, accounts: Sequence[Account]) -> Lengths:
    """The lengths in the fact file, those of searches for shortest solutions, or otherwise the least in the run."""
    solved = [board for account in accounts for board in account.solved]
    exact = {board.start: board.length or 0 for board in solved if board.shortest} | dict(boards.optimal)
    least: dict[str, int] = {}
    for board in solved:
        length = exact.get(board.start, board.length or 0)
        least[board.start] = min(least.get(board.start, length), length)
    return Lengths(least, all(start in exact for start in least))


def excess(account: Account, lengths: Lengths) -> Excess | None:
    """How far its solutions are from the least lengths; None if nothing was solved."""
    over = [(board.length or 0) - lengths.least[board.start] for board in account.solved]
    if not over:
        return None
    return Excess(sum(each <= 0 for each in over) / len(over), fmean(over), max(over))


def measuring_machine() -> Form:
    """This machine, and how fast it reads its memory."""
    return this_machine() | {"random_reads_per_second": random_reads()}


@cache
def random_reads() -> float:
    """How many bytes per second one thread can read from random places of 128 MiB: the best of some times.

    A search whose tables are larger than the processor's cache cannot look them up more often than that. It is
    measured once a process.
    """
    memory = np.ones(1 << 27, np.uint8)
    places = np.random.default_rng(0).integers(0, len(memory), 1 << 20)
    return round(len(places) / min(repeat(lambda: memory.take(places), repeat=3, number=1)))
