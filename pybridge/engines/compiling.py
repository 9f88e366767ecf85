"""The heuristics and the pruning machine of sliding tiles, as options of the compiler in Prolog."""

from typing import TYPE_CHECKING

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import PuzzleFacts, TilesFacts
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, merged, sliding
from pybridge.limits import silent
from pybridge.puzzles import Pruning
from pybridge.search.rows import pruning_of
from pybridge.search.task import Task

if TYPE_CHECKING:
    from pybridge.store.table import Table

MOST_ENTRIES = 1 << 24
"""Of a pattern database that is built in Prolog: six tiles on 16 cells. It takes ten seconds, and 400 MB meanwhile."""


_KINDS = ("manhattan", "inversion", "walking", "takahashi", "pdb")
"""The heuristics that the compiler knows."""


def compile_options(task: Task) -> list[str]:
    """The options for a task's heuristic and pruning; what is not asked for is left to the compiler.

    Raises UnfitHeuristicError and UnavailableProgramError for what no program can be compiled with.
    """
    options = _heuristic(task.facts, task.heuristic) if task.heuristic else []
    return options + _pruning(task) if task.pruning else options


def _pruning(task: Task) -> list[str]:
    from pybridge.search.tiles import machine

    pruning = pruning_of(task)
    options = [f"pruning({pruning.value})"]
    if pruning is Pruning.SEQUENCE:
        facts = sliding(task.facts, Spec("manhattan"))
        options.append(machine_option(machine(facts, pruning, silent)))
    return options


def machine_option(table: "Table") -> str:
    """A pruning machine: where each move leads from each state, as text, and the states to begin with, from 1."""
    import numpy as np

    from pybridge.tables.sequences.machine import DEAD

    following = table.arrays["next"].astype(np.int64)
    rows = np.where(following == DEAD, 0, following + 1).tolist()
    starts = (table.arrays["start"].astype(np.int64) + 1).tolist()
    return f"machine('{str(rows).replace(' ', '')}',{starts})"


def _heuristic(facts: PuzzleFacts, spec: Spec | Heuristic) -> list[str]:
    if not isinstance(spec, Spec):
        raise UnfitHeuristicError(f"prolog-compiled has no heuristic {spec.name}; use the engine python")
    board = sliding(facts, spec)
    leaves = merged(spec)
    if other := [leaf.name for leaf in leaves if leaf.kind not in _KINDS]:
        raise UnfitHeuristicError(f"prolog-compiled has no heuristic {other[0]}; use the engine python")
    if len(leaves) > 1:
        names = ", ".join(leaf.name for leaf in leaves)
        raise UnfitHeuristicError(f"prolog-compiled takes one bound, not the largest of several; choose from {names}")
    (leaf,) = leaves
    options = [f"heuristic({leaf.kind})"]
    return [*options, _parts(board, leaf)] if leaf.kind == "pdb" else options


def _parts(facts: TilesFacts, spec: Spec) -> str:
    """The partition of a pattern database."""
    from pybridge.heuristics.pattern_database import partition

    parts = partition(facts, spec.partition)
    cells = len(facts.cells)
    if sum(map(len, parts)) != cells - 1:
        raise UnfitHeuristicError(
            f"prolog-compiled has pattern databases of distinct tiles only, and {facts.name} has equal ones; "
            "use another heuristic, or the engine native"
        )
    largest = max(map(len, parts))
    if cells**largest > MOST_ENTRIES:
        raise UnfitHeuristicError(
            f"{spec.name} has {largest} tiles in a part; on {cells} cells prolog-compiled takes at most "
            f"{_most(cells)}: choose smaller parts, or the engine native"
        )
    return f"parts({[list(part) for part in parts]})"


def _most(cells: int) -> int:
    """Tiles of a part."""
    return max(size for size in range(1, cells) if cells**size <= MOST_ENTRIES)
