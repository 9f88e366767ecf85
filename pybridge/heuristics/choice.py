"""The default heuristics of each domain: a row each, and how those of a board of sliding tiles are chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import comb, factorial
from typing import TYPE_CHECKING, Any, Generic

from pybridge.domains import Floor
from pybridge.errors import BrokenTableError, UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import BlocksFacts, PuzzleFacts, State, TilesFacts, TurnsFacts
from pybridge.facts.model import Facts
from pybridge.heuristics.explanation import Explanation
from pybridge.heuristics.manhattan import explain
from pybridge.heuristics.registry import Spec, fits, parse, recipes

if TYPE_CHECKING:
    from pybridge.rules.facts import RulesFacts
    from pybridge.store.table import Recipe

_FEW = 8
"""The number of pieces up to which any heuristic is fast enough."""
_BEST = {(4, 4): "pdb:7-8", (5, 5): "pdb:6-6-6-6"}
_MOST_ENTRIES = 30_000_000
"""The largest pattern database that is built by default: a few seconds and 15 MB."""


def _best_for_tiles(facts: TilesFacts) -> Spec:
    """The fastest heuristic for most starts of this board, once its tables are built."""
    if len(facts.cells) - 1 <= _FEW:
        return _bounds_for_tiles(facts)
    rows, columns = (1 + max(place) - min(place) for place in zip(*facts.cells, strict=True))
    known = _BEST.get((rows, columns)) if len(facts.cells) == rows * columns else None
    spec = parse(known or f"pdb:{sizes(len(facts.cells))}")
    return spec if fits(facts, spec) else _bounds_for_tiles(facts)


def _bounds_for_tiles(facts: TilesFacts) -> Spec:
    """Takahashi's bounds, or the distances of the facts if those do not work for the board."""
    return Spec("takahashi") if fits(facts, Spec("takahashi")) else Spec("manhattan")


_FAST, _MIDDLE = 12, 16
"""The most cells for which `manhattan` is fast enough, and for which Takahashi's bounds are."""


def _compared_for_tiles(facts: TilesFacts) -> tuple[str, ...]:
    """Heuristics of which none takes minutes for a typical start of a common size."""
    cells = len(facts.cells)
    if cells <= _FAST:
        names: tuple[str, ...] = ("manhattan", "takahashi", f"pdb:{sizes(cells)}")
    elif cells == _MIDDLE:
        names = ("takahashi", "pdb:6-6-3", "pdb:7-8")
    elif cells < _MIDDLE:
        names = ("takahashi", f"pdb:{sizes(cells)}")
    else:
        names = ("pdb:6-6-6-6" if cells == 25 else f"pdb:{sizes(cells)}",)
    return tuple(name for name in names if fits(facts, parse(name))) or ("manhattan",)


def sizes(cells: int) -> str:
    """Sizes for a partition of the pieces, as even as possible, with tables of moderate size."""
    pieces = cells - 1
    most = max(size for size in range(1, pieces + 1) if comb(cells, size) * factorial(size) <= _MOST_ENTRIES)
    parts = -(-pieces // most)
    return "-".join(str(pieces // parts + (number < pieces % parts)) for number in range(parts))


@dataclass(frozen=True, slots=True)
class Default(Generic[Facts]):
    """The default heuristics of a domain: `best` if its tables are built, otherwise `bounds`.

    `bounds` needs no tables, or tables that are built quickly. `plain` is that of the classic programs, None where they
    have none, and `explain`
    shows its parts. `pruning` lists the tables of pruning; None if the domain has no tables at all. `compared` names
    those worth comparing on many starts, by default `bounds` alone.
    """

    best: Callable[[Facts], Spec]
    bounds: Callable[[Facts], Spec]
    plain: Spec | None
    explain: Callable[[Facts, State, int, int, str], Explanation] | None = None
    pruning: "Callable[[Facts], list[Recipe]] | None" = None
    compared: Callable[[Facts], tuple[str, ...]] | None = None


def _sequences(facts: TilesFacts) -> "list[Recipe]":
    from pybridge.tables.sequences.walks import SequenceRecipe

    return [SequenceRecipe(facts.neighbors)]


def _towers(facts: BlocksFacts) -> Spec:
    return Spec("towers")


def _blind(facts: PuzzleFacts) -> Spec:
    return Spec("blind")


def _best_for_rules(facts: "RulesFacts") -> Spec:
    """Bounds by forgetting, or none where there are no operators to forget of."""
    return Spec("abstraction" if facts.task else "blind")


def _explain_rules(facts: "RulesFacts", state: State, g: int, threshold: int, which: str) -> Explanation:
    from pybridge.heuristics.rules import explain

    return explain(facts, state, g, threshold, which)


def _no_tables(facts: PuzzleFacts) -> "list[Recipe]":
    return []


def _with_tables(facts: TurnsFacts, size: str) -> Spec:
    """Tables of that size, or the bound that needs none if no table fits."""
    spec = Spec("projection", size)
    return spec if fits(facts, spec) else Spec("points")


FOR_TILES = Default(_best_for_tiles, _bounds_for_tiles, Spec("manhattan"), explain, _sequences, _compared_for_tiles)
FOR_BLOCKS = Default(_towers, _towers, Spec("towers"), pruning=_no_tables)
FOR_TURNS = Default(
    partial(_with_tables, size="medium"), partial(_with_tables, size="small"), Spec("points"), pruning=_no_tables
)
FOR_RULES = Default(
    _best_for_rules, _blind, None, _explain_rules, _no_tables, lambda facts: (_best_for_rules(facts).name,)
)
DEFAULTS: Mapping[str, Default[Any]] = Floor("heuristics")
"""The rows by the name of the domain."""


def choose(facts: PuzzleFacts) -> Spec:
    """The default heuristic: the best one if all its tables are built, otherwise one that is ready quickly."""
    spec = best(facts)
    return spec if _are_there(facts, spec) else bounds(facts)


def best(facts: PuzzleFacts) -> Spec:
    """The fastest heuristic for most starts of this puzzle, once its tables are built. Raises UnfitHeuristicError."""
    return _row(facts).best(facts)


def bounds(facts: PuzzleFacts) -> Spec:
    """The best heuristic that is ready quickly. Raises UnfitHeuristicError."""
    return _row(facts).bounds(facts)


def _row(facts: PuzzleFacts) -> Default[Any]:
    """The row for the domain of the facts. Raises UnfitHeuristicError if there is none."""
    try:
        return DEFAULTS[facts.domain]
    except KeyError:
        raise UnfitHeuristicError(f"{facts.domain}, the domain of {facts.name}, has no heuristics") from None


def compared(facts: PuzzleFacts) -> tuple[str, ...]:
    """The names of heuristics worth comparing on many starts. Raises UnavailableProgramError if the domain has none."""
    row = DEFAULTS.get(facts.domain)
    if row is None:
        raise UnavailableProgramError(f"{facts.domain}, the domain of {facts.name}, has no heuristics to compare")
    return row.compared(facts) if row.compared else (row.bounds(facts).name,)


def pruning_recipes(facts: PuzzleFacts) -> "list[Recipe]":
    """The tables of pruning. Raises UnfitHeuristicError if the domain has no tables at all."""
    row = _row(facts)
    if row.pruning is None:
        raise UnfitHeuristicError(f"{facts.domain}, the domain of {facts.name}, has no tables")
    return row.pruning(facts)


def needed(facts: PuzzleFacts, heuristic: str | None) -> "list[Recipe]":
    """The tables of a heuristic, by default of the best one for the puzzle, and those of pruning."""
    pruning = pruning_recipes(facts)
    return [*recipes(facts, parse(heuristic) if heuristic else best(facts)), *pruning]


def plain(facts: PuzzleFacts) -> Spec | None:
    """The heuristic of the classic programs; None where the domain has none."""
    return DEFAULTS[facts.domain].plain if facts.domain in DEFAULTS else None


def explained(facts: PuzzleFacts, state: State, g: int, threshold: int, which: str) -> Explanation:
    """Why the plain heuristic of the domain keeps or cuts a state; `which` threshold it is, in words.

    Raises UnavailableProgramError if it has none.
    """
    row = DEFAULTS.get(facts.domain)
    if row is None or row.explain is None:
        raise UnavailableProgramError(
            f"--why explains the bound of sliding tiles and rules; {facts.name} is of {facts.domain}"
        )
    return row.explain(facts, state, g, threshold, which)


def _are_there(facts: PuzzleFacts, spec: Spec) -> bool:
    """Whether the store has all its tables, undamaged."""
    from pybridge.store.store import Store

    try:
        return all(Store().load(recipe) is not None for recipe in recipes(facts, spec))
    except BrokenTableError:
        return False
