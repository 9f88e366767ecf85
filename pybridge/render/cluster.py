"""Draw what is predicted of clusters, and how one is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group

from pybridge.facts.wording import count, several
from pybridge.render.table import Column, TextTable

if TYPE_CHECKING:
    from pybridge.cluster.cost import PacketCost
    from pybridge.cluster.simulate import Simulated
    from pybridge.cluster.status import ClusterStatus, SearchStatus

_PREDICTED = (
    Column("machines", number=True),
    Column("threads", number=True),
    Column("seconds", number=True),
    Column("times as fast as one thread", number=True),
    Column("packets", number=True),
    Column("client busy", number=True, must=False),
    Column("scheduler busy", number=True, must=False),
)
_MACHINES = (
    Column("machine"),
    Column("workers", number=True),
    Column("threads", number=True),
    Column("busy", number=True),
    Column("processors", number=True),
)


def cluster_view(status: "ClusterStatus") -> Group:
    """A cluster: a row for each machine, then a line for its scheduler and for each search."""
    rows = [
        (each.host, count(each.workers), count(each.threads), count(each.busy), f"{each.processors:.1f}")
        for each in status.machines
    ]
    nobody = f"no workers; start some with `pybridge cluster join {status.address}`"
    pages = f"; its pages are at {status.pages}" if status.pages else ""
    scheduler = f"{status.processor:.0%} of a processor, {status.memory / 1e6:,.0f} MB{pages}"
    return Group(
        TextTable(_MACHINES, rows) if rows else nobody,
        f"scheduler {status.address}: {scheduler}",
        *(map(_search, status.searches) if status.searches else ["nobody searches"]),
    )


def _search(search: "SearchStatus") -> str:
    """What a client does, in a line."""
    parts = [
        f"{several(search.packets, 'packet')} done",
        f"{search.rate:,.0f} a second",
        f"{count(search.under_way)} under way",
        f"{several(search.waiting, 'worker')} waiting for packets to be cut" if search.waiting else "",
        f"{count(search.lost)} lost" if search.lost else "",
        f"left out: {search.left_out}" if search.left_out else "",
    ]
    return f"{search.puzzle} by {search.client}: {', '.join(filter(None, parts))}"


def predicted(cost: "PacketCost", found: Sequence["Simulated"]) -> Group:
    """A row for each cluster, and what a packet costs below."""
    rows = [
        (
            count(each.machines),
            count(each.machines * each.threads),
            f"{each.seconds:,.1f}",
            f"{each.speed_up:,.1f}",
            count(each.packets),
            f"{each.client:.0%}",
            f"{each.scheduler:.0%}",
        )
        for each in found
    ]
    costs = f"{1000 * cost.client:.1f} ms of the client and {1000 * cost.scheduler:.1f} ms of the scheduler"
    measured = f"a packet costs {costs}, and takes {1000 * cost.trip:.0f} ms to a worker and back, as measured here"
    return Group(TextTable(_PREDICTED, rows), measured)
