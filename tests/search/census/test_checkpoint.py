"""Where an interrupted census is kept: whole or not at all, and nothing wrong is accepted."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from pybridge.boards.generate import rectangle
from pybridge.cli.tables import form
from pybridge.errors import BrokenTableError
from pybridge.search import tally
from pybridge.search.census.checkpoint import CensusCheckpoint
from pybridge.search.census.choice import counter, plan
from pybridge.search.census.plain import PlainCounter
from pybridge.store import manifest
from pybridge.store.entry import write_table
from pybridge.store.store import Store
from tests.search.census.ending import Enough, never
from tests.store.toys import names

FACTS = rectangle(2, 3)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The folder of tables."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


def place(facts=FACTS, method="plain", starts=()):
    return CensusCheckpoint.of(facts, plan(facts, method), starts)


def counted(levels, facts=FACTS):
    """A census of this many levels, and the levels."""
    counting = PlainCounter(facts, ())
    return counting, list(islice(counting.levels(never), levels))


@pytest.mark.parametrize("name", ["../../evil", "/evil", "a/b", "..", "", "x" * 250, "金銀歩", "a\nb", "\x1b[2J"])
def test_whatever_a_puzzle_is_called_it_is_kept_in_that_folder(name, home, tmp_path):
    facts = replace(FACTS, name=name)
    kept = place(facts)
    kept.keep(*counted(5, facts))
    assert kept.fault is None
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]
    assert {path.parent for path in home.rglob("*")} == {home}
    assert len(place(facts).resume(PlainCounter(facts, ()))) == 5
    kept.forget()
    assert list(home.iterdir()) == []


def test_only_the_same_census_resumes():
    kept = place(starts=[FACTS.starts[0][1]])
    kept.keep(*counted(5))
    others = [place(), place(method="bits", starts=[FACTS.starts[0][1]]), place(rectangle(2, 2))]
    assert [other.about for other in others] == [{}] * 3
    assert place(starts=[FACTS.starts[0][1]]).states == 17


class Failing:
    """Cannot be kept."""

    def saved(self, check):
        return {"found": np.zeros(5)}


def test_what_cannot_be_kept_leaves_the_former_one():
    place().keep(*counted(4))
    other = place()
    other.keep(Failing(), [])
    assert "little-endian integers" in other.fault
    assert len(place().resume(PlainCounter(FACTS, ()))) == 4


@pytest.mark.parametrize("method", ["plain", "bits", "hashed"])
def test_what_is_given_up_leaves_the_former_one(method, home, monkeypatch):
    """At every check whether to continue."""
    monkeypatch.setattr(manifest, "_PIECE", 64)
    monkeypatch.setattr(tally, "CHECK_EVERY", 2)
    kept, counting = place(method=method), counter(plan(FACTS, method), FACTS, ())
    levels = counting.levels(never)
    there = list(islice(levels, 10))
    kept.keep(counting, there)
    there += islice(levels, 4)
    looks = []
    kept.keep(counting, there, lambda: looks.append(None))
    whole = [path.read_bytes() for path in sorted(home.iterdir())]
    assert len(looks) > 3
    for last in range(0, len(looks), 1 + len(looks) // 20):
        left = list(range(last))

        def check(left=left):
            if not left:
                raise Enough
            left.pop()

        with pytest.raises(Enough):
            kept.keep(counting, there, check)
        assert [path.read_bytes() for path in sorted(home.iterdir())] == whole
    assert len(place(method=method).resume(counter(plan(FACTS, method), FACTS, ()))) == 14


METHODS = {"plain": FACTS, "bits": FACTS, "hashed": rectangle(1, 6)}
DAMAGES = {
    "empty": lambda array: array[:0],
    "cut short": lambda array: array[: len(array) // 2],
    "of another type": lambda array: array.astype(np.int8),
    "flat": lambda array: np.append(array.reshape(-1), array.reshape(-1)[:1]),
    "deep": lambda array: np.frombuffer(b"[" * 10_000, np.uint8),
}


def forge(kept, **changes):
    """Write what is kept with other arrays or members, and a hash that is right."""
    table = kept.load()
    arrays = {name: changes.pop(name, array) for name, array in table.arrays.items()}
    table = replace(table, arrays={name: each for name, each in arrays.items() if each is not None})
    write_table(Store().files(kept), replace(table, about={**table.about, **changes}), kept.identity)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_damage_under_a_valid_hash_means_counting_anew(method):
    """Each array in turn is missing, cut short, or of another form. What is not seen does no harm."""
    facts = METHODS[method]
    chosen, kept = plan(facts, method), place(facts, method)
    whole = list(counter(chosen, facts, ()).levels(never))
    counting = counter(chosen, facts, ())
    kept.keep(counting, list(islice(counting.levels(never), 5)))
    arrays = {name: array.copy() for name, array in kept.load().arrays.items()}
    seen = 0
    for name, array in arrays.items():
        for damage in [*DAMAGES.values(), lambda array: None]:
            forge(kept, **{name: damage(array)})
            again, other = counter(chosen, facts, ()), place(facts, method)
            levels = other.resume(again)
            assert other.damaged == (levels == [])
            assert levels + list(again.levels(never)) == whole
            seen += other.damaged
            kept.keep(counting, whole[:5])
    assert seen > 3 * len(arrays)


def test_numbers_that_cannot_be_mean_counting_anew():
    facts = METHODS["hashed"]
    chosen, kept = plan(facts, "hashed"), place(facts, "hashed")
    counting = counter(chosen, facts, ())
    levels = list(islice(counting.levels(never), 3))
    for numbers in ([-1, 0], [0, -1], [0, 10**15], [10**15, 0], [1]):
        kept.keep(counting, levels)
        forge(kept, numbers=np.array(numbers, np.int64))
        again = counter(chosen, facts, ())
        assert place(facts, "hashed").resume(again) == []
        assert [level.states for level in again.levels(never)] == [1] * 6


@pytest.mark.parametrize(
    "change",
    [
        {"levels": []}, {"levels": None}, {"levels": [[1, 1, [], None]] * 5}, {"levels": [[17, None, [], None]]},
        {"levels": [[1, None, []]]}, {"levels": [[-1, None, [], None]]}, {"levels": [[1, None, 0, None]]},
        {"levels": [[1.5, None, [], None]]}, {"states": 18}, {"distance": 5}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_levels_that_cannot_be_mean_counting_anew(change):
    kept = place()
    kept.keep(*counted(5))
    forge(kept, **change)
    other = place()
    assert other.resume(PlainCounter(FACTS, ())) == []
    assert other.damaged


def test_what_was_never_kept_is_not_damaged():
    kept = place()
    assert (kept.resume(PlainCounter(FACTS, ())), kept.damaged, kept.states) == ([], False, 0)


def test_what_is_kept_tells_how_far_it_is_without_being_read():
    kept = place()
    kept.keep(*counted(5))
    assert kept.states == 17
    for change in ({"states": True}, {"states": -1}, {"states": 361}, {"total": 361}, {"states": None}):
        forge(kept, **change)
        assert place().states == 0
        kept.keep(*counted(5))
    kept.path.unlink()
    assert kept.states == 17
    kept.path.with_suffix(".json").unlink()
    assert kept.states == 0


def test_what_is_kept_is_listed_verified_and_removed(home):
    place().keep(*counted(5))
    (entry,) = Store().entries()
    assert (entry.kind, entry.fault, entry.path) == ("census", None, place().path)
    assert entry.title == f"{FACTS.name}, plain, to distance 4 of 360 states"
    assert entry.about["states"] == 17
    table, of = Store().read(entry), form(entry)
    of.verify(table, lambda phrase: None)
    with pytest.raises(BrokenTableError, match="to distance 4 of 360 states: its levels do not add up"):
        of.verify(replace(table, about={**table.about, "states": 18}), lambda phrase: None)
    Store().remove(entry)
    assert names(home) == []


def test_a_file_in_the_place_of_the_folder(home):
    home.write_text("mine")
    kept = place()
    assert kept.resume(PlainCounter(FACTS, ())) == []
    kept.keep(*counted(2))
    assert "is not a folder" in kept.fault
    assert home.read_text() == "mine"
