"""Fact files: read, check, write, fingerprint; find the shipped ones. Generating is in `pybridge.facts.generate`.

A name is imported when it is first used: who only starts SWI-Prolog does not wait for readers.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybridge.facts.catalogue import find as find
    from pybridge.facts.catalogue import prolog_folder as prolog_folder
    from pybridge.facts.catalogue import shipped as shipped
    from pybridge.facts.drawn import drawing as drawing
    from pybridge.facts.model import BlocksFacts as BlocksFacts
    from pybridge.facts.model import PuzzleFacts as PuzzleFacts
    from pybridge.facts.model import SlidingFacts as SlidingFacts
    from pybridge.facts.model import State as State
    from pybridge.facts.reader import faults as faults
    from pybridge.facts.reader import read as read
    from pybridge.facts.reader import read_text as read_text
    from pybridge.facts.writer import fingerprint as fingerprint
    from pybridge.facts.writer import write as write

_HOME = {
    "BlocksFacts": "model",
    "PuzzleFacts": "model",
    "SlidingFacts": "model",
    "State": "model",
    "drawing": "drawn",
    "faults": "reader",
    "find": "catalogue",
    "fingerprint": "writer",
    "prolog_folder": "catalogue",
    "read": "reader",
    "read_text": "reader",
    "shipped": "catalogue",
    "write": "writer",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOME)
