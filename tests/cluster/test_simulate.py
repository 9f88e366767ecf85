"""Predictions: the nodes of a virtual cluster are those of one thread, and its clock is that of its messages."""

import json

import pytest

from pybridge.cli import run
from pybridge.cluster.cost import PacketCost, packet_cost
from pybridge.cluster.simulate import Simulation
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.limits import silent
from pybridge.puzzles import Pruning
from pybridge.search.task import Task

FREE, DEAR = PacketCost(0.0, 0.0, 0.001, 1), PacketCost(0.02, 0.03, 0.2, 1)
BOARDS = {
    "tiles": ("korf100", "k3", "manhattan", None),
    "blocks": ("ten_blocks", None, "towers", Pruning.INVERSE),
    "turns": ("pocket", None, "projection:small", None),
    "rules": ("hanoi4", None, "abstraction", None),
}


def simulation(domain="tiles", starts=1, seconds=600.0, nodes=60_000):
    name, start, heuristic, pruning = BOARDS[domain]
    facts = read(find(name))
    named = [(start, facts.start(start))] if start else list(facts.starts[-1:])
    task = Task(
        facts=facts, start_name=named[0][0], start=named[0][1], program="ida_star", heuristic=parse(heuristic),
        pruning=pruning,
    )  # fmt: skip
    return Simulation(task, named * starts, seconds, nodes * starts)


@pytest.mark.slow
@pytest.mark.parametrize("domain", BOARDS)
def test_nodes_are_those_of_one_thread(domain):
    """What is found after the first solution counts nowhere, except for its siblings, which one thread leaves out."""
    simulated = simulation(domain)
    (load,) = simulated.loads
    found = simulated.by(3, 2, FREE, silent)
    assert load.nodes <= found.nodes <= load.nodes + 200 * (domain != "tiles")
    assert found.packets > 0


@pytest.mark.slow
def test_more_threads_are_faster_up_to_their_number():
    simulated = simulation()
    found = [simulated.by(machines, threads, FREE, silent) for machines, threads in ((1, 1), (2, 1), (2, 4), (8, 4))]
    speeds = [each.speed_up for each in found]
    assert speeds == sorted(speeds)
    assert all(0 < each.speed_up <= 1.01 * each.machines * each.threads for each in found)
    assert speeds[0] > 0.9
    assert simulated.alone == 600


def test_messages_take_time():
    free, dear = (simulation(seconds=60.0).by(8, 1, cost, silent) for cost in (FREE, DEAR))
    assert dear.seconds > free.seconds
    assert dear.scheduler > free.scheduler == 0


def test_several_searches_fill_the_time_in_which_one_waits():
    """With more of them, machines have more to do, so that all are busier."""
    one, four = (simulation(starts=starts, seconds=60.0).by(8, 1, FREE, silent) for starts in (1, 4))
    assert four.speed_up > one.speed_up


def test_a_start_that_is_a_goal_has_nothing_to_share():
    facts = read(find("eight"))
    task = Task(facts=facts, start_name="goal", start=facts.goals[0], program="ida_star", heuristic=parse("manhattan"))
    with pytest.raises(UnavailableProgramError, match="nothing to share"):
        Simulation(task, [("goal", facts.goals[0])], 10.0, 1000)


@pytest.mark.clock
@pytest.mark.slow
def test_costs_are_measured():
    """In seconds; few packets may take a scheduler no more than it takes without any, which does not count."""
    cost = packet_cost(workers=4, thresholds=1, seconds=0.0001)
    assert cost.packets >= 4
    assert 0 < cost.client < 5
    assert 0 <= cost.scheduler < 5
    assert 0 < cost.trip < 30


@pytest.mark.slow
def test_the_command_predicts(capsys, monkeypatch):
    monkeypatch.setattr("pybridge.cluster.cost.packet_cost", lambda workers: PacketCost(0.002, 0.001, 0.01, workers))
    cluster = ["bench", "cluster", "korf100", "--start", "k3", "--simulate", "8", "--threads", "2"]
    cluster += ["--seconds", "100", "--nodes", "20000"]
    assert run([*cluster, "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert [each["machines"] for each in form["clusters"]] == [1, 4]
    assert form["cost"] == {"client": 0.002, "scheduler": 0.001, "trip": 0.01, "packets": 16}
    assert run(cluster) == 0
    assert "times as fast as one thread" in capsys.readouterr().out
    cluster[cluster.index("--threads") + 1] = "16"
    assert run([*cluster, "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert [(each["machines"], each["threads"]) for each in form["clusters"]] == [(1, 8)]
    assert run(["bench", "cluster", "farmer"]) == 42
    assert "a search of 65 nodes is too small to predict from" in capsys.readouterr().err
