"""IDA* of a blocks world at native speed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from pybridge.compiled import telling
from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, State
from pybridge.heuristics.towers import Towers
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, PieceMove
from pybridge.search.blocks_world import (
    FACTOR,
    SLOT_BITS,
    field_bits,
    fields_in_word,
    heuristic_of,
    numbers,
    pruning_of,
)
from pybridge.search.kernels import blocks as fields
from pybridge.search.kernels.layers import BlocksRules
from pybridge.search.kernels.packed_blocks import MOVE_BITS
from pybridge.search.layers.forward import Rules
from pybridge.search.layers.shortest import NONE, Shortest, wanted
from pybridge.search.packed import PackedBlocks, Words
from pybridge.search.solution import Solution
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task

_BUDGET = 1 << 17
"""Nodes between two looks at the limits: some hundredths of a second."""


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search from the task's start, which must be solvable, and account for it in a fresh tally.

    Raises UnfitHeuristicError and UnavailableProgramError.
    """
    facts: Any = task.facts
    heuristic, pruning = _heuristic(task), pruning_of(task)
    first, under_way = heuristic.estimate(task.start), _UnderWay(facts, task.start, pruning)
    outcome, shortest = Outcome.NO_SOLUTION_WITHIN_LIMIT, NONE
    try:
        with telling(tally.report):
            under_way.warm_up()
        if (moves := under_way.search(first, tally)) is not None:
            shortest = Shortest(None, (moves,))
            shortest, outcome = wanted(shortest, partial(blocks_rules, facts, task.start), task, tally), Outcome.SOLVED
    except Stopped as stopped:
        outcome = stopped.outcome
    tally.end(completed=False)
    iterations = tuple(tally.iterations)
    return Solution(
        facts.name, task.start_name, task.program, "native", outcome, shortest.solutions, iterations,
        sum(iteration.seconds for iteration in iterations),
        every=task.wanted.every and len(shortest.solutions) == shortest.count,
        initial_bound=first,
        heuristic=heuristic.name,
        pruning=pruning.value,
        count=shortest.count,
        layers=tally.layers,
    )  # fmt: skip


def _heuristic(task: Task) -> Towers:
    """The heuristic of the kernel. Raises UnavailableProgramError if the task asks for another, or for threads."""
    heuristic = heuristic_of(task)
    if not isinstance(heuristic, Towers):
        raise UnavailableProgramError(f"the engine native has no {heuristic.name}; use --engine python")
    if task.jobs > 1:
        raise UnavailableProgramError("blocks world is searched in one thread; leave out --jobs")
    return heuristic


class _UnderWay:
    """The arrays of a search."""

    def __init__(self, facts: BlocksFacts, start: State, pruning: Prune) -> None:
        """Make them for a start. Raises UnavailableProgramError if there are more things than bits in a word."""
        self._names = facts.blocks + facts.grounds
        if len(self._names) > fields.MOST_THINGS:
            raise UnavailableProgramError(
                f"the engine native holds at most {fields.MOST_THINGS} blocks, places and table; "
                f"{facts.name} has {len(self._names)}: use --engine python"
            )
        self._facts, self._start, self._number = facts, start, numbers(facts)
        bits, in_word = field_bits(facts), fields_in_word(facts)
        table = fields.NOTHING if facts.table is None else len(self._names) - 1
        shape = [len(facts.blocks), table, bits, in_word, 64 - SLOT_BITS, FACTOR]
        self._shape = np.array(shape, np.uint64)
        self._goals = np.stack([self._towers(goal)[:, :3].T for goal in facts.goals], axis=1).copy()
        self._control = np.zeros(fields.FIELDS, np.int64)
        self._control[fields.REMEMBERS] = pruning is Prune.TRANSPOSITION
        words = -(-len(facts.blocks) // in_word)
        self._memory = np.zeros((1 << SLOT_BITS if self._control[fields.REMEMBERS] else 1, words + 1), np.uint64)

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded, before any time is taken."""
        self._control[fields.DEPTH] = -1
        stands, settled, words, estimates = self._at_start(0)
        fields.search(
            self._control, stands, settled, words, self._goals, self._shape, estimates, estimates, self._memory
        )  # fmt: skip

    def search(self, threshold: int, tally: Tally) -> tuple[Move, ...] | None:
        """The first shortest solution; None if the last threshold that is allowed has none. Raises Stopped."""
        while tally.begin(threshold):
            frames = self._iterate(threshold, tally)
            tally.end(completed=frames is None)
            if frames is not None:
                return self._moves(frames[1 : threshold + 1])
            threshold += 1
        return None

    def _iterate(self, threshold: int, tally: Tally) -> Words | None:
        """Search to a threshold; the nodes on the way to a solution, or None."""
        frames = np.zeros((threshold + 2, 6), np.uint64)
        if self._start in self._facts.goals:
            return frames
        stands, settled, words, estimates = self._at_start(threshold)
        control, every = self._control, (1 << len(self._facts.blocks)) - 1
        control[[fields.THRESHOLD, fields.BUDGET, fields.DEPTH, fields.SOLVED]] = threshold, _BUDGET, 0, 0
        frames[0, fields.MOVABLE] = int(settled[-1]) & every
        tally.expanded += 1
        while control[fields.DEPTH] >= 0:
            tally.check()
            control[[fields.EXPANDED, fields.GENERATED]] = 0
            fields.search(
                control, stands, settled, words, self._goals, self._shape, frames, estimates, self._memory
            )  # fmt: skip
            tally.expanded += int(control[fields.EXPANDED])
            tally.generated += int(control[fields.GENERATED])
        return frames if control[fields.SOLVED] else None

    def _at_start(self, threshold: int) -> tuple[Words, Words, Words, Words]:
        """What the kernel follows: where blocks stand, which are settled, the state's words, and each goal's h."""
        facts, start = self._facts, self._start
        stands, carrying = self._towers(start), {under for _, under in start}
        settled = [_settled(start, goal) for goal in facts.goals]
        clear = sum(1 << self._number[name] for name in self._names if name not in carrying or name == facts.table)
        bits, in_word = field_bits(facts), fields_in_word(facts)
        words = np.zeros(self._memory.shape[1] - 1, np.uint64)
        for block, (_, under) in enumerate(start):
            words[block // in_word] |= np.uint64(self._number[under] << block % in_word * bits)
        estimates = np.zeros((threshold + 2, len(facts.goals)), np.uint64)
        estimates[0] = [Towers(replace(facts, goals=(goal,))).estimate(start) for goal in facts.goals]
        return stands, np.array([*settled, clear], np.uint64), words, estimates

    def _towers(self, state: State) -> Words:
        """A row a block: what it stands on, the mask of the blocks below it, its tower's ground and bottom."""
        stands, rows = dict(state), []
        for block, under in state:
            bottom, below = block, 0
            while stands[bottom] in stands:
                bottom = stands[bottom]
                below |= 1 << self._number[bottom]
            rows.append([self._number[under], below, self._number[stands[bottom]], self._number[bottom]])
        return np.array(rows, np.uint64)

    def _moves(self, frames: Words) -> tuple[Move, ...]:
        """The moves that led to nodes."""
        rows = frames[:, [fields.BLOCK, fields.SOURCE, fields.TARGET]].tolist()
        return tuple(PieceMove(*(self._names[number] for number in row)) for row in rows)


def _settled(state: State, goal: State) -> int:
    """The mask of the blocks that stand as in the goal, as do all below them."""
    stands, wanted = dict(state), dict(goal)
    mask = 0
    for number, block in enumerate(stands):
        while block in stands and stands[block] == wanted[block]:
            block = stands[block]
        mask |= (block not in stands) << number
    return mask


def blocks_rules(facts: BlocksFacts, state: State) -> Rules:
    """The rules of blocks world, with the bound that counts how often blocks must move."""
    packed = PackedBlocks(facts)
    row = packed.pack([state])[0]
    names, last = packed.names, (1 << MOVE_BITS) - 1

    def moves(labels: Sequence[int]) -> tuple[Move, ...]:
        stands, found = dict(state), []
        for label in labels:
            block, target = names[label >> MOVE_BITS], names[label & last]
            found.append(PieceMove(block, stands[block], target))
            stands[block] = target
        return tuple(found)

    words = packed.layout.words
    return Rules(
        lambda threshold: row,
        packed.pack(facts.goals),
        0,
        words,
        packed.fan,
        BlocksRules((0,) * words, packed.tables),
        moves,
    )
