"""Results as data frames of pandas itself, which bin/test --browser installs."""

import csv
from io import StringIO

import pytest

import pybridge

pytestmark = pytest.mark.browser


def test_a_measurement_is_a_frame_of_pandas() -> None:
    bench = pybridge.measure("eight", ["manhattan", "takahashi"], random=3, seed=5)
    frame = bench.to_frame()
    assert type(frame).__module__.startswith("pandas")
    rows = list(csv.DictReader(StringIO(bench.to_csv())))
    assert list(frame.columns) == list(rows[0])
    assert list(frame["expanded"]) == [int(row["expanded"]) for row in rows]
    assert len(frame) == 6


def test_a_census_is_a_frame_of_pandas() -> None:
    census = pybridge.census("eight")
    assert list(census.to_frame()["states"]) == [level.states for level in census.levels]
