"""Heuristics by name: `manhattan`, `inversion`, `walking`, `takahashi`, `pdb:PARTITION`, `max(...)` of several.

`towers` is for blocks world, the others are for sliding tiles.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts
from pybridge.heuristics.manhattan import Manhattan
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.towers import Towers

if TYPE_CHECKING:
    from pybridge.tables.store import Store
    from pybridge.tables.table import Recipe, Report, Table

NAMES = ("manhattan", "inversion", "walking", "takahashi", "towers", "pdb:SIZES", "pdb:FILE", "max(A,B)")
"""What can be asked for."""

_PLAIN = NAMES[:5]
_WITH_WALKING = ("walking", "takahashi")
_MOST_NESTED = 32


@dataclass(frozen=True, slots=True)
class Spec:
    """A heuristic that is asked for: a plain name; `pdb` and its `partition`; or `max` and its `parts`."""

    kind: str
    partition: str = ""
    parts: tuple["Spec", ...] = ()

    @property
    def name(self) -> str:
        """As it is written."""
        if self.kind == "pdb":
            return f"pdb:{self.partition}"
        return f"max({','.join(part.name for part in self.parts)})" if self.parts else self.kind

    def leaves(self) -> Iterator["Spec"]:
        """All that it is the maximum of, or itself."""
        for part in self.parts:
            yield from part.leaves()
        if not self.parts:
            yield self


def parse(text: str) -> Spec:
    """Read a heuristic's name. Raises UnfitHeuristicError."""
    name = text.strip()
    if name in _PLAIN:
        return Spec(name)
    if name.startswith("pdb:") and name != "pdb:":
        return Spec("pdb", name.removeprefix("pdb:").strip())
    if name.startswith("max(") and name.endswith(")") and name.count("max(") <= _MOST_NESTED:
        parts = tuple(parse(part) for part in _split(name[len("max(") : -1]))
        return Spec("max", parts=parts) if len(parts) > 1 else parts[0]
    raise UnfitHeuristicError(f"no heuristic is called {text!r}; there are {', '.join(NAMES)}")


def _split(text: str) -> list[str]:
    """Cut at commas that no parenthesis encloses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def sliding(facts: PuzzleFacts, spec: Spec) -> SlidingFacts:
    """The facts, if the heuristic is for their domain, sliding tiles. Raises UnfitHeuristicError."""
    if not isinstance(facts, SlidingFacts):
        told = "heuristics other than towers are for sliding tiles"
        raise UnfitHeuristicError(f"{spec.name}: {told}; {facts.name} is of {facts.domain}")
    if any(leaf.kind == "towers" for leaf in spec.leaves()):
        told = "the heuristic towers is for blocks world"
        raise UnfitHeuristicError(f"{spec.name}: {told}; {facts.name} is of {facts.domain}")
    return facts


def recipes(facts: PuzzleFacts, spec: Spec) -> "list[Recipe]":
    """The tables that a heuristic needs, each once. Raises UnfitHeuristicError."""
    if spec.kind == "towers" and isinstance(facts, BlocksFacts):
        return []
    board = sliding(facts, spec)
    found: dict[Recipe, None] = {}
    for leaf in spec.leaves():
        if leaf.kind == "pdb":
            from pybridge.heuristics import pattern_database
            from pybridge.heuristics.partition import partition

            found |= dict.fromkeys(pattern_database.recipes(board, partition(board, leaf.partition)))
        elif leaf.kind != "manhattan":
            from pybridge.tables.grid import grid

            rectangle = grid(board, f"the heuristic {leaf.name}")
            if leaf.kind in _WITH_WALKING:
                from pybridge.heuristics import walking

                found |= dict.fromkeys(walking.recipes(rectangle))
    return list(found)


def make(facts: PuzzleFacts, spec: Spec, tables: "Mapping[Recipe, Table]") -> Heuristic:
    """The heuristic, with the tables of `recipes`. Raises UnfitHeuristicError."""
    if spec.kind == "towers" and isinstance(facts, BlocksFacts):
        return Towers(facts)
    board = sliding(facts, spec)
    if spec.parts:
        from pybridge.heuristics.maximum import Maximum

        parts = [make(board, part, tables) for part in merged(spec)]
        return Maximum(parts) if len(parts) > 1 else parts[0]
    if spec.kind == "manhattan":
        return Manhattan(board)
    if spec.kind == "pdb":
        from pybridge.heuristics.partition import partition
        from pybridge.heuristics.pattern_database import PatternDatabases
        from pybridge.tables.pattern import PatternRecipe

        mine = {recipe: table for recipe, table in tables.items() if isinstance(recipe, PatternRecipe)}
        return PatternDatabases(board, partition(board, spec.partition), mine, spec.name)
    return _of_directions(board, spec, tables)


def merged(spec: Spec) -> list[Spec]:
    """What a maximum is of, each once; of walking and inversion distance the larger counts in each direction."""
    leaves = list(dict.fromkeys(spec.leaves()))
    kinds = {leaf.kind for leaf in leaves}
    if "takahashi" in kinds or {"walking", "inversion"} <= kinds:
        leaves = [leaf for leaf in leaves if leaf.kind not in ("walking", "inversion", "takahashi")]
        leaves.append(Spec("takahashi"))
    return leaves


def _of_directions(board: SlidingFacts, spec: Spec, tables: "Mapping[Recipe, Table]") -> Heuristic:
    """Those that tell vertical moves from horizontal ones."""
    from pybridge.heuristics.inversion import InversionDistance

    if spec.kind == "inversion":
        return InversionDistance(board)
    from pybridge.heuristics import walking
    from pybridge.heuristics.takahashi import Takahashi
    from pybridge.tables.grid import grid

    vertical, horizontal = walking.recipes(grid(board, f"the heuristic {spec.name}"))
    distance = walking.WalkingDistance(board, tables[vertical], tables[horizontal])
    return distance if spec.kind == "walking" else Takahashi(distance, InversionDistance(board))


def obtain(facts: PuzzleFacts, spec: Spec, store: "Store", report: "Report") -> Heuristic:
    """The heuristic, with its tables loaded, or built and kept. Raises UnfitHeuristicError and TableSpaceError."""
    return make(facts, spec, {recipe: store.obtain(recipe, report) for recipe in recipes(facts, spec)})
