"""Folders for files that nobody needs afterwards."""

import signal
import subprocess
import sys

import pytest

from pybridge.errors import TableSpaceError
from pybridge.store.scratch import scratch

KILLED = """
import os, signal, sys
from pathlib import Path
from pybridge.store.scratch import scratch
with scratch("toys", 1, Path(sys.argv[1])) as folder:
    (folder / "file").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_it_is_removed_at_the_end_also_of_an_error(tmp_path):
    with pytest.raises(TableSpaceError, match="cannot store tables"), scratch("toys", 1, tmp_path / "tables") as folder:
        folder.mkdir()
    assert list((tmp_path / "tables").iterdir()) == []


def test_that_of_a_process_that_was_killed_is_removed_by_the_next_and_that_of_a_living_one_is_not(tmp_path):
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)])
    assert done.returncode == -signal.SIGKILL
    (left,) = tmp_path.glob("*.scratch")
    assert (left / "file").exists()
    with scratch("toys", 1, tmp_path) as one, scratch("toys", 1, tmp_path) as other:
        assert set(tmp_path.glob("*.scratch")) == {one, other}
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(TableSpaceError, match=r"toys needs .* MB in"), scratch("toys", 1 << 60, tmp_path / "tables"):
        """It is not entered."""
    assert list((tmp_path / "tables").iterdir()) == []
