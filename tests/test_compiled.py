"""Compilation of kernels is reported while it runs, and can be ended; what was compiled before is loaded."""

import errno
import os
import re
import resource
import runpy
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numba
import pytest
from filelock import FileLock, Timeout

from pybridge import compiled, solve
from pybridge.compiled import _Kept, announcing, kernel


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


def test_machine_code_is_of_all_sources_with_kernels():
    """It is kept under their digest: a change in a file that is left out would go unnoticed."""
    package = Path(compiled.__file__).parent
    known = {path for pattern in compiled._WITH_KERNELS for path in package.glob(pattern)}
    with_kernels = re.compile(r"from pybridge\.compiled import .*\b(kernel|lean_kernel|inlined|chosen)\b")
    written = {path for path in package.rglob("*.py") if with_kernels.search(path.read_text(encoding="utf-8"))}
    assert written <= known
    assert len(written) > 20


@pytest.mark.slow
def test_what_was_compiled_is_loaded_without_the_compiler(tmp_path):
    found = "[0, 2, 4, 6, 8] True"
    assert printed(tmp_path) == ["10 True", f"{found} True"]
    # What compiles now calls two that are loaded.
    assert printed(tmp_path, "last") == ["10 False", f"{found} False", "20 0"]
    assert printed(tmp_path, "last") == ["10 False", f"{found} False", "20 1"]


@pytest.mark.slow
def test_one_process_at_a_time_keeps_machine_code(monkeypatch, tmp_path):
    """numba takes a name that is free and writes it into an index, in two steps."""
    busy = []

    class Files:
        cache_path = str(tmp_path)

        def save_overload(self, signature, code):
            try:
                FileLock(tmp_path / "index.lock").acquire(timeout=0)
            except Timeout:
                busy.append(signature)

    kept = _Kept(fresh, counting=False)
    monkeypatch.setitem(kept.__dict__, "_files", Files())
    kept.save_overload("a signature", "machine code")
    assert busy == ["a signature"]


def test_without_room_on_the_disk_it_compiles_each_time(tmp_path):
    for _ in range(2):
        assert printed(tmp_path, room=False)[0] == "10 True"
    assert not list(tmp_path.rglob("*.nbc"))


def test_where_no_file_can_be_made_it_is_not_kept(monkeypatch, tmp_path):
    def full(**options):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    source = tmp_path / "more.py"
    source.write_text("def more(number):\n    return number + 7\n", encoding="utf-8")
    function = runpy.run_path(str(source))["more"]
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert kernel(function)(35) == 42
    assert list(tmp_path.iterdir()) == [source]  # nothing beside the source, where it would be stale one day


def test_kernels_that_count_no_references_need_nothing_for_it():
    """Loaded without what counts, machine code that refers to it would crash."""
    for puzzle in ("pocket", "eight", "blocks3", "jugs"):
        solve(puzzle)
    found = []
    for name, module in list(sys.modules.items()):
        for each in vars(module).values() if name.startswith("pybridge.") else ():
            kept = getattr(each, "_cache", None)
            if isinstance(kept, _Kept) and not kept.counting and each.__module__ == name:
                files = f"{name.split('.')[-1]}.{each.__qualname__}-{each.__code__.co_firstlineno}.*.nbc"
                found += Path(kept.cache_path).glob(files)
    assert len(found) > 20
    assert [path.name for path in found if b"NRT_" in path.read_bytes()] == []
