"""Fact files: read, check, write, fingerprint; find the shipped ones. Generating is in `pybridge.facts.generate`."""

from pybridge.facts.catalogue import find, prolog_folder, shipped
from pybridge.facts.drawing import drawing
from pybridge.facts.model import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.facts.reader import faults, read, read_text
from pybridge.facts.writer import fingerprint, write

__all__ = [
    "BlocksFacts",
    "PuzzleFacts",
    "SlidingFacts",
    "State",
    "drawing",
    "faults",
    "find",
    "fingerprint",
    "prolog_folder",
    "read",
    "read_text",
    "shipped",
    "write",
]
