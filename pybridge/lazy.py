"""Packages that import their names on first use."""

from collections.abc import Callable, Mapping
from importlib import import_module


def attributes(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """A `__getattr__` for a package that imports each name from its module in `homes`."""

    def attribute(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return attribute
