"""The census as one call, for those who use it from Python."""

from dataclasses import replace

import pytest

from pybridge import census
from pybridge.engines.census import disagreement, starts_of
from pybridge.errors import CensusSpaceError, DisagreementError, UnavailableProgramError, UnknownStartError
from pybridge.facts import find, read
from pybridge.outcome import Outcome
from pybridge.search.census import run


@pytest.fixture(scope="module")
def eight():
    return read(find("eight"))


@pytest.mark.slow
def test_all_starts_of_the_file_by_default(eight):
    taken = census(eight, method="plain")
    assert [(place.name, place.distance) for place in taken.places] == [
        ("easy", 12), ("middling", 22), ("farthest_1", 31), ("farthest_2", 31),
    ]  # fmt: skip
    assert (taken.states, taken.total, taken.depth, taken.method) == (181_440, 181_440, 31, "plain")


def test_starts_by_name_and_as_text_each_once(eight):
    goal = "1 2 3 4 5 6 7 8 0"
    assert starts_of(eight, ["easy", goal, "easy"]) == [("easy", eight.start("easy")), ("given", eight.goals[0])]
    assert [name for name, _ in starts_of(eight, ["easy", goal, "1 2 3 4 5 6 7 0 8"])] == ["easy", "given 2", "given 3"]
    with pytest.raises(UnknownStartError):
        starts_of(eight, ["nowhere"])


def test_what_it_cannot_do(eight):
    with pytest.raises(UnavailableProgramError, match="there are bits, hashed, projection, symmetric, plain"):
        census(eight, method="slow")
    with pytest.raises(CensusSpaceError, match="fifteen has"):
        census(read(find("fifteen")))


@pytest.mark.slow
def test_a_length_in_the_file_that_is_wrong_is_a_disagreement(eight):
    wrong = replace(eight, optimal={"easy": 14, "middling": 22})
    with pytest.raises(DisagreementError, match="start easy: 12 moves by the census, 14 by its fact file"):
        census(wrong, method="plain")
    assert disagreement(eight, census(eight, ["easy"], method="plain")) is None


def test_a_count_that_the_shape_contradicts_is_a_disagreement():
    seven = read(find("seven"))
    taken = census(seven, method="plain")
    assert disagreement(seven, replace(taken, total=40_320)) == (
        "seven: 20,160 states are counted, and by its shape it has 40,320"
    )
    stopped = replace(taken, total=40_320, outcome=Outcome.TIME_LIMIT)
    assert disagreement(seven, stopped) is None


def test_a_census_that_is_stopped_contradicts_only_by_what_it_has_counted():
    seven = read(find("seven"))
    taken = replace(census(seven, method="plain"), outcome=Outcome.TIME_LIMIT)
    (name, length), *_ = seven.optimal.items()
    wrong = replace(seven, optimal={name: length + 2})
    assert f"start {name}: {length} moves by the census, {length + 2} by its" in (disagreement(wrong, taken) or "")
    missed = replace(taken, places=tuple(replace(place, distance=None) for place in taken.places))
    assert disagreement(wrong, missed) is None


def test_a_start_that_can_reach_a_goal_and_is_not_counted_is_a_disagreement():
    seven = replace(read(find("seven")), optimal={})
    taken = census(seven, method="plain")
    missed = replace(taken, places=tuple(replace(place, distance=None) for place in taken.places))
    assert "it can reach a goal, but is not among the states counted" in (disagreement(seven, missed) or "")
    told = replace(missed, places=tuple(replace(place, reason="odd") for place in missed.places))
    assert disagreement(seven, told) is None
    assert disagreement(seven, replace(missed, outcome=Outcome.TIME_LIMIT)) is None


def test_kept_if_that_is_wanted(eight, monkeypatch):
    monkeypatch.setattr(run.CensusCheckpoint, "worth", 0.0)
    first = census(eight, method="plain", time_limit=0.2, keep=True)
    assert first.outcome is Outcome.TIME_LIMIT
    second = census(eight, method="plain", keep=True)
    assert second.levels[: len(first.levels)] == first.levels
    assert (second.outcome, second.states) == (Outcome.SOLVED, 181_440)


def test_nothing_is_kept_unless_that_is_wanted(monkeypatch):
    monkeypatch.delattr("pybridge.engines.census.CensusCheckpoint")
    assert census(read(find("seven")), method="plain").outcome is Outcome.SOLVED


def test_an_interrupt_is_an_outcome(eight, monkeypatch):
    def interrupted(self, timeout):
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(run.CensusRun, "wait", interrupted)
    taken = census(eight, method="plain")
    assert taken.outcome is Outcome.INTERRUPTED
    assert taken.states < taken.total
