"""Boxes such as Rubik's cube from a net of their faces: the net is folded, and each layer makes a move."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pybridge.boards.drawing_tokens import COLOURS, DrawnToken, DrawnTurns, fault_at
from pybridge.errors import FactFileError, FaultKind
from pybridge.facts.model import Cycles
from pybridge.facts.wording import listed

MOST_LAYERS = 5
_FACES = 6
_FRONT, _STANDARD, _TYPED = "F", "ULFRBD", "URFDLB"
"""The usual names of faces: the one in front, all in the order of their colors, and as people type them."""
Vector = tuple[int, int, int]


def _plus(a: Vector, b: Vector, times: int = 1) -> Vector:
    return (a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2])


def _dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@dataclass(frozen=True)
class _Face:
    """A rectangle of a net, and where it is in space: its first corner, the ways right and down, and out."""

    name: str
    tokens: tuple[DrawnToken, ...]
    corner: Vector = (0, 0, 0)
    right: Vector = (1, 0, 0)
    down: Vector = (0, -1, 0)

    @property
    def rows(self) -> tuple[int, int]:
        return self.tokens[0].row, self.tokens[-1].row

    @property
    def columns(self) -> tuple[int, int]:
        return self.tokens[0].place, self.tokens[-1].place

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows[1] - self.rows[0] + 1, self.columns[1] - self.columns[0] + 1

    @property
    def out(self) -> Vector:
        return _cross(self.down, self.right)

    def middle(self, token: DrawnToken) -> Vector:
        """The middle of a sticker; a sticker is two units wide."""
        across = _plus(self.corner, self.right, 2 * (token.place - self.columns[0]) + 1)
        return _plus(across, self.down, 2 * (token.row - self.rows[0]) + 1)

    def folded(self, name: "_Face", side: str) -> "_Face":
        """A neighbor in the net, folded back from this face."""
        (rows, columns), (h, w) = self.size, name.size
        corner, right, down = {
            "right": (_plus(self.corner, self.right, 2 * columns), _plus((0, 0, 0), self.out, -1), self.down),
            "left": (_plus(self.corner, self.out, -2 * w), self.out, self.down),
            "below": (_plus(self.corner, self.down, 2 * rows), self.right, _plus((0, 0, 0), self.out, -1)),
            "above": (_plus(self.corner, self.out, -2 * h), self.right, self.out),
        }[side]
        return _Face(name.name, name.tokens, corner, right, down)


def is_net(tokens: Sequence[DrawnToken]) -> bool:
    """Whether each place has one letter: rings that do not cross would make no puzzle."""
    return all(len(token.text) == 1 and token.text.isalpha() for token in tokens)


def box(tokens: Sequence[DrawnToken], path: str) -> DrawnTurns:
    """The puzzle of a net. Raises FactFileError if it cannot be folded to a box of at most five layers each way."""
    faces = _folded(_flat(tokens, path), path)
    stickers = dict(enumerate(((face, token) for face in faces for token in face.tokens), 1))
    lengths = [max(values) - min(values) for values in zip(*_ends(faces), strict=True)]
    middle = tuple((max(values) + min(values)) // 2 for values in zip(*_ends(faces), strict=True))
    at = {point: _plus(face.middle(token), middle, -1) for point, (face, token) in stickers.items()}
    layers = [length // 2 for length in lengths]
    turns = list(_turns(faces, layers, at, {point: face.out for point, (face, _) in stickers.items()}))
    if len(dict(turns)) < len(turns):
        message = "small letters name the layers below the faces; draw the faces with capital letters"
        raise FactFileError([fault_at(path, tokens[0], FaultKind.WRONG_DRAWING, message)])
    return _puzzle(faces, stickers, layers, dict(turns), middle)


def _puzzle(
    faces: Sequence[_Face],
    stickers: Mapping[int, tuple[_Face, DrawnToken]],
    layers: Sequence[int],
    turns: Mapping[str, Cycles],
    middle: Vector,
) -> DrawnTurns:
    """The facts of the stickers that are points."""
    letter = {point: face.name for point, (face, _) in stickers.items()}
    points = _points(letter, turns)
    number = {point: at for at, point in enumerate(points, 1)}
    order, typing = _orders([face.name for face in faces])
    of_face = max(layers) > 3  # middles of a face then look alike
    kind = {point: order.index(letter[point]) + 1 if of_face else number[point] for point in points}
    size = " x ".join(map(str, sorted(layers, reverse=True)))
    typed = sorted(stickers, key=lambda point: (typing.index(letter[point]), point))
    return DrawnTurns(
        f"Box of {size}" if len(set(layers)) > 1 else f"Cube of {size}",
        tuple(kind[point] for point in points),
        tuple((name, tuple(tuple(map(number.__getitem__, each)) for each in cycles)) for name, cycles in turns.items()),
        "half",
        {number[point]: (face.name, token.row, token.place) for point in points for face, token in [stickers[point]]},
        {kind[point]: COLOURS[order.index(letter[point])] for point in points},
        {},
        {
            "corners": {number[point]: tuple(_corners(*stickers[point], middle)) for point in points},
            "facelets": tuple(number.get(point, letter[point]) for point in typed),
        },
    )


def _points(letter: Mapping[int, str], turns: Mapping[str, Cycles]) -> list[int]:
    """The stickers that are points: all but the middles if those never move, one a face; a face then stands for it."""
    moving = {point for cycles in turns.values() for cycle in cycles for point in cycle}
    still = letter.keys() - moving
    return [point for point in letter if point in moving or len(still) != _FACES]


def _orders(names: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The faces in the order of their colors, and in that in which people type them."""
    return (_STANDARD, _TYPED) if set(names) == set(_STANDARD) else (names, names)


def _flat(tokens: Sequence[DrawnToken], path: str) -> list[_Face]:
    """The rectangles of the net, in reading order."""
    groups: dict[str, list[DrawnToken]] = {}
    for token in tokens:
        groups.setdefault(token.text, []).append(token)
    faces = [_Face(name, tuple(each)) for name, each in groups.items()]
    for face in faces:
        (h, w), (first, last) = face.size, face.columns
        if h * w != len(face.tokens) or any(not first <= token.place <= last for token in face.tokens):
            message = f"the places of {face.name} are not a full rectangle; draw each face as one, with its letter"
            raise FactFileError([fault_at(path, face.tokens[0], FaultKind.WRONG_DRAWING, message)])
    if len(faces) != _FACES:
        message = f"the net has the faces {listed(groups)}; a box has six, each with its own letter"
        raise FactFileError([fault_at(path, tokens[0], FaultKind.WRONG_DRAWING, message)])
    return faces


def _folded(flat: Sequence[_Face], path: str) -> list[_Face]:
    """The faces in space, the front one toward the viewer."""
    first = next((face for face in flat if face.name == _FRONT), flat[0])
    found = {first.name: first}
    queue = [first]
    for face in queue:
        for other, side in _beside(face, flat):
            if other.name not in found:
                found[other.name] = face.folded(other, side)
                queue.append(found[other.name])
    faces = [found[face.name] for face in flat if face.name in found]
    outs = {face.out for face in faces}
    spots = {face.middle(token) for face in faces for token in face.tokens}
    sides = [max(values) - min(values) for values in zip(*_ends(faces), strict=True)]
    area = sum(a * b for a, b in ((sides[0], sides[1]), (sides[1], sides[2]), (sides[0], sides[2]))) // 2
    if len(outs) < _FACES or len(spots) != area:
        message = "these faces do not fold to a box; faces that share an edge lie side by side, as in a cross"
        raise FactFileError([fault_at(path, flat[0].tokens[0], FaultKind.WRONG_DRAWING, message)])
    if max(sides) == 2:
        message = "a box of 1 x 1 x 1 has no layer to turn; draw a face with more places"
        raise FactFileError([fault_at(path, flat[0].tokens[0], FaultKind.WRONG_DRAWING, message)])
    if max(sides) > 2 * MOST_LAYERS:
        message = f"a box has at most {MOST_LAYERS} layers each way, not {max(sides) // 2}"
        raise FactFileError([fault_at(path, flat[0].tokens[0], FaultKind.WRONG_DRAWING, message)])
    return faces


def _beside(face: _Face, flat: Sequence[_Face]) -> Iterator[tuple[_Face, str]]:
    """The nearest face on each side that has as many rows or columns there."""
    in_row = {each.columns[0]: each for each in flat if each.rows == face.rows}
    in_column = {each.rows[0]: each for each in flat if each.columns == face.columns}
    for others, here, sides in (
        (in_row, face.columns[0], ("left", "right")),
        (in_column, face.rows[0], ("above", "below")),
    ):
        before, after = [at for at in others if at < here], [at for at in others if at > here]
        if before:
            yield others[max(before)], sides[0]
        if after:
            yield others[min(after)], sides[1]


def _ends(faces: Sequence[_Face]) -> list[Vector]:
    """Two opposite corners of each face."""
    return [
        each
        for face in faces
        for each in (face.corner, _plus(_plus(face.corner, face.right, 2 * face.size[1]), face.down, 2 * face.size[0]))
    ]


def _turns(
    faces: Sequence[_Face], layers: Sequence[int], at: Mapping[int, Vector], out: Mapping[int, Vector]
) -> Iterator[tuple[str, Cycles]]:
    """The moves: the faces, then the layers below them. Of two layers only one moves, so that the box stays put."""
    for depth in range(1, MOST_LAYERS // 2 + 1):
        for face in faces:
            axis = face.out
            length = sum(abs(part) * layer for part, layer in zip(axis, layers, strict=True))
            if 2 * depth > length or (length == 2 and sum(axis) < 0):
                continue
            across = [layer for part, layer in zip(axis, layers, strict=True) if not part]
            layer = [point for point in at if _dot(_plus(at[point], out[point], -1), axis) == length + 1 - 2 * depth]
            name = face.name if depth == 1 else face.name.lower()
            yield name, _layer_cycles(layer, at, out, axis, square=across[0] == across[1])


def _layer_cycles(
    layer: Sequence[int], at: Mapping[int, Vector], out: Mapping[int, Vector], axis: Vector, *, square: bool
) -> Cycles:
    """Where the stickers of a layer go when it turns clockwise, seen from outside: a quarter if it is square."""
    there = {(at[point], out[point]): point for point in layer}
    following = {point: there[_turned(at[point], axis, square), _turned(out[point], axis, square)] for point in layer}
    cycles, seen = [], set[int]()
    for first in layer:
        cycle = [first]
        while first not in seen and following[cycle[-1]] != first:
            cycle.append(following[cycle[-1]])
        seen.update(cycle)
        cycles += [tuple(cycle)] * (len(cycle) > 1)
    return tuple(cycles)


def _turned(place: Vector, axis: Vector, square: bool) -> Vector:
    along = _plus((0, 0, 0), axis, _dot(place, axis))
    return _plus(along, _cross(place, axis)) if square else _plus(_plus(along, along), place, -1)


def _corners(face: _Face, token: DrawnToken, middle: Vector) -> Iterator[Vector]:
    """The corners of a sticker, around it."""
    center = _plus(face.middle(token), middle, -1)
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        yield _plus(_plus(center, face.right, right), face.down, down)
