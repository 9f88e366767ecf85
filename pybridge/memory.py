"""How much memory is left on the machine and for this process, and memory in large pages."""

import contextlib
import mmap
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pybridge.errors import TableSpaceError

if TYPE_CHECKING:
    from pybridge.arrays import Array

_LARGE = 1 << 21
"""The bytes of a large page."""
_WORTH = 700_000_000
"""Bytes that are worth copying for each second that a search has taken when an iteration begins, for that may well take
ten times as long. A copy of 1 GB takes 0.3 to 3 seconds, and saves up to a third of what is to come.
"""
_GROUPS, _MEMBERSHIP = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")


def available_memory() -> int:
    """The bytes that can be used before the machine swaps, or ends processes of a group that has a limit."""
    return min([_machine(), *_groups()])


def _machine() -> int:
    with contextlib.suppress(OSError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _groups() -> Iterator[int]:
    """What the control groups of this process, as in containers, leave; nothing where there are none."""
    with contextlib.suppress(OSError):
        for line in _MEMBERSHIP.read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers in ("", "memory"):
                group = _GROUPS / controllers / path.lstrip("/")
                for folder in (group, *(each for each in group.parents if each.is_relative_to(_GROUPS / controllers))):
                    yield from _left(folder)


def _left(folder: Path) -> Iterator[int]:
    """The limit of one group less what it uses; cached files do not count, for they can be dropped."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        newer = (folder / "memory.max").exists()
        most, used = (
            int((folder / name).read_text())
            for name in (
                ("memory.max", "memory.current") if newer else ("memory.limit_in_bytes", "memory.usage_in_bytes")
            )
        )
        held = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        yield max(0, most - used + int(held["inactive_file"]))


def require_memory(needed: int, what: str) -> None:
    """Raise TableSpaceError if building something needs more memory than is left."""
    left = available_memory()
    if needed > left:
        raise TableSpaceError(
            f"{what}: building it needs {needed / 1e9:,.1f} GB of memory, and {left / 1e9:,.1f} GB are free; "
            "choose smaller tables, or free some memory"
        )


def mapped_large(descriptor: int, size: int) -> mmap.mmap:
    """Map an open file read-only, in large pages where Linux can read it into them."""
    buffer = mmap.mmap(descriptor, size, access=mmap.ACCESS_READ)
    with contextlib.suppress(AttributeError, OSError, ValueError):  # a system, or a kernel, without them
        buffer.madvise(mmap.MADV_HUGEPAGE)
    return buffer


def _bytes_mapped_large() -> int:
    """The bytes of files that this process has in large pages; 0 where the system does not say."""
    with contextlib.suppress(OSError, ValueError), open("/proc/self/smaps_rollup", encoding="ascii") as file:
        for line in file:
            if line.startswith("FilePmdMapped:"):
                return int(line.split()[1]) * 1024
    return 0


class Paged:
    """Arrays that a search reads at random places, by their addresses, and keeps as long as it runs."""

    def __init__(self, arrays: "Sequence[Array]") -> None:
        self._arrays, self._enlarged = list(arrays), False
        self._bytes = sum(array.nbytes for array in self._distinct().values() if array.nbytes >= _LARGE)

    @property
    def addresses(self) -> list[int]:
        """Where the arrays begin now."""
        return [array.ctypes.data for array in self._arrays]

    def enlarge(self, seconds: float) -> bool:
        """Copy all into large pages, once, if a search that has taken so long is worth it; True if this was done.

        It is not done if most of the files are in large pages already.
        """
        if self._enlarged or not self._bytes or seconds * _WORTH < self._bytes:
            return False
        self._enlarged = True
        if _bytes_mapped_large() > self._bytes * 3 // 4:
            return False
        copies = {address: in_large_pages(array) for address, array in self._distinct().items()}
        self._arrays = [copies[address] for address in self.addresses]
        return True

    def _distinct(self) -> "dict[int, Array]":
        """The arrays by their addresses: several may be the same."""
        return dict(zip(self.addresses, self._arrays, strict=True))


def in_large_pages(array: "Array") -> "Array":
    """A copy in large pages, where Linux has them and there is room; otherwise the array itself.

    The processor keeps the places of few pages in mind. Random reads of a table of some GB take half the time where its
    pages are large, and many systems map files in small ones. There must be room for a process on each processor to do
    the same, for several may search at a time.
    """
    import numpy as np

    room = available_memory() // (os.cpu_count() or 1)
    if not hasattr(mmap, "MADV_HUGEPAGE") or array.nbytes < _LARGE or room < array.nbytes * 5 // 4:
        return array
    try:
        pages = mmap.mmap(-1, array.nbytes + _LARGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        pages.madvise(mmap.MADV_HUGEPAGE)
    except (OSError, ValueError):  # the kernel has none, or the process may not have this much
        return array
    copied = np.frombuffer(pages, array.dtype, array.size).reshape(array.shape)
    np.copyto(copied, array)
    copied.flags.writeable = False
    return copied
