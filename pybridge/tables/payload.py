"""The payload of a table on disk: arrays one after the other, each at a multiple of 64 bytes."""

import math
import mmap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
import xxhash
from numpy.typing import NDArray

ALIGNMENT = 64
DTYPES = ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8")
_PIECE = 1 << 24


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
        if dtype not in DTYPES or array.dtype != np.dtype(f"<{dtype}"):
            raise ValueError(f"the array {name} holds {array.dtype}, and a table holds little-endian integers only")
        places.append(Place(name, dtype, array.shape, next_offset(places)))
    return tuple(places)


def total(places: Sequence[Place]) -> int:
    """The bytes of a payload."""
    return max((place.end for place in places), default=0)


def next_offset(places: Sequence[Place]) -> int:
    """Where the array after these lies."""
    return -(-total(places) // ALIGNMENT) * ALIGNMENT


def write(file: BinaryIO, arrays: Mapping[str, NDArray[np.generic]], places: Sequence[Place]) -> str:
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
