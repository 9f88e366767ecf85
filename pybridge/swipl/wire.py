"""Messages between an engine and its worker: a kind of one letter and a text, over a pair of sockets."""

import socket
import struct
import threading

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
        part = self._socket.recv(count)
        if len(part) == count:
            return part
        parts = [part]
        while part:
            count -= len(part)
            if not count:
                return b"".join(parts)
            part = self._socket.recv(count)
            parts.append(part)
        raise EOFError("the other end is gone")
