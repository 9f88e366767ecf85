"""All shortest solutions of a start whose length is known: how many, and the first ones in move order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pybridge.outcome import Outcome
from pybridge.search.layers.forward import Edges, Forward, Labels, LayerMoves
from pybridge.search.solution import Shortest
from pybridge.search.tally import Stopped, Tally, checked
from pybridge.search.task import Task


def all_shortest(mover: LayerMoves, length: int, task: Task, tally: Tally) -> Shortest:
    """The solutions of a length, if none is shorter. Raises Stopped, also where memory ends."""
    most = task.wanted.most
    try:
        forward = Forward(mover, length, tally.spend_on_layer, listed=most > 0)
        tally.begin_layers(length)
        forward.run()
    except MemoryError:
        raise Stopped(Outcome.MEMORY_LIMIT) from None
    if not most or not forward.count:
        return Shortest(forward.count)
    check = partial(tally.spend_on_layer, length, 0, 0)
    found = tuple(map(mover.moves, checked(islice(listing(forward.edges, forward.goals), most), check)))
    check()
    return Shortest(forward.count, found)


@dataclass(frozen=True, slots=True)
class _Onward:
    """The edges of a layer that lead to a goal: those of a state are from `first[state]` up to `first[state + 1]`."""

    first: NDArray[np.int64]
    targets: NDArray[np.uint32]
    labels: Labels


def listing(edges: Sequence[Edges], goals: NDArray[np.uint64]) -> Iterator[tuple[int, ...]]:
    """The labels of each path from the one state of the first layer to goals of the last, in move order."""
    layers = _leading(edges, goals)
    if not layers:
        yield ()
        return
    path: list[int] = []
    open_edges = [_edges_of(layers[0], 0)]
    while open_edges:
        edge = next(open_edges[-1], None)
        if edge is None:
            open_edges.pop()
            del path[-1:]
            continue
        layer = layers[len(path)]
        path.append(int(layer.labels[edge]))
        if len(path) == len(layers):
            yield tuple(path)
            path.pop()
        else:
            open_edges.append(_edges_of(layers[len(path)], int(layer.targets[edge])))


def _edges_of(layer: _Onward, state: int) -> Iterator[int]:
    return iter(range(int(layer.first[state]), int(layer.first[state + 1])))


def _leading(edges: Sequence[Edges], goals: NDArray[np.uint64]) -> list[_Onward]:
    """Only the edges that lie on a way to a goal, found from the last layer backward."""
    found = []
    wanted = goals
    for layer in reversed(edges):
        alive = np.zeros(max(int(layer.targets.max(initial=0)), int(wanted.max(initial=0))) + 1, np.bool_)
        alive[wanted] = True
        kept = alive[layer.targets]
        sources = layer.sources[kept]
        first = np.searchsorted(sources, np.arange(int(layer.sources.max(initial=0)) + 2))
        found.append(_Onward(first.astype(np.int64), layer.targets[kept], layer.labels[kept]))
        wanted = np.unique(sources).astype(np.uint64)
    return found[::-1]
