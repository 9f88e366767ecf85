"""A table's files: the payload, which is its arrays, and the manifest, which says what they are and where they lie.

The manifest is JSON whose last member, the seal, is the hash of all bytes before it, so that any change is seen. What
is read is taken for hostile: a manifest that others have sealed is held to the same rules as one that was damaged. In
the payload the arrays lie one after the other, each at a multiple of 64 bytes.
"""

import json
import math
import mmap
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, BinaryIO, NoReturn

import numpy as np
import xxhash
from numpy.typing import NDArray

_ALIGNMENT = 64
_DTYPES = ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8")
_PIECE = 1 << 24

FORMAT = 1
MOST_BYTES = 1 << 22
"""Of a manifest."""

_MOST_ITEMS = 1 << 48
_MOST_DIMENSIONS = 8
_MOST_DEPTH = 32
_MOST_TITLE = 200
_SEAL = b',\n "seal": "'
_END = b'"\n}\n'
_MEMBERS = {"format", "kind", "title", "identity", "arrays", "size", "xxh3_128", "about", "seal"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where an array lies in a payload: little-endian, in C order, `offset` bytes from the start."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """Bytes."""
        return int(self.dtype[1:]) * math.prod(self.shape)

    @property
    def end(self) -> int:
        return self.offset + self.size


def lay(arrays: Mapping[str, NDArray[np.generic]]) -> tuple[Place, ...]:
    """The places of arrays one after the other, each aligned. Raises ValueError for what a table does not hold."""
    places: list[Place] = []
    for name, array in arrays.items():
        dtype = f"{array.dtype.kind}{array.dtype.itemsize}"
        if dtype not in _DTYPES or array.dtype != np.dtype(f"<{dtype}"):
            raise ValueError(f"the array {name} holds {array.dtype}, and a table holds little-endian integers only")
        places.append(Place(name, dtype, array.shape, _next_offset(places)))
    return tuple(places)


def _total(places: Sequence[Place]) -> int:
    """The bytes of a payload."""
    return max((place.end for place in places), default=0)


def _next_offset(places: Sequence[Place]) -> int:
    """Where the array after these lies."""
    return -(-_total(places) // _ALIGNMENT) * _ALIGNMENT


def write_arrays(file: BinaryIO, arrays: Mapping[str, NDArray[np.generic]], places: Sequence[Place]) -> str:
    """Write arrays to their places, a piece at a time, and return the hash of all bytes."""
    hashed = xxhash.xxh3_128()
    for place in places:
        for piece in (memoryview(bytes(place.offset - file.tell())), *_pieces(arrays[place.name])):
            hashed.update(piece)
            file.write(piece)
    return hashed.hexdigest()


def _pieces(array: NDArray[np.generic]) -> Iterator[memoryview]:
    raw = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    return (raw[start : start + _PIECE] for start in range(0, len(raw), _PIECE))


def mapped(buffer: mmap.mmap | bytes, places: Sequence[Place]) -> dict[str, NDArray[np.generic]]:
    """The arrays in a payload, read-only; plain ones, as kernels take a np.memmap only after asking what it is."""
    return {place.name: _mapped(buffer, place) for place in places}


def _mapped(buffer: mmap.mmap | bytes, place: Place) -> NDArray[np.generic]:
    dtype = np.dtype(f"<{place.dtype}")
    if not place.size:  # it may lie at the very end, where numpy accepts no offset
        return np.frombuffer(b"", dtype).reshape(place.shape)
    return np.frombuffer(buffer, dtype, place.size // dtype.itemsize, place.offset).reshape(place.shape)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is told about one payload; `xxh3_128` is the hash of its bytes."""

    kind: str
    title: str
    identity: dict[str, Any]
    arrays: tuple[Place, ...]
    xxh3_128: str
    about: dict[str, Any]

    @property
    def size(self) -> int:
        """Bytes of the payload."""
        return _total(self.arrays)

    def sealed(self) -> bytes:
        """The manifest as it stands in its file. Raises ValueError where `parse` would refuse it."""
        arrays = [[each.name, each.dtype, list(each.shape), each.offset] for each in self.arrays]
        members = {
            "format": FORMAT, "kind": self.kind, "title": self.title, "identity": self.identity, "arrays": arrays,
            "size": self.size, "xxh3_128": self.xxh3_128, "about": self.about,
        }  # fmt: skip
        lines = [f" {json.dumps(name)}: {canonical(value)}" for name, value in members.items()]
        text = ("{\n" + ",\n".join(lines)).encode("ascii")
        data = text + _SEAL + xxhash.xxh3_128_hexdigest(text).encode("ascii") + _END
        parse(data)
        return data


def canonical(value: object) -> str:
    """JSON that is the same for equal values: keys sorted, nothing but ASCII, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def key(kind: str, identity: Mapping[str, Any]) -> str:
    """What a table is called on disk beside its kind: 16 hexadecimal digits."""
    return xxhash.xxh3_128_hexdigest(canonical({"kind": kind, "identity": identity}).encode("ascii"))[:16]


def parse(data: bytes) -> Manifest:
    """The manifest in the bytes of its file. Raises ValueError with a phrase that says what is wrong."""
    text, _, seal = data.rpartition(_SEAL)
    if seal != xxhash.xxh3_128_hexdigest(text).encode("ascii") + _END:
        raise ValueError("the manifest was changed or cut short")
    members = _members(data)
    if not _is(members.get("format"), FORMAT):
        raise ValueError(f"the format is not {FORMAT}, the one that this version of pybridge reads")
    if members.keys() != _MEMBERS:
        raise ValueError("the manifest has other members than a manifest has")
    kind, title, digest = (_text(members[name]) for name in ("kind", "title", "xxh3_128"))
    identity, about = (_object(members[name]) for name in ("identity", "about"))
    manifest = Manifest(kind, title, identity, _places(members["arrays"]), digest, about)
    if not _is(members["size"], manifest.size):
        raise ValueError("the manifest gives a size that its arrays do not have")
    return manifest


def _members(data: bytes) -> dict[str, Any]:
    if len(data) > MOST_BYTES:
        raise ValueError(f"the manifest has more than {MOST_BYTES:,} bytes")
    if _depth(data) > _MOST_DEPTH:  # before it is read: the reader calls itself, to whatever limit the process has
        raise ValueError(f"the manifest is nested more than {_MOST_DEPTH} deep")
    try:
        members = json.loads(data.decode("ascii"), parse_constant=_refuse, parse_float=_finite)
    except ValueError:
        raise ValueError("the manifest is not JSON as a table has it") from None
    return _object(members)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(text: str) -> float:
    return number if math.isfinite(number := float(text)) else _refuse(text)


def _depth(data: bytes) -> int:
    """How deep lists and objects are nested."""
    brackets = re.findall(rb"[][{}]", re.sub(rb'"(?:[^"\\]|\\.)*"', b"", data))
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0)


def _is(value: object, number: int) -> bool:
    """Whether it is this number, and not true or 1.0, which are equal to 1."""
    return type(value) is int and value == number


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("the manifest has something else where an object belongs")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MOST_TITLE or not value.isprintable():
        raise ValueError("the manifest has something else where a short text belongs")
    return value


def _places(value: object) -> tuple[Place, ...]:
    """The places of arrays as a builder would have laid them; none overlaps another or leaves the payload."""
    places: list[Place] = []
    for each in value if isinstance(value, list) else [None]:
        match each:
            case [str(name), str(dtype), [*shape], offset] if dtype in _DTYPES and _fits(shape):
                place = Place(_text(name), dtype, tuple(shape), _next_offset(places))
            case _:
                raise ValueError("the manifest has an array that no table has")
        if not _is(offset, place.offset) or name in {each.name for each in places}:
            raise ValueError("the manifest has arrays that do not lie one after the other")
        places.append(place)
    return tuple(places)


def _fits(shape: list[Any]) -> bool:
    whole = all(type(length) is int and length >= 0 for length in shape)
    return whole and len(shape) <= _MOST_DIMENSIONS and math.prod(max(1, each) for each in shape) < _MOST_ITEMS
