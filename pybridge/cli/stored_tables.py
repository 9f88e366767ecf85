"""Which tables and kept censuses a command means, what is wrong with one, and how they are told."""

from collections.abc import Callable, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any

from pybridge.errors import BrokenTableError

if TYPE_CHECKING:
    from pybridge.tables.entry import Stored
    from pybridge.tables.store import Store
    from pybridge.tables.table import Report

_LISTEN = 0.05  # seconds between two looks whether Ctrl-C was pressed


def chosen(store: "Store", names: list[str] | None) -> "list[Stored]":
    """The tables and censuses that are meant, each once; all if none is named. Raises UnknownTableError."""
    from pybridge.search.census.kept import kept_censuses
    from pybridge.tables.entry import named

    there: list[Stored] = [*store.entries(), *kept_censuses()]
    if not names:
        return there
    return list({each.path: each for name in names for each in named(there, name)}.values())


def remove_stored(store: "Store", entry: "Stored") -> None:
    """Remove a table or a kept census. Raises TableSpaceError."""
    from pybridge.search.census.kept import KeptCensus, remove_kept
    from pybridge.tables.entry import Entry

    if isinstance(entry, KeptCensus):
        remove_kept(entry)
    elif isinstance(entry, Entry):
        store.remove(entry)


def fault(store: "Store", entry: "Stored", quick: bool) -> str | None:
    """What is wrong with a table or a kept census, None if nothing is."""
    from pybridge.render import stderr_console
    from pybridge.render.stored_tables import stage

    if entry.fault:
        return entry.fault
    with stage(stderr_console(), f"{entry.kind} {entry.key} {entry.title}") as report:
        try:
            _aside(lambda: _judge(store, entry, quick, report))
        except BrokenTableError as error:
            return str(error)
    return None


def _judge(store: "Store", entry: "Stored", quick: bool, report: "Report") -> None:
    """Raise BrokenTableError for what is not as it was written, and for a table that the rules refute."""
    from pybridge.search.census.kept import KeptCensus, verify_kept
    from pybridge.tables.entry import Entry
    from pybridge.tables.kinds import recipe_of

    report("reading")
    if isinstance(entry, KeptCensus):
        verify_kept(entry)
    elif isinstance(entry, Entry) and entry.manifest:
        table = store.read(entry)
        if not quick:
            recipe_of(entry.kind, entry.manifest.identity).verify(table, report)


def _aside(work: Callable[[], None]) -> None:
    """Do work that leaves nothing behind in a thread of its own: Ctrl-C is heard, and ends it, whatever it is in."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LISTEN)
    if errors:
        raise errors[0]


def amount(entries: "Sequence[Stored]") -> str:
    """How many tables and kept censuses, and their bytes."""
    from pybridge.render.stored_tables import size
    from pybridge.render.words import several
    from pybridge.search.census.kept import KIND

    censuses = sum(entry.kind == KIND for entry in entries)
    parts = [several(len(entries) - censuses, "table")]
    parts += [f"{censuses} kept census{'es' * (censuses != 1)}"] if censuses else []
    return ", ".join([*parts, size(sum(entry.bytes for entry in entries))])


def print_list(entries: "Sequence[Stored]", last: str, done: dict[str, str] | None = None) -> None:
    """Print a row for each, what was `done` to it by key, and a last line."""
    from pybridge.render import stdout_console
    from pybridge.render.stored_tables import EntryList

    stdout_console().print(EntryList(entries, last, done))


def print_forms(forms: list[dict[str, Any]], store: "Store") -> None:
    """Print tables as JSON, with the folder they lie in."""
    from pybridge.cli.json_forms import print_json

    print_json({"folder": str(store.folder), "tables": forms})


def form(entry: "Stored") -> dict[str, Any]:
    """A table on disk, or a kept census; what a manifest would tell is null where there is none."""
    manifest = entry.manifest
    return {
        "kind": entry.kind,
        "key": entry.key,
        "title": entry.title,
        "bytes": entry.bytes,
        "fault": entry.fault,
        "path": str(entry.path),
        "xxh3_128": manifest and manifest.xxh3_128,
        "arrays": manifest and {each.name: {"dtype": each.dtype, "shape": each.shape} for each in manifest.arrays},
        "identity": manifest and manifest.identity,
        "about": entry.about,
    }
