"""Who has no key runs nothing on a cluster, whichever port and protocol it tries; on one that is insecure it does."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cryptography import x509

from pybridge.cluster import keys, settings
from pybridge.cluster.link import Link
from pybridge.errors import ClusterError
from tests.cluster import stranger
from tests.cluster.running import alive, begun, children, listening

NOBODY = 65534
LOCAL = "import sys; from pybridge.cluster.link import Link\nwith Link('local:1') as link:\n"
LOCAL += "    link.require_workers(); print(link.address, flush=True); sys.stdin.read()"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The folder of the user's key, and the stranger's folder with another one."""
    monkeypatch.setenv(keys.TLS_VARIABLE, str(tmp_path / "key"))
    return keys.make_key(tmp_path / "stranger")


def tree(pid):
    """A process and all that it has started."""
    return [pid, *(below for child in children(pid, "") for below in tree(child))]


def folders(pid):
    """The folders of the scheduler and the workers, which everybody sees in their command lines."""
    lines = (Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0") for each in children(pid))
    return [Path(json.loads(line[-2])["folder"]) for line in lines]


def overheard(pid, own, files=(), ways=()):
    """How many attempts a stranger has made at all ports of a process and its children, and what it got."""
    ports, others = listening(tree(pid))
    assert others == []
    about = {"ports": ports, "own": str(own), "files": list(map(str, files)), "ways": list(ways)}
    about["uid"] = NOBODY if os.geteuid() == 0 else None
    done = subprocess.run([sys.executable, stranger.__file__, json.dumps(about)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    tried = {(line["tried"], line["op"]) for line in lines if "tried" in line}
    assert tried >= {(way, op) for way in ways or ("tcp", "tls", "ws", "wss") for op in ("run", "run_function")}
    assert "ModuleNotFoundError" not in {line.get("refused") for line in lines}  # then nobody would have been asked
    return ports, [line for line in lines if "heard" in line]


@pytest.mark.slow
def test_a_local_cluster_admits_nobody_else(own):
    process = subprocess.Popen([sys.executable, "-c", LOCAL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline().startswith("tls://127.0.0.1:")
        started, found = children(process.pid), folders(process.pid)
        secrets = [path for folder in found for path in folder.glob("cluster.*")]
        assert len(secrets) == 2
        assert {path.stat().st_mode & 0o777 for path in found} == {0o700}
        assert {path.stat().st_mode & 0o777 for path in secrets} == {0o600}
        assert not any(b"PRIVATE" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in started)
        ports, heard = overheard(process.pid, own, secrets if os.geteuid() == 0 else ())
        assert len(ports) == 2  # the scheduler and the worker
        assert heard == []  # no greeting, either
    finally:
        process.kill()  # so that it removes nothing itself
        process.communicate()
    while any(map(alive, started)):
        time.sleep(0.05)
    assert not any(folder.exists() for folder in found)


@pytest.mark.slow
def test_a_started_cluster_admits_nobody_else(own):
    with socket.create_server(("127.0.0.1", 0)) as free:
        pages = free.getsockname()[1]
    process, address = begun("start", "--port", "0", "--workers", "1", "--dashboard", str(pages))
    try:
        with Link(address) as link:
            link.require_workers()
        ports, heard = overheard(process.pid, own)
        assert len(ports) == 3
        assert {(line["way"], line["place"]) for line in heard} == {("http", f"127.0.0.1:{pages}")}
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


@pytest.mark.slow
def test_an_insecure_cluster_admits_everybody(own):
    """So the stranger knows how to."""
    process, address = begun("start", "--port", "0", "--workers", "1", "--insecure")
    try:
        assert address.startswith("tcp://127.0.0.1:")
        with Link(address) as link:
            link.require_workers()
        started = children(process.pid)
        _, heard = overheard(process.pid, own, ways=["tcp"])
        assert {line["heard"][1] for line in heard} == {*started, "None"}
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def test_a_key_fits_every_python(own):
    """Python 3.13 is strict with certificates: what is missing in one is an error."""
    shown = x509.load_pem_x509_certificate((own / "cluster.crt").read_bytes())
    strict = ssl.create_default_context(ssl.Purpose.SERVER_AUTH, cafile=own / "cluster.crt")
    strict.verify_flags |= ssl.VERIFY_X509_STRICT
    strict.check_hostname = False
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(own / "cluster.crt", own / "cluster.key")
    sides = [ssl.MemoryBIO() for _ in range(2)]
    peers = [strict.wrap_bio(*sides, server_hostname="x"), server.wrap_bio(*sides[::-1], server_side=True)]
    for _ in range(3):
        for peer in peers:
            try:
                peer.do_handshake()
            except ssl.SSLWantReadError:
                continue
    assert peers[0].getpeercert(binary_form=True)
    assert (shown.not_valid_after_utc - shown.not_valid_before_utc).days > 3000


def test_a_key_that_others_can_read_is_refused(own):
    settings.set_dask()
    assert keys.security("tls://127.0.0.1:1", own).require_encryption
    (own / "cluster.key").chmod(0o640)
    with pytest.raises(ClusterError, match=r"others can read .*; run `chmod 600"):
        keys.security("tls://127.0.0.1:1", own)
    assert keys.security("tcp://127.0.0.1:1", own) is None
