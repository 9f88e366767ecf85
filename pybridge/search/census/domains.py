"""What a census has for each domain: a row each. A domain without a row is counted in plain Python, by its moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pybridge.facts import BlocksFacts, PermutationFacts, PuzzleFacts, SlidingFacts, State
from pybridge.search.census.census import Counter

Bound = Callable[[State], int]


@dataclass(frozen=True, slots=True)
class Method:
    """A compiled method of taking a census of a domain's puzzles.

    `counter` is ready to count a puzzle of that many states, in that many threads, looking for some starts; `memory` is
    how many bytes it needs. Both raise UnavailableProgramError for a puzzle that the method cannot hold. `suits` is
    whether to choose it for a puzzle where nothing else is asked for. `rate` is about how many states it counts a
    second, in each of its threads if it has several.
    """

    counter: Callable[[Any, Sequence[State], int, int], Counter]
    memory: Callable[[Any, int], int]
    suits: Callable[[Any, int], bool]
    rate: float
    threaded: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """How puzzles of a domain are counted.

    `bound` makes the lower bound of a puzzle that distances are compared with; None if the domain has none. `methods`
    are the compiled ones by name, the best one first. In plain Python a census counts about `plain_rate` states a
    second, and takes at most `state_bytes` for each state and `entry_bytes` for each entry of a state.
    """

    bound: Callable[[Any], Bound] | None = None
    methods: Mapping[str, Method] = field(default_factory=dict)
    plain_rate: float = 30e3
    state_bytes: int = 280
    entry_bytes: int = 10


def _manhattan(facts: SlidingFacts) -> Bound:
    from pybridge.heuristics import Manhattan

    return Manhattan(facts).estimate


def _towers(facts: BlocksFacts) -> Bound:
    from pybridge.heuristics.towers import Towers

    return Towers(facts).estimate


def _bits(facts: SlidingFacts, starts: Sequence[State], states: int, threads: int) -> Counter:
    from pybridge.search.census.bits import BitCounter

    return BitCounter(facts, starts, threads)


def _bits_memory(facts: SlidingFacts, states: int) -> int:
    from pybridge.search.census.bit_space import make_space

    return make_space(facts).memory


def _bits_suit(facts: SlidingFacts, states: int) -> bool:
    """Whether few enough numbers stand for no state that can reach a goal."""
    from pybridge.search.census.bit_space import SPARSE, make_space

    return make_space(facts).numbers <= SPARSE * states


def _hashed(packed: Callable[[Any], Any], rate: float) -> Method:
    """Hashing, for a domain with packed states."""

    def counter(facts: PuzzleFacts, starts: Sequence[State], states: int, threads: int) -> Counter:
        from pybridge.search.census.hashed import HashedCounter

        return HashedCounter(packed(facts), facts.goals, starts, states)

    def memory(facts: PuzzleFacts, states: int) -> int:
        from pybridge.search.census.hashed import bytes_needed

        return bytes_needed(packed(facts), states)

    return Method(counter, memory, lambda facts, states: packed(facts) is not None, rate)


def _packed_tiles(facts: SlidingFacts) -> Any:
    from pybridge.search.packed import PackedTiles

    return PackedTiles(facts)


def _packed_blocks(facts: BlocksFacts) -> Any:
    from pybridge.search.packed import PackedBlocks

    return PackedBlocks(facts)


def _packed_turns(facts: PermutationFacts) -> Any:
    from pybridge.search.packed import PackedTurns

    return PackedTurns(facts)


def _complete(facts: PermutationFacts, starts: Sequence[State], states: int, threads: int) -> Counter:
    from pybridge.search.census.projection import ProjectionCounter

    return ProjectionCounter(facts, starts, threads)


def _complete_memory(facts: PermutationFacts, states: int) -> int:
    from pybridge.search.census.projection import bytes_needed

    return bytes_needed(facts)


def _complete_suits(facts: PermutationFacts, states: int) -> bool:
    from pybridge.search.census.projection import bytes_needed

    return bytes_needed(facts) <= 30 * states


DOMAINS: Mapping[str, Counting] = {
    SlidingFacts.domain: Counting(
        _manhattan,
        {"bits": Method(_bits, _bits_memory, _bits_suit, 300e6, threaded=True), "hashed": _hashed(_packed_tiles, 8e6)},
        plain_rate=200e3,
        state_bytes=100,
        entry_bytes=5,
    ),
    BlocksFacts.domain: Counting(_towers, {"hashed": _hashed(_packed_blocks, 2.5e6)}),
    PermutationFacts.domain: Counting(
        methods={
            "projection": Method(_complete, _complete_memory, _complete_suits, 10e6, threaded=True),
            "hashed": _hashed(_packed_turns, 1e6),
        }
    ),
}
"""The rows, by the name of the domain; what they need is imported when it is used.

In plain Python 54 to 142 bytes a state of tiles were measured, and 224 to 302 of blocks: only the last levels are held,
which are a smaller part of the states where there are many levels.
"""


def counting(facts: PuzzleFacts) -> Counting:
    """The row of the facts' domain."""
    return DOMAINS.get(facts.domain, Counting())
