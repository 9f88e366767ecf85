"""What a search or a goal may use."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of wall time, inferences, and bytes of memory; None is no limit.

    Memory is the stack in Prolog, and in Python what the process grows by. Only Prolog counts inferences.
    """

    seconds: float | None = None
    inferences: int | None = None
    memory: int | None = None


NO_LIMITS = Limits()
