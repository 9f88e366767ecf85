"""IDA* of a blocks world at native speed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pybridge.compiled import telling
from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, State
from pybridge.heuristics.towers import Towers
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, PieceMove
from pybridge.search.blocks import heuristic_of, pruning_of
from pybridge.search.deepening import Deepening
from pybridge.search.journal import Journal
from pybridge.search.kernels.layers import BlocksRules
from pybridge.search.kernels.packed_blocks import MOVE_BITS
from pybridge.search.layers.forward import Rules
from pybridge.search.layers.shortest import NONE, Shortest, wanted
from pybridge.search.native.blocks.searcher import Start
from pybridge.search.packed import PackedBlocks
from pybridge.search.solution import Solution
from pybridge.search.standing import Promise, solves
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Prune, Task


def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
    """Search from the task's start, which must be solvable, and account for it in a fresh tally.

    Raises UnfitHeuristicError, UnavailableProgramError and BrokenTableError.
    """
    facts: Any = task.facts
    heuristic, pruning = _heuristic(task), pruning_of(task)
    first, start = heuristic.estimate(task.start), Start(facts, task.start, pruning)
    outcome, shortest = Outcome.NO_SOLUTION_WITHIN_LIMIT, NONE
    journal = Journal(task, heuristic.name, pruning.value) if task.keep else None
    deepening = Deepening(start.searchers, tally, task.jobs, journal, whole=start.remembers, crew=task.crew)
    promise = Promise(first, 1, solves(task, partial(_moves, facts, task.start)), grows=not start.remembers)
    try:
        with telling(tally.report):
            start.warm_up()
        if (path := deepening.search(promise)) is not None:
            rules = partial(blocks_rules, facts, task.start)
            shortest = Shortest(None, (_moves(facts, task.start, path),))
            shortest, outcome = wanted(shortest, rules, task, tally), Outcome.SOLVED
    except Stopped as stopped:
        outcome = stopped.outcome
    told = deepening.close(outcome)
    tally.end(completed=False)
    found = replace(_solution(task, tally, outcome, shortest), heuristic=heuristic.name, pruning=pruning.value)
    return replace(found, initial_bound=first, journal=told)


def _solution(task: Task, tally: Tally, outcome: Outcome, shortest: Shortest) -> Solution:
    iterations = tuple(tally.iterations)
    return Solution(
        task.facts.name, task.start_name, task.program, "native", outcome, shortest.solutions, iterations,
        sum(iteration.seconds for iteration in iterations),
        every=task.wanted.every and len(shortest.solutions) == shortest.count,
        count=shortest.count,
        layers=tally.layers,
    )  # fmt: skip


def _heuristic(task: Task) -> Towers:
    """The heuristic of the kernel. Raises UnavailableProgramError if the task asks for another, or for threads."""
    heuristic = heuristic_of(task)
    if not isinstance(heuristic, Towers):
        raise UnavailableProgramError(f"the engine native has no {heuristic.name}; use --engine python")
    if (task.jobs > 1 or task.crew) and pruning_of(task) is Prune.TRANSPOSITION:
        raise UnavailableProgramError(
            "transposition pruning searches in one thread; add --pruning inverse, or leave out --jobs and --cluster"
        )
    return heuristic


def _moves(facts: BlocksFacts, state: State, labels: Sequence[int]) -> tuple[Move, ...]:
    """The moves with some labels, from a state on."""
    names, stands, found = facts.blocks + facts.grounds, dict(state), []
    for label in labels:
        block, target = names[label >> MOVE_BITS], names[label & (1 << MOVE_BITS) - 1]
        found.append(PieceMove(block, stands[block], target))
        stands[block] = target
    return tuple(found)


def blocks_rules(facts: BlocksFacts, state: State) -> Rules:
    """The rules of blocks world, with the bound that counts how often blocks must move."""
    packed = PackedBlocks(facts)
    row = packed.pack([state])[0]
    words = packed.layout.words
    return Rules(
        lambda threshold: row,
        packed.pack(facts.goals),
        0,
        words,
        packed.fan,
        BlocksRules((0,) * words, packed.tables),
        partial(_moves, facts, state),
    )
