"""Where an interrupted census is kept: only in its own folder, whole or not at all, and nothing is left behind."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from pybridge.boards.generate import rectangle
from pybridge.errors import BrokenTableError, TableSpaceError
from pybridge.search.census import arrays, plain
from pybridge.search.census.choice import counter, plan
from pybridge.search.census.kept import Kept, digests, kept_censuses, remove_kept, verify_kept
from pybridge.search.census.plain import PlainCounter

FACTS = rectangle(2, 3)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The folder of all that is kept; `tmp_path` has nothing but the folder of tables."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables" / "census"


def never():
    """A check that ends nothing."""


def kept(facts=FACTS):
    return Kept(facts, plan(facts, "plain"), ())


def counted(levels, facts=FACTS):
    """A census of so many levels, and the levels."""
    counting = PlainCounter(facts, ())
    return counting, list(islice(counting.levels(never), levels))


@pytest.mark.parametrize("name", ["../../evil", "/evil", "a/b", "..", ".", "", "x" * 250, "金銀歩", "a\nb", "\\evil"])
def test_whatever_a_puzzle_is_called_it_is_kept_in_that_folder(name, home, tmp_path):
    facts = replace(FACTS, name=name)
    place = kept(facts)
    place.save(*counted(5, facts))
    assert [path.parent for path in home.iterdir()] == [place.folder.parent] == [home]
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]
    assert len(place.resume(PlainCounter(facts, ()))) == 5
    place.remove()
    assert list(home.iterdir()) == []


def test_nothing_else_is_ever_removed(home, tmp_path):
    (tmp_path / "mine").mkdir()
    place = kept()
    place.folder = home / ".." / ".." / "mine"
    with pytest.raises(ValueError, match="holds no census"):
        place.remove()
    assert (tmp_path / "mine").exists()


def left_by(process, place, levels, aside=""):
    """What a process that was killed while it kept a census left."""
    place.save(*counted(levels))
    return place.folder.rename(place.folder.with_name(f"{place.folder.name}.{process}{aside}"))


@pytest.fixture
def gone():
    """The number of a process that is not there any more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def names(home):
    return sorted(path.name for path in home.iterdir())


def test_what_a_killed_process_left_is_removed_at_the_next_census(gone, home):
    other = kept(rectangle(2, 2))
    other.save(*counted(2, rectangle(2, 2)))
    left = other.folder.rename(home / f"{other.folder.name}.{gone}")
    (left / "seal.json").unlink()
    left_by(gone, kept(), 3)
    kept().save(*counted(5))
    assert len(names(home)) == 3
    assert len(kept().resume(PlainCounter(FACTS, ()))) == 5
    assert names(home) == [kept().folder.name]


def test_fresh_removes_what_a_killed_process_left(gone, home):
    left_by(gone, kept(), 3)
    left_by(gone, kept(), 2, ".old")
    kept().remove()
    assert names(home) == []


@pytest.mark.parametrize(("left", "levels"), [(("", ".old"), 6), (("",), 6), ((".old",), 4)], ids=str)
def test_killed_between_the_former_and_the_new_one(left, levels, gone, home):
    for aside in left:
        left_by(gone, kept(), 4 if aside else 6, aside)
    assert len(kept().resume(PlainCounter(FACTS, ()))) == levels
    assert names(home) == [kept().folder.name]


def test_a_new_one_that_was_not_complete_gives_way_to_the_former(gone, home):
    (left_by(gone, kept(), 6) / "seal.json").unlink()
    left_by(gone, kept(), 4, ".old")
    assert len(kept().resume(PlainCounter(FACTS, ()))) == 4
    assert names(home) == [kept().folder.name]


def test_what_a_process_is_keeping_is_left_to_it(home):
    left_by(os.getppid(), kept(), 3)
    assert kept().resume(PlainCounter(FACTS, ())) == []
    assert len(names(home)) == 1


def test_what_this_process_is_keeping_is_left_to_it_and_what_one_of_its_number_left_is_not(home):
    left_by(os.getpid(), kept(), 3, ".old")
    seen = []

    class Watching:
        def save(self, folder, check):
            kept().resume(PlainCounter(FACTS, ()))
            seen.extend(names(home))

    kept().save(Watching(), [])
    assert seen == [f"{kept().folder.name}.{os.getpid()}"]
    assert names(home) == [kept().folder.name]


class Failing:
    """Cannot be kept."""

    def save(self, folder, check):
        (folder / "levels.json").write_text("{}")
        raise OSError(28, "No space left on device")


def test_what_cannot_be_kept_leaves_the_former_one(home):
    kept().save(*counted(4))
    with pytest.raises(OSError, match="No space"):
        kept().save(Failing(), [])
    assert len(kept().resume(PlainCounter(FACTS, ()))) == 4
    assert names(home) == [kept().folder.name]


def test_what_cannot_be_put_in_place_leaves_the_former_one(home, monkeypatch):
    kept().save(*counted(4))
    rename = Path.rename

    def refused(path, target):
        if path.name.endswith(f".{os.getpid()}"):
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(OSError, match="Input/output"):
        kept().save(*counted(6))
    monkeypatch.undo()
    monkeypatch.setenv("PYBRIDGE_TABLES", str(home.parent))
    assert len(kept().resume(PlainCounter(FACTS, ()))) == 4
    assert names(home) == [kept().folder.name]


class Enough(Exception):
    """Ends keeping."""


@pytest.mark.parametrize("method", ["plain", "bits", "hashed"])
def test_what_is_given_up_leaves_the_former_one(method, home, monkeypatch):
    """At every look at whether to go on."""
    monkeypatch.setattr(arrays, "_BYTES", 64)
    monkeypatch.setattr(plain, "CHECK_EVERY", 2)
    chosen = plan(FACTS, method)
    place = Kept(FACTS, chosen, ())
    counting = counter(chosen, FACTS, ())
    levels = counting.levels(never)
    there = list(islice(levels, 10))
    place.save(counting, there)
    there += islice(levels, 4)
    looks, whole = [], []
    place.save(counting, there, lambda: looks.append(None))
    assert len(place.resume(counter(chosen, FACTS, ()))) == 14
    assert len(looks) > 3
    for last in range(len(looks)):
        whole = list(range(last))

        def check(left=whole):
            if not left:
                raise Enough
            left.pop()

        with pytest.raises(Enough):
            place.save(counting, there, check)
        assert names(home) == [place.folder.name]
    assert len(place.resume(counter(chosen, FACTS, ()))) == 14


TELLING = ("seal.json", "about.json")
METHODS = {"plain": FACTS, "bits": FACTS, "hashed": rectangle(1, 6)}


@pytest.mark.parametrize("method", METHODS)
def test_damage_under_a_valid_seal_means_counting_anew(method, home):
    """Each file in turn is emptied, cut short, or of another kind."""
    facts = METHODS[method]
    chosen = plan(facts, method)
    place = Kept(facts, chosen, ())
    whole = list(counter(chosen, facts, ()).levels(never))
    kept_one = counter(chosen, facts, ())
    place.save(kept_one, list(islice(kept_one.levels(never), 5)))
    files = {path: path.read_bytes() for path in place.folder.iterdir() if path.name not in TELLING}
    for path, content in files.items():
        for damaged in (b"", content[: len(content) // 2], b"\x93NUMPY", b"[" * 10_000, b"[]", b"PK\x03\x04"):
            path.write_bytes(damaged)
            (place.folder / "seal.json").write_text(json.dumps(digests(place.folder)))
            again = counter(chosen, facts, ())
            assert place.resume(again) == []
            assert place.damaged
            assert list(again.levels(never)) == whole
        path.write_bytes(content)


def test_figures_that_cannot_be_mean_counting_anew():
    facts = METHODS["hashed"]
    chosen = plan(facts, "hashed")
    place = Kept(facts, chosen, ())
    kept_one = counter(chosen, facts, ())
    place.save(kept_one, list(islice(kept_one.levels(never), 3)))
    told = json.loads((place.folder / "levels.json").read_text())
    for change in ({"exact": -1}, {"exact": 10**30}, {"next": -1}, {"levels": [[10**9, 1]]}, {"next": [1]}):
        (place.folder / "levels.json").write_text(json.dumps(told | change))
        (place.folder / "seal.json").write_text(json.dumps(digests(place.folder)))
        again = counter(chosen, facts, ())
        assert place.resume(again) == []
        assert [level.states for level in again.levels(never)] == [1] * 6


def test_what_was_never_kept_is_not_damaged():
    place = kept()
    assert (place.resume(PlainCounter(FACTS, ())), place.damaged, place.states) == ([], False, 0)


def test_what_is_kept_tells_how_far_it_is_without_being_read():
    place = kept()
    place.save(*counted(5))
    assert place.states == 17
    about = place.folder / "about.json"
    for text in ("", "[]", "[" * 10_000, "{}", '{"states": 17, "total": 16, "distance": 4}', '{"states": true}'):
        about.write_text(text)
        assert place.states == 0
    about.unlink()
    assert place.states == 0


def test_all_that_is_kept_is_listed(gone, home):
    assert kept_censuses() == []
    kept().save(*counted(5))
    unfinished = kept(rectangle(2, 2))
    unfinished.save(*counted(2, rectangle(2, 2)))
    unfinished.folder.rename(home / f"{unfinished.folder.name}.{gone}")
    (home / "mine").mkdir()
    (home / "note.txt").write_text("mine")
    other, whole = sorted(kept_censuses(), key=lambda each: each.fault is None)
    assert (whole.kind, whole.fault, whole.manifest) == ("census", None, None)
    assert whole.path.name.endswith(whole.key)
    assert whole.title == f"{FACTS.name}, plain, to distance 4 of 360 states"
    assert whole.bytes == sum(path.stat().st_size for path in whole.path.iterdir())
    assert whole.about == {"states": 17, "total": 360, "distance": 4}
    assert (other.fault, other.about) == ("it is being kept, or its keeping did not end", None)
    assert other.bytes > 0
    for each in (whole, other):
        remove_kept(each)
    assert names(home) == ["mine", "note.txt"]


def test_what_is_kept_is_verified():
    place = kept()
    place.save(*counted(5))
    (one,) = kept_censuses()
    verify_kept(one)
    about = place.folder / "about.json"
    about.write_text(about.read_text().replace("17", "18"))
    with pytest.raises(BrokenTableError, match="changed or cut short"):
        verify_kept(one)
    (place.folder / "seal.json").unlink()
    assert [each.fault for each in kept_censuses()] == ["the seal.json file is missing"]


def test_what_another_process_is_keeping_is_not_removed(home):
    left_by(os.getppid(), kept(), 3)
    kept().save(*counted(2))
    (one,) = kept_censuses()
    with pytest.raises(TableSpaceError, match="is being kept by another process; end that first"):
        remove_kept(one)
    assert len(names(home)) == 2


def test_a_file_in_the_place_of_the_folder(home):
    home.parent.mkdir()
    home.write_text("mine")
    assert kept_censuses() == []
    assert kept().resume(PlainCounter(FACTS, ())) == []
    with pytest.raises(OSError, match="exists"):
        kept().save(*counted(2))
    assert home.read_text() == "mine"
