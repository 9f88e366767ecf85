"""Small boards of every shape, and which of their states hang together, made without the code under test."""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

from pybridge.facts import BlocksFacts, TilesFacts

Neighbors = tuple[tuple[int, ...], ...]
Board = tuple[int, ...]
Edge = tuple[int, int]

THETA0 = ((1, 5, 6), (0, 2), (1, 3), (2, 4, 6), (3, 5), (4, 0), (0, 3))
"""A hexagon 0..5 with cell 6 between its opposite corners 0 and 3."""


def neighbors_of(count: int, edges: Iterable[Edge]) -> Neighbors:
    edges = set(edges)
    return tuple(tuple(b for b in range(count) if (a, b) in edges or (b, a) in edges) for a in range(count))


def is_connected(neighbors: Neighbors, cells: Iterable[int] | None = None) -> bool:
    """Whether the cells, all of them by default, hang together by themselves."""
    inside = set(range(len(neighbors)) if cells is None else cells)
    reached = {min(inside)}
    while True:
        more = {b for a in reached for b in neighbors[a]} & inside
        if more <= reached:
            return reached == inside
        reached |= more


def labelled_boards(count: int) -> Iterator[Neighbors]:
    """All connected graphs on the cells 0 .. count - 1."""
    pairs = list(combinations(range(count), 2))
    for chosen in range(1 << len(pairs)):
        neighbors = neighbors_of(count, (pair for bit, pair in enumerate(pairs) if chosen >> bit & 1))
        if is_connected(neighbors):
            yield neighbors


def boards(count: int) -> Iterator[Neighbors]:
    """One of each shape: all connected graphs up to isomorphism."""
    pairs = list(combinations(range(count), 2))
    bit_of = {frozenset(pair): 1 << bit for bit, pair in enumerate(pairs)}
    renamings = [[bit_of[frozenset((p[a], p[b]))] for a, b in pairs] for p in permutations(range(count))]
    seen = bytearray(1 << len(pairs))
    for chosen in range(1 << len(pairs)):
        if seen[chosen]:
            continue
        bits = [bit for bit in range(len(pairs)) if chosen >> bit & 1]
        for renamed in renamings:
            seen[sum(renamed[bit] for bit in bits)] = 1
        neighbors = neighbors_of(count, (pairs[bit] for bit in bits))
        if is_connected(neighbors):
            yield neighbors


def one_move_away(neighbors: Neighbors, board: Board) -> list[Board]:
    blank = board.index(0)
    found = []
    for cell in neighbors[blank]:
        after = list(board)
        after[blank], after[cell] = after[cell], after[blank]
        found.append(tuple(after))
    return found


def reachable(neighbors: Neighbors, board: Board) -> set[Board]:
    """Every state that moves lead to."""
    seen = {board}
    layer = [board]
    while layer:
        layer = [after for each in layer for after in one_move_away(neighbors, each) if after not in seen]
        seen.update(layer)
        layer = list(set(layer))
    return seen


def islands(neighbors: Neighbors, tiles: Iterable[int]) -> dict[Board, int]:
    """For each state of the tiles a number, the same for states that moves join."""
    number: dict[Board, int] = {}
    for board in sorted(set(permutations(tiles))):
        if board not in number:
            number.update(dict.fromkeys(reachable(neighbors, board), len(number)))
    return number


def random_board(draw: random.Random, count: int) -> Neighbors:
    """A random tree and a few edges more, its cells numbered at random."""
    names = draw.sample(range(count), count)
    edges = {(names[draw.randrange(cell)], names[cell]) for cell in range(1, count)}
    for _ in range(draw.randrange(count)):
        edges.add(tuple(draw.sample(range(count), 2)))
    return neighbors_of(count, edges)


def partitions(total: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum, largest part first."""
    if total == 0:
        yield ()
    for part in range(min(total, largest or total), 0, -1):
        for rest in partitions(total - part, part):
            yield part, *rest


def tiles_of(partition: tuple[int, ...]) -> list[int]:
    """The blank and this many tiles of each number."""
    return [0, *(tile for tile, many in enumerate(partition, start=1) for _ in range(many))]


def sliding(neighbors: Neighbors, *goals: Board, start: Board | None = None) -> TilesFacts:
    count = len(neighbors)
    return TilesFacts(
        name="it",
        title="it",
        starts=(("start", start or goals[0]),),
        goals=goals,
        cells=tuple((0, cell) for cell in range(count)),
        neighbors=neighbors,
        distances=((0,) * count,) * (max(goals[0]) + 1),
    )


def towers(blocks: tuple[str, ...], places: tuple[str, ...]) -> list[tuple[tuple[str, str], ...]]:
    """All states: the blocks in every order, dealt out to the places in every way, each pile read from below."""
    found = set()
    for order in permutations(blocks):
        for cuts in combinations(range(len(blocks) + len(places) - 1), len(places) - 1):
            row: list[str | None] = list(order)
            for cut in cuts:
                row.insert(cut, None)
            under, place, rest = {}, 0, places[0]
            for thing in row:
                if thing is None:
                    place += 1
                    rest = places[place]
                else:
                    under[thing], rest = rest, thing
            found.add(tuple((block, under[block]) for block in blocks))
    return sorted(found)


def blocks_world(blocks: tuple[str, ...], places: tuple[str, ...], *goals, table: str | None = None) -> BlocksFacts:
    starts = (("start", goals[0]),)
    return BlocksFacts(name="it", title="it", starts=starts, goals=goals, blocks=blocks, places=places, table=table)


def one_block_apart(one, other) -> bool:
    """Whether two states differ in what a single block stands on, and nothing stands on it."""
    moved = [block for (block, under), (_, another) in zip(one, other, strict=True) if under != another]
    return len(moved) == 1 and moved[0] not in {under for _, under in one}


def arrangements_with_table(blocks, places, table) -> list:
    """All states: whatever each block may stand on, where no block or place carries two and no tower is in the air."""
    found = []
    for unders in product((*blocks, *places, table), repeat=len(blocks)):
        carriers = [under for under in unders if under != table]
        under_of = dict(zip(blocks, unders, strict=True))
        ground = list(blocks)
        for _ in blocks:
            ground = [under_of.get(thing, thing) for thing in ground]
        if len(set(carriers)) == len(carriers) and not set(ground) & set(blocks):
            found.append(tuple(under_of.items()))
    return found


def block_islands(states) -> dict:
    """For each state of blocks a number, the same for states that moves join."""
    number: dict = {}
    for state in states:
        if state not in number:
            mine, layer = {state}, [state]
            while layer:
                layer = [b for b in states if b not in mine and any(one_block_apart(a, b) for a in layer)]
                mine.update(layer)
            number.update(dict.fromkeys(mine, len(number)))
    return number
