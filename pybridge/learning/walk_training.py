"""A training by Ito and Yamamoto's recipe: a first network learns walks, and filters what a second one learns."""

from dataclasses import asdict

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import PuzzleFacts
from pybridge.heuristics.learned import Learned
from pybridge.learning.checkpoint import training_of
from pybridge.learning.positions import Labels, Positions, no_labels
from pybridge.learning.recipe import WalkRecipe
from pybridge.learning.solving import trial
from pybridge.learning.walk_fit import WalkFit
from pybridge.learning.walks import walk_data
from pybridge.limits import OnProgress
from pybridge.puzzles import features_of, is_reversible
from pybridge.store.table import Table
from pybridge.tables.network import NetworkRecipe, recipe_for


class WalkTraining:
    """Trains a network for a puzzle whose moves can be undone."""

    def __init__(self, facts: PuzzleFacts, recipe: WalkRecipe, *, seed: int = 0, fresh: bool = False) -> None:
        """Look for an interrupted training, which continues unless a `fresh` one is wanted; it has one thread.

        Raises UnfitHeuristicError if the recipe does not work for the puzzle.
        """
        self._facts, self._recipe, self._seed = facts, recipe, seed
        self._features = features_of(facts)
        if not is_reversible(facts):
            raise UnfitHeuristicError(
                f"the recipe {recipe.name} does not work for {facts.name}: its moves cannot be undone"
            )
        self._positions = Positions(self._features)
        self.network: NetworkRecipe = recipe_for(self._features, recipe.widths, recipe.name, seed, recipe.settings)
        self._fit = WalkFit(self._positions, recipe, self.network)
        self._labels = no_labels(self._positions)
        """Those that the second network learns."""
        self._counts = 0, 0
        self._checkpoint = training_of(self.network)
        self.resumed = not fresh and self._resume()
        self.damaged = self._checkpoint.damaged

    def run(self, report: OnProgress, tell: OnProgress) -> Table:
        """The network, once it is trained. What `report` raises ends the training; what was reached is kept then."""
        with self._checkpoint.kept_if_stopped(self._keep):
            if not self._fit.part:
                self._first(report, tell)
            if "origins" not in self._recipe.without:
                self._learn(1, self._labels, report, tell)
            seconds = self._checkpoint.seconds
            table = Table(self.network.kind, self.network.title, self._fit.arrays())
            heuristic = Learned(self._facts, self._features, table, 0, "learned")
            found = trial(self._facts, heuristic, report, program="ida_star")
        tell(str(found))
        names = ("first_labels", "second_labels", "labels", "seconds", "trial")
        about = dict(zip(names, (*self._counts, len(self._labels), seconds, asdict(found)), strict=True))
        return Table(self.network.kind, self.network.title, table.arrays, about)

    def _first(self, report: OnProgress, tell: OnProgress) -> None:
        """Gather all labels, learn the first ones, and leave out those of the second that are too great."""
        recipe, fit = self._recipe, self._fit
        first, second = walk_data(self._facts, self._features, recipe, self._seed, report)
        self._counts = len(first), len(second)
        tell(f"{len(first):,} labels from walks from the goal")
        tell(f"{len(second):,} labels from walks from {recipe.origins:,} well-trodden states")
        self._learn(0, first.where(first.moves <= recipe.believed), report, tell)
        self._labels = second
        if "filter" not in recipe.without:
            self._labels = second.where(fit.wanted(second) <= fit.values(second.contents))
            tell(f"{len(self._labels):,} labels left by the filter")

    def _learn(self, part: int, labels: Labels, report: OnProgress, tell: OnProgress) -> None:
        self._fit.learn(part, labels, report, self._keep_now_and_then)
        tell(f"network {part + 1}: {len(labels):,} labels, {self._recipe.epochs} epochs, loss {self._fit.loss:.1f}")

    def _keep_now_and_then(self) -> None:
        if self._checkpoint.due:
            self._keep()

    def _keep(self) -> None:
        """Keep the weights, and the labels of the second network; those of the first come of the seed again."""
        labels = self._labels if self._fit.part else no_labels(self._positions)
        self._checkpoint.keep(self._counts, [labels], self._fit.state())

    def _resume(self) -> bool:
        """Go on from what was kept; False if there is nothing."""
        arrays = self._checkpoint.arrays()
        if arrays is None:
            return False
        self._counts = int(arrays["numbers"][0]), int(arrays["numbers"][1])
        self._labels = Labels(arrays["contents"], arrays["moves"])
        self._fit.resume(arrays)
        return True

    def finish(self, table: Table) -> Table:
        """Keep the network in the folder of tables, and forget the progress of its training."""
        return self._checkpoint.finish(self.network, table)
