"""A toy table, and its files in a store."""

import pytest

from tests.store.toys import Toy


@pytest.fixture
def toy():
    """A recipe of two small arrays."""
    return Toy()


@pytest.fixture
def files(store, toy):
    """The manifest and the payload of the toy in the store."""
    store.obtain(toy, lambda text: None)
    return next(store.folder.glob("*.json")), next(store.folder.glob("*.table"))
