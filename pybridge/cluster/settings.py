"""Addresses, TLS, and how Dask is set."""

import contextlib
import json
import logging
import os
import socket
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_config_path

from pybridge.errors import ClusterError, installing

if TYPE_CHECKING:
    from distributed import Security

TLS_VARIABLE = "PYBRIDGE_TLS"
MISSING = f"a cluster needs Dask; {installing('pybridge[cluster]')}"
NEARBY = "127.0.0.1"
PORT = 8786
CONFIGURATION: dict[str, Any] = {
    "distributed.worker.profile.enabled": False,  # it takes a tenth of a worker
    "distributed.scheduler.allowed-failures": 0,  # the team counts the workers that a packet ends
    "distributed.admin.low-level-log-length": 0,
    "distributed.comm.retry.count": 0,
}
_CERTIFICATE, _KEY = "cluster.crt", "cluster.key"


def host_and_port(address: str) -> tuple[str, int]:
    """The two parts of an address that `resolved` returned."""
    host, _, port = address.partition("://")[2].rpartition(":")
    return host.strip("[]"), int(port)


def facing(address: str) -> str:
    """The address of this machine that the scheduler at an address sees; nothing is sent to find out."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(host_and_port(address))
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


def tls_folder() -> Path:
    """Where the key of clusters is; the same files on each machine let them talk to each other."""
    return Path(os.environ.get(TLS_VARIABLE) or user_config_path("pybridge") / "tls")


def make_key() -> Path:
    """The folder of the key, which is made if it is not there. Raises ClusterError."""
    folder = tls_folder()
    if (folder / _KEY).exists():
        return folder
    from distributed import Security

    try:
        made = Security.temporary()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name, text in ((_CERTIFICATE, made.tls_ca_file), (_KEY, made.tls_client_key)):
            with open(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(str(text))
    except ImportError:
        raise ClusterError(MISSING) from None
    except OSError as error:
        raise ClusterError(f"the key of the cluster cannot be kept: {error.strerror}: {error.filename}") from None
    return folder


def security(address: str) -> "Security | None":
    """What a connection to the address needs; None without TLS. Raises ClusterError if the key is not there."""
    if not address.startswith("tls://"):
        return None
    from distributed import Security

    folder = tls_folder()
    certificate, key = str(folder / _CERTIFICATE), str(folder / _KEY)
    if not os.path.exists(key):
        raise ClusterError(
            f"{folder} has no key for {address}; copy the folder from the machine that ran `pybridge cluster start "
            f"--tls`, or set {TLS_VARIABLE}"
        )
    roles = ("client", "scheduler", "worker")
    files = {f"tls_{role}_{kind}": file for role in roles for kind, file in (("cert", certificate), ("key", key))}
    return Security(tls_ca_file=certificate, require_encryption=True, **files)


def resolved(address: str) -> str:
    """The address of a scheduler, which may be given by its file. Raises ClusterError for what is neither."""
    if address.startswith(("tcp://", "tls://")):
        host, _, port = address.partition("://")[2].rpartition(":")
        if host and port.isdigit() and 0 < int(port) < 1 << 16:
            return address
        raise ClusterError(f"{address} has no host and port; an address is e.g. tcp://{NEARBY}:{PORT}")
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return resolved(str(json.loads(Path(address).read_text(encoding="utf-8"))["address"]))
    raise ClusterError(
        f"{address!r} is neither local:N nor tcp://HOST:PORT nor tls://HOST:PORT nor the file of a scheduler"
    )
