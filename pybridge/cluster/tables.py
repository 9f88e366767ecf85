"""Tables that workers of a cluster have, for machines that have not."""

import os
from collections.abc import Iterator
from typing import Any

from pybridge.cluster.link import Link
from pybridge.errors import ClusterError
from pybridge.store.fetch import PIECE, manifests_in, readable
from pybridge.store.manifest import Manifest, key, parse
from pybridge.store.store import Store


class WorkersSource:
    """The tables of the workers of a cluster: each is read by one that has it."""

    def __init__(self, link: Link) -> None:
        """Look for them. Raises ClusterError."""
        link.require_workers()
        self.name, self._link = link.address, link
        self._workers: dict[str, str] = {}
        self._sealed: dict[str, bytes] = {}
        for address, found in self._asked(sealed_here).items():
            for name, (_, sealed) in readable(found).items():
                self._workers.setdefault(name, address)
                self._sealed.setdefault(name, sealed)

    def _asked(self, question: Any, *arguments: Any, workers: list[str] | None = None) -> dict[str, Any]:
        """The answers of the workers that can give one. Raises ClusterError if none can."""
        answers = self._link.asked(question, *arguments, workers=workers)
        found = {address: each for address, each in answers.items() if not isinstance(each, BaseException)}
        if not found:
            raise ClusterError(f"no worker of {self.name} can read its tables; see `pybridge doctor --cluster`")
        return found

    def manifests(self) -> list[bytes]:
        """The manifests of all of them."""
        return list(self._sealed.values())

    def pieces(self, manifest: Manifest) -> Iterator[bytes]:
        """The bytes of a payload."""
        worker = self._workers[key(manifest.kind, manifest.identity)]
        for begin in range(0, manifest.size, PIECE):
            yield self._asked(piece_here, manifest.sealed(), begin, workers=[worker])[worker]


def sealed_here() -> list[bytes]:
    """The manifests of the tables that this worker has."""
    return manifests_in(Store().folder)


def piece_here(sealed: bytes, begin: int) -> bytes:
    """Some of the payload of a table that this worker has."""
    with Store().files(parse(sealed)).payload.open("rb") as file:
        return os.pread(file.fileno(), PIECE, begin)
