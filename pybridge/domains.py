"""The domains: the one list of them, with the row that each has on each floor.

A row is a value of the floor's own type, or says where that value is, as "module:name", so that nothing is imported
before it is needed. A domain of another project is registered, or found among the installed packages: an entry point
of the group `pybridge.domains` that is a DomainRows.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TypeVar, cast

from pybridge.errors import ArgumentError

ENTRY_POINTS = "pybridge.domains"
Row = TypeVar("Row", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainRows:
    """A domain: its name, and its rows, of which it needs those of facts and puzzles.

    `facts` is a Domain, how its fact files are read and written; `puzzles` are Transitions, how its states change. The
    others make more commands work: `witnesses` is a Witnessed, `search` a SearchRow, `render` an Appearance.
    `heuristics`, a Default, and `engines`, an InProlog, name heuristics and Prolog programs that come with pybridge.
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
_SHIPPED = {each.name: each for each in SHIPPED}
_REGISTERED: dict[str, DomainRows] = {}
_TIMES: Counter[str] = Counter()
"""How often a name was registered."""
_PROCESS = os.urandom(8).hex()


def register(rows: DomainRows) -> None:
    """Add a domain to this process, in place of the one of its name that was registered before, or is installed.

    So a notebook's cell can run twice. Raises ArgumentError for the name of a shipped domain, and without a row of
    facts or of puzzles.
    """
    if fault := _fault(rows):
        raise ArgumentError(fault)
    _REGISTERED[rows.name] = rows
    _TIMES[rows.name] += 1


def _fault(rows: object) -> str | None:
    """Why this is not a domain of another project; None if it is one."""
    if not isinstance(rows, DomainRows):
        return f"register takes a DomainRows, not {type(rows).__name__}"
    if rows.name in _SHIPPED:
        return f"there is already a domain {rows.name}; choose another name"
    if rows.facts is None or rows.puzzles is None:
        return f"the domain {rows.name} has no row of {'puzzles' if rows.facts else 'facts'}, which each needs"
    for row, field, kind in (
        (rows.facts, "vocabulary", "facts are a Domain"),
        (rows.puzzles, "puzzle", "puzzles are Transitions"),
    ):
        if not isinstance(row, str) and not hasattr(row, field):
            return f"the domain {rows.name} has {type(row).__name__} where its {kind}"
    name = getattr(rows.facts, "name", rows.name)
    return None if name == rows.name else f"the domain {rows.name} has the facts of {name}; give both the same name"


def _find(name: str) -> DomainRows | None:
    """The domain of a name; None if there is none. Raises ArgumentError if it may be installed, but broken."""
    if found := _REGISTERED.get(name) or _SHIPPED.get(name):
        return found
    installed, faults = _installed()
    if name not in installed and faults:
        raise ArgumentError("; ".join(faults))
    return installed.get(name)


@cache
def _installed() -> tuple[Mapping[str, DomainRows], Sequence[str]]:
    """The domains of installed packages, and what is wrong with those that cannot be loaded."""
    from importlib.metadata import entry_points

    found, faults = dict[str, DomainRows](), list[str]()
    for point in entry_points(group=ENTRY_POINTS):
        try:
            rows = point.load()
            fault = _fault(rows) or (f"there are two domains {rows.name}" if rows.name in found else None)
        except Exception as error:
            fault = str(error)
        if fault is None:
            found[rows.name] = rows
        else:
            faults.append(f"the installed domain {point.name} cannot be loaded: {fault}")
    return found, faults


def code_of(name: str) -> str:
    """A digest of the code of a domain of another project, and empty for a shipped one.

    What is kept of a search counts for this code only. A notebook has no file: there it is another one each time that
    the domain is registered.
    """
    rows = _find(name)
    if rows is None or rows is _SHIPPED.get(name):
        return ""
    files = [_files(each) for each in sorted(_projects(rows))]
    if not all(files):
        return f"{_PROCESS}-{_TIMES[name]}"
    return sha256(b"".join(file.read_bytes() for each in files for file in each)).hexdigest()


def _projects(rows: DomainRows) -> set[str]:
    """The outermost modules, but pybridge, of the functions of a domain's facts and puzzles."""
    places = [row.partition(":")[0] for row in (rows.facts, rows.puzzles) if isinstance(row, str)]
    for row in (rows.facts, rows.puzzles):
        if is_dataclass(row):
            places += [getattr(getattr(row, field.name), "__module__", None) or "" for field in fields(row)]
    return {place.partition(".")[0] for place in places} - {"", "pybridge", "builtins"}


def _files(module: str) -> list[Path]:
    """The sources of a module, or of all modules of a package; none if it has no file."""
    found = sys.modules.get(module) or import_module(module)
    folders = getattr(found, "__path__", None)
    if folders is not None:
        return [file for folder in folders for file in sorted(Path(folder).rglob("*.py"))]
    file = getattr(found, "__file__", None)
    return [Path(file)] if file else []


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
        try:
            return cast(Row, _imported(row) if isinstance(row, str) else row)
        except (ImportError, AttributeError) as error:
            if domain in _SHIPPED:
                raise
            raise ArgumentError(f"the row {self._name} of the domain {domain} cannot be loaded: {error}") from error

    def __contains__(self, domain: object) -> bool:
        rows = _find(domain) if isinstance(domain, str) else None
        return rows is not None and getattr(rows, self._name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in {**_SHIPPED, **_installed()[0], **_REGISTERED} if name in self])

    def __len__(self) -> int:
        return len(list(iter(self)))
