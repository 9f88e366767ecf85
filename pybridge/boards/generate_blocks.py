"""Generate the facts of new blocks worlds: blocks in random towers that must become one tower in order."""

import random
from collections.abc import Sequence

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts.model import BlocksFacts

MOST_BLOCKS = 100
"""The limit for blocks, and for places."""
TABLE = "table"

Towers = tuple[tuple[str, str], ...]


def blocks_world(
    blocks: int,
    places: int = 0,
    *,
    table: bool | None = None,
    name: str | None = None,
    title: str | None = None,
    sources: Sequence[str] = (),
    seed: int = 0,
) -> BlocksFacts:
    """A blocks world on `places` places, on a table, or both (default: on a table).

    The goal is one tower, the first block on top, on the first place if there is one. There is one solvable start,
    `random_<seed>`. Raises FactFileError unless there are 1 to 100 blocks, and room to move one.
    """
    open_table = places == 0 if table is None else table
    _require(blocks, places, open_table)
    names, grounds = _names(blocks), [f"p{number}" for number in range(1, places + 1)]
    goal = tuple(zip(names, [*names[1:], [*grounds, TABLE][0]], strict=True))
    return BlocksFacts(
        name=name or f"blocks{blocks}",
        title=title or f"{_many(blocks, 'block')} on {_on(places, open_table)}",
        sources=tuple(sources),
        starts=((f"random_{seed}", _start(names, grounds, open_table, goal, random.Random(seed))),),
        goals=(goal,),
        path=f"<{_many(blocks, 'block')}>",
        blocks=tuple(names),
        places=tuple(grounds),
        table=TABLE if open_table else None,
    )


def _require(blocks: int, places: int, table: bool) -> None:
    message = ""
    if not 1 <= blocks <= MOST_BLOCKS:
        message = f"{blocks} blocks; choose 1 to {MOST_BLOCKS} blocks"
    elif not 0 <= places <= MOST_BLOCKS:
        message = f"{places} places; choose at most {MOST_BLOCKS} places"
    elif places == 0 and not table:
        message = "no table and no places; choose a table, places or both"
    elif places == 1 and not table:
        message = "no block can move on a single place; choose two or more places, or a table"
    if message:
        raise FactFileError([Fault(f"<{_many(blocks, 'block')}>", 1, 1, FaultKind.WRONG_ARGUMENT, message)])


def _names(blocks: int) -> list[str]:
    """a to z, then b27, b28, and so on."""
    return [chr(ord("a") + number) if number < 26 else f"b{number + 1}" for number in range(blocks)]


def _start(names: list[str], places: list[str], table: bool, goal: Towers, draw: random.Random) -> Towers:
    """A solvable start, different from the goal if possible."""
    while True:
        two = len(places) == 2 and not table
        stands = _parted(names, places, draw) if two else _piled(names, places, table, draw)
        start = tuple((block, stands[block]) for block in names)
        if start != goal or (len(names) == 1 and not places):
            return start


def _piled(names: list[str], places: list[str], table: bool, draw: random.Random) -> dict[str, str]:
    """Put the blocks, in random order, each on anything that is clear."""
    clear = [*places, *([TABLE] if table else [])]
    stands: dict[str, str] = {}
    for block in draw.sample(names, len(names)):
        under = draw.choice(clear)
        if under != TABLE:
            clear.remove(under)
        clear.append(block)
        stands[block] = under
    return stands


def _parted(names: list[str], places: list[str], draw: random.Random) -> dict[str, str]:
    """Move part of the goal's tower to the second place, the only solvable states with two places and no table."""
    moved = draw.randint(0, len(names))
    over, left = names[:moved], names[moved:]
    up, down = zip(left, [*left[1:], places[0]], strict=False), zip(over, [places[1], *over], strict=False)
    return dict([*up, *down])


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _on(places: int, table: bool) -> str:
    grounds = [_many(places, "place")] if places else []
    return " and ".join([*grounds, *(["a table"] if table else [])])
