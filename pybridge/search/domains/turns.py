"""How permutation puzzles are searched and counted: their row."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybridge.facts import State, TurnsFacts
from pybridge.heuristics.choice import bounds
from pybridge.limits import OnProgress
from pybridge.search import turns
from pybridge.search.census.census import Counter
from pybridge.search.domains.counting import hashed
from pybridge.search.ida_star import inverse_or_sequence
from pybridge.search.rows import CensusMethod, Counting, PreparedSearch, SearchRow, by_network
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.search.packed import Packed


def _prepare(task: Task[TurnsFacts], report: OnProgress) -> PreparedSearch:
    if by_network(task):
        from pybridge.search.native.networks import walks

        return walks.prepare(task, report, walks.of_turns)
    from pybridge.search.native.solver import IdaStar
    from pybridge.search.native.turns.search import TurnsSearch

    return IdaStar(TurnsSearch(task, report))


def _good(task: Task[TurnsFacts], tally: Tally, report: OnProgress) -> Solution:
    from pybridge.search.native.turns.two_phases import search

    return search(task, tally, report)


def _complete(facts: TurnsFacts, starts: Sequence[State], states: int | None, threads: int) -> Counter:
    from pybridge.search.census.projection import ProjectionCounter

    return ProjectionCounter(facts, starts, threads)


def _complete_memory(facts: TurnsFacts, states: int) -> int:
    from pybridge.search.census.projection import bytes_needed

    return bytes_needed(facts)


def _complete_suits(facts: TurnsFacts, states: int) -> bool:
    from pybridge.search.census.projection import bytes_needed

    return bytes_needed(facts) <= 30 * states


def _packed(facts: TurnsFacts) -> "Packed":
    from pybridge.search.packed import PackedTurns

    return PackedTurns(facts)


COUNTING = Counting(
    _packed,
    methods={
        "projection": CensusMethod(_complete, _complete_memory, _complete_suits, 10e6, threaded=True),
        "hashed": hashed(_packed, 1e6),
    },
)


TURNS: SearchRow[TurnsFacts] = SearchRow(
    ("ids", "ids_low", "ida_star", "a_star", "breadth_first"),
    turns.ready,
    inverse_or_sequence,
    turns.bound,
    prepare=_prepare,
    compiled=("ida_star", "a_star"),
    size=turns.native_size,
    most=1000,
    comparable=bounds,  # by tables that each engine would build first
    good=_good,
    endless=turns.endless,
    counting=COUNTING,
)
