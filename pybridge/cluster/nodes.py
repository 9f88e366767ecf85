"""What the processes of a cluster run: a scheduler, or a worker, which listens on one port each.

Dask opens a second one for its pages, to everybody on this machine. Here it stays closed unless somebody asks for them.
"""

import asyncio
import json
import os
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

import distributed

from pybridge.cluster.keys import security
from pybridge.cluster.settings import NEARBY, set_dask
from pybridge.cluster.sources import version

_PATIENCE = 60.0
"""Seconds that a scheduler may take to start, on a machine that is busy."""


class PlainScheduler(distributed.Scheduler):  # type: ignore[misc]  # distributed has no types
    """A scheduler without pages."""

    def start_http_server(self, *arguments: Any, **settings: Any) -> None:
        """Open no port."""


class PlainWorker(distributed.Worker):  # type: ignore[misc]  # as above
    """A worker without pages."""

    def start_http_server(self, *arguments: Any, **settings: Any) -> None:
        """Open no port."""


def main() -> None:
    """Be a scheduler or a worker until the pipe ends."""
    kind, settings = sys.argv[1], json.loads(sys.argv[2])
    folder = settings.pop("folder")
    threading.Thread(target=_end_with_pipe, args=(folder,), daemon=True).start()
    set_dask(folder)
    status = 1
    try:
        asyncio.run(_scheduler(**settings) if kind == "scheduler" else _worker(**settings))
        status = 0
    finally:
        _end(folder, status)  # Python would abort, as the pipe is being read


def _end_with_pipe(folder: str) -> None:
    sys.stdin.buffer.read()
    _end(folder)


def _end(folder: str, status: int = 0) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(status)


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def _scheduler(host: str, port: int, key: str | None, file: str | None, dashboard: int | None) -> None:
    protocol = "tls" if key else "tcp"
    kind = PlainScheduler if dashboard is None else distributed.Scheduler
    try:
        scheduler = kind(
            host=host, port=port, protocol=protocol, security=security(f"{protocol}://", Path(key or "")),
            scheduler_file=file, dashboard=dashboard is not None, dashboard_address=f"{NEARBY}:{dashboard or 0}",
        )  # fmt: skip
        await scheduler
    except (OSError, ValueError, RuntimeError) as error:
        _say(" ".join(str(error.__cause__ or error).split()))
        return
    _say(scheduler.address)
    await scheduler.finished()


async def _worker(address: str, key: str | None, host: str | None, threads: int = 1) -> None:
    """A worker with some threads; its memory is not counted, since mapped tables would be."""
    version()  # now, since the sources may change on disk before the first task asks
    worker = PlainWorker(
        address, nthreads=threads, host=host, memory_limit=0, security=security(address, Path(key or "")),
        dashboard=False, death_timeout=_PATIENCE,
    )  # fmt: skip
    await worker
    await worker.finished()
