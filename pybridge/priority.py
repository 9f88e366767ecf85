"""Let work that only accompanies a search give way to it."""

import contextlib
import os
import sys
import threading

_NICE = 5


def give_way() -> None:
    """Lower the priority of the calling thread, where the system knows priorities of threads (Linux)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
