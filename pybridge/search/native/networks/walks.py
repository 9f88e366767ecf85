"""How boards and permutation puzzles are searched by a network: a row each."""

from dataclasses import replace
from functools import partial

import numpy as np

from pybridge.arrays import Array
from pybridge.errors import UnavailableProgramError
from pybridge.facts import State, TilesFacts, TurnsFacts
from pybridge.facts.model import Facts
from pybridge.heuristics.learned import Learned
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec
from pybridge.limits import OnProgress
from pybridge.puzzles.turns import TurnMove
from pybridge.search import tiles, turns
from pybridge.search.native.networks.best_first import AStar
from pybridge.search.native.networks.searcher import Begin, NetworkSearch, Prepare, Walk
from pybridge.search.native.solver import IdaStar
from pybridge.search.rows import PreparedSearch
from pybridge.search.task import Task
from pybridge.tables.sequences.machine import DEAD


def prepare(task: Task[Facts], report: OnProgress, walks: Prepare[Facts]) -> PreparedSearch:
    """What searches as the task's program does, by the network that fits if no heuristic is named.

    Raises UnfitHeuristicError, UnavailableProgramError, TableSpaceError and BrokenTableError.
    """
    task = replace(task, heuristic=task.heuristic or Spec("learned"))
    if task.program == "a_star":
        return AStar(task, report, walks)
    return IdaStar(NetworkSearch(task, report, walks))


def of_tiles(task: Task[TilesFacts], report: OnProgress) -> Begin:
    """Walks of the blank."""
    facts = task.facts
    ready = tiles.prepare(task, report)
    cells, begin = ready.machine.arrays["cell"].astype(np.int64), np.cumsum([0, *map(len, facts.neighbors)])
    following = ready.machine.arrays["next"].astype(np.int64)
    steps = begin[cells][:, None] + np.arange(following.shape[1])
    # The last row is of the start, without the first moves that mirror others: a machine may have 100,000 states.
    ordered = _ordered(*(np.vstack([rows, rows[:1]]) for rows in (steps, following)))
    pairs = [(near, cell) for cell, around in enumerate(facts.neighbors) for near in around]
    heuristic = _learned(ready.heuristic)

    def walk(state: State) -> Walk:
        blank = state.index(0)
        start, first = int(ready.machine.arrays["start"][blank]), tiles.first_cells(facts, state, ready.mirrorings)
        row = following[start].copy()
        row[[slot for slot, cell in enumerate(facts.neighbors[blank]) if cell not in first]] = DEAD
        for rows, last in zip(ordered, _ordered(steps[None, start], row[None]), strict=True):
            rows[-1] = last[0]
        return Walk(
            heuristic,
            ready.pruning,
            *ordered,
            len(following),
            partial(tiles.first_threshold, facts, state),
            tiles.step(facts, state),
            lambda path: tiles.blank_moves(state, [pairs[number][0] for number in path]),
        )

    return walk


def of_turns(task: Task[TurnsFacts], report: OnProgress) -> Begin:
    """Turns of a permutation puzzle."""
    ready = turns.prepare(task, report)
    moves = [TurnMove(name) for name in ready.names]

    def walk(state: State) -> Walk:
        following = turns.machine_of(ready, task.facts, state).astype(np.int64)
        steps = np.broadcast_to(np.arange(following.shape[1]), following.shape)
        return Walk(
            _learned(ready.heuristic),
            ready.pruning,
            *_ordered(steps, following),
            0,
            lambda h: h,
            1,
            lambda path: tuple(moves[step] for step in path),
        )

    return walk


def _learned(heuristic: Heuristic) -> Learned:
    if not isinstance(heuristic, Learned):
        raise UnavailableProgramError(f"a_star of the engine native has no {heuristic.name}; use --engine python")
    return heuristic


def _ordered(steps: Array, following: Array) -> tuple[Array, Array]:
    """The steps of live moves before those that do not exist, which are -1, and where they lead."""
    order = np.argsort(following == DEAD, axis=1, kind="stable")
    steps, following = (np.take_along_axis(each, order, axis=1) for each in (steps, following))
    return np.where(following == DEAD, -1, steps), following
