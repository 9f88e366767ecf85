"""What is kept of a run is the last or the one before, whatever ends the process, and is written now and then."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from pybridge.errors import BrokenTableError
from pybridge.store.checkpoint import CHECKPOINTS, Checkpoint, checkpoint
from pybridge.store.store import Store
from pybridge.store.table import Table
from pybridge.tables.kinds import form_of
from tests.store.toys import names, python


class Counting(Checkpoint):
    """A run that counts."""

    kind = "counting"
    version = 1

    def form_fault(self, table):
        return None if set(table.about) == {"count"} else "it has no count"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    return tmp_path


def run(name="a", title="a run"):
    return Counting({"name": name}, title)


def keep(checkpoint, count):
    checkpoint.save({"numbers": np.full(1000, count, np.int64)}, {"count": count})


def count(checkpoint):
    table = checkpoint.load()
    return table and table.about["count"]


def test_kept_resumed_and_forgotten(home):
    first = run()
    assert (count(first), first.kept, first.about) == (None, False, {})
    for number in (1, 2):
        keep(first, number)
        assert (first.kept, first.fault, first.about) == (True, None, {"count": number})
    second = run()
    assert (count(second), count(run("b"))) == (2, None)
    assert second.load().arrays["numbers"].tolist() == [2] * 1000
    second.forget()
    assert (count(second), second.kept, names(home)) == (None, False, [])
    second.forget()
    assert second.fault is None


def test_another_version_is_another_run(monkeypatch):
    keep(run(), 1)
    monkeypatch.setattr(Counting, "version", 2)
    assert count(run()) is None


@pytest.mark.parametrize("title", ["x" * 500, "two\nlines", "\x1b[2J", ""])
def test_a_title_may_be_any_text(title):
    checkpoint = run(title=title)
    keep(checkpoint, 1)
    assert (checkpoint.fault, count(run())) == (None, 1)


def test_what_is_not_sound_is_not_believed():
    checkpoint = run()
    checkpoint.save({}, {"other": 1})
    assert (count(run()), checkpoint.damaged) == (None, False)
    other = run()
    assert (other.load(), other.damaged) == (None, True)
    other.forget()
    third = run()
    assert (third.load(), third.damaged) == (None, False)


def test_what_goes_wrong_is_said_once_and_then_nothing_is_kept(home, monkeypatch):
    full = type("Usage", (), {"free": 0})
    monkeypatch.setattr("pybridge.store.store.shutil.disk_usage", lambda folder: full)
    checkpoint = run()
    keep(checkpoint, 1)
    assert "a run needs 2 MB" in checkpoint.fault
    monkeypatch.undo()
    monkeypatch.setenv("PYBRIDGE_TABLES", str(home))
    keep(checkpoint, 2)
    assert (checkpoint.kept, count(run())) == (False, None)


def test_what_cannot_be_removed_ends_no_run(home):
    """A folder is in the place of its lock, as a user may have made one."""
    checkpoint = run()
    keep(checkpoint, 1)
    lock = next(each for each in home.iterdir() if each.name.endswith(".lock"))
    lock.unlink()
    lock.mkdir()
    checkpoint.forget()
    assert checkpoint.kept
    assert "is a folder in the place of a file; remove it" in checkpoint.fault


def test_it_is_due_now_and_then(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    checkpoint = run()
    looks = []
    for _ in range(8):
        looks.append(checkpoint.due)
        if checkpoint.due:
            keep(checkpoint, 1)
        now[0] += 0.75
    assert looks == [False, False, False, True, False, True, False, True]
    assert not checkpoint.due
    checkpoint.hurry()
    assert checkpoint.due
    short = run()
    short.hurry()
    assert not short.due
    short.kept = True
    assert short.due


def test_what_checks_may_end_it():
    def stop():
        raise KeyboardInterrupt

    checkpoint = run()
    keep(checkpoint, 1)
    with pytest.raises(KeyboardInterrupt):
        checkpoint.save({"numbers": np.zeros(9, np.int64)}, {"count": 2}, check=stop)
    assert count(run()) == 1


KILLED = """
import os, signal
os.environ["PYBRIDGE_TABLES"] = sys.argv[1]
from tests.store.test_checkpoint import keep, run
left, replace = [{step}], os.replace
def killing(*paths):
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    replace(*paths)
os.replace = killing
keep(run(), 2)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("step", "found"), [(0, 1), (1, 2), (2, 2)])
def test_killed_anywhere_the_last_one_or_the_one_before_is_there(home, step, found):
    """Before the payload is replaced, between it and the manifest, and after both."""
    keep(run(), 1)
    process = python(KILLED.format(step=step), home)
    assert process.wait(60) == -signal.SIGKILL, process.stderr.read()
    checkpoint = run()
    assert (count(checkpoint), checkpoint.damaged) == (found, False)
    assert checkpoint.load().arrays["numbers"].tolist() == [found] * 1000
    keep(checkpoint, 3)
    assert (count(run()), names(home)) == (3, ["json", "lock", "table"])


def test_a_reader_waits_for_a_process_that_is_replacing_it(home, monkeypatch):
    keep(run(), 1)
    between, go_on, replace = threading.Event(), threading.Event(), os.replace

    def slowly(*paths):
        if paths[0].name.split(".")[1].startswith("json"):
            between.set()
            assert go_on.wait(20)
        replace(*paths)

    monkeypatch.setattr(os, "replace", slowly)
    writer = threading.Thread(target=keep, args=(run(), 2))
    writer.start()
    assert between.wait(20)
    with pytest.raises(BrokenTableError):
        Store().load(run())
    threading.Timer(0.2, go_on.set).start()
    reader = run()
    assert (count(reader), reader.damaged) == (2, False)
    writer.join(20)


def test_the_command_tables_knows_all_kinds():
    """A class that is named there has that kind, and makes of an identity the run that has it."""
    for kind in CHECKPOINTS:
        found = checkpoint(kind)
        assert issubclass(found, Checkpoint)
        assert found.kind == kind
        assert found.from_identity({"format": found.version, "name": "a"}).identity["name"] == "a"
    assert {each.kind for each in Checkpoint.__subclasses__()} - {"counting"} == set(CHECKPOINTS)


@pytest.mark.parametrize("kind", CHECKPOINTS)
def test_the_run_of_an_older_version_is_not_known(kind):
    found = checkpoint(kind)
    assert form_of(kind, {"format": found.version, "name": "a"}, {kind: found})
    with pytest.raises(BrokenTableError, match="this version of pybridge does not know this table"):
        form_of(kind, {"format": found.version - 1, "name": "a"}, {kind: found})


FORGED = [{}, {"network": {}, "boards": "many"}, {"network": None, "boards": None}, {"network": {"widths": [1, 2]}}]


@pytest.mark.parametrize("identity", FORGED, ids=str)
@pytest.mark.parametrize("kind", CHECKPOINTS)
def test_a_forged_run_is_no_error_of_ours(kind, identity):
    row = [0, "solved", 1, 1, 1, 1, 1, 0.5, True, None]
    forged = {"pruning": "inverse", "measured": [row]}
    numbers = {name: np.zeros(4, np.int64) for name in ("numbers", "contents", "moves", "step")}
    found = checkpoint(kind).from_identity(identity)
    with pytest.raises(BrokenTableError):
        found.verify(Table(kind, "forged", numbers, forged), lambda phrase: None)
