"""Run helper threads at lower priority than a search."""

import contextlib
import os
import sys
import threading

BEHIND, LAST = 5, 19
"""By how much a helper thread, and an abandoned thread, are nicer than the process."""


def share_priority(group: int) -> None:
    """Give all processes of a group the priority of the calling thread, as if it had started them; only on Linux."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PGRP, group, os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))


def give_way(thread: int | None = None, nice: int = BEHIND) -> None:
    """Lower the priority of a thread, given by its native id (default: the calling thread). Works only on Linux."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # the process may be nice itself
            nicest = min(LAST, os.getpriority(os.PRIO_PROCESS, os.getpid()) + nice)
            os.setpriority(os.PRIO_PROCESS, thread or threading.get_native_id(), nicest)
