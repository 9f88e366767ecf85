"""Packages that import their names on first use."""

from collections.abc import Callable, Mapping
from importlib import import_module


def attributes(
    package: str, homes: Mapping[str, str], *others: str
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package that imports names from modules; it has `others` at once."""
    home = {name: module for module, names in homes.items() for name in names.split()}

    def attribute(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"pybridge.{home[name]}"), name)

    return attribute, lambda: sorted([*home, *others])
