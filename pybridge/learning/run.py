"""A training in the background, and what comes of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pybridge.facts import PuzzleFacts
from pybridge.forms import Form
from pybridge.heuristics.learned import Learned
from pybridge.heuristics.protocol import made
from pybridge.learning.training import Training
from pybridge.learning.walk_training import WalkTraining
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import features_of
from pybridge.search.run import BackgroundRun
from pybridge.search.tally import Stopped, Tally
from pybridge.store.table import Table
from pybridge.tables.network import NetworkRecipe, network_file


@dataclass(frozen=True, slots=True, repr=False)
class Trained:
    """The end of a training: a network, or what stopped it before it had one.

    `outcome` is SOLVED, or what stopped it; the same training then resumes. `table` are the network's weights and what
    is known of them, None if it was stopped. `lines` say what was reached on the way.
    """

    facts: PuzzleFacts = field(compare=False)
    network: NetworkRecipe
    outcome: Outcome
    table: Table | None
    lines: tuple[str, ...]

    def __repr__(self) -> str:
        end = "" if self.table else f", {self.outcome.value}"
        return f"<Trained for {self.facts.name}: {self.network.title}{end}>"

    @property
    def heuristic(self) -> Learned | None:
        """The network as a heuristic for `solve`, `Solver` and `measure`; None if the training was stopped."""
        if self.table is None:
            return None
        return made(Learned(self.facts, features_of(self.facts), self.table, 0, "learned"), self.facts)

    def to_file(self) -> bytes | None:
        """The network as a file for `learned:FILE`; None if the training was stopped."""
        return None if self.table is None else network_file(self.network, self.table)

    def to_dict(self) -> Form:
        """What `train --json` prints; `about` is None if the training was stopped."""
        about = None if self.table is None else dict(self.table.about)
        return {"network": self.network.identity, "about": about, "outcome": self.outcome.value}


class TrainingRun(BackgroundRun[Table]):
    """A training that runs in a background thread; `lines` say what it has reached so far."""

    def __init__(
        self,
        facts: PuzzleFacts,
        training: Training | WalkTraining,
        limits: Limits,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Start it; `tell` is called with each line. Its `progress().preparing` says what it does now."""
        self.lines: list[str] = []
        self._facts, self._training, self._told = facts, training, tell
        if training.resumed:
            self._tell("resumes where it was interrupted")
        super().__init__(self._trained, Tally(limits))

    def _tell(self, line: str) -> None:
        self.lines.append(line)
        self._told(line)

    def _trained(self) -> Table:
        self.tally.start()
        with self.tally.compiling():
            return self._training.run(self.tally.note, self._tell)

    def finish(self) -> Trained:
        """Wait for its end, and keep the network. Raises what the training raised."""
        training, outcome, table = self._training, Outcome.SOLVED, None
        try:
            table = training.finish(self.result())
        except Stopped as stopped:
            outcome = stopped.outcome
        return Trained(self._facts, training.network, outcome, table, tuple(self.lines))
