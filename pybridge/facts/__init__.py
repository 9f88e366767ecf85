"""Read, check, write and fingerprint fact files, and find the shipped ones. `pybridge.boards` generates new ones.

Names are imported on first use, so that starting SWI-Prolog does not load the readers.
"""

from typing import TYPE_CHECKING

from pybridge.lazy import attributes

if TYPE_CHECKING:
    from pybridge.facts.catalogue import find as find
    from pybridge.facts.catalogue import given as given
    from pybridge.facts.catalogue import prolog_folder as prolog_folder
    from pybridge.facts.catalogue import shipped as shipped
    from pybridge.facts.model import BlocksFacts as BlocksFacts
    from pybridge.facts.model import PuzzleFacts as PuzzleFacts
    from pybridge.facts.model import State as State
    from pybridge.facts.model import TilesFacts as TilesFacts
    from pybridge.facts.model import TurnsFacts as TurnsFacts
    from pybridge.facts.reader import faults as faults
    from pybridge.facts.reader import overview as overview
    from pybridge.facts.reader import read as read
    from pybridge.facts.reader import read_text as read_text
    from pybridge.facts.writer import drawing as drawing
    from pybridge.facts.writer import fingerprint as fingerprint
    from pybridge.facts.writer import write as write

_HOME = {
    "BlocksFacts": "pybridge.facts.model",
    "TurnsFacts": "pybridge.facts.model",
    "PuzzleFacts": "pybridge.facts.model",
    "TilesFacts": "pybridge.facts.model",
    "State": "pybridge.facts.model",
    "drawing": "pybridge.facts.writer",
    "faults": "pybridge.facts.reader",
    "find": "pybridge.facts.catalogue",
    "fingerprint": "pybridge.facts.writer",
    "given": "pybridge.facts.catalogue",
    "overview": "pybridge.facts.reader",
    "prolog_folder": "pybridge.facts.catalogue",
    "read": "pybridge.facts.reader",
    "read_text": "pybridge.facts.reader",
    "shipped": "pybridge.facts.catalogue",
    "write": "pybridge.facts.writer",
}

__all__ = [*_HOME]

__getattr__ = attributes(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted(_HOME)
