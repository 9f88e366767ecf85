"""Run helper threads at lower priority than a search."""

import contextlib
import os
import sys
import threading

BEHIND, LAST = 5, 19
"""The niceness of a helper thread, and of an abandoned thread."""


def share_priority(group: int) -> None:
    """Give all processes of a group the priority of the calling thread, as if it had started them; only on Linux."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PGRP, group, os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))


def give_way(thread: int | None = None, nice: int = BEHIND) -> None:
    """Lower the priority of a thread, given by its native id (default: the calling thread). Works only on Linux."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread or threading.get_native_id(), nice)
