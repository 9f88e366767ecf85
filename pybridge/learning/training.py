"""A training: labels, the fit of a network to them, and, where only a network can solve states, rounds of both.

Its progress is kept in the folder of tables, so that an interrupted training continues from there.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from random import Random

import numpy as np

from pybridge.facts import PuzzleFacts, State
from pybridge.heuristics.learned import Learned
from pybridge.learning.checkpoint import training_of
from pybridge.learning.labels import AT_ONCE, Reach, Solutions, Solve, walked
from pybridge.learning.model import NetworkFit
from pybridge.learning.positions import Labels, Positions, joined, no_labels
from pybridge.learning.recipe import TrainingRecipe
from pybridge.learning.solving import Exact, exact, network_solver, trial
from pybridge.limits import OnProgress
from pybridge.puzzles import features_of, random_state
from pybridge.search.task import A_STAR, BestFirst
from pybridge.store.table import Table
from pybridge.tables.network import NetworkRecipe, recipe_for

_FIRST = 3
"""How many times more time a first round is given, by the lower bound of the facts alone."""
_RECENT = 3
"""The rounds whose labels are learned from: those of earlier ones are too long."""


class Training:
    """Trains a network for a puzzle."""

    def __init__(
        self, facts: PuzzleFacts, recipe: TrainingRecipe, *, seed: int = 0, jobs: int = 1, fresh: bool = False
    ) -> None:
        """Look for an interrupted training, which continues unless a `fresh` one is wanted.

        Raises UnfitHeuristicError if networks do not work for the puzzle.
        """
        self._facts, self._recipe, self._seed, self._jobs = facts, recipe, seed, jobs
        self._features = features_of(facts)
        self._positions = Positions(self._features)
        self.network: NetworkRecipe = recipe_for(self._features, recipe.widths, recipe.name, seed, recipe.settings)
        self._fit = NetworkFit(self._positions, recipe, seed, jobs)
        self._reach = Reach(facts)
        self._parts: list[Labels] = []
        """The labels of the last rounds."""
        self._round = self._starts = self._forgotten = 0
        self._gathered = False
        self._checkpoint = training_of(self.network)
        self.resumed = not fresh and self._resume()
        self.damaged = self._checkpoint.damaged

    def run(self, report: OnProgress, tell: OnProgress) -> Table:
        """The network, once it is trained. What `report` raises ends the training; what was reached is kept then."""
        with self._checkpoint.kept_if_stopped(self._keep):
            solver = exact(self._facts, self._recipe.patience, report)
            once = bool(solver) or self._by_walks
            rounds = 1 if once else self._recipe.rounds
            self._fit.weight = 1.0 if once else self._recipe.weight
            while self._round < rounds:
                self._one_round(rounds, solver, report, tell)
            seconds = self._checkpoint.seconds
            found = trial(self._facts, self._learned(), report, settings=self._trying(solver, once), solver=solver)
        tell(str(found))
        about = {"labels": self._forgotten + sum(map(len, self._parts)), "seconds": seconds, "trial": asdict(found)}
        return Table(self.network.kind, self.network.title, self._fit.arrays(), about)

    def _trying(self, solver: Exact | None, once: bool) -> BestFirst:
        """How A* tries the network: by itself if an exact solver shows how good that is, otherwise as in training."""
        recipe = self._recipe
        weight = recipe.emphasis if once else recipe.weight_of_h(recipe.rounds)
        return A_STAR if solver else BestFirst(weight=weight, batch=recipe.taken)

    def _one_round(self, rounds: int, solver: Exact | None, report: OnProgress, tell: OnProgress) -> None:
        """Gather labels, and learn from them."""
        if not self._gathered:
            self._gather(self._recipe.labels if rounds == 1 else self._recipe.gathered, solver, report)
            tell(self._account(rounds, solver))
        steps, labels = -(-self._recipe.steps // rounds), joined(self._parts)
        # Labels are learned as often as they are met: states near the goal are few, and all searches end there. Of
        # those from rounds, the shortest solution of each state is learned.
        self._fit.run(labels if rounds == 1 else labels.least(), steps, report, self._keep_now_and_then)
        tell(f"{steps:,} steps, loss {self._fit.loss:.3f}")
        self._gathered, self._starts, self._fit.step, self._round = False, 0, 0, self._round + 1

    def _gather(self, count: int, solver: Exact | None, report: OnProgress) -> None:
        """The labels of a round; what was gathered before it was interrupted counts."""
        if not self._starts:
            self._forgotten += sum(map(len, self._parts[: 1 - _RECENT]))
            self._parts = [*self._parts[1 - _RECENT :], no_labels(self._positions)]
        parts = [self._parts[-1]]
        try:
            for labels in self._labels(count - len(parts[0]), solver, report):
                parts.append(labels)
                self._starts += AT_ONCE
                self._reach.adapt()
                if self._checkpoint.due:
                    parts = [joined(parts)]
                    self._parts[-1] = parts[0]
                    self._keep()
        finally:
            self._parts[-1:] = [joined(parts)] if self._starts else []
        self._gathered = True

    def _labels(self, count: int, solver: Exact | None, report: OnProgress) -> Iterator[Labels]:
        recipe, seed = self._recipe, self._seed * 1000 + self._round
        if self._by_walks and solver is None:
            yield walked(self._positions, count, self._reach.longest, seed, report)
            return
        solve: Solve
        start: Callable[[Random], State]
        if solver is not None:
            solve, start = solver.solve, self._random
        else:
            seconds = recipe.seconds if self._round else _FIRST * recipe.seconds
            recipe = replace(recipe, emphasis=recipe.weight_of_h(self._round), seconds=seconds)
            solve = self._reach.counted(network_solver(self._facts, self._learned(), recipe))
            start = self._reach.start
        solutions = Solutions(self._facts, self._features, start, solve, seed)
        yield from solutions.gather(count, self._jobs, report, self._starts)

    @property
    def _by_walks(self) -> bool:
        """Whether labels come from random walks, where no exact solver gives them.

        Without a lower bound from the facts, nothing solves states before a network has learned; and for Rubik's cube,
        what it learns from walks alone is good enough for a search to solve any state.
        """
        return self._features.base is None

    def _random(self, source: Random) -> State:
        return random_state(self._facts, source.getrandbits(63))

    def _learned(self) -> Learned:
        """The present network as a heuristic."""
        table = Table(self.network.kind, self.network.title, self._fit.arrays())
        return Learned(self._facts, self._features, table, 0, "learned")

    def _account(self, rounds: int, solver: Exact | None) -> str:
        """What a round has gathered."""
        labels = f"{len(self._parts[-1]):,} labels"
        if self._by_walks and solver is None:
            return f"{labels} from random walks"
        if solver:
            return f"{labels} from {self._starts:,} random states, solved by {solver.name}"
        return f"round {self._round + 1} of {rounds}: {labels}, {self._reach.account()}"

    def _keep_now_and_then(self) -> None:
        if self._checkpoint.due:
            self._keep()

    def _keep(self) -> None:
        """Keep all that is needed to continue from here."""
        reach = self._reach
        numbers = [self._round, self._starts, self._gathered, self._forgotten, reach.length, *reach.counts]
        self._checkpoint.keep(numbers, self._parts or [no_labels(self._positions)], self._fit.state())

    def _resume(self) -> bool:
        """Go on from what was kept; False if there is nothing."""
        arrays = self._checkpoint.arrays()
        if arrays is None:
            return False
        self._round, self._starts, gathered, self._forgotten, length, tried, solved, _ = map(int, arrays["numbers"])
        self._gathered, self._reach.length, self._reach.counts = bool(gathered), length, (tried, solved)
        ends = np.cumsum(arrays["sizes"])[:-1]
        contents, moves = np.split(arrays["contents"], ends), np.split(arrays["moves"], ends)
        self._parts = [Labels(*pair) for pair in zip(contents, moves, strict=True)]
        if not self._starts and not len(self._parts[-1]):  # which is kept where there is no part yet
            self._parts.pop()
        self._fit.resume(arrays)
        return True

    def finish(self, table: Table) -> Table:
        """Keep the network in the folder of tables, and forget the progress of its training."""
        return self._checkpoint.finish(self.network, table)
