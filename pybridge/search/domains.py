"""How tiles, blocks and turns are searched: a row each."""

from pybridge.facts import BlocksFacts, TilesFacts, TurnsFacts
from pybridge.limits import OnProgress
from pybridge.rules.facts import RulesFacts
from pybridge.search import blocks, rules, tiles, turns
from pybridge.search.rows import PreparedSearch, SearchRow, by_network
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import Task

_PROGRAMS = ("ids", "ids_low", "ida_star", "a_star", "breadth_first")
_BY_NETWORKS = ("ida_star", "a_star")


def _prepare_tiles(task: Task[TilesFacts], report: OnProgress) -> PreparedSearch:
    if by_network(task):
        from pybridge.search.native.networks import walks

        return walks.prepare(task, report, walks.of_tiles)
    from pybridge.search.native.solver import IdaStar
    from pybridge.search.native.tiles.search import TilesSearch

    return IdaStar(TilesSearch(task, report))


def _prepare_blocks(task: Task[BlocksFacts], report: OnProgress) -> PreparedSearch:
    from pybridge.search.native.blocks.search import BlocksSearch
    from pybridge.search.native.solver import IdaStar

    return IdaStar(BlocksSearch(task))


def _prepare_turns(task: Task[TurnsFacts], report: OnProgress) -> PreparedSearch:
    if by_network(task):
        from pybridge.search.native.networks import walks

        return walks.prepare(task, report, walks.of_turns)
    from pybridge.search.native.solver import IdaStar
    from pybridge.search.native.turns.search import TurnsSearch

    return IdaStar(TurnsSearch(task, report))


def _good_turns(task: Task[TurnsFacts], tally: Tally, report: OnProgress) -> Solution:
    from pybridge.search.native.turns.two_phases import search

    return search(task, tally, report)


TILES: SearchRow[TilesFacts] = SearchRow(
    _PROGRAMS,
    tiles.ready,
    tiles.pruning_of,
    tiles.bound,
    tiles.step,
    prepare=_prepare_tiles,
    compiled=_BY_NETWORKS,
    improves=True,
    size=lambda facts: len(facts.cells),
    most=64,
    comparable=tiles.comparable,
    counting=tiles.COUNTING,
)
BLOCKS: SearchRow[BlocksFacts] = SearchRow(
    ("ids", "ida_star", "breadth_first"),
    blocks.ready,
    blocks.pruning_of,
    blocks.bound,
    prepare=_prepare_blocks,
    size=lambda facts: len(facts.blocks) + len(facts.grounds),
    most=64,
    counting=blocks.COUNTING,
)
RULES: SearchRow[RulesFacts] = SearchRow(
    ("ids", "ids_low", "ida_star", "a_star", "breadth_first", "bidirectional", "depth_first"),
    rules.ready,
    rules.pruning_of,
    rules.bound,
    prepare=rules.prepare,
    compiled=("breadth_first", "ida_star", "a_star", "bidirectional", "depth_first"),
    by_network=False,
    size=rules.native_size,
    lacks=rules.lacks,
    suggested=rules.suggested,
    counting=rules.COUNTING,
)
TURNS: SearchRow[TurnsFacts] = SearchRow(
    _PROGRAMS,
    turns.ready,
    turns.pruning_of,
    turns.bound,
    prepare=_prepare_turns,
    compiled=_BY_NETWORKS,
    size=turns.native_size,
    most=1000,
    comparable=turns.comparable,
    good=_good_turns,
    endless=turns.endless,
    counting=turns.COUNTING,
)
