"""How sliding tiles are searched and counted: their row."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pybridge.facts import State, TilesFacts
from pybridge.heuristics import Manhattan
from pybridge.limits import OnProgress
from pybridge.search import tiles
from pybridge.search.census.census import Counter
from pybridge.search.domains.counting import hashed
from pybridge.search.ida_star import inverse_or_sequence
from pybridge.search.rows import CensusMethod, CensusParts, Counting, PreparedSearch, SearchRow, by_network
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.search.census.bit_parts import BitParts
    from pybridge.search.census.parts import PartWorkers
    from pybridge.search.packed import Packed


def _prepare(task: Task[TilesFacts], report: OnProgress) -> PreparedSearch:
    if by_network(task):
        from pybridge.search.native.networks import walks

        return walks.prepare(task, report, walks.of_tiles)
    from pybridge.search.native.solver import IdaStar
    from pybridge.search.native.tiles.search import TilesSearch

    return IdaStar(TilesSearch(task, report))


def _bits(facts: TilesFacts, starts: Sequence[State], states: int | None, threads: int) -> Counter:
    from pybridge.search.census.bits import BitCounter

    return BitCounter(facts, starts, threads)


def _bit_parts_counter(facts: TilesFacts, starts: Sequence[State], workers: "PartWorkers") -> Counter:
    from pybridge.search.census.bit_parts import BitPartsCounter

    return BitPartsCounter(facts, starts, workers)


def _bit_parts(facts: TilesFacts, folder: Path) -> "BitParts":
    from pybridge.search.census.bit_parts import BitParts

    return BitParts(facts, folder)


def _bit_files(facts: TilesFacts) -> int:
    """Bytes of three levels, and of what is kept: an old one and a new one, each of two levels."""
    from pybridge.search.census.bit_space import make_space
    from pybridge.search.census.level_files import LevelFiles

    space = make_space(facts)
    return 9 * LevelFiles(space, Path()).bytes // (1 + space.alternating)


def _bits_memory(facts: TilesFacts, states: int) -> int:
    from pybridge.search.census.bit_space import make_space

    return make_space(facts).memory


def _bits_suit(facts: TilesFacts, states: int) -> bool:
    """Whether few enough numbers stand for no state that can reach a goal."""
    from pybridge.search.census.bit_space import SPARSE, make_space

    return make_space(facts).numbers <= SPARSE * states


def _packed(facts: TilesFacts) -> "Packed":
    from pybridge.search.packed import PackedTiles

    return PackedTiles(facts)


_PARTS = CensusParts(_bit_parts_counter, _bit_parts, _bit_files)
COUNTING = Counting(
    _packed,
    lambda facts: Manhattan(facts).estimate,
    {
        "bits": CensusMethod(_bits, _bits_memory, _bits_suit, 300e6, threaded=True, parts=_PARTS),
        "hashed": hashed(_packed, 8e6),
    },
    plain_rate=200e3,
    state_bytes=100,
    entry_bytes=5,
)
"""For plain Python 54 to 142 bytes a state were measured."""

TILES: SearchRow[TilesFacts] = SearchRow(
    ("ids", "ids_low", "ida_star", "a_star", "breadth_first"),
    tiles.ready,
    inverse_or_sequence,
    tiles.bound,
    tiles.step,
    prepare=_prepare,
    compiled=("ida_star", "a_star"),
    improves=True,
    size=lambda facts: len(facts.cells),
    most=64,
    comparable=lambda facts: tiles.MANHATTAN,
    counting=COUNTING,
)
