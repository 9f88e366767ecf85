"""Schedulers and workers on this machine: processes that end with the one that started them, whatever ends it.

Each is a new interpreter in a session of its own, so that Ctrl-C is not for it, and reads a pipe: when that ends, it
does. A worker that dies is replaced.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from pybridge.cluster.settings import NEARBY, security, set_dask
from pybridge.errors import ClusterError

_LOOK = 0.1
"""Seconds between two looks at the workers."""
_PATIENCE = 60.0
"""Seconds that a scheduler may take to start, on a machine that is busy."""
_PAUSE = 1.0
"""Seconds, at least, between two starts of a worker that ends at once."""


class Child:
    """A process that runs `main` of this module."""

    def __init__(self, kind: str, **settings: Any) -> None:
        path = [str(Path(__file__).resolve().parents[2]), *sys.path]
        code = f"import sys; sys.path[:] = {path!r}; from pybridge.cluster.processes import main; main()"
        self.begun = time.monotonic()
        self._folder = tempfile.TemporaryDirectory(prefix="pybridge-cluster-", ignore_cleanup_errors=True)
        settings["folder"] = self._folder.name
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, kind, json.dumps(settings)],
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

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            with suppress(OSError):
                pipe.close()
        self._folder.cleanup()


class Scheduler:
    """A scheduler in a process; `address` is where it listens."""

    def __init__(
        self,
        host: str = NEARBY,
        port: int = 0,
        *,
        tls: bool = False,
        file: Path | None = None,
        dashboard: int | None = None,
    ) -> None:
        """Start it and wait until it listens. Raises ClusterError."""
        self._child = Child(
            "scheduler", host=host, port=port, tls=tls, file=str(file) if file else None, dashboard=dashboard
        )
        told = self._child.line()
        if not told.startswith(("tcp://", "tls://")):
            self._child.end()
            raise ClusterError(f"no scheduler can listen on {host}:{port}: {told or 'it ended'}")
        self.address = told

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._child.over

    def end(self) -> None:
        """End it at once."""
        self._child.end()


class Workers:
    """Workers in processes, each with one thread; one that dies is replaced until `end`."""

    def __init__(self, address: str, number: int, host: str | None = None) -> None:
        """Start them."""
        self._settings = {"address": address, "host": host}
        self._children = [Child("worker", **self._settings) for _ in range(number)]
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
        child.end()
        return Child("worker", **self._settings)

    def end(self) -> None:
        """End all of them at once."""
        self._over.set()
        with self._lock:
            for child in self._children:
                child.end()


def main() -> None:
    """Be a scheduler or a worker until the pipe ends."""
    kind, settings = sys.argv[1], json.loads(sys.argv[2])
    folder = settings.pop("folder")
    threading.Thread(target=_end_with_pipe, args=(folder,), daemon=True).start()
    set_dask(folder)
    asyncio.run(_scheduler(**settings) if kind == "scheduler" else _worker(**settings))


def _end_with_pipe(folder: str) -> None:
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def _scheduler(host: str, port: int, tls: bool, file: str | None, dashboard: int | None) -> None:
    import distributed

    protocol = "tls" if tls else "tcp"
    try:
        scheduler = distributed.Scheduler(
            host=host, port=port, protocol=protocol, security=security(f"{protocol}://"), scheduler_file=file,
            dashboard=dashboard is not None, dashboard_address=f"{NEARBY}:{dashboard or 0}",
        )  # fmt: skip
        await scheduler
    except (OSError, ValueError, RuntimeError) as error:
        _say(" ".join(str(error.__cause__ or error).split()))
        return
    _say(scheduler.address)
    await scheduler.finished()


async def _worker(address: str, host: str | None) -> None:
    """A worker; its memory is not counted, since mapped tables would be."""
    import distributed

    worker = distributed.Worker(
        address, nthreads=1, host=host, memory_limit=0, security=security(address),
        dashboard=False, dashboard_address=f"{NEARBY}:0", death_timeout=_PATIENCE,
    )  # fmt: skip
    await worker
    await worker.finished()
