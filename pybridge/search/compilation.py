"""Compiling of kernels in a search's thread: it is shown, and ends when the search is to end."""

import contextlib
from collections.abc import Iterator

from pybridge.search.tally import Tally


class Compilation:
    """What is compiled on behalf of a tally. `doing` says so while it goes on, and is None else."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self.doing: str | None = None

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Watch what the body has compiled in the calling thread. Raises Stopped if the tally wants it to end."""
        from pybridge.compiled import telling

        with telling(self._tell):
            yield

    def _tell(self, phrase: str | None) -> None:
        self.doing = phrase
        if phrase:
            self._tally.check()
