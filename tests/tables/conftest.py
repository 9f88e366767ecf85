"""Lets the tests here import `toys`, which pytest's importlib mode leaves out of the path."""

import sys
from pathlib import Path

import pytest

from pybridge.tables.store import Store

sys.path.append(str(Path(__file__).parent))


@pytest.fixture
def store(tmp_path):
    """A store whose folder is not there yet."""
    return Store(tmp_path / "cache" / "tables")


@pytest.fixture
def toy():
    """A recipe of two small arrays."""
    from toys import Toy

    return Toy()


@pytest.fixture
def files(store, toy):
    """The manifest and the payload of the toy in the store."""
    store.obtain(toy, lambda text: None)
    return next(store.folder.glob("*.json")), next(store.folder.glob("*.table"))
