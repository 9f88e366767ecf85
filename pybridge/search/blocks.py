"""IDA* of blocks worlds: heuristic, pruning, and the states that an iteration has searched without success.

A state is reached again by other moves, or by the same moves in another order. There is one slot for each value of a
hash, and what is kept last stays (Reinefeld and Marsland, 1994). The compiled search has the same slots, so that both
look into the same states.
"""

from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, State
from pybridge.heuristics.registry import Spec
from pybridge.limits import OnProgress
from pybridge.puzzles import Pruning
from pybridge.puzzles.blocks import OtherBlocks
from pybridge.search.ida_star import ida_star
from pybridge.search.rows import Ready, heuristic_of
from pybridge.search.task import Task

TOWERS = Spec("towers")
"""The default heuristic."""


def pruning_of(task: Task[BlocksFacts]) -> Pruning:
    """The pruning that a task asks for; by default the one that leaves out most."""
    if task.pruning is Pruning.PATH:
        raise UnavailableProgramError("path pruning is for puzzles of rules; use --pruning inverse or transposition")
    if task.pruning is Pruning.SEQUENCE:
        raise UnavailableProgramError(
            "sequence pruning is not for blocks worlds; use --pruning inverse or transposition"
        )
    return task.pruning or Pruning.TRANSPOSITION


def bound(task: Task[BlocksFacts]) -> int:
    """The lower bound of the start; 0 for programs that use none."""
    if task.program != "ida_star":
        return 0
    heuristic = heuristic_of(task, TOWERS)
    return heuristic.estimate(task.start) if heuristic.admissible else 0


def ready(task: Task[BlocksFacts], report: OnProgress) -> Ready:
    """IDA* with the heuristic and pruning of the task, in plain Python."""
    facts = task.facts
    heuristic, pruning = heuristic_of(task, TOWERS), pruning_of(task)
    search = partial(
        ida_star,
        OtherBlocks(facts, task.start),
        heuristic,
        every=task.wanted.every,
        transpositions=Transpositions(facts) if pruning is Pruning.TRANSPOSITION else None,
    )
    return Ready(search, heuristic.estimate(task.start), heuristic, pruning.value)


SLOT_BITS = 20
FACTOR = 0x9E3779B97F4A7C15
"""Odd, and near 2**64 divided by the golden ratio: multiples of it are spread evenly (Knuth, volume 3, 6.4)."""


class Transpositions:
    """For states of a blocks world."""

    def __init__(self, facts: BlocksFacts) -> None:
        self._numbers = numbers(facts)
        self._bits, self._in_word = field_bits(facts), fields_in_word(facts)
        self._kept: dict[int, tuple[State, int]] = {}

    def forget(self) -> None:
        """Begin an iteration."""
        self._kept.clear()

    def keep(self, state: State, g: int) -> None:
        """The state was searched after g moves, and no goal was found below it."""
        self._kept[self._slot(state)] = state, g

    def in_vain(self, state: State, g: int) -> bool:
        """Whether it is known that no goal will be found below the state after g moves."""
        kept, before = self._kept.get(self._slot(state), ((), 0))
        return kept == state and before <= g

    def _slot(self, state: State) -> int:
        mixed = 0
        for first in range(0, len(state), self._in_word):
            word = 0
            for place, (_, under) in enumerate(state[first : first + self._in_word]):
                word |= self._numbers[under] << place * self._bits
            mixed = (mixed ^ word) * FACTOR % 2**64
        return mixed >> 64 - SLOT_BITS


def numbers(facts: BlocksFacts) -> dict[str, int]:
    """A number for each block, place and the table, in this order."""
    return {thing: number for number, thing in enumerate(facts.blocks + facts.grounds)}


def field_bits(facts: BlocksFacts) -> int:
    """The bits that such a number takes."""
    return (len(facts.blocks) + len(facts.grounds) - 1).bit_length()


def fields_in_word(facts: BlocksFacts) -> int:
    """How many of them fit in a word of 64 bits, in which a state has one for each block, the first in the lowest."""
    return 64 // field_bits(facts)
