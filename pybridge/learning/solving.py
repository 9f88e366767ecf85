"""Who solves the states that are labeled: an exact search where it is quick, otherwise the network itself."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from threading import local

from pybridge.facts import PuzzleFacts, State
from pybridge.heuristics.choice import best
from pybridge.heuristics.learned import Learned
from pybridge.learning.labels import Solve
from pybridge.learning.recipe import TrainingRecipe
from pybridge.limits import NO_LIMITS, Limits, OnProgress, silent
from pybridge.puzzles import has_at_most, random_state, replay
from pybridge.search.native.solver import prepare
from pybridge.search.rows import native_lacks
from pybridge.search.run import new_tally
from pybridge.search.task import A_STAR, BestFirst, Task

_MOST_STATES = 10**14
"""Puzzles with more states are not even tried: their tables alone take minutes."""
_TRIED = 8
_MEMORY = 1 << 29
_TRIAL, _TRIAL_SEED, _TRIAL_SECONDS = 20, 1 << 40, 2.0


@dataclass(frozen=True)
class Exact:
    """A search for shortest solutions, and the name of its heuristic."""

    name: str
    solve: Solve


def exact(facts: PuzzleFacts, patience: float, report: OnProgress) -> Exact | None:
    """A search that solves random states within about `patience` seconds each; None if there is none."""
    if not has_at_most(facts, _MOST_STATES):
        return None
    heuristic, goal = best(facts), facts.goals[0]
    task = Task(facts=facts, start_name="", start=goal, program="ida_star", heuristic=heuristic)
    if native_lacks(task) is not None:
        return None
    solver = prepare(task, report)
    report("trying an exact solver")

    def solve(state: State, limits: Limits = NO_LIMITS) -> Sequence[State] | None:
        own = replace(task, start=state, limits=limits)
        solution = solver.solve(own, new_tally(own))
        return None if solution.moves is None else replay(facts, state, solution.moves)

    taken = []
    for state in (random_state(facts, number) for number in range(_TRIED)):
        begun = time.monotonic()
        if solve(state, Limits(seconds=20 * patience)) is None:
            return None
        taken.append(time.monotonic() - begun)
    # Not the mean: the first ones also wait for tables to be read.
    return Exact(heuristic.name, solve) if median(taken) <= patience else None


def network_solver(facts: PuzzleFacts, heuristic: Learned, recipe: TrainingRecipe) -> Solve:
    """A search by the network, as the recipe says how far; its solutions need not be shortest."""
    task = _task(facts, heuristic, BestFirst(weight=recipe.emphasis, batch=recipe.taken), recipe.seconds)
    threads = local()

    def solve(state: State) -> Sequence[State] | None:
        if not hasattr(threads, "solver"):
            threads.solver = prepare(task, silent)
        own = replace(task, start=state)
        solution = threads.solver.solve(own, new_tally(own))
        return None if solution.moves is None else replay(facts, state, solution.moves)

    return solve


def _task(facts: PuzzleFacts, heuristic: Learned, settings: BestFirst, seconds: float) -> Task:
    return Task(
        facts=facts, start_name="", start=facts.goals[0], program="a_star", heuristic=heuristic, best_first=settings,
        limits=Limits(seconds=seconds, memory=_MEMORY),
    )  # fmt: skip


@dataclass(frozen=True)
class Trial:
    """What a network does with random states: how many were tried and solved, and what that took on average.

    `optimal` of them were solved optimally, and solutions were `excess` moves above the optimum on average, if an
    exact solver can say.
    """

    tried: int
    solved: int
    moves: float
    evaluated: float
    seconds: float
    optimal: int | None = None
    excess: float | None = None

    def __str__(self) -> str:
        found = f"{self.solved} of {self.tried} random states solved"
        if not self.solved:
            return found
        found += f" in {self.moves:.1f} moves, {self.evaluated:,.0f} evaluations and {1000 * self.seconds:.1f} ms"
        if self.excess is None:
            return found
        return f"{found}; {self.optimal} optimally, {self.excess:.2f} moves above the optimum on average"


def trial(
    facts: PuzzleFacts,
    heuristic: Learned,
    report: OnProgress,
    *,
    program: str = "a_star",
    settings: BestFirst = A_STAR,
    solver: Exact | None = None,
) -> Trial:
    """Solve random states by a program; an exact solver shows how good that is."""
    task = replace(_task(facts, heuristic, settings, _TRIAL_SECONDS), program=program)
    search = prepare(task, report)
    found, excess = [], []
    for number in range(1, _TRIAL + 1):
        own = replace(task, start=random_state(facts, _TRIAL_SEED + number))
        solution = search.solve(own, new_tally(own))
        if solution.length is not None:
            found.append(solution)
            if solver and (shortest := solver.solve(own.start)) is not None:
                excess.append(solution.length - len(shortest) + 1)
        report(f"trial: {len(found)} of {number} random states solved")
    if not found:
        return Trial(_TRIAL, 0, 0, 0, 0)
    moves, evaluated, seconds = (
        fmean(each) for each in zip(*((s.length or 0, s.evaluated or 0, s.seconds) for s in found), strict=True)
    )
    if not excess:
        return Trial(_TRIAL, len(found), moves, evaluated, seconds)
    return Trial(_TRIAL, len(found), moves, evaluated, seconds, excess.count(0), fmean(excess))
