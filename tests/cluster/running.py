"""Commands and clusters in processes of their own."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path


def children(pid, what="pybridge.cluster.nodes"):
    """The scheduler and the workers that a process has started, or whatever it has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = folder.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(pid) and what.encode() in folder.joinpath("cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def alive(pid):
    """Whether a process runs; one that nobody has waited for does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@contextmanager
def dying(monkeypatch, workers, pool, seed, seconds, beside=lambda: None):
    """Kill a worker as soon as the pool of the moment, `pool()`, has packets under way, and another every `seconds`.

    Yields the numbers of those killed. `beside` is called as often. Between two kills the pool has done something.

    So one is killed however fast the machine is, and the pool gets on however slow it is. No job is given up, nor what
    makes workers ready: a slow one may die often by chance.
    """
    for file in ("jobs", "ready"):
        monkeypatch.setattr(f"pybridge.cluster.{file}.TRIES", 1000)
    draw, over, killed, seen = random.Random(seed), threading.Event(), [], None

    def kill():
        nonlocal seen
        while not over.is_set():
            beside()
            while not ((now := pool()) and now.flying and (now, now.done) != seen):
                if over.wait(0.01):
                    return
            seen = now, now.done
            worker = draw.choice(workers.pids)
            with suppress(ProcessLookupError):  # one killed before may not be replaced yet
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
            over.wait(seconds)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


def begun(*arguments, **streams):
    """A command that runs until Ctrl-C, and the first line that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "pybridge", "cluster", *arguments], stdout=subprocess.PIPE, text=True,
        **streams,
    )  # fmt: skip
    return process, process.stdout.readline().strip()


def listening(pids):
    """Where processes listen: addresses and ports of TCP, and whatever else a stranger could send something to."""
    inodes = set()
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                inodes.add(link.readlink().name.removeprefix("socket:[").removesuffix("]"))
    found, others = [], []
    for kind, state in (("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")):
        for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]:
            _, here, _, its, *_, inode = line.split()[:10]
            if its == state and inode in inodes:
                host, port = here.split(":")
                (found if kind == "tcp" else others).append((kind, _ip(host), int(port, 16)))
    for line in Path("/proc/net/unix").read_text().splitlines()[1:]:
        words = line.split()
        if words[6] in inodes and int(words[3], 16) & 0x10000:
            others.append(("unix", *words[7:]))
    return [(host, port) for _, host, port in found], others


def _ip(text):
    """An address of version 4, whose bytes /proc shows in the order of this machine."""
    return socket.inet_ntoa(int(text, 16).to_bytes(4, sys.byteorder)) if len(text) == 8 else text
