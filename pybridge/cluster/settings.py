"""Addresses, and how Dask is set."""

import contextlib
import json
import logging
import os
import socket
from importlib import import_module
from pathlib import Path

from pybridge.errors import ClusterError, installing
from pybridge.forms import Form
from pybridge.limits import MOST_JOBS

MISSING = f"a cluster needs Dask and cryptography; {installing('prolog-puzzles[cluster]')}"
NEARBY = "127.0.0.1"
PORT = 8786
_LOCAL = "local:"
REACHED = 5.0
"""Seconds within which a machine has to answer."""
CONFIGURATION: Form = {
    "distributed.worker.profile.enabled": False,  # it takes a tenth of a worker
    "distributed.scheduler.allowed-failures": 0,  # the workers counts the workers that a packet ends
    "distributed.admin.low-level-log-length": 0,
    "distributed.comm.retry.count": 0,
    "distributed.scheduler.worker-ttl": "20 s",  # what a worker does that says nothing for so long, others do
}


def host_and_port(address: str) -> tuple[str, int]:
    """The two parts of an address that `resolved` returned."""
    host, _, port = address.partition("://")[2].rpartition(":")
    return host.strip("[]"), int(port)


def facing(address: str) -> str:
    """The address of this machine that the scheduler at an address sees; nothing is sent to find out."""
    with contextlib.suppress(OSError):
        for family, *_, place in socket.getaddrinfo(*host_and_port(address), type=socket.SOCK_DGRAM):
            with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect(place)
                return str(probe.getsockname()[0])
    return NEARBY


def set_dask(folder: str | None = None) -> None:
    """Set Dask for this process, which may write to the folder, and silence it. Raises ClusterError."""
    try:
        import dask

        import_module("distributed")  # so that its loggers are there
    except ImportError:
        raise ClusterError(MISSING) from None
    dask.config.set(CONFIGURATION | ({"temporary-directory": folder} if folder else {}))
    silenced = ("distributed", "tornado", "asyncio")
    for name in [each for each in logging.root.manager.loggerDict if each.split(".")[0] in silenced]:
        logger = logging.getLogger(name)
        logger.handlers[:], logger.propagate = [logging.NullHandler()], False
        logger.setLevel(logging.CRITICAL + 1)


def resolved(address: str) -> str:
    """The address of a scheduler, which may be given by its file. Raises ClusterError for what is neither."""
    if address.startswith(("tcp://", "tls://")):
        host, _, port = address.partition("://")[2].rpartition(":")
        if host and port.isdecimal() and len(port) < 6 and 0 < int(port) < 1 << 16:
            return address
        raise ClusterError(f"{address} has no host and port; an address is e.g. tcp://{NEARBY}:{PORT}")
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        found = str(json.loads(Path(address).read_text(encoding="utf-8"))["address"])
        if found.startswith(("tcp://", "tls://")):
            return resolved(found)
    raise ClusterError(
        f"{address!r} is neither local:N nor tcp://HOST:PORT nor tls://HOST:PORT nor the file of a scheduler"
    )


def unreachable(address: str) -> OSError | None:
    """Why nothing listens at an address that `resolved` returned; None if something does."""
    try:
        socket.create_connection(host_and_port(address), timeout=REACHED).close()
    except OSError as refused:
        return refused
    return None


def is_left_over(file: Path) -> bool:
    """Whether a file is that of a scheduler that has ended: where it listened, the machine refuses a connection."""
    with contextlib.suppress(ClusterError):
        return isinstance(unreachable(resolved(str(file))), ConnectionRefusedError)
    return False


def is_file_of(file: Path, address: str) -> bool:
    """Whether a file is that of the scheduler at this address, and not of one that was started later."""
    with contextlib.suppress(ClusterError):
        return resolved(str(file)) == address
    return False


def own_workers(address: str) -> int | None:
    """How many workers `local:N` asks for; None for the address of a scheduler. Raises ClusterError for neither."""
    if not address.startswith(_LOCAL) or os.path.exists(address):  # Path.exists raises for a long one
        resolved(address)
        return None
    number = address.removeprefix(_LOCAL)
    if not number.isdecimal() or len(number) > 9 or not 0 < int(number) <= MOST_JOBS:
        raise ClusterError(f"{address} is not local:N with N from 1 to {MOST_JOBS}, e.g. local:2")
    return int(number)
