"""The files of a table: the payload with its arrays, and the manifest that describes them.

The manifest is JSON. Its last member, the seal, is the hash of all bytes before it, so that any change is detected. All
input is treated as hostile: a forged manifest with a valid seal must pass the same checks as a damaged one. The payload
has the arrays one after the other, each aligned to 64 bytes.
"""

import json
import math
import mmap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

import numpy as np
import xxhash

from pybridge.arrays import Array, Arrays
from pybridge.forms import Form, nesting

_ALIGNMENT = 64
_DTYPES = ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8")
_PIECE = 1 << 24

FORMAT = 1
MOST_BYTES = 1 << 22
"""The limit for the size of a manifest."""

_MOST_ITEMS = 1 << 48
_MOST_DIMENSIONS = 8
_MOST_DEPTH = 32
MOST_TITLE = 200
_SEAL = b',\n "seal": "'
_END = b'"\n}\n'
_MEMBERS = {"format", "kind", "title", "identity", "arrays", "size", "xxh3_128", "about", "seal"}


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """The place of an array in a payload: little-endian, in C order, `offset` bytes from the start."""

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


def lay(arrays: Arrays) -> tuple[ArrayPlace, ...]:
    """Lay out arrays one after the other, aligned. Raises ValueError for an array that a table cannot contain."""
    places: list[ArrayPlace] = []
    for name, array in arrays.items():
        dtype = f"{array.dtype.kind}{array.dtype.itemsize}"
        if dtype not in _DTYPES or array.dtype != np.dtype(f"<{dtype}"):
            raise ValueError(f"the array {name} holds {array.dtype}, but a table contains only little-endian integers")
        places.append(ArrayPlace(name, dtype, array.shape, _next_offset(places)))
    return tuple(places)


def _total(places: Sequence[ArrayPlace]) -> int:
    """The size of a payload in bytes."""
    return max((place.end for place in places), default=0)


def _next_offset(places: Sequence[ArrayPlace]) -> int:
    """The offset of the array after these."""
    return -(-_total(places) // _ALIGNMENT) * _ALIGNMENT


def write_arrays(file: BinaryIO, arrays: Arrays, places: Sequence[ArrayPlace], check: Callable[[], None]) -> str:
    """Write arrays to their places in chunks, each after a check, and return the hash of all bytes."""
    hashed = xxhash.xxh3_128()
    for place in places:
        for piece in (memoryview(bytes(place.offset - file.tell())), *_pieces(arrays[place.name])):
            check()
            hashed.update(piece)
            file.write(piece)
    return hashed.hexdigest()


def _pieces(array: Array) -> Iterator[memoryview]:
    """The bytes of an array, or of one that is made piece by piece."""
    for part in getattr(array, "pieces", lambda: [array])():
        raw = np.ascontiguousarray(part).reshape(-1).view(np.uint8).data
        yield from (raw[start : start + _PIECE] for start in range(0, len(raw), _PIECE))


def mapped(buffer: mmap.mmap | bytes, places: Sequence[ArrayPlace]) -> dict[str, Array]:
    """The arrays in a payload, read-only. They are plain arrays, as calling kernels with np.memmap is slower."""
    return {place.name: _mapped(buffer, place) for place in places}


def _mapped(buffer: mmap.mmap | bytes, place: ArrayPlace) -> Array:
    dtype = np.dtype(f"<{place.dtype}")
    if not place.size:  # may be at the very end, where numpy rejects the offset
        return np.frombuffer(b"", dtype).reshape(place.shape)
    return np.frombuffer(buffer, dtype, place.size // dtype.itemsize, place.offset).reshape(place.shape)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a payload; `xxh3_128` is the hash of its bytes."""

    kind: str
    title: str
    identity: Form
    arrays: tuple[ArrayPlace, ...]
    xxh3_128: str
    about: Form

    @property
    def size(self) -> int:
        """The size of the payload in bytes."""
        return _total(self.arrays)

    def sealed(self) -> bytes:
        """The bytes of the manifest file. Raises ValueError if `parse` would reject it."""
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
    """Canonical JSON: keys sorted, ASCII only, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def key(kind: str, identity: Mapping[str, object]) -> str:
    """The key of a table, which names its files: 16 hexadecimal digits."""
    return xxhash.xxh3_128_hexdigest(canonical({"kind": kind, "identity": identity}).encode("ascii"))[:16]


def parse(data: bytes) -> Manifest:
    """Parse the bytes of a manifest file. Raises ValueError with the reason."""
    text, _, seal = data.rpartition(_SEAL)
    if seal != xxhash.xxh3_128_hexdigest(text).encode("ascii") + _END:
        raise ValueError("the manifest was modified or truncated")
    members = decoded(data)
    if not _is(members.get("format"), FORMAT):
        raise ValueError(f"the format is not {FORMAT}, which this version of pybridge needs")
    if members.keys() != _MEMBERS:
        raise ValueError("the manifest has unexpected members")
    kind, title, digest = (_text(members[name]) for name in ("kind", "title", "xxh3_128"))
    identity, about = (_object(members[name]) for name in ("identity", "about"))
    manifest = Manifest(kind, title, identity, _places(members["arrays"]), digest, about)
    if not _is(members["size"], manifest.size):
        raise ValueError("the manifest gives a wrong size")
    return manifest


def decoded(data: bytes) -> Form:
    """Decode an object of JSON that may be hostile. Raises ValueError with the reason."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"the manifest is larger than {MOST_BYTES:,} bytes")
    if nesting(data.decode("latin-1")) > _MOST_DEPTH:  # checked first, as the JSON parser recurses
        raise ValueError(f"the manifest is nested more than {_MOST_DEPTH} levels deep")
    try:
        members = json.loads(data.decode("ascii"), parse_constant=_refuse, parse_float=_finite)
    except ValueError:
        raise ValueError("the manifest is not valid JSON") from None
    return _object(members)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(text: str) -> float:
    return number if math.isfinite(number := float(text)) else _refuse(text)


def _is(value: object, number: int) -> bool:
    """Whether a value is this integer, and not true or 1.0, which compare equal to 1."""
    return type(value) is int and value == number


def _object(value: object) -> Form:
    if not isinstance(value, dict):
        raise ValueError("the manifest lacks an object")
    return value


def short_line(text: str) -> str:
    """A title that a manifest takes, of any text."""
    return "".join(each if each.isprintable() else " " for each in text[:MOST_TITLE])


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MOST_TITLE or not value.isprintable():
        raise ValueError("the manifest lacks a short text")
    return value


def _places(value: object) -> tuple[ArrayPlace, ...]:
    """The places of arrays as a builder lays them out; none overlaps another or exceeds the payload."""
    places: list[ArrayPlace] = []
    for each in value if isinstance(value, list) else [None]:
        match each:
            case [str(name), str(dtype), [*shape], offset] if dtype in _DTYPES and _fits(shape):
                place = ArrayPlace(_text(name), dtype, tuple(shape), _next_offset(places))
            case _:
                raise ValueError("the manifest has an invalid array")
        if not _is(offset, place.offset) or name in {each.name for each in places}:
            raise ValueError("the manifest has misplaced arrays")
        places.append(place)
    return tuple(places)


def _fits(shape: list[Any]) -> bool:
    whole = all(type(length) is int and length >= 0 for length in shape)
    return whole and len(shape) <= _MOST_DIMENSIONS and math.prod(max(1, each) for each in shape) < _MOST_ITEMS
