"""What IDA* needs before it can begin: a heuristic with its tables, and the machine of its pruning."""

from dataclasses import dataclass

from pybridge.errors import BrokenTableError, TableSpaceError, UnavailableProgramError
from pybridge.facts import SlidingFacts
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import choose, obtain, parse, sliding
from pybridge.search.task import Prune, Task
from pybridge.tables.sequences import SequenceRecipe
from pybridge.tables.store import Store
from pybridge.tables.table import Report, Table


@dataclass(frozen=True, slots=True)
class Prepared:
    """A heuristic and a pruning machine."""

    heuristic: Heuristic
    pruning: Prune
    machine: Table


def prepare(task: Task, report: Report) -> Prepared:
    """Load what the task's search needs, or build and keep it.

    Raises UnfitHeuristicError, TableSpaceError, and UnavailableProgramError if the pruning that is asked for does not
    fit.
    """
    store = Store()
    facts = sliding(task.facts, parse(task.heuristic or "manhattan"))
    spec = parse(task.heuristic) if task.heuristic else choose(facts, store)
    pruning = pruning_of(task)
    return Prepared(obtain(facts, spec, store, report), pruning, machine(facts, pruning, store, report))


def require_lower_bound(heuristic: Heuristic, length: int, threshold: int) -> None:
    """Raise BrokenTableError for a solution shorter than the threshold: some state's estimate was too large."""
    if heuristic.admissible and length < threshold:
        raise BrokenTableError(
            f"the heuristic {heuristic.name} is no lower bound: at the threshold {threshold} there was a solution of "
            f"{length} moves; `pybridge tables verify` finds the wrong table, `pybridge tables remove` removes it"
        )


def pruning_of(task: Task) -> Prune:
    """The pruning that is asked for, or else the one that leaves out most and keeps what is wanted."""
    everything = task.every or task.counted
    if task.pruning is Prune.TRANSPOSITION:
        raise UnavailableProgramError("transposition pruning is for blocks world; use --pruning inverse or sequence")
    if task.pruning is Prune.SEQUENCE and everything:
        raise UnavailableProgramError(
            "sequence pruning keeps one shortest solution, not all of them; with all or count use --pruning inverse"
        )
    if task.pruning is not None:
        return task.pruning
    return Prune.INVERSE if everything else Prune.SEQUENCE


def machine(facts: SlidingFacts, pruning: Prune, store: Store, report: Report) -> Table:
    """The machine that knows which walks of the blank need not be searched."""
    if pruning is Prune.INVERSE:
        return SequenceRecipe(facts.neighbors, depth=2).build(report)
    recipe = SequenceRecipe(facts.neighbors)
    try:
        return store.obtain(recipe, report)
    except TableSpaceError:  # it takes a second to make, and not to be kept
        return recipe.build(report)
