"""Which method takes a census of a puzzle, what it needs, and whether there is room for it: known before it begins."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pybridge.errors import CensusSpaceError, UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import as_given, states_text
from pybridge.limits import Limits
from pybridge.memory import available_memory
from pybridge.puzzles import count_states, is_reversible
from pybridge.search.census.census import Counter
from pybridge.search.rows import DOMAINS, CensusMethod, CensusParts, search_row

if TYPE_CHECKING:
    from pybridge.search.census.parts import PartWorkers

_UNITS = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
_BINARY = ((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))
"""Of limits in powers of 1,024, such as 64m."""

_BUFFERS = 1 << 26
"""Bytes up to which the buffers of a method matter: only the method of every domain has none."""
_MANY_TB = 10**27
"""Bytes; larger numbers are not written in full."""


PLAIN = "plain"
"""The method of every domain."""


@dataclass(frozen=True, slots=True)
class CensusPlan:
    """How a census will be taken: how many `states` there are, bytes of `memory`, `seconds`, and how many `threads`.

    States, memory and seconds are None if nobody knows how many states there are. `workers` count the parts of levels,
    if this process does not count alone.
    """

    method: str
    states: int | None
    memory: int | None
    seconds: float | None
    threads: int
    workers: "PartWorkers | None" = None


def methods() -> tuple[str, ...]:
    """The names of all methods, of whatever domain."""
    return (*dict.fromkeys(name for row in DOMAINS.values() for name in row.counting.methods), PLAIN)


def plan(facts: PuzzleFacts, method: str | None = None, threads: int | None = None) -> CensusPlan:
    """The plan of a census with a method, by default the one chosen for the puzzle; the default is a thread per CPU.

    Raises UnavailableProgramError for a method that does not exist or cannot hold the puzzle.
    """
    if method is not None and (not isinstance(method, str) or method not in methods()):
        raise UnavailableProgramError(f"no method is called {as_given(method)}; there are {', '.join(methods())}")
    row, states = search_row(facts).counting, count_states(facts)
    if method not in (None, PLAIN, *row.methods):
        raise UnavailableProgramError(
            f"the method {method} does not work for {facts.domain}; use --method {' or '.join((*row.methods, PLAIN))}"
        )
    if states is None:
        return _open_plan(facts, method)
    method = method or _suiting(row.methods, facts, states)
    if method == PLAIN:
        memory = (row.state_bytes + row.entry_bytes * len(facts.goals[0])) * states
        return CensusPlan(PLAIN, states, memory, _seconds(states, row.plain_rate), 1)
    chosen = row.methods[method]
    number = (threads or os.cpu_count() or 1) if chosen.threaded else 1
    return CensusPlan(method, states, chosen.memory(facts, states), _seconds(states, chosen.rate * number), number)


def shared_plan(facts: PuzzleFacts, method: str | None = None) -> tuple[CensusPlan, CensusParts[Any]]:
    """The plan of a census on many machines, still without these, and how its method counts there.

    Raises UnavailableProgramError for a puzzle or a method that is not counted so.
    """
    methods = search_row(facts).counting.methods
    fitting = [name for name, each in methods.items() if each.parts and _can_plan(facts, name)]
    if not fitting:
        names = [name for row in DOMAINS.values() for name, each in row.counting.methods.items() if each.parts]
        raise UnavailableProgramError(
            f"a cluster counts by the method {' or '.join(names)}, which does not work for {facts.name}; "
            "leave out --cluster"
        )
    if method not in (None, *fitting):
        raise UnavailableProgramError(
            f"a cluster does not count by the method {method}; use --method {' or '.join(fitting)}"
        )
    chosen = replace(plan(facts, method or fitting[0]), memory=None, seconds=None, threads=1)
    parts = methods[chosen.method].parts
    assert parts  # of those that fit
    return chosen, parts


def _can_plan(facts: PuzzleFacts, method: str) -> bool:
    with contextlib.suppress(UnavailableProgramError):
        return plan(facts, method).states is not None
    return False


def _open_plan(facts: PuzzleFacts, method: str | None) -> CensusPlan:
    """The plan of a census of states whose number nobody knows. Raises UnavailableProgramError."""
    methods = {name: each for name, each in search_row(facts).counting.methods.items() if each.forward}
    if method not in (None, PLAIN, *methods):
        why = "the number of its states" if is_reversible(facts) else "moves that can be undone"
        raise UnavailableProgramError(f"{method} needs {why}, which {facts.name} lacks; use --method plain")
    return CensusPlan(method or _suiting(methods, facts, 0), None, None, None, 1)


def _seconds(states: int, rate: float) -> float:
    """About how long it takes."""
    return 0.1 + min(states, 10**300) / rate


def _suiting(methods: Mapping[str, CensusMethod[Any]], facts: PuzzleFacts, states: int) -> str:
    """The first of the methods that holds the puzzle and works for it."""
    for name, method in methods.items():
        with contextlib.suppress(UnavailableProgramError):
            if method.suits(facts, states):
                return name
    return PLAIN


def counter(chosen: CensusPlan, facts: PuzzleFacts, starts: Sequence[State]) -> Counter:
    """The census of a plan, ready to begin. Raises MemoryError."""
    if chosen.method != PLAIN:
        method = search_row(facts).counting.methods[chosen.method]
        if chosen.workers and method.parts:
            return method.parts.counter(facts, starts, chosen.workers)
        return method.counter(facts, starts, chosen.states, chosen.threads)
    from pybridge.search.census.plain import PlainCounter

    return PlainCounter(facts, starts)


def require_room(facts: PuzzleFacts, chosen: CensusPlan, limits: Limits) -> None:
    """Raise CensusSpaceError if it is known that a census needs more memory than is free, or than the limit allows."""
    if chosen.memory is None or chosen.states is None:
        return
    room, whose, binary = available_memory(), "{} are free", False
    if limits.memory is not None and limits.memory < room:
        room, whose, binary = limits.memory, "the limit is {}", limits.memory % 1024 == 0
    if chosen.memory <= room:
        return
    raise CensusSpaceError(
        f"{facts.name} has {states_text(chosen.states)} states; the method {chosen.method} needs "
        f"{memory_text(chosen.memory, binary)} of memory and {whose.format(memory_text(room, binary))}; "
        f"{_what_fits(facts, chosen, room, binary)}"
    )


def _what_fits(facts: PuzzleFacts, chosen: CensusPlan, room: int, binary: bool) -> str:
    """The other methods that need no more than there is, or how many states could be counted."""
    fitting = [(name, memory) for name, memory in _others(facts, chosen.method) if memory <= room]
    if fitting:
        return ", ".join(f"--method {name} needs {memory_text(memory, binary)}" for name, memory in fitting)
    by = chosen if room >= _BUFFERS else plan(facts, PLAIN)
    assert by.states is not None  # what is not known is not refused
    assert by.memory is not None
    states = _two_digits(by.states * room // by.memory)
    return f"about {states_text(states)} states would fit" if states > 1 else "no census fits in that"


def memory_text(number: int, binary: bool = False) -> str:
    """Bytes as people read them, with at least three digits; in powers of 1,024 if `binary`."""
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


def _others(facts: PuzzleFacts, but: str) -> Iterator[tuple[str, int]]:
    """The other methods that hold the puzzle, and the bytes that each needs."""
    for method in methods():
        with contextlib.suppress(UnavailableProgramError):
            if method != but and (memory := plan(facts, method).memory) is not None:
                yield method, memory
