"""Which states an iteration of IDA* has searched in vain: a state is reached again by other moves, or the same in turn.

There is one slot for each value of a hash, and what is kept last stays (Reinefeld and Marsland, 1994). The compiled
search has the same slots, so that both look into the same states.
"""

from pybridge.facts import BlocksFacts, State

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
