"""A blocks world as towers on a row of places."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import BlocksFacts
from pybridge.puzzles.protocol import Move
from pybridge.render.layout import Picture
from pybridge.render.pen import Pen


def towers_picture(facts: BlocksFacts, state: tuple[tuple[str, str], ...], move: Move | None, pen: Pen) -> Picture:
    """The towers after a move, whose block is marked, on the ground, over the names of the places."""
    carried = {under: block for block, under in state}
    towers = [tuple(_tower(carried, place)) for place in facts.places]
    width = max(cell_len(pen.text(name)) for name in facts.blocks + facts.places) + 2
    lines = []
    for level in reversed(range(max(map(len, towers)))):
        line = Text()
        for number, tower in enumerate(towers):
            line.append(" " if number else "")
            block = tower[level] if level < len(tower) else ""
            line.append_text(_block(block, width, pen, marked=move is not None and block == move.piece))
        lines.append(line)
    lines.append(Text(" ".join(pen.signs.rule * width for _ in towers), "ground"))
    lines.append(Text(" ".join(_centred(pen.text(place), width) for place in facts.places), "label"))
    return Picture(tuple(lines), tuple(number * (width + 1) for number in range(1, len(towers))))


def _tower(carried: dict[str, str], place: str) -> Iterator[str]:
    """The blocks that stand on a place, from the ground up."""
    while place in carried:
        place = carried[place]
        yield place


def _block(name: str, width: int, pen: Pen, *, marked: bool) -> Text:
    if not marked:
        return Text(_centred(pen.text(name), width), "block")
    shown = f"[{pen.text(name)}]" if pen.brackets else _centred(pen.text(name), width)
    return Text.assemble((_centred(shown, width), "moved"))


def _centred(text: str, width: int) -> str:
    gap = width - cell_len(text)
    return " " * (gap // 2) + text + " " * (gap - gap // 2)
