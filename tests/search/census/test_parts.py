"""A census by parts in files: equal to that in memory, however it is divided, and resumed by either."""

from dataclasses import replace
from itertools import count, islice

import numpy as np
import pytest

from pybridge.boards.generate import rectangle
from pybridge.errors import ClusterError, TableSpaceError
from pybridge.search.census import bit_parts, bits, choice, level_files
from pybridge.search.census.bit_parts import BitParts, BitPartsCounter
from pybridge.search.census.bits import BitCounter
from pybridge.search.census.checkpoint import CensusCheckpoint
from pybridge.search.census.plain import PlainCounter
from pybridge.search.census.run import CensusRun
from pybridge.store.store import Store
from tests.search.census.ending import Enough, never
from tests.search.census.test_bits import SMALL, TWO_BY_FIVE, any_board, taken


class Here:
    """Who counts parts in this process, each part twice, as after a worker that has died late."""

    def __init__(self, facts, folder):
        folder.mkdir(exist_ok=True)
        self.folder, self.number = folder, 1
        self._counter = BitParts(facts, folder)

    def count(self, level, check):
        tally = np.zeros(2, np.int64)
        for part in level.parts:
            arguments = level.distance, level.targets, part, level.exact, check
            self._counter.count(*arguments)
            tally += self._counter.count(*arguments)
        return tally


@pytest.fixture(autouse=True)
def all_are_sent(monkeypatch):
    monkeypatch.setattr(bit_parts, "_FEW", 0)
    monkeypatch.setattr(bit_parts, "_SOME", 0)


@pytest.mark.parametrize("name", SMALL)
def test_the_plain_twin_on_boards_of_all_shapes(name, tmp_path):
    facts = SMALL[name]
    starts = [state for _, state in facts.starts]
    counter = BitPartsCounter(facts, starts, Here(facts, tmp_path))
    assert taken(counter) == taken(PlainCounter(facts, starts))
    assert len(list(tmp_path.iterdir())) == 6


@pytest.mark.parametrize("seed", range(60))
def test_the_plain_twin_on_any_board(seed, tmp_path):
    facts, starts = any_board(seed)
    assert taken(BitPartsCounter(facts, starts, Here(facts, tmp_path))) == taken(PlainCounter(facts, starts))


@pytest.mark.parametrize("number", [1, 2, 4, 9])
def test_any_number_of_parts(number, tmp_path, monkeypatch):
    """2x5 has nine prefixes; a list of states of an exact bound is given up half way."""
    monkeypatch.setattr(level_files, "_LEAST", number)
    monkeypatch.setattr(bits, "_FEW", 20)
    monkeypatch.setattr(bits, "_SHARE", 10_000)
    facts = rectangle(2, 5)
    found = list(BitPartsCounter(facts, (), Here(facts, tmp_path)).levels(never))
    assert [level.states for level in found] == TWO_BY_FIVE
    assert found == list(BitCounter(facts, ()).levels(never))


@pytest.mark.parametrize("name", ["two rooms", "torus", "hole"])
@pytest.mark.parametrize("levels", [1, 2, 9])
def test_either_resumes_what_the_other_has_kept(name, levels, tmp_path):
    facts = SMALL[name]
    whole = list(PlainCounter(facts, ()).levels(never))
    for number, kinds in enumerate([(True, False), (False, True), (True, True)]):
        first, second = (
            BitPartsCounter(facts, (), Here(facts, tmp_path / f"{number}{each}")) if divided else BitCounter(facts, ())
            for each, divided in enumerate(kinds)
        )
        before = list(islice(first.levels(never), levels))
        saved = {name: np.asarray(array) for name, array in first.saved().items()}
        second.resume(before, saved)
        assert before + list(second.levels(never)) == whole


@pytest.mark.parametrize("chunks", [(0, 12), (5, 20), (30, 45)])
def test_a_level_that_another_census_has_half_counted_is_counted_again(chunks, tmp_path):
    facts = rectangle(2, 5)
    counter = BitCounter(facts, ())
    complete = list(islice(counter.levels(never), 30))
    targets = counter._targets(30)
    counter._done = np.zeros(len(targets) * 9, np.bool_)
    counter._count(chunks, targets, counter._tally)
    again = BitPartsCounter(facts, (), Here(facts, tmp_path))
    again.resume(complete, {name: np.asarray(array) for name, array in counter.saved().items()})
    assert [level.states for level in again.levels(never)] == TWO_BY_FIVE[30:]


def test_what_is_kept_now_and_then_while_it_counts(tmp_path, monkeypatch):
    """So a census whose process is killed continues from there; here there is no room at first."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    monkeypatch.setattr(CensusCheckpoint, "worth", 0.0)
    monkeypatch.setattr(CensusCheckpoint, "pause", 0.0)
    monkeypatch.setattr("pybridge.search.census.run._PAUSES", 0)
    facts = rectangle(2, 4)
    chosen, _ = choice.shared_plan(facts)
    kept, full, keep = CensusCheckpoint.of(facts, chosen, ()), [1, 2, 3], Store.keep

    def refuse_some(self, *arguments):
        if full:
            full.pop()
            raise TableSpaceError("no room")
        return keep(self, *arguments)

    monkeypatch.setattr(Store, "keep", refuse_some)
    run = CensusRun(facts, (), replace(chosen, workers=Here(facts, tmp_path / "levels")), checkpoint=kept)
    monkeypatch.setattr(CensusRun, "_finish", lambda self, counting: None)
    run.wait(60)
    assert run.result().levels == tuple(PlainCounter(facts, ()).levels(never))
    found = CensusCheckpoint.of(facts, chosen, ()).resume(BitCounter(facts, ()))
    assert len(found) == len(run.result().levels)
    assert full == []
    assert found == list(run.result().levels[: len(found)])


def test_what_is_counted_is_kept_when_the_cluster_fails(tmp_path, monkeypatch):
    class Failing(Here):
        def count(self, level, check):
            if level.distance == 20:
                raise ClusterError("the scheduler is gone")
            return super().count(level, check)

    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = rectangle(2, 4)
    chosen, _ = choice.shared_plan(facts)
    kept = CensusCheckpoint.of(facts, chosen, ())
    run = CensusRun(facts, (), replace(chosen, workers=Failing(facts, tmp_path / "levels")), checkpoint=kept)
    with pytest.raises(ClusterError, match="is gone"):
        run.result()
    found = CensusCheckpoint.of(facts, chosen, ()).resume(BitCounter(facts, ()))
    assert found == list(PlainCounter(facts, ()).levels(never))[:20]


@pytest.mark.slow
def test_no_array_is_as_large_as_a_level_of_a_large_board(tmp_path, monkeypatch):
    """A level of 2x7 has 5 GB in files, with holes."""
    monkeypatch.undo()
    counter = BitPartsCounter(rectangle(2, 7), (), Here(rectangle(2, 2), tmp_path))
    assert counter._sets.bytes > 5e9
    assert [level.states for level in islice(counter.levels(never), 3)] == [1, 2, 3]
    assert sum(512 * path.stat().st_blocks for path in tmp_path.iterdir()) < 1e6


@pytest.mark.parametrize("here", [False, True])
def test_a_stop_between_parts(here, tmp_path, monkeypatch):
    """2x5 has five parts, which others count or not; then it is continued, and resumed by another counter."""
    monkeypatch.setattr(bit_parts, "_FEW", 10**9 * here)
    facts = rectangle(2, 5)
    counter, looks = BitPartsCounter(facts, (), Here(facts, tmp_path)), count()

    def check():
        if next(looks) == 203:
            raise Enough

    with pytest.raises(Enough):
        list(counter.levels(check))
    before = list(counter._levels)
    assert 5 < len(before) < len(TWO_BY_FIVE)
    again = BitCounter(facts, ())
    again.resume(before, {name: np.asarray(array) for name, array in counter.saved().items()})
    for each in (counter, again):
        assert [level.states for level in (*before, *each.levels(never))] == TWO_BY_FIVE


def test_what_was_not_kept_by_this_census_is_refused(tmp_path):
    facts = SMALL["hole"]
    counter = BitPartsCounter(facts, (), Here(facts, tmp_path / "one"))
    levels = list(counter.levels(never))
    saved = {name: np.asarray(array) for name, array in counter.saved().items()}
    again = BitPartsCounter(facts, (), Here(facts, tmp_path / "two"))
    for name, array in [each for each in saved.items() if each[1].nbytes]:
        with pytest.raises(ValueError, match="another form"):
            again.resume(levels, {**saved, name: array[:-1]})
    assert taken(again) == taken(PlainCounter(facts, ()))
