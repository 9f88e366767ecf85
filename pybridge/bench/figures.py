"""What a measurement yields."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured: how often, the middle and the worst of it in `unit`, and how often it went wrong."""

    subject: str
    tries: int
    middle: float
    worst: float
    unit: str
    wrong: int = 0


def timed(subject: str, tries: int, call: Callable[[], object]) -> Figure:
    """The seconds that a call takes."""
    times = []
    for _ in range(tries):
        begun = perf_counter()
        call()
        times.append(perf_counter() - begun)
    return of(subject, times)


def of(subject: str, values: Sequence[float], unit: str = "s", wrong: int = 0) -> Figure:
    """The figure of several values."""
    return Figure(subject, len(values), median(values), max(values), unit, wrong)
