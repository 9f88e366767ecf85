"""How much memory there is for a census, and whether one fits."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from pybridge.errors import CensusSpaceError, UnavailableProgramError
from pybridge.facts import PuzzleFacts
from pybridge.limits import Limits
from pybridge.puzzles.solvability import states_text
from pybridge.search.census.choice import METHODS, Plan, plan

_GROUPS, _MEMBERSHIP = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
_UNITS = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
_BINARY = ((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))
"""Of limits that are given so, as 64m is."""

_MANY_TB = 10**27
"""Bytes; more are not written in full."""


def require_room(facts: PuzzleFacts, chosen: Plan, limits: Limits) -> None:
    """Raise CensusSpaceError if a census needs more memory than the machine has, or than the limit allows."""
    room, whose, binary = available_memory(), "{} are free", False
    if limits.memory is not None and limits.memory < room:
        room, whose, binary = limits.memory, "the limit is {}", limits.memory % 1024 == 0
    if chosen.memory <= room:
        return
    raise CensusSpaceError(
        f"{facts.name} has {states_text(chosen.states)} states; counting them by {chosen.method} needs "
        f"{memory_text(chosen.memory, binary)} of memory and {whose.format(memory_text(room, binary))}; "
        f"{_what_fits(facts, chosen, room, binary)}"
    )


def _what_fits(facts: PuzzleFacts, chosen: Plan, room: int, binary: bool) -> str:
    """The other methods that need no more than there is, or how many states might be counted."""
    fitting = [other for other in _plans(facts, chosen.method) if other.memory <= room]
    if fitting:
        return ", ".join(f"--method {other.method} needs {memory_text(other.memory, binary)}" for other in fitting)
    states = _two_digits(chosen.states * room // chosen.memory)
    return f"what fits is about {states_text(states)} states" if states > 1 else "no census fits in that"


def memory_text(number: int, binary: bool = False) -> str:
    """Bytes as people read them, three digits at least; in powers of 1,024 if `binary`."""
    units = _BINARY if binary else _UNITS
    largest, name = units[0]
    if number >= _MANY_TB:
        return f"{states_text(number // largest)} {name}"
    for size, name in units:
        if number >= size:
            amount = number / size
            return f"{amount:,.0f} {name}" if amount >= 100 else f"{amount:.3g} {name}"
    return f"{number} byte{'s' * (number != 1)}"


def _two_digits(number: int) -> int:
    """The number rounded down to two digits."""
    digits = str(number)
    return int(digits[:2].ljust(len(digits), "0"))


def available_memory() -> int:
    """The bytes that can be had before the machine swaps, or ends processes of a group that has a limit."""
    return min([_machine(), *_groups()])


def _machine() -> int:
    with contextlib.suppress(OSError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _groups() -> Iterator[int]:
    """What the control groups of this process, which containers have, leave; nothing where there are none."""
    with contextlib.suppress(OSError):
        for line in _MEMBERSHIP.read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers in ("", "memory"):
                group = _GROUPS / controllers / path.lstrip("/")
                for folder in (group, *(each for each in group.parents if each.is_relative_to(_GROUPS / controllers))):
                    yield from _left(folder)


def _left(folder: Path) -> Iterator[int]:
    """The limit of one group less what it uses; what it holds of files can be dropped."""
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


def _plans(facts: PuzzleFacts, but: str) -> Iterator[Plan]:
    """What the other methods that suit the puzzle need."""
    for method in METHODS:
        with contextlib.suppress(UnavailableProgramError):
            if method != but:
                yield plan(facts, method)
