"""Compilation of kernels is reported while it runs, and can be ended; what was compiled before is loaded."""

import os
import resource
import subprocess
import sys
import threading

import numba
import pytest

from pybridge.compiled import announcing


class Unwanted(Exception):
    """What ends a compilation."""


def fresh():
    """Two kernels that were never compiled, one calling the other."""

    @numba.njit
    def inner(number):
        return number * number

    @numba.njit
    def outer(number):
        return inner(number) + 1

    return outer


def test_told_from_its_beginning_to_its_end():
    heard, outer = [], fresh()
    with announcing(heard.append):
        assert outer(3) == 10
    *phrases, last = heard
    assert last is None
    assert len(phrases) > 10  # at each pass of both
    assert set(phrases) == {"compiling (first use only)"}


def test_nothing_is_told_of_what_is_compiled_already_or_elsewhere():
    heard, outer, other = [], fresh(), fresh()
    outer(3)
    with announcing(heard.append):
        outer(4)
        thread = threading.Thread(target=other, args=(3,))
        thread.start()
        thread.join()
    fresh()(3)
    assert heard == []


@pytest.mark.parametrize("patience", [0, 1, 5, 20])
def test_it_ends_when_it_is_not_wanted_and_nothing_is_left(patience):
    heard, outer = [], fresh()

    def refuse(phrase):
        heard.append(phrase)
        if phrase and len(heard) > patience:
            raise Unwanted

    with pytest.raises(Unwanted), announcing(refuse):
        outer(3)
    assert (len(heard), heard[-1]) == (patience + 2, None)
    assert outer.signatures == []
    assert outer(3) == 10


KERNELS = """
import sys
import numpy as np
from numba.core.runtime import rtsys
from pybridge.compiled import kernel, lean_kernel

@kernel
def doubled(numbers):
    return numbers + numbers

@lean_kernel
def added(numbers):
    total = 0
    for number in numbers:
        total += number
    return total

@kernel
def both(numbers):
    return added(doubled(numbers))

def counts_references():
    try:
        return bool(rtsys.library)
    except RuntimeError:
        return False

numbers = np.arange(5)
total = int(added(numbers))
print(total, counts_references())
found = doubled(numbers).tolist()
print(found, counts_references(), "numba.typed.typedlist" in sys.modules)
if "last" in sys.argv:
    print(int(both(numbers)), sum(both.stats.cache_hits.values()))
"""


def printed(folder, *arguments, room=True):
    """What KERNELS prints with its files in a folder, line by line; without room, no file can have a single byte."""
    (folder / "kernels.py").write_text(KERNELS, encoding="utf-8")
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYBRIDGE_KERNELS": str(folder), "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "kernels.py", *arguments], cwd=folder, env=environment, capture_output=True, text=True,
        check=True, preexec_fn=None if room else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
    )  # fmt: skip
    return done.stdout.splitlines()


def test_what_was_compiled_is_loaded_without_the_compiler(tmp_path):
    found = "[0, 2, 4, 6, 8] True"
    assert printed(tmp_path) == ["10 True", f"{found} True"]
    assert printed(tmp_path, "last") == [
        "10 False",
        f"{found} False",
        "20 0",
    ]  # compiles one that calls two loaded ones
    assert printed(tmp_path, "last") == ["10 False", f"{found} False", "20 1"]


def test_without_room_on_the_disk_it_compiles_each_time(tmp_path):
    for _ in range(2):
        assert printed(tmp_path, room=False)[0] == "10 True"
    assert not list(tmp_path.rglob("*.nbc"))
