"""Partitions: which tiles a set of additive pattern databases keeps together.

A partition is told by its sizes, as in 7-8, or drawn in a text file: the goal's rows, a letter for each cell, cells
with the same letter together, a dot where the blank is. Drawings for well-known boards are shipped, and turned to fit
wherever the blank's goal is. For other boards tiles are put together that belong near each other.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import SlidingFacts
from pybridge.facts.board_graph import distances
from pybridge.tables.pattern import automorphisms

Partition = tuple[tuple[int, ...], ...]

_SHIPPED = Path(__file__).parent / "partitions"
_BLANK = "."


def partition(facts: SlidingFacts, text: str) -> Partition:
    """The tiles of each part, by number. Raises UnfitHeuristicError."""
    if re.fullmatch(r"[1-9][0-9]{0,2}(-[1-9][0-9]{0,2})*", text):
        sizes = [int(size) for size in text.split("-")]
        return _of_sizes(facts, text, sizes)
    path = Path(text)
    try:
        drawing = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise UnfitHeuristicError(
            f"{text} is no partition: neither sizes, as in 7-8, nor a drawing that can be read ({why})"
        ) from error
    found = _drawn(facts, drawing)
    if found is None:
        raise UnfitHeuristicError(
            f"{text} does not fit {facts.name}: draw its {len(facts.cells)} cells row by row, a letter for each, "
            "the same one for tiles that belong together and all that are alike, and a dot for the blank"
        )
    return found


def _of_sizes(facts: SlidingFacts, text: str, sizes: Sequence[int]) -> Partition:
    """The shipped partition of these sizes, or else one that is grown."""
    pieces = len(facts.cells) - 1
    if sum(sizes) != pieces:
        raise UnfitHeuristicError(f"the partition {text} has {sum(sizes)} tiles; {facts.name} has {pieces}")
    rows, columns = (1 + max(place) - min(place) for place in zip(*facts.cells, strict=True))
    shipped = _SHIPPED / f"{rows}x{columns}_{text}.txt"
    found = _drawn(facts, shipped.read_text(encoding="utf-8")) if shipped.is_file() else None
    return found or _grown(facts, text, sizes)


def _drawn(facts: SlidingFacts, drawing: str) -> Partition | None:
    """The partition that a drawing shows, turned to have its dot where the blank belongs; None if it does not fit."""
    letters = _letters(facts, drawing)
    if letters is None or letters.count(_BLANK) != 1:
        return None
    goal = facts.goals[0]
    for cells in automorphisms(facts.neighbors):
        turned = [""] * len(cells)
        for cell, image in enumerate(cells):
            turned[image] = letters[cell]
        parts: dict[str, set[int]] = {}
        for tile, letter in zip(goal, turned, strict=True):
            if letter != _BLANK:
                parts.setdefault(letter, set()).add(tile)
        tiles = [tile for part in parts.values() for tile in part]
        if turned[goal.index(0)] == _BLANK and len(tiles) == len(set(tiles)):
            return tuple(tuple(sorted(parts[letter])) for letter in sorted(parts))
    return None


def _letters(facts: SlidingFacts, drawing: str) -> list[str] | None:
    """The letter of each cell; None if the drawing has others, or fewer."""
    lines = [line.rstrip() for line in drawing.split("\n") if line.strip()]
    spaced = not any(line[1::2].strip() for line in lines)
    rows = [line[::2] for line in lines] if spaced else lines
    top, left = (min(place[axis] for place in facts.cells) for axis in range(2))
    there = {(row, column): letter for row, line in enumerate(rows) for column, letter in enumerate(line)}
    there = {place: letter for place, letter in there.items() if letter != " "}
    places = [(row - top, column - left) for row, column in facts.cells]
    return [there[place] for place in places] if set(places) == set(there) else None


def _grown(facts: SlidingFacts, text: str, sizes: Sequence[int]) -> Partition:
    """Parts that are grown one after the other, each from the free tile farthest from the blank's goal cell.

    A part takes, of the tiles that do not exceed its size, the one that belongs nearest to all it has.
    """
    goal = facts.goals[0]
    homes = {tile: [cell for cell, lies in enumerate(goal) if lies == tile] for tile in set(goal) if tile}
    far = [distances(facts.neighbors, [cell]) for cell in range(len(goal))]
    blank, free, parts = goal.index(0), set(homes), []
    for size in sizes:
        part: list[int] = []
        left = size
        while left:
            fitting = [tile for tile in sorted(free) if len(homes[tile]) <= left]
            if not fitting:
                raise UnfitHeuristicError(
                    f"the partition {text} would part equal tiles of {facts.name}; choose other sizes"
                )
            if part:
                mine = [cell for tile in part for cell in homes[tile]]
                best = min(fitting, key=lambda tile: sum(far[cell][other] for cell in homes[tile] for other in mine))
            else:
                best = max(fitting, key=lambda tile: sum(far[blank][cell] for cell in homes[tile]))
            part.append(best)
            free.remove(best)
            left -= len(homes[best])
        parts.append(tuple(sorted(part)))
    return tuple(parts)
