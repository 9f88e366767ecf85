"""Where an interrupted census is kept: only in its own folder, whole or not at all, and nothing is left behind."""

from dataclasses import replace

import pytest

from pybridge.facts.generate import rectangle
from pybridge.search.census.choice import plan
from pybridge.search.census.kept import Kept
from pybridge.search.census.plain import PlainCounter

FACTS = rectangle(2, 3)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The folder of all that is kept; `tmp_path` has nothing but the folder of tables."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables" / "census"


def kept(facts=FACTS):
    return Kept(facts, plan(facts, "plain"), ())


def counted(levels, facts=FACTS):
    """A census of so many levels."""
    counter = PlainCounter(facts, ())
    for _, _ in zip(range(levels), counter.levels(lambda: None), strict=False):
        pass
    return counter


@pytest.mark.parametrize("name", ["../../evil", "/evil", "a/b", "..", ".", "", "x" * 250, "金銀歩", "a\nb", "\\evil"])
def test_whatever_a_puzzle_is_called_it_is_kept_in_that_folder(name, home, tmp_path):
    facts = replace(FACTS, name=name)
    place = kept(facts)
    place.save(counted(5, facts))
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
