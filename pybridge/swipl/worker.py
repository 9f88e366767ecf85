"""The worker process: SWI-Prolog for one isolated engine of the parent process, and the wire between the two.

Calls come over one wire and run in the Prolog thread; inspections and signals come over another wire and run beside it.
When the engine closes the wires, this process ends immediately.
"""

import contextlib
import json
import os
import resource
import select
import signal
import socket
import struct
import sysconfig
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from pybridge.errors import PybridgeError
from pybridge.facts.catalogue import prolog_folder
from pybridge.swipl.fence import raise_fence
from pybridge.swipl.host import Host
from pybridge.swipl.library import find_installation
from pybridge.swipl.thread import PrologThread

_HEAD = struct.Struct("!Ic")

CALL = b"C"  # call a predicate; JSON [predicate, args]
RETURN = b"R"  # the reply to a call
FAILED = b"F"  # the reason why there is no reply
PYTHON = b"P"  # call a Python function of the engine's side; JSON [name, args]
VALUE = b"V"  # its result or error


class Wire:
    """One end of a connection. Any thread may send, one at a time may receive.

    Raises EOFError or OSError if the other end is closed.
    """

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._sending = threading.Lock()

    def send(self, kind: bytes, text: str) -> None:
        """Send one message."""
        data = text.encode(errors="surrogatepass")
        with self._sending:
            self._socket.sendall(_HEAD.pack(len(data), kind) + data)

    def receive(self) -> tuple[bytes, str]:
        """Wait for the next message."""
        length, kind = _HEAD.unpack(self._exactly(_HEAD.size))
        return kind, self._exactly(length).decode(errors="surrogatepass")

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _exactly(self, count: int) -> bytes:
        parts = []
        while count:
            part = self._socket.recv(count)
            if not part:
                raise EOFError("the other end is gone")
            parts.append(part)
            count -= len(part)
        return b"".join(parts)


def serve_engine(
    start: Callable[[], Host], calls: int, control: int, memory: int | None, readable: list[str] | None
) -> NoReturn:
    """Serve the engine on two file descriptors, with at most `memory` bytes of address space.

    With `readable`, run fenced, with read access to these files only; `start` gives SWI-Prolog, inside the fence.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the engine's process handles interrupts
    if memory is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]  # of `ulimit -v`; nobody but root may raise it
        memory = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    for descriptor in (calls, control):
        os.set_inheritable(descriptor, False)  # processes that goals start must not keep them open
    wire = Wire(socket.socket(fileno=calls))
    try:
        layers = () if readable is None else _raise_fence(readable)
        prolog = start()
        prolog.foreign.answer = lambda name, args: _ask_python(wire, prolog, name, args)
        engine = PrologThread("pybridge-worker", prolog.attach)
        threading.Thread(target=_leave, args=(calls,), daemon=True).start()
        wire.send(RETURN, ", ".join(layers))
    except (PybridgeError, MemoryError, OSError, RuntimeError) as error:  # `memory` may be too small
        with contextlib.suppress(OSError):
            wire.send(FAILED, f"cannot start SWI-Prolog in a separate process: {error}")
        os._exit(1)
    engine.submit(lambda: _serve(wire, prolog))
    _look(Wire(socket.socket(fileno=control)), prolog)


def _raise_fence(readable: list[str]) -> tuple[str, ...]:
    """Drop all rights except reading the files of Prolog and Python; find the package folders first."""
    installation, pyswip = find_installation(), find_spec("pyswip")
    folders = [
        Path(installation.home),
        Path(installation.library).parent,
        prolog_folder(),
        Path(__file__).resolve().parents[1],
    ]
    folders += [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")]
    if pyswip and pyswip.submodule_search_locations:
        folders += map(Path, pyswip.submodule_search_locations)
    return raise_fence([*folders, *map(Path, readable)])


def _leave(calls: int) -> NoReturn:
    """End this process when the engine has closed the wires, whatever Prolog is doing."""
    waiting = select.poll()
    waiting.register(calls, 0)  # hearing of the other end's closing needs no more
    waiting.poll()
    os._exit(0)


def _serve(wire: Wire, prolog: Host) -> None:
    with contextlib.suppress(EOFError, OSError):
        while True:
            _, text = wire.receive()
            _answer(wire, prolog, text)
    os._exit(0)


def _answer(wire: Wire, prolog: Host, text: str) -> None:
    predicate, args = json.loads(text)
    try:
        kind, reply = RETURN, prolog.call(predicate, *args)
    except PybridgeError as error:
        kind, reply = FAILED, str(error)
    wire.send(kind, reply)


def _ask_python(wire: Wire, prolog: Host, name: str, args: str) -> str:
    """Ask the engine's process to call a function, and answer its calls meanwhile."""
    wire.send(PYTHON, json.dumps([name, args]))
    while True:
        kind, text = wire.receive()
        if kind == VALUE:
            return text
        _answer(wire, prolog, text)


def _aside(prolog: Host, text: str) -> str:
    predicate, args = json.loads(text)
    return prolog.aside(lambda ask: ask(predicate, *args)).result()


def _look(wire: Wire, prolog: Host) -> NoReturn:
    with contextlib.suppress(EOFError, OSError):
        while True:
            wire.send(RETURN, _aside(prolog, wire.receive()[1]))
    os._exit(0)
