"""The rules for the distances of tiles: each tile has some, one per cell, and none is more than the tile needs."""

from collections.abc import Iterator
from functools import partial

from pybridge.errors import Edit, Fault, FaultKind
from pybridge.facts.board_graph import distances, goal_cells
from pybridge.facts.domain import FactBase, Rule, on_line_after, once
from pybridge.facts.terms import Fact, Node
from pybridge.facts.tile_rules import cell_count, cells_in_words, goal_states, neighbor_lists, unknown_tiles
from pybridge.facts.wording import listed


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
        if tile.integer not in homes or len(values.items) != len(neighbors):
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
