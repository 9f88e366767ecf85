"""The domains: the one list of them, with the row that each has on each floor.

A row is a value of the floor's own type, or says where that value is, as "module:name", so that nothing is imported
before it is needed. A domain of another project is registered, or found among the installed packages: an entry point
of the group `pybridge.domains` that is a DomainRows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TypeVar, cast

from pybridge.errors import ArgumentError

ENTRY_POINTS = "pybridge.domains"
Row = TypeVar("Row", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainRows:
    """A domain: its name, and its rows, of which it needs those of facts and puzzles.

    `facts` is a Domain, how its fact files are read and written; `puzzles` are Transitions, how its states change. The
    others make more commands work: `witnesses` is a Witnessed, `heuristics` a Default, `search` a SearchRow, `engines`
    an InProlog, `render` an Appearance.
    """

    name: str
    facts: object
    puzzles: object
    witnesses: object = None
    heuristics: object = None
    search: object = None
    engines: object = None
    render: object = None


SHIPPED = (
    DomainRows(
        name="sliding_tiles",
        facts="pybridge.facts.tiles:SLIDING_TILES",
        puzzles="pybridge.puzzles.tiles:TRANSITIONS",
        witnesses="pybridge.witnesses.tiles:WITNESSED",
        heuristics="pybridge.heuristics.choice:FOR_TILES",
        search="pybridge.search.domains.tiles:TILES",
        engines="pybridge.engines.domains:TILES",
        render="pybridge.render.domains:TILES",
    ),
    DomainRows(
        name="blocks_world",
        facts="pybridge.facts.blocks:BLOCKS_WORLD",
        puzzles="pybridge.puzzles.blocks:TRANSITIONS",
        witnesses="pybridge.witnesses.blocks:WITNESSED",
        heuristics="pybridge.heuristics.choice:FOR_BLOCKS",
        search="pybridge.search.domains.blocks:BLOCKS",
        engines="pybridge.engines.domains:BLOCKS",
        render="pybridge.render.domains:BLOCKS",
    ),
    DomainRows(
        name="permutation",
        facts="pybridge.facts.turns:PERMUTATION",
        puzzles="pybridge.puzzles.turns:TRANSITIONS",
        witnesses="pybridge.witnesses.turns:WITNESSED",
        heuristics="pybridge.heuristics.choice:FOR_TURNS",
        search="pybridge.search.domains.turns:TURNS",
        engines="pybridge.engines.domains:TURNS",
        render="pybridge.render.domains:TURNS",
    ),
    DomainRows(
        name="rules",
        facts="pybridge.rules.domain:DOMAIN",
        puzzles="pybridge.rules.puzzle:TRANSITIONS",
        witnesses="pybridge.witnesses.rules:WITNESSED",
        heuristics="pybridge.heuristics.choice:FOR_RULES",
        search="pybridge.search.domains.rules:RULES",
        engines="pybridge.engines.domains:RULES",
        render="pybridge.render.rule_data:RULES",
    ),
)
_KNOWN = {each.name: each for each in SHIPPED}
_REGISTERED: set[str] = set()


def register(rows: DomainRows) -> None:
    """Add a domain to this process, instead of the one of its name that was registered before.

    So a notebook's cell can run twice. Raises ArgumentError if a shipped or an installed domain has the name.
    """
    if isinstance(rows, DomainRows) and rows.name in _REGISTERED:
        withdraw(rows.name)
    _add(rows)
    _REGISTERED.add(rows.name)


def _add(rows: DomainRows) -> None:
    if not isinstance(rows, DomainRows):
        raise ArgumentError(f"register takes a DomainRows, not {type(rows).__name__}")
    if rows.name in _KNOWN:
        raise ArgumentError(f"there is already a domain {rows.name}; choose another name")
    _KNOWN[rows.name] = rows


def withdraw(name: str) -> None:
    """Remove a domain that was registered. Raises ArgumentError for any other."""
    if name not in _REGISTERED:
        raise ArgumentError(f"no domain {name} was registered")
    _REGISTERED.remove(name)
    del _KNOWN[name]


def _find(name: str) -> DomainRows | None:
    """The domain of a name; None if there is none."""
    if name not in _KNOWN:
        _add_installed()
    return _KNOWN.get(name)


@cache
def _add_installed() -> None:
    """Register the domains of installed packages, once. Raises ArgumentError for what is not a domain."""
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        try:
            rows = point.load()
        except Exception as error:
            raise ArgumentError(f"the installed domain {point.name} cannot be loaded: {error}") from error
        _add(rows)


@cache
def _imported(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class Floor(Mapping[str, Row]):
    """The rows of one floor by domain, for the domains that have one there."""

    def __init__(self, name: str) -> None:
        """`name` is the floor's field of DomainRows."""
        self._name = name

    def __getitem__(self, domain: str) -> Row:
        rows = _find(domain)
        row = getattr(rows, self._name) if rows else None
        if row is None:
            raise KeyError(domain)
        return cast(Row, _imported(row) if isinstance(row, str) else row)

    def __contains__(self, domain: object) -> bool:
        rows = _find(domain) if isinstance(domain, str) else None
        return rows is not None and getattr(rows, self._name) is not None

    def __iter__(self) -> Iterator[str]:
        _add_installed()
        return iter([name for name in _KNOWN if name in self])

    def __len__(self) -> int:
        return len(list(iter(self)))
