"""How blocks worlds are searched and counted: their row."""

from typing import TYPE_CHECKING

from pybridge.facts import BlocksFacts
from pybridge.heuristics.towers import Towers
from pybridge.limits import OnProgress
from pybridge.search import blocks
from pybridge.search.domains.counting import hashed
from pybridge.search.rows import Counting, PreparedSearch, SearchRow
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.search.packed import Packed


def _prepare(task: Task[BlocksFacts], report: OnProgress) -> PreparedSearch:
    from pybridge.search.native.blocks.search import BlocksSearch
    from pybridge.search.native.solver import IdaStar

    return IdaStar(BlocksSearch(task))


def _packed(facts: BlocksFacts) -> "Packed":
    from pybridge.search.packed import PackedBlocks

    return PackedBlocks(facts)


COUNTING = Counting(_packed, lambda facts: Towers(facts).estimate, {"hashed": hashed(_packed, 2.5e6)})
"""For plain Python 224 to 302 bytes a state were measured."""

BLOCKS: SearchRow[BlocksFacts] = SearchRow(
    ("ids", "ida_star", "breadth_first"),
    blocks.ready,
    blocks.pruning_of,
    blocks.bound,
    prepare=_prepare,
    size=lambda facts: len(facts.blocks) + len(facts.grounds),
    most=64,
    counting=COUNTING,
)
