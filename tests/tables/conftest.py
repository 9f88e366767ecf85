"""An empty store."""

import pytest

from pybridge.store.store import Store


@pytest.fixture
def store(tmp_path):
    """A store whose folder is not there yet."""
    return Store(tmp_path / "cache" / "tables")
