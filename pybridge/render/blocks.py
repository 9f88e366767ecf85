"""Draw a state of a blocks world as towers on named places and on a table."""

from itertools import zip_longest

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import BlocksFacts
from pybridge.facts.blocks import towers
from pybridge.puzzles import Move
from pybridge.render.console import Pen
from pybridge.render.layout import Picture
from pybridge.render.scene import Scene, Shape, fitted, lettered, rectangle

Pairs = tuple[tuple[str, str], ...]
MARGIN, GAP, SEAM = 0.15, 0.3, 0.03
"""Space around a scene, between grounds and towers, and around each block."""
_COLUMN = 0.31
"""Width of a column of a block's name; a block is wide enough for the longest name."""
LABEL = 0.4
"""Height of the name of a ground."""


def towers_picture(facts: BlocksFacts, state: Pairs, move: Move | None, pen: Pen) -> Picture:
    """The towers after a move, with the moved block marked, above the names of the places.

    The table is as wide as the towers on it.
    """
    grounds = [(name, standing or [()]) for name, standing in towers(facts, state)]
    columns = [tower for _, standing in grounds for tower in standing]
    width = max(cell_len(pen.text(name)) for name in facts.blocks + facts.grounds) + 2
    lines = []
    for level in reversed(list(zip_longest(*columns, fillvalue=""))):
        blocks = [_block(block, width, pen, marked=move is not None and block == move.piece) for block in level]
        lines.append(Text(" ").join(blocks))
    widths = [len(standing) * (width + 1) - 1 for _, standing in grounds]
    names = [pen.text(name) for name, _ in grounds]
    lines.append(Text(" ".join(pen.signs.rule * wide for wide in widths), "ground"))
    lines.append(Text(" ".join(map(_centred, names, widths)), "label"))
    return Picture(tuple(lines), tuple(number * (width + 1) for number in range(1, len(columns))))


def _block(name: str, width: int, pen: Pen, *, marked: bool) -> Text:
    if not marked:
        return Text(_centred(pen.text(name), width), "block")
    shown = f"[{pen.text(name)}]" if pen.brackets else _centred(pen.text(name), width)
    return Text.assemble((_centred(shown, width), "moved"))


def _centred(text: str, width: int) -> str:
    gap = width - cell_len(text)
    return " " * (gap // 2) + text + " " * (gap - gap // 2)


def block_width(facts: BlocksFacts) -> float:
    """The width of a block in a scene; wide enough for all names."""
    return max(1.0, 0.4 + _COLUMN * max(map(cell_len, facts.blocks + facts.grounds)))


def towers_scene(facts: BlocksFacts, state: Pairs, move: Move | None) -> Scene:
    """The towers after a move, with the moved block marked, above the names of the places.

    There is room for a tower of all blocks, so that the ground stays where it is.
    """
    width = block_width(facts)
    floor, left = len(facts.blocks) + MARGIN, MARGIN
    shapes: list[Shape] = []
    for name, standing in towers(facts, state):
        begin = left
        for tower in standing or [()]:
            for level, block in enumerate(tower):
                role = "moved" if move is not None and block == move.piece else "tile"
                shapes += _block_shapes(block, role, left, floor - level - 1, width)
            left += width + GAP
        end = left - GAP
        shapes.append(Shape("line", "ground", ((begin, floor), (end, floor))))
        middle = (begin + end) / 2, floor + 0.1 + LABEL / 2
        shapes.append(Shape("text", "label", (middle,), name, fitted(name, width, LABEL)))
    return Scene(left - GAP + MARGIN, floor + 0.2 + LABEL, tuple(shapes))


def _block_shapes(name: str, role: str, left: float, top: float, width: float) -> list[Shape]:
    corners = rectangle(left + SEAM, top + SEAM, left + width - SEAM, top + 1 - SEAM)
    return lettered(Shape("polygon", role, corners, piece=name), name, (left + width / 2, top + 0.5), width - 0.2)
