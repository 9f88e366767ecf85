"""The rules for the facts of a sliding-tile puzzle: cells, neighbors, goals, starts, glyphs and distances.

A tile has no distances or one per cell, and none is more than the tile needs.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from pybridge.errors import Edit, Fault, FaultKind
from pybridge.facts.board_graph import distances, goal_cells, unreachable
from pybridge.facts.domain import (
    FARTHEST_PLACE,
    FactBase,
    Rule,
    every,
    odd_goal,
    on_line_after,
    once,
    too_many_and_few,
)
from pybridge.facts.terms import Fact, Node
from pybridge.facts.wording import WIDEST_GLYPH, display_width, listed, shorten


def cell_count(base: FactBase) -> int:
    """The number of cells in the file."""
    return len(base.named("cell"))


def _cells(base: FactBase) -> Iterator[Fault]:
    facts = base.named("cell")
    if len(facts) < 2:
        message = "a board has at least two cells: add cell(Cell, Row, Column), or make the file with `pybridge facts`"
        yield base.fault(facts[0] if facts else base.head, FaultKind.MISSING_FACT, message)
        return
    last = max((fact.arguments[0] for fact in facts), key=lambda node: node.integer)
    numbers = {fact.arguments[0].integer for fact in facts}
    if last.integer >= len(numbers):
        missing = next(number for number in range(last.integer) if number not in numbers)
        message = f"cell {missing} is missing but cell {last.integer} exists; number the cells from 0 without gaps"
        yield base.fault(last, FaultKind.MISSING_FACT, message)
    elif len(numbers) in _cells_elsewhere(base):
        message = f"cell {len(numbers)} has neighbors and is in every state: add cell({len(numbers)}, Row, Column)"
        yield base.fault(last, FaultKind.MISSING_FACT, message)


def _cells_elsewhere(base: FactBase) -> set[int]:
    """The cells that have neighbors, if they are numbered without gaps and every state has as many entries."""
    cells = {fact.arguments[0].integer for fact in base.named("neighbor")}
    lengths = {len(fact.arguments[-1].items) for name in ("start", "goal") for fact in base.named(name)}
    return cells if lengths == {len(cells)} and cells == set(range(len(cells))) else set()


def _places(base: FactBase) -> Iterator[Fault]:
    seen: dict[tuple[int, int], Fact] = {}
    for fact in base.named("cell"):
        cell, row, column = fact.arguments
        first = seen.setdefault((row.integer, column.integer), fact)
        if first.arguments[0].integer != cell.integer:
            where = f"row {row.integer}, column {column.integer}"
            message = f"cell {cell.integer} and cell {first.arguments[0].integer} are both at {where}; move one"
            yield base.fault(row, FaultKind.WRONG_ARGUMENT, message)
        for node in (row, column):
            if node.integer > FARTHEST_PLACE:
                message = f"rows and columns are 0 to {FARTHEST_PLACE}, not {node.integer}"
                yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)


def _neighbors_missing(base: FactBase) -> Iterator[Fault]:
    listed = {fact.arguments[0].integer for fact in base.named("neighbor")}
    if not listed:
        message = "no neighbor(Cell, Cells): add one for each cell, or make the file with `pybridge facts`"
        yield base.fault(base.head, FaultKind.MISSING_FACT, message)
        return
    for fact in base.named("cell"):
        cell = fact.arguments[0]
        if cell.integer not in listed:
            message = f"cell {cell.integer} has no neighbors: add neighbor({cell.integer}, Cells)"
            yield base.fault(cell, FaultKind.MISSING_FACT, message)


def _neighbor_list(base: FactBase, fact: Fact) -> Iterator[Fault]:
    cell, cells = fact.arguments
    count = cell_count(base)
    seen: set[int] = set()
    for node in (cell, *cells.items):
        if node.integer >= count:
            message = f"there is no cell {node.integer}; the cells are 0 to {count - 1}"
            yield base.fault(node, FaultKind.UNKNOWN_CELL, message)
    for node in cells.items:
        if node.integer == cell.integer:
            yield base.fault(node, FaultKind.WRONG_ARGUMENT, f"cell {cell.integer} is its own neighbor; remove it")
        elif node.integer in seen:
            message = f"cell {cell.integer} lists its neighbor {node.integer} twice; remove one"
            yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)
        seen.add(node.integer)


def _symmetry(base: FactBase) -> Iterator[Fault]:
    lists = neighbor_lists(base)
    sets = [set(neighbors) for neighbors in lists]
    for fact in base.named("neighbor"):
        cell = fact.arguments[0].integer
        for node in fact.arguments[1].items:
            if cell not in sets[node.integer]:
                message = (
                    f"cell {cell} lists {node.integer}, but cell {node.integer} lists [{listed(lists[node.integer])}]: "
                    f"add {cell} there or remove {node.integer} here"
                )
                yield base.fault(node, FaultKind.ASYMMETRIC_NEIGHBOR, message)


def _connected(base: FactBase) -> Iterator[Fault]:
    lonely = unreachable(neighbor_lists(base))
    if lonely:
        fact = next(fact for fact in base.named("neighbor") if fact.arguments[0].integer == lonely[0])
        message = f"no path of neighbors leads from cell 0 to {cells_in_words(lonely)}; add neighbors that join them"
        yield base.fault(fact.arguments[0], FaultKind.NOT_CONNECTED, message)


def cells_in_words(cells: tuple[int, ...]) -> str:
    """Format cells as `cell 3` or `cells 3, 4, 5 ...`."""
    return f"cell {cells[0]}" if len(cells) == 1 else f"cells {listed(cells, 6)}"


def neighbor_lists(base: FactBase) -> tuple[tuple[int, ...], ...]:
    """The neighbors of each cell; only valid after the rules found no faults in them."""
    lists = {fact.arguments[0].integer: fact.arguments[1].integers for fact in base.named("neighbor")}
    return tuple(lists[cell] for cell in range(len(lists)))


BOARD_RULES = (
    once("cell", "two facts for the cell", "cell"),
    Rule(_cells, ("cell",), ("cell",)),
    Rule(_places),
    once("neighbor", "two lists of neighbors for the cell", "neighbor"),
    every("neighbor", _neighbor_list, ("cell",), "neighbor"),
    Rule(_neighbors_missing, ("cell", "neighbor"), ("neighbor",)),
    Rule(_symmetry, ("cell", "neighbor"), ("neighbor",)),
    Rule(_connected, ("cell", "neighbor"), ("neighbor",)),
)


def goal_states(base: FactBase) -> tuple[tuple[int, ...], ...]:
    """All goals, each as a tuple of tiles."""
    return tuple(fact.arguments[0].integers for fact in base.named("goal"))


def _layout(base: FactBase, fact: Fact) -> Iterator[Fault]:
    """Check the length and the blank of the state of a start or goal."""
    state = fact.arguments[-1]
    count, entries = cell_count(base), len(state.items)
    blanks = [item for item in state.items if item.integer == 0]
    if entries == count and len(blanks) == 1:
        return
    shown = shorten(state.term)
    if entries != count:
        message = (
            f"the state {shown} has {entries} {'entry' if entries == 1 else 'entries'}; the board has {count} cells: "
            "list the tile on each, and 0 for the blank"
        )
        yield base.fault(state, FaultKind.ILLEGAL_STATE, message)
    if not blanks:
        yield base.fault(state, FaultKind.WRONG_BLANKS, f"no blank in {shown}: one entry must be 0")
    for blank in blanks[1:]:
        yield base.fault(blank, FaultKind.WRONG_BLANKS, f"a second blank in {shown}: exactly one entry must be 0")


def _goal_tiles(base: FactBase) -> Iterator[Fault]:
    goals = base.named("goal")
    first = goals[0].arguments[0]
    tiles = set(first.integers)
    for node in first.items:
        if node.integer > len(tiles) - 1:
            gap = next(tile for tile in range(1, node.integer) if tile not in tiles)
            message = f"tile {gap} is missing but tile {node.integer} exists; number the tiles from 1 without gaps"
            yield base.fault(node, FaultKind.WRONG_TILES, message)
            return
    starts = [fact.arguments[1].integers for fact in base.named("start")]
    tiled = {fact.arguments[0].integer for fact in base.named("distance")}
    sound = all(start.count(0) == 1 for start in starts)
    if sound and odd_goal(starts, goal_states(base)) and tiled == set(starts[0]) - {0}:
        yield from _same_tiles(base, Counter(starts[0]), first, "the starts")
    counted = Counter(first.integers)
    for fact in goals[1:]:
        yield from _same_tiles(base, counted, fact.arguments[0], "the first goal")


def _start_tiles(base: FactBase) -> Iterator[Fault]:
    counted = Counter(base.named("goal")[0].arguments[0].integers)
    for fact in base.named("start"):
        if not any(_layout(base, fact)):
            yield from _same_tiles(base, counted, fact.arguments[1], "the goal")


def _same_tiles(base: FactBase, goal: Counter[int], state: Node, other: str) -> Iterator[Fault]:
    here = Counter(state.integers)
    if goal == here:
        return
    extra = here - goal
    place = next(item for item in reversed(state.items) if item.integer in extra)
    message = f"not the tiles of {other}: {too_many_and_few(here, goal)}"
    yield base.fault(place, FaultKind.WRONG_TILES, message)


def unknown_tiles(name: str, least: int, base: FactBase) -> Iterator[Fault]:
    """A fault for each fact of a name whose first number is not a tile, of tiles from `least` on."""
    last = max(goal_states(base)[0])
    for node in (fact.arguments[0] for fact in base.named(name)):
        if not least <= node.integer <= last:
            what = "0 is the blank" if node.integer == 0 else f"there is no tile {node.integer}"
            yield base.fault(node, FaultKind.WRONG_TILES, f"{what}; the tiles are 1 to {last}")


def _glyph_text(base: FactBase, fact: Fact) -> Iterator[Fault]:
    node = fact.arguments[1]
    if not 1 <= display_width(node.text) <= WIDEST_GLYPH or any(map(str.isspace, node.text)):
        message = f"a glyph is 1 to {WIDEST_GLYPH} columns wide, without spaces; {shorten(node.text)} is not"
        yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)


TILE_RULES = (
    every("goal", _layout, ("cell",), "goal"),
    Rule(_goal_tiles, ("cell", "goal"), ("goal",)),
    every("start", _layout, ("cell",)),
    Rule(_start_tiles, ("cell", "goal")),
    once("glyph", "two glyphs for the tile"),
    Rule(partial(unknown_tiles, "glyph", 0), ("goal",)),
    every("glyph", _glyph_text, ()),
)


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
            yield base.fault(place, FaultKind.MISSING_FACT, message, _added(base, tile))


def _added(base: FactBase, tile: int) -> tuple[Edit, ...]:
    """The exact distances of a tile, after those of the tile before it."""
    before = [fact for fact in base.named("distance") if fact.arguments[0].integer < tile]
    far = distances(neighbor_lists(base), goal_cells(goal_states(base))[tile])
    return (on_line_after((before or base.named("distance"))[-1], "distance", tile, far),)


def _distance_lengths(base: FactBase) -> Iterator[Fault]:
    count = cell_count(base)
    for fact in base.named("distance"):
        tile, values = fact.arguments
        if len(values.items) != count:
            message = f"tile {tile.integer} has {len(values.items)} distances; give one for each of the {count} cells"
            yield base.fault(values, FaultKind.WRONG_ARGUMENT, message)


def _admissible(base: FactBase) -> Iterator[Fault]:
    """One fault for each tile, or for the goal if it does not have several tiles where their distances are 0."""
    neighbors, homes = neighbor_lists(base), goal_cells(goal_states(base))
    found: list[tuple[Node, str]] = []
    elsewhere: list[Fact] = []
    for fact in base.named("distance"):
        tile, values = fact.arguments
        if len(values.items) != len(neighbors):
            continue
        largest = distances(neighbors, homes[tile.integer])
        wrong = [cell for cell, node in enumerate(values.items) if node.integer > largest[cell]]
        if wrong:
            found.append((values.items[wrong[0]], _too_large(tile.integer, wrong, values, largest)))
            elsewhere += [fact] * any(cell in wrong for cell in homes[tile.integer])
    goals = base.named("goal")
    if len(elsewhere) > 1 and len(elsewhere) == len(found) and len(goals) == 1:
        yield _other_goal(base, goals[0].arguments[0], elsewhere)
        return
    for node, message in found:
        yield base.fault(node, FaultKind.INADMISSIBLE_DISTANCE, message)


def _too_large(tile: int, wrong: list[int], values: Node, largest: tuple[int, ...]) -> str:
    """That distances of a tile are not admissible, of the first of these cells."""
    more = f" (and {len(wrong) - 1} more of this tile)" if len(wrong) > 1 else ""
    return (
        f"tile {tile} on cell {wrong[0]}: {values.items[wrong[0]].integer} is more than the moves that it needs; "
        f"at most {largest[wrong[0]]} keeps the estimate admissible{more}"
    )


def _other_goal(base: FactBase, goal: Node, rows: list[Fact]) -> Fault:
    """That the goal has tiles elsewhere than at their distance 0."""
    tiles = [fact.arguments[0].integer for fact in rows]
    values = rows[0].arguments[1].integers
    place = next(node for node in goal.items if node.integer in tiles)
    message = (
        f"the goal has tile {tiles[0]} on cell {goal.integers.index(tiles[0])}, but its distances are 0 on "
        f"{cells_in_words(tuple(cell for cell, far in enumerate(values) if far == 0))}; the same holds for "
        f"{listed(tiles[1:])}: correct the goal or the distances"
    )
    return base.fault(place, FaultKind.INADMISSIBLE_DISTANCE, message)


DISTANCE_RULES = (
    once("distance", "two lists of distances for the tile", "distance"),
    Rule(partial(unknown_tiles, "distance", 1), ("goal", "distance"), ("distance",)),
    Rule(_distance_lengths, ("cell",)),
    Rule(_distances_missing, ("cell", "neighbor", "goal", "distance")),
    Rule(_admissible, ("cell", "neighbor", "goal", "distance")),
)
