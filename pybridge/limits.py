"""Limits of a search or a goal, and how to hear of what is prepared before it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on seconds of wall time, inferences, and bytes of memory; None means no limit.

    Time is that of the search: tables and compiling do not count, but what `prolog-compiled` compiles in Prolog does.
    Memory is the stack in Prolog, and the growth of the process in Python. Only Prolog counts inferences.
    """

    seconds: float | None = None
    inferences: int | None = None
    memory: int | None = None


NO_LIMITS = Limits()
MOST = 10**18 - 1
"""The largest number that an option or an argument accepts: Prolog, numba and Python's iterators can represent it."""
MOST_JOBS = 256
"""The most threads, or processes, that may be asked for."""
MOST_TRAINED = {
    "labels": 10**9, "steps": 10**9, "distance": 1000, "origins": 10**6, "width": 4000, "believed": 32767,
}  # fmt: skip
"""The greatest numbers of a training; a wider network could not be used."""

OnProgress = Callable[[str], None]
"""Called with a phrase that says what is being prepared, e.g. 'level 17, 12,345,678 entries'; may raise to end it."""


def silent(phrase: str) -> None:
    """The `OnProgress` of a caller that shows nothing."""


Check = Callable[[], None]
"""Called every few milliseconds of work; raises what ends it, such as Stopped."""
