"""Starts that are drawn at random or counted, and messages about those that are not there."""

import pytest

from pybridge.engines import starts
from pybridge.engines.starts import start_state
from pybridge.errors import UnknownStartError
from pybridge.facts import find, read


def test_a_random_start_is_there_again_by_its_name():
    facts = read(find("eight"))
    name, state = start_state(facts, "random")
    assert starts.seed_of(name) in range(1_000_000)
    assert start_state(facts, name) == (name, state)


@pytest.mark.parametrize(
    ("puzzle", "start", "told"),
    [
        ("eight", "nosuch", ", or use random or hardest, or write a state as "),
        ("fifteen", "nosuch", ", or use random, or write a state as "),
        ("farmer", "nosuch", "; it has west, or write a state as "),
        ("korf100", "nosuch", " and 88 more, or use random"),
        ("fifteen", "nosuch" * 10, "is not a state of fifteen"),
        ("fifteen", "hardest", "10,461,394,944,000 states, too many to find the farthest; use random"),
        ("farmer", "hardest", "can be undone, so the farthest states are not known; use a name or a state"),
        ("blocks3", "farthest_1000", "blocks3 has 1 farthest state; no farthest_1000"),
    ],
)
def test_a_start_that_is_not_there(puzzle, start, told):
    with pytest.raises(UnknownStartError) as caught:
        start_state(read(find(puzzle)), start)
    assert told in str(caught.value)


def test_a_census_that_does_not_fit_is_not_offered(monkeypatch):
    facts = read(find("eight"))
    assert starts.soon_counted(facts)
    monkeypatch.setattr(starts, "available_memory", lambda: 1000)
    assert not starts.soon_counted(facts)


def test_a_census_that_takes_long_is_not_offered(monkeypatch):
    monkeypatch.setattr(starts, "available_memory", lambda: 10**20)
    assert starts.soon_counted(read(find("eight")))
    assert not starts.soon_counted(read(find("fifteen")))
