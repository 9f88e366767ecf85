"""A census on a cluster: equal to that of one machine, though workers die, and refused where it cannot be taken."""

import json
import os
import signal
import sys
from dataclasses import replace

import pytest

from pybridge.boards.generate import rectangle
from pybridge.cli import run
from pybridge.cluster.census import cluster_plan
from pybridge.cluster.link import Link
from pybridge.cluster.sent import SentCensus
from pybridge.cluster.sources import version
from pybridge.errors import ClusterError
from pybridge.facts import write
from pybridge.search.census import bit_parts, choice
from tests.search.census.test_bits import THREE_BY_FOUR, TWO_BY_FIVE


@pytest.fixture(autouse=True)
def all_are_sent(monkeypatch):
    monkeypatch.setattr(bit_parts, "_FEW", 0)
    monkeypatch.setattr(bit_parts, "_SOME", 0)


def counted(link, facts, check=lambda pool, distance: None):
    """The states of each level, and what the workers did; `check` is called while they count."""
    with cluster_plan(link, facts, *choice.shared_plan(facts)) as (chosen, pool):
        found = []
        for level in choice.counter(chosen, facts, []).levels(lambda: check(pool, len(found))):
            found.append(level.states)
        return found, pool


@pytest.mark.slow
def test_two_by_five():
    with Link("local:2") as link:
        found, pool = counted(link, rectangle(2, 5))
    assert found == TWO_BY_FIVE
    assert pool.done >= 2 * len(TWO_BY_FIVE)


@pytest.mark.slow
def test_three_by_four_while_workers_are_killed():
    with Link("local:3") as link:
        killed = set()

        def kill(pool, distance):
            """Two of them, with what they have at that time, at two levels or soon after."""
            level = 20 if distance < 35 else 35
            if distance >= level and level not in killed and len(pool.flying) > 3:
                killed.add(level)
                for pid in link.workers.pids[:2]:
                    os.kill(pid, signal.SIGKILL)

        found, pool = counted(link, rectangle(3, 4), kill)
    assert found == THREE_BY_FOUR
    assert killed == {20, 35}
    assert pool.lost >= 2


def test_a_worker_that_does_not_see_the_folder_says_what_is_needed(tmp_path):
    facts = rectangle(2, 4)
    sent = SentCensus(version(), write(facts), "bits", str(tmp_path), "mark")
    with pytest.raises(ClusterError, match=r"does not see /.*; a census needs a folder that all machines have"):
        sent.ready(lambda phrase: None)
    (tmp_path / "mark").touch()
    assert sent.ready(lambda phrase: None)
    with pytest.raises(ClusterError, match="install the same one"):
        replace(sent, version="0.0").ready(lambda phrase: None)


@pytest.mark.slow
def test_the_command(capsys, tmp_path, monkeypatch):
    """It is equal, and leaves nothing."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    monkeypatch.setattr("pybridge.cli.cluster._MUCH", 0)
    found = []
    for more in ((), ("--cluster", "local:1")):
        assert run(["census", "seven", "--json", *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    its, other = found
    for name in ("levels", "starts", "farthest", "total", "outcome"):
        assert its[name] == other[name]
    assert list(tmp_path.iterdir()) == []


def test_what_fits_here_is_not_sent(capsys, monkeypatch):
    """It does not even need the packages of a cluster."""
    monkeypatch.setitem(sys.modules, "pybridge.cluster.link", None)
    assert run(["census", "seven", "--cluster", "tcp://127.0.0.1:1"]) == 0
    assert "--cluster had no effect: this machine counts seven sooner" in capsys.readouterr().err
    assert run(["census", "seven", "--cluster", "nonsense"]) != 0
    assert "neither local:N nor tcp://HOST:PORT" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["box_eight"], 42, "a cluster counts by the method bits, which does not work for box_eight; leave out --cluster"),
    (["rush_hour"], 42, "a cluster counts by the method bits, which does not work for rush_hour; leave out --cluster"),
    (["seven", "--method", "hashed"], 42, "a cluster does not count by the method hashed; use --method bits"),
    (["seven", "--memory-limit", "1g"], 2, "--memory-limit is that of one process; leave it out with --cluster"),
    (["seven", "--jobs", "2"], 2, "give one of --cluster and --jobs"),
])  # fmt: skip
def test_what_is_refused_before_a_cluster_is_looked_for(capsys, arguments, code, message):
    assert run(["census", *arguments, "--cluster", "tcp://127.0.0.1:1"]) == code
    assert message in capsys.readouterr().err


@pytest.mark.slow
def test_what_a_large_one_needs_is_told_first(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    path = tmp_path / "long.pl"
    path.write_text(write(replace(rectangle(2, 7), name="long")), encoding="utf-8")
    assert run(["census", str(path), "--cluster", "tcp://127.0.0.1:1"]) == 56
    first, *_ = capsys.readouterr().err.splitlines()
    assert first.startswith(f"long: 43,589,145,600 states, at most 24.6 GB in {tmp_path}, which all machines must see;")
