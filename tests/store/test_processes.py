"""Several processes at one table, and processes that end in the midst of it."""

import errno
import os
import signal
from contextlib import contextmanager

import numpy as np
import pytest

from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.limits import silent
from pybridge.store import manifest
from pybridge.store.half import HalfBuilt
from tests.store.toys import Toy, names, python, same

# Builds when a line comes, and prints that it has begun.
WAITING_BUILDER = """
def during():
    tell("begun")
    input()
table = store.obtain(Toy(during=during), tell)
tell(table.arrays["low"].sum())
"""

# Tells when the payload (1) or the manifest (2) is written but not yet called so, and stays there.
STUCK_WRITER = """
import os, time
left = [{count}]
def fsync(descriptor):
    left[0] -= 1
    if not left[0]:
        tell("stuck")
        time.sleep(60)
os.fsync = fsync
store.obtain(Toy(), tell)
"""


@contextmanager
def running(script, folder):
    process = python(script, folder)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(process, line):
    """Read what the process prints up to the line; the lines before it."""
    told = []
    while (heard := process.stdout.readline().rstrip("\n")) != line:
        assert heard, process.stderr.read()
        told.append(heard)
    return told


def interrupted(process):
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in err
    return out


def test_two_processes_build_once(store):
    with running(WAITING_BUILDER, store.folder) as one:
        assert until(one, "begun") == ["building a"]
        with running(WAITING_BUILDER, store.folder) as two, running(WAITING_BUILDER, store.folder) as three:
            for waiter in (two, three):
                assert until(waiter, "waiting for another build") == []
            assert names(store.folder) == ["lock"]
            assert one.communicate("\n", timeout=60) == ("writing to disk\n36\n", "")
            for waiter in (two, three):
                out, err = waiter.communicate(timeout=60)
                assert (out.replace("waiting for another build\n", ""), err) == ("36\n", "")
    assert names(store.folder) == ["json", "lock", "table"]


def test_a_waiter_builds_when_the_builder_is_killed(store):
    with running(WAITING_BUILDER, store.folder) as one:
        until(one, "begun")
        with running(WAITING_BUILDER, store.folder) as two:
            until(two, "waiting for another build")
            one.kill()
            assert until(two, "begun") == ["building a"]
            assert two.communicate("\n", timeout=60) == ("writing to disk\n36\n", "")


def test_what_is_being_built_is_not_removed(store):
    toy = Toy()
    store.obtain(toy, silent)
    (entry,) = store.entries()
    store.remove(entry)
    with running(WAITING_BUILDER, store.folder) as one:
        until(one, "begun")
        with pytest.raises(TableSpaceError, match="is being built by another process"):
            store.remove(entry)
        one.communicate("\n", timeout=60)
    store.remove(entry)
    assert names(store.folder) == []


@pytest.mark.parametrize("count", [1, 2])
def test_a_builder_that_is_killed_while_it_writes(store, count):
    with running(STUCK_WRITER.format(count=count), store.folder) as process:
        until(process, "stuck")
        parts = [name for name in names(store.folder) if name != "lock"]
        assert [name.split("-")[0] for name in parts] == ["json", "table"][2 - count :]
        assert all(name.endswith(".part") for name in parts)
        (entry,) = store.entries()
        assert (entry.fault, entry.bytes > 0) == ("it is being built, or its build was interrupted", True)
    toy = Toy()
    assert store.load(toy) is None
    assert same(store.obtain(toy, silent), toy)
    assert names(store.folder) == ["json", "lock", "table"]


def test_a_builder_that_is_killed_between_two_renames_of_what_is_half_built(store):
    """The payload is the new one, and the new manifest still has a temporary name."""

    class Long(Toy):
        def build_on(self, report, kept):
            self.resumed = kept.load().about["n"]
            return self.build(report)

    toy = Long()
    files = store.files(toy).half
    half = HalfBuilt(files, toy, silent)
    store.folder.mkdir(parents=True)
    half.save({"low": np.full(5, 1)}, {"n": 1})
    before = files.manifest.read_bytes()
    half.save({"low": np.full(5, 2)}, {"n": 2})
    files.manifest.rename(files.part("json"))
    files.manifest.write_bytes(before)
    store.obtain(toy, silent)
    assert toy.resumed == 2


def test_what_was_being_replaced_is_loaded_before_the_next_one_writes(store, monkeypatch):
    toy, held, loads = Toy(), [], []

    @contextmanager
    def alone(files, wait):
        held.append(files)
        yield
        held.clear()

    def load(self, form):
        loads.append(bool(held))
        if len(loads) == 1:
            raise BrokenTableError("half of it is there")
        return "whole"

    monkeypatch.setattr("pybridge.store.store._alone", alone)
    monkeypatch.setattr(type(store), "load", load)
    assert (store.kept(toy), loads) == ("whole", [False, True])


def test_what_a_killed_builder_left_is_removed(store):
    with running(STUCK_WRITER.format(count=2), store.folder) as process:
        until(process, "stuck")
    store.remove(store.entries()[0])
    assert names(store.folder) == []


@pytest.mark.parametrize("count", [1, 2])
def test_interrupt_while_writing(store, count):
    with running(STUCK_WRITER.format(count=count), store.folder) as process:
        until(process, "stuck")
        interrupted(process)
    assert names(store.folder) == ["lock"]


def test_interrupt_while_building_and_while_waiting(store):
    with running(WAITING_BUILDER, store.folder) as one:
        until(one, "begun")
        with running(WAITING_BUILDER, store.folder) as two:
            until(two, "waiting for another build")
            assert interrupted(two) == ""
        assert interrupted(one) == ""
    assert names(store.folder) == ["lock"]
    toy = Toy()
    assert same(store.obtain(toy, silent), toy)


@pytest.mark.parametrize("broken", [False, True], ids=["new", "over a broken one"])
@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_end_at_any_step_leaves_all_or_nothing(store, monkeypatch, broken, count, error):
    """Each step of writing is made, and then the end comes: six steps, of which the last is the table's name."""
    toy = Toy()
    if broken:
        store.obtain(toy, silent)
        next(store.folder.glob("*.table")).write_bytes(b"broken")
    left = [count]

    def ending(function):
        def step(*arguments):
            result = function(*arguments)
            left[0] -= 1
            if not left[0]:
                raise error
            return result

        return step

    monkeypatch.setattr("os.fsync", ending(os.fsync))
    monkeypatch.setattr("os.replace", ending(os.replace))
    monkeypatch.setattr(manifest, "_pieces", ending(manifest._pieces))
    with pytest.raises(error):
        store.obtain(toy, silent)
    monkeypatch.undo()
    assert names(store.folder) == ["lock"]
    assert same(store.obtain(toy, silent), toy)


def test_a_file_that_may_not_grow(store):
    script = """
import resource
import numpy as np
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    store.obtain(Toy(arrays={"big": np.zeros(1_000_000, "u1")}), tell)
except Exception as error:
    tell(f"{type(error).__name__}: {error}")
"""
    with running(script, store.folder) as process:
        out, err = process.communicate(timeout=60)
    last = out.splitlines()[-1]
    assert last.startswith(f"TableSpaceError: {store.folder} cannot store tables: File too large; free some space"), err
    assert names(store.folder) == ["lock"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EIO])
@pytest.mark.parametrize("step", ["os.fsync", "os.replace", "pybridge.store.manifest._pieces"])
def test_what_the_file_system_refuses(store, monkeypatch, number, step):
    def refuse(*arguments):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(step, refuse)
    with pytest.raises(TableSpaceError) as caught:
        store.obtain(Toy(), silent)
    assert os.strerror(number) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert names(store.folder) == ["lock"]


def test_a_file_that_is_replaced_while_it_is_mapped(store):
    toy = Toy()
    before = store.obtain(toy, silent)
    next(store.folder.glob("*.json")).write_text("broken")
    later = Toy(arrays={name: array * 0 for name, array in toy.arrays.items()})
    after = store.obtain(later, silent)
    assert same(before, toy)
    assert same(after, later)


@pytest.mark.parametrize("broken", [False, True], ids=["new", "over a broken one"])
def test_there_is_no_table_until_it_is_whole(store, monkeypatch, broken):
    toy, seen, rename = Toy(), [], os.replace
    if broken:
        store.obtain(toy, silent)
        next(store.folder.glob("*.table")).write_bytes(b"broken")

    def renaming(*paths):
        seen.append(store.load(toy))
        rename(*paths)
        seen.append(store.load(toy))

    monkeypatch.setattr("os.replace", renaming)
    store.obtain(toy, silent)
    assert seen[:3] == [None, None, None]
    assert same(seen[3], toy)
