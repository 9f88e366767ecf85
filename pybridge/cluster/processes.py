"""Schedulers and workers on this machine: processes that end with the one that started them, whatever ends it.

Each is a new interpreter in a session of its own, so that Ctrl-C is not for it, and reads a pipe: when that ends, it
does. A worker that dies is replaced.
"""

import json
import queue
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from pybridge.cluster.keys import make_key
from pybridge.cluster.settings import NEARBY
from pybridge.errors import ClusterError
from pybridge.forms import Form
from pybridge.interpreters import end, python

_LOOK = 0.1
"""Seconds between two looks at the workers."""
_PAUSE = 1.0
"""Seconds, at least, between two starts of a worker that ends at once."""


class Child:
    """A process that runs `main` of `nodes`. Its folder, which only its owner can open, goes when it ends."""

    def __init__(self, kind: str, settings: Form, folder: "tempfile.TemporaryDirectory[str] | None" = None) -> None:
        self.begun = time.monotonic()
        self._folder = folder or _new_folder()
        told = settings | {"folder": self._folder.name}
        self._process = subprocess.Popen(
            [*python("from pybridge.cluster.nodes import main; main()"), kind, json.dumps(told)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def line(self) -> str:
        """The next line that it prints; empty if it has ended."""
        assert self._process.stdout
        return self._process.stdout.readline().decode().strip()

    def end(self) -> int:
        """End it at once, and return its status, which is below 0 for a signal."""
        status = end(self._process)
        self._folder.cleanup()
        return status


def _new_folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="pybridge-cluster-", ignore_cleanup_errors=True)


class Scheduler:
    """A scheduler in a process; `address` is where it listens, and `key` the folder with the key that it asks for."""

    def __init__(
        self,
        host: str = NEARBY,
        port: int = 0,
        *,
        key: Path | None = None,
        insecure: bool = False,
        file: Path | None = None,
        dashboard: int | None = None,
    ) -> None:
        """Start it and wait until it listens. Without the folder of a key it has one of its own, and ends with it.

        One that is `insecure` has no key, and admits everybody. Raises ClusterError.
        """
        folder = _new_folder()
        self.key = None if insecure else make_key(key or Path(folder.name))
        paths = {"key": str(self.key) if self.key else None, "file": str(file) if file else None}
        self._child = Child("scheduler", {"host": host, "port": port, "dashboard": dashboard, **paths}, folder)
        line = self._child.line()
        if not line.startswith(("tcp://", "tls://")):
            self._child.end()
            raise ClusterError(f"no scheduler can listen on {host}:{port}: {line or 'it ended'}")
        self.address = line

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._child.over

    def spent(self) -> float:
        """The seconds of CPU that it has spent, on Linux."""
        tasks = Path(f"/proc/{self._child.pid}/task").glob("*/schedstat")
        return sum(int(each.read_text().split()[0]) for each in tasks) / 1e9

    def end(self) -> None:
        """End it at once."""
        self._child.end()


class Workers:
    """Workers in processes, each with some threads; one that dies is replaced until `end`."""

    def __init__(
        self, address: str, number: int, key: Path | None, host: str | None = None, *, threads: int = 1
    ) -> None:
        """Start them, with the key in a folder if the address asks for one."""
        self._settings = {"address": address, "key": str(key) if key else None, "host": host, "threads": threads}
        self._children = [Child("worker", self._settings) for _ in range(number)]
        self.ended: queue.SimpleQueue[int] = queue.SimpleQueue()
        """The status of each worker that was replaced: 0 where it lost its scheduler, and below 0 for a signal."""
        self._over, self._lock = threading.Event(), threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def pids(self) -> list[int]:
        """Their numbers."""
        with self._lock:
            return [child.pid for child in self._children]

    def _watch(self) -> None:
        while not self._over.wait(_LOOK):
            with self._lock:
                if not self._over.is_set():
                    self._children = [self._alive(child) for child in self._children]

    def _alive(self, child: Child) -> Child:
        if not child.over or time.monotonic() < child.begun + _PAUSE:
            return child
        status, another = child.end(), Child("worker", self._settings)
        self.ended.put(status)  # once another one is there, as the message says
        return another

    def end(self) -> None:
        """End all of them at once."""
        self._over.set()
        with self._lock:
            for child in self._children:
                child.end()
