"""Packages whose names are imported when they are first used."""

from collections.abc import Callable, Mapping
from importlib import import_module


def attributes(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package that takes each name from the module that is its home."""

    def attribute(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return attribute
