"""The standard output and error of a fenced process, forwarded to those of this process.

Processes that share a descriptor share an open file: either may move its position or change its flags, such as whether
reads and writes wait, and on Linux even open a pipe again to read what others wrote. Sockets allow none of this.
"""

import os
import select
import socket
import subprocess
import threading
from io import FileIO

_ROOM = 1 << 16  # bytes that a process may be ahead
_READ = 1 << 20  # bytes; more than the system makes of _ROOM, so one read empties a socket
_SLICE = 50  # milliseconds between checks whether the process was killed while nobody reads its output


class Output:
    """The output of a process: give it `stdout` and `stderr`, then call `started`."""

    def __init__(self) -> None:
        self._targets: dict[socket.socket, FileIO] = {}
        self._theirs: list[socket.socket] = []
        self._forwarding = threading.Lock()
        self._abandoned = False
        self._poll = select.poll()
        self.stdout = self._open(1)
        same = _is_open(1) and _is_open(2) and os.path.sameopenfile(1, 2)
        # One socket where both go to the same place, as two would not keep the order of what is printed.
        self.stderr = subprocess.STDOUT if same else self._open(2)

    def _open(self, descriptor: int) -> int:
        if not _is_open(descriptor):
            return subprocess.DEVNULL
        target = FileIO(os.dup(descriptor), "wb")
        ours, theirs = socket.socketpair()
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ROOM)
        ours.setblocking(False)
        self._targets[ours] = target
        self._theirs.append(theirs)
        self._poll.register(ours, select.POLLIN)
        return theirs.fileno()

    def started(self, replies: socket.socket) -> None:
        """The process has its ends, and sends replies to `replies`."""
        for end in self._theirs:
            end.close()
        self._replies, self._number = replies, replies.fileno()
        self._poll.register(replies, select.POLLIN)

    def wait(self) -> None:
        """Forward output until there is a reply, and all that was printed before it; or for the timeout of replies."""
        seconds = self._replies.gettimeout()
        while True:
            ready = [number for number, _ in self._poll.poll(None if seconds is None else 1000 * seconds)]
            self._forward()
            if self._number in ready or not ready:
                return

    def abandon(self) -> None:
        """Wait no longer for the reader of the output, as the process was killed."""
        self._abandoned = True

    def leave(self) -> None:
        """In a fork of this process, leave the sockets to it."""
        for end, target in self._targets.items():
            end.close()
            target.close()

    def close(self) -> None:
        """Forward what the process, which has ended, has left."""
        self.abandon()
        self._forward()
        with self._forwarding:
            for end in list(self._targets):
                self._drop(end)

    def _forward(self) -> None:
        with self._forwarding:
            for end, target in list(self._targets.items()):
                try:
                    data = end.recv(_READ)
                except BlockingIOError:
                    continue
                if not data or not self._write(target, data):
                    self._drop(end)

    def _write(self, target: FileIO, data: bytes) -> bool:
        """Write all data; False if nobody reads it."""
        poll, rest = select.poll(), memoryview(data)
        poll.register(target, select.POLLOUT)
        try:
            while rest:
                if poll.poll(_SLICE):
                    rest = rest[target.write(rest[: select.PIPE_BUF]) or 0 :]
                elif self._abandoned:
                    return False
        except OSError:
            return False
        return True

    def _drop(self, end: socket.socket) -> None:
        self._poll.unregister(end)
        self._targets.pop(end).close()
        end.close()


def _is_open(descriptor: int) -> bool:
    """Whether this process was given it: if it was closed, Python may have used its number for something else."""
    try:
        return os.get_inheritable(descriptor)
    except OSError:
        return False
