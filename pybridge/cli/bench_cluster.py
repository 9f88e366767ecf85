"""`bench cluster`: predict how much faster a cluster searches, before there is one."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.cluster import Threads
from pybridge.cli.hints import examples
from pybridge.cli.options import Heuristic, Json, Pruning, number, puzzle, puzzle_names, starts_option
from pybridge.cli.shown import print_result
from pybridge.errors import UnavailableProgramError
from pybridge.forms import Form

if TYPE_CHECKING:
    from pybridge.cluster.cost import PacketCost
    from pybridge.cluster.simulate import Simulated, Simulation

CLUSTER_EXAMPLES = examples("""
pybridge bench cluster korf24 --start k44 --simulate 1000
pybridge bench cluster korf100 --simulate 64 --threads 4 --seconds 60
""")
_WORKERS = 16
"""Workers that only wait, with which messages are measured."""
_FEWEST = 1_000
"""Nodes to predict from; of fewer, messages and the first packets are nearly all that a search takes."""
Simulate = Annotated[int, number("--simulate", "Predict for N threads, in whole machines, and for fewer.", 1, 100_000)]
Starts = Annotated[list[str] | None, starts_option("search", "the first")]
Seconds = Annotated[int, number("--seconds", "Seconds that one thread takes for each start.", 1, 10**7)]
Nodes = Annotated[int, number("--nodes", "Nodes to search for it here, in all.", 10**4, 10**10)]


def of_cluster(
    name: Annotated[str, typer.Argument(metavar="PUZZLE", autocompletion=puzzle_names)] = "korf24",
    start: Starts = None, heuristic: Heuristic = None, pruning: Pruning = None, simulate: Simulate = 1000,
    threads: Threads = 16, seconds: Seconds = 8400, nodes: Nodes = 20_000_000, json: Json = False,
) -> int:  # fmt: skip
    """Predict how fast a cluster searches.

    It measures messages here, with workers that only wait, and deals the nodes of real searches to machines with
    clocks of their own. Several starts are searched at once. By default it is one 24-puzzle, which takes one thread
    8,400 seconds.
    """
    from pybridge.cluster.cost import packet_cost
    from pybridge.render.cluster import predicted
    from pybridge.render.live import stage

    threads = min(threads, simulate)
    with stage("predicting") as report:
        report("starts are searched")
        simulation = _searched(name, start, heuristic, pruning, seconds, nodes)
        report("messages are measured")
        cost = packet_cost(_WORKERS)
        found = [simulation.by(each, threads, cost, report) for each in _machines(simulate, threads)]
    print_result(json, lambda: _form(name, cost, found), lambda: predicted(cost, found))
    return 0


def _searched(
    name: str, start: list[str] | None, heuristic: str | None, pruning: str | None, seconds: int, nodes: int
) -> "Simulation":
    """The searches. Raises UnavailableProgramError if they are too small, and what they do."""
    from pybridge.api.solving import completed, task_of
    from pybridge.bench.boards import named
    from pybridge.cluster.simulate import Simulation

    facts = puzzle(name)
    starts = named(facts, None if start else 1, start or ()).starts
    task = task_of(facts, *starts[0], program="ida_star", heuristic=heuristic or None, pruning=pruning)
    simulation = Simulation(completed(task, "python"), starts, seconds, nodes)
    searched = sum(load.nodes for load in simulation.loads)
    if searched < _FEWEST:
        raise UnavailableProgramError(
            f"a search of {searched:,} nodes is too small to predict from: it takes {_FEWEST:,}; choose a harder start"
        )
    return simulation


def _machines(threads: int, of_each: int) -> list[int]:
    """How many machines have that number of threads, and some smaller numbers."""
    most = -(-threads // of_each)
    return sorted({1, *(most // each for each in (16, 4, 1) if most >= each)})


def _form(name: str, cost: "PacketCost", found: "list[Simulated]") -> Form:
    rows = [asdict(each) | {"speed_up": each.speed_up} for each in found]
    return {"version": 1, "puzzle": name, "cost": asdict(cost), "clusters": rows}
