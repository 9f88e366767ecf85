"""Read, check, write and fingerprint fact files, and find the shipped ones. `pybridge.boards` generates new ones.

Names are imported on first use, so that starting SWI-Prolog does not load the readers.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.facts.catalogue import find, given, prolog_folder, shipped
    from pybridge.facts.model import BlocksFacts, PuzzleFacts, State, TilesFacts, TurnsFacts
    from pybridge.facts.reader import overview, read, read_text
    from pybridge.facts.writer import drawing, fingerprint, write

__all__ = [
    "BlocksFacts", "PuzzleFacts", "State", "TilesFacts", "TurnsFacts", "drawing", "find", "fingerprint",
    "given", "overview", "prolog_folder", "read", "read_text", "shipped", "write",
]  # fmt: skip
_HOMES = {
    "facts.catalogue": "find given prolog_folder shipped",
    "facts.model": "BlocksFacts PuzzleFacts State TilesFacts TurnsFacts",
    "facts.reader": "overview read read_text",
    "facts.writer": "drawing fingerprint write",
}
if not TYPE_CHECKING:  # with __getattr__ a type checker accepts any name
    __getattr__, __dir__ = attributes(__name__, _HOMES)
