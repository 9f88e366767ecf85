"""A census under way: how it ends, what it keeps, and that it is refused where there is no room."""

import time
from functools import partial
from io import StringIO
from itertools import islice

import pytest
from rich.console import Console

from pybridge import memory
from pybridge.boards.generate import rectangle
from pybridge.errors import CensusSpaceError
from pybridge.facts import find, read
from pybridge.limits import Limits
from pybridge.memory import available_memory
from pybridge.outcome import Outcome
from pybridge.render.census import CensusReport
from pybridge.search.census import choice
from pybridge.search.census import run as running
from pybridge.search.census.census import Level
from pybridge.search.census.checkpoint import CensusCheckpoint
from pybridge.search.census.choice import CensusPlan, memory_text, plan, require_room
from pybridge.search.census.plain import PlainCounter
from pybridge.search.census.run import CensusRun
from pybridge.search.kernels.census.level import advance, raised
from pybridge.search.kernels.packed.hashed import search
from pybridge.search.tally import Stopped, Tally
from tests.samples import sample

LARGE = rectangle(3, 4)
"""239,500,800 states: minutes in plain Python."""
SMALL = CensusPlan("plain", 239_500_800, 1, 1.0, 1)
"""What such a census needs if one believes this plan."""


def over(run):
    assert run.wait(60)
    return run.result()


class Memory(CensusCheckpoint):
    """Keeps a census in memory, or fails to."""

    worth = 0.0

    def __init__(self, levels=(), fails=False):
        super().__init__({})
        self.levels, self.fails, self.saved, self.removed = list(levels), fails, 0, 0

    def resume(self, counter):
        for _, level in zip(range(len(self.levels)), counter.levels(lambda: None), strict=False):
            assert level in self.levels
        return self.levels

    def keep(self, counter, levels, check):
        self.saved += 1
        self.fault = "No space left on device" if self.fails else None

    def forget(self):
        self.removed += 1


def levels_of(facts, number):
    run = CensusRun(facts, (), plan(facts, "plain"))
    return over(run).levels[:number]


def test_starts_that_can_reach_no_goal_have_a_reason():
    facts = read(find("seven"))
    swapped = (2, 1, 3, 4, 5, 6, 7, 0)
    taken = over(
        CensusRun(facts, [("swapped", swapped), *facts.starts, ("goal", facts.goals[0])], plan(facts, "plain"))
    )
    lost, page, goal = taken.places
    assert lost.distance is None
    assert "odd permutation" in lost.reason
    assert (page.name, page.distance, page.reason, goal.distance) == ("page", 36, None, 0)


@pytest.mark.parametrize(("most", "shown"), [(2, 2), (12, 6), (None, 6)])
def test_as_many_farthest_states_as_are_wanted(most, shown):
    facts = read(find("box_eight"))
    assert len(over(CensusRun(facts, (), plan(facts, "plain"), most=most)).farthest) == shown


def test_cancelled_it_tells_what_is_counted():
    run = CensusRun(LARGE, LARGE.starts, SMALL)
    while len(run.progress().levels) < 8:
        assert not run.wait(0.01)
    run.cancel()
    taken = over(run)
    assert taken.outcome is Outcome.INTERRUPTED
    assert [level.states for level in taken.levels][:8] == [1, 2, 4, 9, 20, 37, 63, 122]
    assert taken.states < taken.total == 239_500_800
    assert [place.distance for place in taken.places] == [None]


ENDS = [(Limits(seconds=0.2), Outcome.TIME_LIMIT), (Limits(memory=30_000_000), Outcome.MEMORY_LIMIT)]


@pytest.mark.parametrize(
    ("limits", "outcome"),
    sample(ENDS, slow=ENDS[1:]),
)
def test_limits_end_it(limits, outcome):
    taken = over(CensusRun(LARGE, (), SMALL, limits))
    assert taken.outcome is outcome
    assert taken.levels


def test_a_time_limit_does_not_count_compiling(monkeypatch):
    """Compiling takes a hundred seconds here, and the limit is five; nothing else takes any time."""
    seconds, facts = [0.0], read(find("seven"))
    made = running.counter

    def compiled(*arguments):
        seconds[0] += 100
        return made(*arguments)

    monkeypatch.setattr(running, "Tally", partial(Tally, now=lambda: seconds[0]))
    monkeypatch.setattr(running, "counter", compiled)
    assert over(CensusRun(facts, (), plan(facts, "plain"), Limits(seconds=5.0))).outcome is Outcome.SOLVED


def test_what_was_kept_is_gone_on_with_and_then_removed():
    facts = read(find("seven"))
    kept = Memory(levels_of(facts, 20))
    run = CensusRun(facts, (), plan(facts, "plain"), checkpoint=kept)
    assert [level.states for level in over(run).levels] == [level.states for level in levels_of(facts, 37)]
    assert (run.progress().before, kept.removed, kept.saved, run.kept) == (20, 1, 0, False)


def test_damage_is_told():
    kept = Memory()
    run = CensusRun(rectangle(2, 3), (), plan(rectangle(2, 3), "plain"), checkpoint=kept)
    assert over(run).states == 360
    assert (run.damaged, run.progress().damaged) == (False, False)
    kept.damaged = True
    assert (run.damaged, run.progress().damaged) == (True, True)
    assert not CensusRun(rectangle(2, 3), (), plan(rectangle(2, 3), "plain")).damaged


def test_one_that_is_stopped_is_kept(monkeypatch):
    kept = Memory()
    run = CensusRun(LARGE, (), SMALL, Limits(seconds=0.3), checkpoint=kept)
    assert over(run).outcome is Outcome.TIME_LIMIT
    assert (kept.saved, kept.removed, run.kept, run.not_kept) == (1, 0, True, None)


def test_one_that_did_not_get_farther_than_before_stays_as_it_was_kept(monkeypatch):
    monkeypatch.setattr(running, "counter", lambda *_: Stuck())
    kept = Memory()
    kept.resume = lambda counter: [Level(0, 1, 1), Level(1, 2, 2)]
    run = CensusRun(LARGE, (), SMALL, Limits(seconds=0.2), checkpoint=kept)
    assert len(over(run).levels) == 2
    assert (kept.saved, kept.removed, run.kept) == (0, 0, True)


class Stuck:
    """A counter that never completes a level."""

    method = "plain"
    symmetries = None

    def warm_up(self):
        pass

    def levels(self, check):
        while True:
            check()
        yield

    def farthest(self, most):
        return []


@pytest.mark.clock
@pytest.mark.parametrize("method", ["bits", "hashed", "plain"])
def test_what_it_takes_is_told_without_what_made_it_ready(method, monkeypatch):
    def slowly(self):
        time.sleep(0.5)
        warm_up(self)

    facts = rectangle(2, 3)
    chosen = plan(facts, method)
    kind = type(running.counter(chosen, facts, ()))
    warm_up = kind.warm_up
    monkeypatch.setattr(kind, "warm_up", slowly)
    run = CensusRun(facts, (), chosen)
    taken = over(run)
    assert taken.states == 360
    assert 0 < taken.seconds < 0.4


@pytest.mark.parametrize(
    ("facts", "method", "kernel"),
    [
        (rectangle(2, 3), "bits", advance),
        (rectangle(2, 3), "bits", raised),
        (rectangle(2, 3), "hashed", search),
        (read(find("blocks3")), "hashed", search),
    ],
)
def test_kernels_are_ready_before_and_nothing_is_counted(facts, method, kernel):
    counting = running.counter(plan(facts, method), facts, [state for _, state in facts.starts])
    counting.warm_up()
    before = list(kernel.signatures)
    assert before
    levels = list(counting.levels(lambda: None))
    assert kernel.signatures == before
    assert levels == list(PlainCounter(facts, [state for _, state in facts.starts]).levels(lambda: None))


def test_a_short_census_is_not_worth_keeping(monkeypatch):
    monkeypatch.setattr(Memory, "worth", CensusCheckpoint.worth)
    kept = Memory()
    run = CensusRun(LARGE, (), SMALL, Limits(seconds=0.1), checkpoint=kept)
    over(run)
    assert (kept.saved, run.kept, run.not_kept) == (0, False, None)


def test_what_cannot_be_kept_is_told_why(monkeypatch):
    run = CensusRun(LARGE, (), SMALL, Limits(seconds=0.1), checkpoint=Memory(fails=True))
    assert over(run).levels
    assert (run.kept, run.not_kept) == (False, "No space left on device")


class Slow(Memory):
    """Takes long to keep a census."""

    def keep(self, counter, levels, check):
        while True:
            check()
            time.sleep(0.01)


def test_keeping_is_given_up_by_another_cancel(monkeypatch):
    run = CensusRun(LARGE, (), SMALL, checkpoint=Slow())
    while not run.progress().levels:
        assert not run.wait(0.01)
    run.cancel()
    while not run.keeping:
        assert not run.wait(0.01)
    assert not run.wait(0.1)
    assert run.progress().doing == "keeping what is counted"
    run.cancel()
    assert over(run).outcome is Outcome.INTERRUPTED
    assert (run.kept, run.not_kept) == (False, "given up")


def test_cancelled_twice_it_is_not_kept(monkeypatch):
    run = CensusRun(LARGE, (), SMALL, checkpoint=Slow())
    while not run.progress().levels:
        assert not run.wait(0.01)
    run.cancel()
    run.cancel()
    over(run)
    assert (run.kept, run.not_kept) == (False, "given up")


@pytest.mark.parametrize(("soon", "told"), [(20, 12), (19, 0)])
def test_the_farthest_states_of_a_stopped_census_are_told_where_that_does_not_take_long(soon, told, monkeypatch):
    """The level at distance 4 has 20 states; the next one is never complete."""
    monkeypatch.setattr(running, "_SOON", soon)
    levels = PlainCounter.levels

    def four_and_no_more(self, check):
        yield from islice(levels(self, check), 5)
        while True:
            check()

    monkeypatch.setattr(PlainCounter, "levels", four_and_no_more)
    taken = over(CensusRun(LARGE, (), SMALL, Limits(seconds=0.5)))
    assert (taken.depth, taken.levels[-1].states, len(taken.farthest)) == (4, 20, told)


@pytest.mark.parametrize(
    ("raised", "told"), [(ValueError("odd"), ValueError), (MemoryError(), CensusSpaceError)], ids=["bug", "memory"]
)
def test_an_error_of_the_thread_is_raised_in_the_caller_s(raised, told, monkeypatch):
    def fail(*_):
        raise raised

    monkeypatch.setattr(running, "counter", fail)
    run = CensusRun(LARGE, (), SMALL)
    with pytest.raises(told, match=r"odd|memory"):
        over(run)


def test_a_census_that_needs_more_than_the_machine_has(monkeypatch):
    facts = read(find("fifteen"))
    monkeypatch.setattr(choice, "available_memory", lambda: 8_000_000_000)
    with pytest.raises(CensusSpaceError) as caught:
        CensusRun(facts, facts.starts, CensusPlan("bits", 10_461_394_944_000, 2_615_348_736_000, 1e4, 2))
    assert str(caught.value) == (
        "fifteen has 10,461,394,944,000 states; the method bits needs 2.62 TB of memory and 8 GB are free; "
        "about 32,000,000,000 states would fit"
    )


def test_a_limit_that_is_less_than_the_need_and_another_method_that_fits(monkeypatch):
    facts = read(find("box_eight"))
    monkeypatch.setattr(
        choice,
        "plan",
        lambda facts, method: CensusPlan(method, 90_720, {"plain": 70_000_000}.get(method, 5_000_000), 1.0, 1),
    )
    with pytest.raises(CensusSpaceError, match=r"the limit is 30 MB; --method bits needs 5 MB, --method hashed needs"):
        require_room(facts, CensusPlan("plain", 90_720, 70_000_000, 1.0, 1), Limits(memory=30_000_000))


def test_memory_that_can_be_had():
    with open("/proc/meminfo", encoding="ascii") as file:
        total = int(file.readline().split()[1]) * 1024
    assert 0 < available_memory() <= total


@pytest.mark.parametrize("newer", [True, False])
def test_the_limit_of_a_group_of_processes_counts(newer, tmp_path, monkeypatch):
    group = tmp_path / ("" if newer else "memory") / "box"
    group.mkdir(parents=True)
    names = ("memory.max", "memory.current") if newer else ("memory.limit_in_bytes", "memory.usage_in_bytes")
    for name, text in zip(
        (*names, "memory.stat"), ("5000000\n", "2000000\n", "anon 7\ninactive_file 500\n"), strict=True
    ):
        (group / name).write_text(text)
    monkeypatch.setattr(memory, "_GROUPS", tmp_path)
    groups = tmp_path / "groups"
    groups.write_text("4:cpu,cpuacct:/box\n0::/box\n" if newer else "4:cpu,cpuacct:/\n3:memory:/box\n")
    monkeypatch.setattr(memory, "_MEMBERSHIP", groups)
    assert available_memory() == 3_000_500
    (group / names[0]).write_text("max\n")
    assert available_memory() > 3_000_500


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (59_875_200, "59.9 MB"),
        (16_300_000_000, "16.3 GB"),
        (999_600_000, "1,000 MB"),
        (2_615_348_736_000, "2.62 TB"),
        (10**27 - 10**12, "999,999,999,999,999 TB"),
        (28 * 10**158, "2.80e147 TB"),
        (10**300, "1.00e288 TB"),
    ],
)
def test_amounts_of_memory(number, text):
    assert memory_text(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1023, "1023 bytes"),
        (64 << 20, "64 MiB"),
        (100 << 20, "100 MiB"),
        (3 << 29, "1.5 GiB"),
        (2**40 * 10**22, "1.00e22 TiB"),
    ],
)
def test_amounts_of_memory_in_the_units_of_a_limit(number, text):
    assert memory_text(number, binary=True) == text


@pytest.mark.parametrize(("error", "outcome"), [
    (Stopped(Outcome.TIME_LIMIT), Outcome.TIME_LIMIT), (MemoryError(), Outcome.MEMORY_LIMIT),
])  # fmt: skip
def test_dead_ends_that_are_not_counted_are_not_known(error, outcome, monkeypatch):
    """All states are counted; only what leads nowhere is not."""

    def stopped(self, check):
        raise error

    facts = read(find("frogs"))
    chosen = plan(facts, "plain")
    starts = [("apart", facts.starts[0][1])]
    whole = over(CensusRun(facts, starts, chosen, Limits()))
    monkeypatch.setattr(PlainCounter, "dead_ends", stopped)
    taken = over(CensusRun(facts, starts, chosen, Limits()))
    assert (taken.outcome, taken.states, taken.dead_ends) == (Outcome.SOLVED, whole.states, None)
    assert (whole.ends_stopped, taken.ends_stopped) == (None, outcome)
    assert taken.to_dict()["dead_ends_stopped"] == outcome.value
    console = Console(file=StringIO(), width=100)
    console.print(CensusReport(facts, taken))
    assert f"how many of them are dead ends is not known: {outcome.value}" in console.file.getvalue()
