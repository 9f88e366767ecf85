"""A store of one toy table."""

import pytest

from pybridge.store.store import Store
from tests.store.toys import Toy


@pytest.fixture
def store(tmp_path):
    """A store whose folder is not there yet."""
    return Store(tmp_path / "cache" / "tables")


@pytest.fixture
def toy():
    """A recipe of two small arrays."""
    return Toy()


@pytest.fixture
def files(store, toy):
    """The manifest and the payload of the toy in the store."""
    store.obtain(toy, lambda text: None)
    return next(store.folder.glob("*.json")), next(store.folder.glob("*.table"))
