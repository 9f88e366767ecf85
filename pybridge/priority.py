"""Let work that only accompanies a search give way to it."""

import contextlib
import os
import sys
import threading

BEHIND, LAST = 5, 19
"""How nice a thread is that accompanies a search, and one that serves nobody any more."""


def give_way(thread: int | None = None, nice: int = BEHIND) -> None:
    """Lower the priority of a thread, the calling one or by its native number, where the system can (Linux)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread or threading.get_native_id(), nice)
