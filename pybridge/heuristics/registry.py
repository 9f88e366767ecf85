"""The registry of heuristics: their names, domains, and construction. A new heuristic is a row here."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import BlocksFacts, PuzzleFacts, TilesFacts, TurnsFacts
from pybridge.facts.wording import did_you_mean
from pybridge.heuristics.manhattan import Manhattan
from pybridge.heuristics.protocol import Heuristic, Maximum, made
from pybridge.heuristics.towers import Towers
from pybridge.puzzles import features_of

if TYPE_CHECKING:
    from pybridge.heuristics.lookups import AnyRecipe
    from pybridge.heuristics.takahashi import InversionDistance, WalkingDistance
    from pybridge.limits import OnProgress
    from pybridge.rules.facts import RulesFacts
    from pybridge.store.table import Recipe, Table

_MOST_NESTED = 32


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed heuristic: a plain name, one with an argument, the `partition` of `pdb`, or `max` and its `parts`."""

    kind: str
    partition: str = ""
    parts: tuple["Spec", ...] = ()

    @property
    def name(self) -> str:
        """The name as a user types it."""
        if self.partition:
            return f"{self.kind}:{self.partition}"
        return f"max({','.join(part.name for part in self.parts)})" if self.parts else self.kind

    def leaves(self) -> Iterator["Spec"]:
        """The heuristics that this is the maximum of, or itself."""
        for part in self.parts:
            yield from part.leaves()
        if not self.parts:
            yield self


Tables: TypeAlias = "Mapping[Recipe, Table]"


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of heuristic: the domain that it supports, None for several, and how to make it.

    `make` gets the facts, the parsed heuristic and the tables of `recipes`. `written` lists the forms of the name if it
    has arguments. A `network` has kernels of its own.
    """

    kind: str
    make: Callable[[Any, Spec, Tables], Heuristic]
    recipes: "Callable[[Any, Spec], Iterable[Recipe]]" = lambda facts, spec: ()
    domain: str | None = TilesFacts.domain
    written: tuple[str, ...] = ()
    network: bool = False


def _inversion(facts: TilesFacts, spec: Spec, tables: Tables) -> "InversionDistance":
    from pybridge.heuristics.takahashi import InversionDistance

    return InversionDistance(facts)


def _walking(facts: TilesFacts, spec: Spec, tables: Tables) -> "WalkingDistance":
    from pybridge.heuristics.takahashi import WalkingDistance

    vertical, horizontal = _walking_recipes(facts, spec)
    return WalkingDistance(facts, tables[vertical], tables[horizontal])


def _takahashi(facts: TilesFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.takahashi import Takahashi

    return Takahashi(_walking(facts, spec, tables), _inversion(facts, spec, tables))


def _no_recipes_of_a_grid(facts: TilesFacts, spec: Spec) -> "Iterable[Recipe]":
    """No tables, but the board must be a full rectangle."""
    from pybridge.heuristics.takahashi import grid

    grid(facts, f"the heuristic {spec.name}")
    return ()


def _walking_recipes(facts: TilesFacts, spec: Spec) -> "tuple[Recipe, Recipe]":
    from pybridge.heuristics.takahashi import grid, walking_recipes

    return walking_recipes(grid(facts, f"the heuristic {spec.name}"))


def _databases(facts: TilesFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.pattern_database import PatternDatabases, partition

    return PatternDatabases(facts, partition(facts, spec.partition), tables, spec.name)


def _database_recipes(facts: TilesFacts, spec: Spec) -> "Iterable[Recipe]":
    from pybridge.heuristics import pattern_database

    return pattern_database.recipes(facts, pattern_database.partition(facts, spec.partition))


def _points(facts: TurnsFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.points import Points

    return Points(facts)


def _projections(facts: TurnsFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.projections import Projections

    return Projections(facts, {recipe: tables[recipe] for recipe in _projection_recipes(facts, spec)}, spec.name)


def _projection_recipes(facts: TurnsFacts, spec: Spec) -> "Iterable[AnyRecipe]":
    from pybridge.heuristics import projection_choice

    return projection_choice.recipes(facts, spec.partition)


def _learned(facts: PuzzleFacts, spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.learned import learned

    return learned(facts, spec.partition, spec.name)


def _no_recipes_of_features(facts: PuzzleFacts, spec: Spec) -> "Iterable[Recipe]":
    """No tables that can be built, but a network must be able to see the states."""
    features_of(facts)
    return ()


def _of_rules(facts: "RulesFacts", spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.rules import Blind, Counted, OwnBound

    if spec.kind == "blind":
        return Blind()
    return Counted(facts) if spec.kind == "counting" else OwnBound(facts)


def _task_recipe(facts: "RulesFacts", spec: Spec) -> "Iterable[Recipe]":
    """The task, unless a state is one value."""
    from pybridge.rules.recipe import TaskRecipe

    return (TaskRecipe(facts.text, facts.name),) if facts.task else ()


def _abstraction_recipes(facts: "RulesFacts", spec: Spec) -> "Iterable[Recipe]":
    from pybridge.heuristics.abstraction import recipe

    return (recipe(facts, spec.partition),)


def _abstractions(facts: "RulesFacts", spec: Spec, tables: Tables) -> Heuristic:
    from pybridge.heuristics.abstraction import Abstractions, recipe

    found = recipe(facts, spec.partition)
    return Abstractions(found.task, tables[found], spec.name)


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
        Row("towers", lambda facts, spec, tables: Towers(facts), domain=BlocksFacts.domain),
        Row("pdb", _databases, _database_recipes, written=("pdb:SIZES", "pdb:FILE")),
        Row("points", _points, domain=TurnsFacts.domain),
        Row(
            "projection", _projections, _projection_recipes, TurnsFacts.domain, ("projection:SIZE", "projection:PARTS")
        ),
        Row(
            "learned",
            _learned,
            _no_recipes_of_features,
            domain=None,
            written=("learned", "learned:MARGIN", "learned:FILE", "learned:FILE:MARGIN"),
            network=True,
        ),
        Row("blind", _of_rules, _task_recipe, "rules"),
        Row("counting", _of_rules, domain="rules"),
        Row("bound", _of_rules, domain="rules"),
        Row("abstraction", _abstractions, _abstraction_recipes, "rules", ("abstraction", "abstraction:STATES")),
        Row("max", _maximum, _recipes_of_parts, written=("max(A,B)",)),
    )
}
"""All kinds of heuristics, by name. Their modules are imported on first use."""

NAMES = tuple(name for row in ROWS.values() for name in row.written or (row.kind,))
"""The forms of all names, as messages list them."""


def parse(text: str) -> Spec:
    """Parse the name of a heuristic. Raises UnfitHeuristicError."""
    name = text.strip()
    if name in ROWS and name in (ROWS[name].written or (name,)):
        return Spec(name)
    kind, _, rest = name.partition(":")
    if kind in ROWS and any(form.startswith(f"{kind}:") for form in ROWS[kind].written) and rest.strip():
        return Spec(kind, rest.strip())
    if name.startswith("max(") and name.endswith(")") and name.count("max(") <= _MOST_NESTED:
        parts = tuple(parse(part) for part in _split(name[len("max(") : -1]))
        return Spec("max", parts=parts) if len(parts) > 1 else parts[0]
    raise _no_heuristic(text)


def _no_heuristic(name: str) -> UnfitHeuristicError:
    return UnfitHeuristicError(
        f"no heuristic is named {name!r}{did_you_mean(name, NAMES)}; choose from {', '.join(NAMES)}"
    )


def _split(text: str) -> list[str]:
    """Split at commas outside parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def merged(spec: Spec) -> list[Spec]:
    """The heuristics in a maximum without duplicates; walking and inversion distance become their joint bound."""
    leaves = list(dict.fromkeys(spec.leaves()))
    kinds = {leaf.kind for leaf in leaves}
    if "takahashi" in kinds or {"walking", "inversion"} <= kinds:
        leaves = [leaf for leaf in leaves if leaf.kind not in ("walking", "inversion", "takahashi")]
        leaves.append(Spec("takahashi"))
    return leaves


def sliding(facts: PuzzleFacts, spec: Spec) -> TilesFacts:
    """The facts as sliding tiles. Raises UnfitHeuristicError if the domain or the heuristic is another."""
    _require(facts, spec, ROWS["manhattan"])
    board: TilesFacts = _suited(facts, spec)
    return board


def _suited(facts: PuzzleFacts, spec: Spec) -> Any:
    """The facts, after checking that the heuristic supports their domain. Raises UnfitHeuristicError."""
    for each in (spec, *spec.leaves()):
        if each.kind not in ROWS:
            raise _no_heuristic(each.name)
        _require(facts, spec, ROWS[each.kind])
    return facts


def _require(facts: PuzzleFacts, spec: Spec, row: Row) -> None:
    """Raise UnfitHeuristicError if the row is for another domain."""
    if row.domain not in (facts.domain, None):
        raise UnfitHeuristicError(
            f"{spec.name}: this heuristic is for {row.domain}; the domain of {facts.name} is {facts.domain}"
        )


def recipes(facts: PuzzleFacts, spec: Spec) -> "list[Recipe]":
    """The tables that a heuristic needs, without duplicates. Raises UnfitHeuristicError."""
    suited = _suited(facts, spec)
    return list(dict.fromkeys(ROWS[spec.kind].recipes(suited, spec)))


def make(facts: PuzzleFacts, spec: Spec, tables: Tables) -> Heuristic:
    """Make the heuristic with the tables of `recipes`. Raises UnfitHeuristicError."""
    suited = _suited(facts, spec)
    return ROWS[spec.kind].make(suited, spec, tables)


def obtain(facts: PuzzleFacts, spec: Spec, report: "OnProgress") -> Heuristic:
    """Make the heuristic, loading its tables or building and storing them.

    Raises UnfitHeuristicError, TableSpaceError, and BrokenTableError if h of a goal is not 0.
    """
    from pybridge.store.store import Store

    tables = {recipe: Store().obtain(recipe, report) for recipe in recipes(facts, spec)}
    heuristic = make(facts, spec, tables)
    if tables and any(heuristic.estimate(goal) for goal in facts.goals):
        raise BrokenTableError(
            f"the tables of the heuristic {spec.name} give a goal a distance other than 0; "
            "run `pybridge tables verify` to find the wrong table and `pybridge tables remove` to remove it"
        )
    return made(heuristic, facts)


def fits(facts: PuzzleFacts, spec: Spec) -> bool:
    """Whether the heuristic works for the puzzle."""
    try:
        recipes(facts, spec)
    except UnfitHeuristicError:
        return False
    return True
