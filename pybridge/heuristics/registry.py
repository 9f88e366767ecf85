"""Heuristics by name: what there is, what each is for, how it is made, and which one is taken when none is asked for.

A new one is one row here. What a row needs is imported when it is asked for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from pybridge.errors import BrokenTableError, UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.heuristics.manhattan import Explanation, Manhattan, explain
from pybridge.heuristics.protocol import Heuristic, Maximum
from pybridge.heuristics.towers import Towers

if TYPE_CHECKING:
    from pybridge.tables.store import Store
    from pybridge.tables.table import Recipe, Report, Table

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


Tables: TypeAlias = "Mapping[Recipe, Table]"

_FOR_TILES = "heuristics other than towers are for sliding tiles"


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a kind of heuristic: the domain whose facts it takes, and how it is made of them.

    `make` gets the facts, what is asked for, and the tables of `recipes`. `elsewhere` is what is said of it where the
    facts are of another domain; `written` are the forms of its name, if that is not all there is to ask for.
    """

    kind: str
    make: Callable[[Any, Spec, Tables], Heuristic]
    recipes: "Callable[[Any, Spec], Iterable[Recipe]]" = lambda facts, spec: ()
    domain: str = SlidingFacts.domain
    elsewhere: str = _FOR_TILES
    written: tuple[str, ...] = ()


def _inversion(facts: SlidingFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.takahashi import InversionDistance

    return InversionDistance(facts)


def _walking(facts: SlidingFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.takahashi import WalkingDistance

    vertical, horizontal = _walking_recipes(facts, spec)
    return WalkingDistance(facts, tables[vertical], tables[horizontal])


def _takahashi(facts: SlidingFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.takahashi import InversionDistance, Takahashi, WalkingDistance

    vertical, horizontal = _walking_recipes(facts, spec)
    return Takahashi(WalkingDistance(facts, tables[vertical], tables[horizontal]), InversionDistance(facts))


def _no_recipes_of_a_grid(facts: SlidingFacts, spec: Spec) -> "Iterable[Recipe]":
    """None, but the board has to be a full rectangle."""
    from pybridge.heuristics.takahashi import grid

    grid(facts, f"the heuristic {spec.name}")
    return ()


def _walking_recipes(facts: SlidingFacts, spec: Spec) -> "tuple[Recipe, Recipe]":
    from pybridge.heuristics.takahashi import grid, walking_recipes

    return walking_recipes(grid(facts, f"the heuristic {spec.name}"))


def _databases(facts: SlidingFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.pattern_database import PatternDatabases, partition
    from pybridge.tables.pattern import PatternRecipe

    mine = {recipe: table for recipe, table in tables.items() if isinstance(recipe, PatternRecipe)}
    return PatternDatabases(facts, partition(facts, spec.partition), mine, spec.name)


def _database_recipes(facts: SlidingFacts, spec: Spec) -> "Iterable[Recipe]":
    from pybridge.heuristics import pattern_database

    return pattern_database.recipes(facts, pattern_database.partition(facts, spec.partition))


def _maximum(facts: PuzzleFacts, spec: Spec, tables: Tables) -> Heuristic:
    parts = [make(facts, part, tables) for part in merged(spec)]
    return Maximum(parts) if len(parts) > 1 else parts[0]


def _recipes_of_parts(facts: PuzzleFacts, spec: Spec) -> "Iterator[Recipe]":
    for part in spec.parts:
        yield from ROWS[part.kind].recipes(facts, part)


ROWS: Mapping[str, Row] = {
    row.kind: row
    for row in (
        Row("manhattan", lambda facts, spec, tables: Manhattan(facts)),
        Row("inversion", _inversion, _no_recipes_of_a_grid),
        Row("walking", _walking, _walking_recipes),
        Row("takahashi", _takahashi, _walking_recipes),
        Row(
            "towers",
            lambda facts, spec, tables: Towers(facts),
            domain=BlocksFacts.domain,
            elsewhere="the heuristic towers is for blocks world",
        ),
        Row("pdb", _databases, _database_recipes, written=("pdb:SIZES", "pdb:FILE")),
        Row("max", _maximum, _recipes_of_parts, written=("max(A,B)",)),
    )
}
"""What there is."""

NAMES = tuple(name for row in ROWS.values() for name in row.written or (row.kind,))
"""What can be asked for."""


@dataclass(frozen=True, slots=True)
class Default:
    """What a domain's searches take when none is asked for: what is `best` once its tables are there, and until then.

    `bounds` has tables that are made in a moment, or none. `plain` is the one of the classic programs, and `explain`
    shows what it is made of.
    """

    best: Callable[[Any], Spec]
    bounds: Callable[[Any], Spec]
    plain: Spec
    explain: Callable[[Any, State, int, int], Explanation] | None = None


def _best_for_tiles(facts: SlidingFacts) -> Spec:
    from pybridge.heuristics import choice

    return choice.best(facts)


def _bounds_for_tiles(facts: SlidingFacts) -> Spec:
    from pybridge.heuristics import choice

    return choice.bounds(facts)


DEFAULTS: Mapping[str, Default] = {
    SlidingFacts.domain: Default(_best_for_tiles, _bounds_for_tiles, Spec("manhattan"), explain),
    BlocksFacts.domain: Default(lambda facts: Spec("towers"), lambda facts: Spec("towers"), Spec("towers")),
}
"""By domain."""


def parse(text: str) -> Spec:
    """Read a heuristic's name. Raises UnfitHeuristicError."""
    name = text.strip()
    if name in ROWS and not ROWS[name].written:
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


def merged(spec: Spec) -> list[Spec]:
    """What a maximum is of, each once; of walking and inversion distance the larger counts in each direction."""
    leaves = list(dict.fromkeys(spec.leaves()))
    kinds = {leaf.kind for leaf in leaves}
    if "takahashi" in kinds or {"walking", "inversion"} <= kinds:
        leaves = [leaf for leaf in leaves if leaf.kind not in ("walking", "inversion", "takahashi")]
        leaves.append(Spec("takahashi"))
    return leaves


def sliding(facts: PuzzleFacts, spec: Spec) -> SlidingFacts:
    """The facts, if the heuristic is for their domain, sliding tiles. Raises UnfitHeuristicError."""
    _require(facts, spec, ROWS["manhattan"])
    board: SlidingFacts = _suited(facts, spec)
    return board


def _suited(facts: PuzzleFacts, spec: Spec) -> Any:
    """The facts as the rows take them, if all of the heuristic is for their domain. Raises UnfitHeuristicError."""
    for each in (spec, *spec.leaves()):
        _require(facts, spec, ROWS[each.kind])
    return facts


def _require(facts: PuzzleFacts, spec: Spec, row: Row) -> None:
    """Raise UnfitHeuristicError if the row is for another domain."""
    if facts.domain != row.domain:
        raise UnfitHeuristicError(f"{spec.name}: {row.elsewhere}; {facts.name} is of {facts.domain}")


def recipes(facts: PuzzleFacts, spec: Spec) -> "list[Recipe]":
    """The tables that a heuristic needs, each once. Raises UnfitHeuristicError."""
    return list(dict.fromkeys(ROWS[spec.kind].recipes(_suited(facts, spec), spec)))


def make(facts: PuzzleFacts, spec: Spec, tables: Tables) -> Heuristic:
    """The heuristic, with the tables of `recipes`. Raises UnfitHeuristicError."""
    return ROWS[spec.kind].make(_suited(facts, spec), spec, tables)


def obtain(facts: PuzzleFacts, spec: Spec, store: "Store", report: "Report") -> Heuristic:
    """The heuristic, with its tables loaded, or built and kept.

    Raises UnfitHeuristicError, TableSpaceError, and BrokenTableError for tables that give a goal a distance.
    """
    tables = {recipe: store.obtain(recipe, report) for recipe in recipes(facts, spec)}
    heuristic = make(facts, spec, tables)
    if tables and any(heuristic.estimate(goal) for goal in facts.goals):
        raise BrokenTableError(
            f"the tables of the heuristic {spec.name} say that a goal is some moves from a goal: "
            "`pybridge tables verify` finds the wrong one, `pybridge tables remove` removes it"
        )
    return heuristic


def choose(facts: PuzzleFacts, store: "Store") -> Spec:
    """A heuristic to begin with: the best one if all its tables are there, else one that needs none to speak of."""
    spec = best(facts)
    return spec if _are_there(facts, spec, store) else bounds(facts)


def best(facts: PuzzleFacts) -> Spec:
    """The heuristic that finds an optimum of this puzzle soonest once its tables are there, for most starts."""
    return DEFAULTS[facts.domain].best(facts)


def bounds(facts: PuzzleFacts) -> Spec:
    """The best heuristic that is at hand in a moment."""
    return DEFAULTS[facts.domain].bounds(facts)


def plain(facts: PuzzleFacts) -> Spec | None:
    """The heuristic of the classic programs; None where the domain has none."""
    return DEFAULTS[facts.domain].plain if facts.domain in DEFAULTS else None


def explained(facts: PuzzleFacts, state: State, g: int, threshold: int) -> Explanation:
    """Why the plain heuristic of the domain keeps or cuts a state. Raises UnavailableProgramError if it has none."""
    row = DEFAULTS.get(facts.domain)
    if row is None or row.explain is None:
        raise UnavailableProgramError(f"{facts.name} has no distance/2, so there is no bound to explain")
    return row.explain(facts, state, g, threshold)


def fits(facts: PuzzleFacts, spec: Spec) -> bool:
    """Whether the heuristic can be had for the puzzle."""
    try:
        recipes(facts, spec)
    except UnfitHeuristicError:
        return False
    return True


def _are_there(facts: PuzzleFacts, spec: Spec, store: "Store") -> bool:
    """Whether all its tables lie in the store, sound."""
    try:
        return all(store.load(recipe) is not None for recipe in recipes(facts, spec))
    except BrokenTableError:
        return False
