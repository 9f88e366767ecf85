"""Resource limits of a search or a goal."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on seconds of wall time, inferences, and bytes of memory; None means no limit.

    Memory is the stack in Prolog, and the growth of the process in Python. Only Prolog counts inferences.
    """

    seconds: float | None = None
    inferences: int | None = None
    memory: int | None = None


NO_LIMITS = Limits()
