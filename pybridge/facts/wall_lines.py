"""The lines of a drawing with walls between the cells: lines of walls and lines of tiles, sign by sign.

There is a line of walls above and below all cells, and between two lines of tiles one or none.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pybridge.errors import Fault, FaultKind
from pybridge.facts.glyphs import display_width

LEVEL, UPRIGHT, JOINTS = "-─╴╶", "|│╵╷", "+╭╮╰╯┌┐└┘├┤┬┴┼"
LEFTWARD, RIGHTWARD, UPWARD, DOWNWARD = "<←", ">→", "^↑", "v↓"
"""The ways off the board, on which a tile comes in again at the other side."""
MOST = 999
"""Lines, and columns of a line."""
_WALLS = LEVEL + UPRIGHT + JOINTS
_LONG = re.compile(rf"(?<!\S)(?=\S*[{LEVEL}])[{re.escape(_WALLS + UPWARD + DOWNWARD)}]{{5,}}(?!\S)")
_SIDE = rf"[{JOINTS}][{re.escape(LEVEL + JOINTS + UPWARD + DOWNWARD)}]+[{JOINTS}]"
_SHORT = re.compile(rf"(?<!\S){_SIDE}(?!\S)")
_EDGE = re.compile(rf"\s*((?:{_SIDE}|[{JOINTS}])(?:\s+|$))+")
_MOVED = re.compile(r"\[(\s*[^\s\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line by columns of the terminal: the sign on each, and where it stands in the text (from 1)."""

    number: int
    signs: tuple[str, ...]
    places: tuple[int, ...]

    def at(self, column: int) -> str:
        """The sign on a column, a space behind the end."""
        return self.signs[column] if column < len(self.signs) else " "

    def place(self, column: int) -> int:
        """Where the column stands in the text of the line."""
        return self.places[column] if column < len(self.places) else (self.places[-1] if self.places else 0) + 1

    @property
    def is_wall(self) -> bool:
        """Whether it is a line of walls: it has a level wall, or a point where walls meet."""
        return any(sign and sign in LEVEL + JOINTS for sign in self.signs)

    def fault(self, path: str, column: int, message: str) -> Fault:
        """A fault at a column of the line."""
        return Fault(path, self.number, self.place(column), FaultKind.ILL_FORMED, message)


def has_walls(text: str) -> bool:
    """Whether a text draws walls: a word is of five or more of their signs and so no tile, or it has narrow edges.

    Such an edge has points where walls meet and nothing else but walls between them; a wall must be there somewhere.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    edges = [_EDGE.fullmatch(line) for line in (lines[0], lines[-1])] if len(lines) > 2 else []
    return any(map(_LONG.search, lines)) or (bool(edges) and all(edges) and any(map(_SHORT.search, lines)))


def lines_of(text: str) -> list[Line]:
    """The lines that are not empty, and of those between two lines of walls one: a row that has nothing in it.

    Brackets around a tile say that it has moved, and are left out.
    """
    found: list[Line] = []
    empty: Line | None = None
    for number, content in enumerate(text.split("\n"), 1):
        line = _line(number, content)
        if not content.strip():
            empty = line
            continue
        if found and empty and found[-1].is_wall and line.is_wall:
            found.append(empty)
        found.append(line)
        empty = None
    return found


def _line(number: int, text: str) -> Line:
    signs: list[str] = []
    places: list[int] = []
    for place, character in enumerate(_MOVED.sub(r" \1 ", text), 1):
        width = 1 if character.isspace() else display_width(character)
        signs += [" " if character.isspace() else character, *[""] * (width - 1)][:width]
        places += [place] * width
    return Line(number, tuple(signs), tuple(places))


def size_faults(lines: Sequence[Line], path: str) -> Iterator[Fault]:
    """The first line too many or too long."""
    for count, line in enumerate(lines, 1):
        if count > MOST or len(line.signs) > MOST:
            message = f"a drawing with walls has at most {MOST} lines of at most {MOST} columns"
            yield line.fault(path, min(len(line.signs), MOST) if count <= MOST else 0, message)
            return


def order_faults(lines: Sequence[Line], path: str) -> Iterator[Fault]:
    """Lines of walls that miss or are too many, and what is no wall in them."""
    for before, line in zip((None, *lines[:-1]), lines, strict=True):
        if before is None and not line.is_wall:
            yield line.fault(path, 0, "no wall above; a drawing with walls begins with the upper edge of the board")
        elif before is not None and before.is_wall and line.is_wall:
            yield line.fault(path, 0, "a second line of walls, and no tiles between; - + | and the like are walls here")
        foreign = [c for c, sign in enumerate(line.signs) if sign.strip() and sign not in _WALLS + UPWARD + DOWNWARD]
        if line.is_wall and foreign:
            sign = line.signs[foreign[0]]
            yield line.fault(path, foreign[0], f"{sign} in a line of walls; - + and the like are no tiles here")
    if not lines[-1].is_wall:
        yield lines[-1].fault(path, 0, "no wall below; a drawing with walls ends with the lower edge of the board")


def uprights(lines: Sequence[Line]) -> Mapping[int, Line]:
    """The columns with upright walls or points where walls meet, ascending, each with its first line."""
    found: dict[int, Line] = {}
    for line in lines:
        for column, sign in enumerate(line.signs):
            if sign and sign in UPRIGHT + JOINTS:
                found.setdefault(column, line)
    return dict(sorted(found.items()))


def outside_faults(lines: Sequence[Line], standing: Mapping[int, Line], path: str) -> Iterator[Fault]:
    """What stands beside the frame, or in the place of its sides."""
    left, right = min(standing, default=0), max(standing, default=0)
    for line in lines:
        allowed = {left: UPRIGHT + JOINTS + LEFTWARD, right: UPRIGHT + JOINTS + RIGHTWARD}
        for column, sign in enumerate(line.signs):
            if not left < column < right and sign != " " and sign not in allowed.get(column, ""):
                yield line.fault(path, column, f"{sign} is outside the frame, which is ragged here")
                break
