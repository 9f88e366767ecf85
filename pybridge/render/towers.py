"""Draw a blocks world as towers on a row of places and on a table."""

from itertools import zip_longest

from rich.cells import cell_len
from rich.text import Text

from pybridge.facts import BlocksFacts
from pybridge.facts.blocks_world import towers
from pybridge.facts.wording import several
from pybridge.puzzles import Move
from pybridge.render.console import Pen
from pybridge.render.layout import Picture


def towers_picture(facts: BlocksFacts, state: tuple[tuple[str, str], ...], move: Move | None, pen: Pen) -> Picture:
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


def towers_size(facts: BlocksFacts, pen: Pen) -> str:
    """The number of blocks."""
    return several(len(facts.blocks), "block")


def _block(name: str, width: int, pen: Pen, *, marked: bool) -> Text:
    if not marked:
        return Text(_centred(pen.text(name), width), "block")
    shown = f"[{pen.text(name)}]" if pen.brackets else _centred(pen.text(name), width)
    return Text.assemble((_centred(shown, width), "moved"))


def _centred(text: str, width: int) -> str:
    gap = width - cell_len(text)
    return " " * (gap // 2) + text + " " * (gap - gap // 2)
