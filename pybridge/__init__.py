"""Puzzles as Prolog facts: run in SWI-Prolog, solved in Python, shown to agree."""

__version__ = "0.1.0"
