"""The rules of the tiles of a sliding-tile puzzle: goal and start states, distances, glyphs."""

from collections import Counter
from collections.abc import Iterator

from pybridge.errors import Fault, FaultKind
from pybridge.facts.board_graph import distances, goal_cells
from pybridge.facts.board_rules import cell_count, integers, neighbor_lists
from pybridge.facts.glyphs import WIDEST_GLYPH, display_width
from pybridge.facts.nodes import Node
from pybridge.facts.rules import FactBase, Rule, repeated
from pybridge.facts.terms import listed, shorten


def goal_states(base: FactBase) -> tuple[tuple[int, ...], ...]:
    """All goals as lists of tiles."""
    return tuple(integers(fact.arguments[0]) for fact in base.named("goal"))


def _layout(base: FactBase, state: Node) -> Iterator[Fault]:
    """Length and blank of one state."""
    count, entries = cell_count(base), len(state.items)
    blanks = [item for item in state.items if item.integer == 0]
    if entries == count and len(blanks) == 1:
        return
    shown = shorten(state.term)
    if entries != count:
        message = (
            f"the state {shown} has {entries} {'entry' if entries == 1 else 'entries'}; the board has {count} cells"
        )
        yield base.fault(state, FaultKind.ILLEGAL_STATE, message)
    if not blanks:
        yield base.fault(state, FaultKind.WRONG_BLANKS, f"no blank in {shown}: one entry must be 0")
    for blank in blanks[1:]:
        yield base.fault(blank, FaultKind.WRONG_BLANKS, f"a second blank in {shown}: exactly one entry is 0")


def _goal_layout(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("goal"):
        yield from _layout(base, fact.arguments[0])


def _goal_tiles(base: FactBase) -> Iterator[Fault]:
    goals = base.named("goal")
    first = goals[0].arguments[0]
    tiles = set(integers(first))
    for node in first.items:
        if node.integer > len(tiles) - 1:
            gap = next(tile for tile in range(1, node.integer) if tile not in tiles)
            message = f"tiles are numbered from 1 without a gap; tile {node.integer} is here and tile {gap} is missing"
            yield base.fault(node, FaultKind.WRONG_TILES, message)
            return
    counted = Counter(integers(first))
    for fact in goals[1:]:
        yield from _same_tiles(base, counted, fact.arguments[0], "the first goal")


def _start_layout(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("start"):
        yield from _layout(base, fact.arguments[1])


def _start_tiles(base: FactBase) -> Iterator[Fault]:
    counted = Counter(integers(base.named("goal")[0].arguments[0]))
    for fact in base.named("start"):
        state = fact.arguments[1]
        if not any(_layout(base, state)):
            yield from _same_tiles(base, counted, state, "the goal")


def _same_tiles(base: FactBase, goal: Counter[int], state: Node, other: str) -> Iterator[Fault]:
    here = Counter(integers(state))
    if goal == here:
        return
    missing = sorted((goal - here).elements())
    extra = sorted((here - goal).elements())
    place = [item for item in state.items if item.integer == extra[0]][-1]
    message = f"not the tiles of {other}: too many of {listed(extra)}, missing {listed(missing)}"
    yield base.fault(place, FaultKind.WRONG_TILES, message)


def _unknown_tiles(base: FactBase, nodes: list[Node], least: int) -> Iterator[Fault]:
    last = max(goal_states(base)[0])
    for node in nodes:
        if not least <= node.integer <= last:
            what = "0 is the blank" if node.integer == 0 else f"there is no tile {node.integer}"
            yield base.fault(node, FaultKind.WRONG_TILES, f"{what}; the tiles are 1 to {last}")


def _distances_once(base: FactBase) -> Iterator[Fault]:
    nodes = (fact.arguments[0] for fact in base.named("distance"))
    yield from repeated(base, nodes, "two lists of distances for the tile")


def _distance_tiles(base: FactBase) -> Iterator[Fault]:
    yield from _unknown_tiles(base, [fact.arguments[0] for fact in base.named("distance")], 1)


def _distances_missing(base: FactBase) -> Iterator[Fault]:
    known = {fact.arguments[0].integer for fact in base.named("distance")}
    tiles = sorted(set(goal_states(base)[0]) - {0})
    if not known:
        message = "no distance(Tile, Distances): add one for each tile, or make the file with `pybridge facts`"
        yield base.fault(base.head, FaultKind.MISSING_FACT, message)
        return
    for tile in tiles:
        if tile not in known:
            place = next(node for node in base.named("goal")[0].arguments[0].items if node.integer == tile)
            message = f"tile {tile} has no distances: add distance({tile}, Distances)"
            yield base.fault(place, FaultKind.MISSING_FACT, message)


def _distance_lengths(base: FactBase) -> Iterator[Fault]:
    count = cell_count(base)
    for fact in base.named("distance"):
        tile, values = fact.arguments
        if len(values.items) != count:
            message = (
                f"tile {tile.integer} has {len(values.items)} distances; the board has {count} cells, one for each"
            )
            yield base.fault(values, FaultKind.WRONG_ARGUMENT, message)


def _admissible(base: FactBase) -> Iterator[Fault]:
    neighbors, homes = neighbor_lists(base), goal_cells(goal_states(base))
    for fact in base.named("distance"):
        tile, values = fact.arguments
        if tile.integer not in homes or tile.integer == 0 or len(values.items) != len(neighbors):
            continue
        largest = distances(neighbors, homes[tile.integer])
        for cell, node in enumerate(values.items):
            if node.integer > largest[cell]:
                message = (
                    f"tile {tile.integer} on cell {cell}: {node.integer} is more than the moves it needs; "
                    f"at most {largest[cell]} keeps the estimate admissible"
                )
                yield base.fault(node, FaultKind.INADMISSIBLE_DISTANCE, message)


def _glyphs_once(base: FactBase) -> Iterator[Fault]:
    yield from repeated(base, (fact.arguments[0] for fact in base.named("glyph")), "two glyphs for the tile")


def _glyph_tiles(base: FactBase) -> Iterator[Fault]:
    yield from _unknown_tiles(base, [fact.arguments[0] for fact in base.named("glyph")], 0)


def _glyph_texts(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("glyph"):
        yield from _glyph_text(base, fact.arguments[1])


def _glyph_text(base: FactBase, node: Node) -> Iterator[Fault]:
    if not 1 <= display_width(node.text) <= WIDEST_GLYPH or any(map(str.isspace, node.text)):
        message = f"a glyph is 1 to {WIDEST_GLYPH} columns wide, without spaces; {shorten(node.text)} is not"
        yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)


TILE_RULES = (
    Rule(_goal_layout, ("cell",), ("goal",)),
    Rule(_goal_tiles, ("cell", "goal"), ("goal",)),
    Rule(_start_layout, ("cell",)),
    Rule(_start_tiles, ("cell", "goal")),
    Rule(_distances_once),
    Rule(_distance_tiles, ("goal",)),
    Rule(_distance_lengths, ("cell",)),
    Rule(_distances_missing, ("goal", "distance")),
    Rule(_admissible, ("cell", "neighbor", "goal")),
    Rule(_glyphs_once),
    Rule(_glyph_tiles, ("goal",)),
    Rule(_glyph_texts),
)
