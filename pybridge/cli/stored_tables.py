"""Which tables on disk a command means, what is wrong with one, and how they are told to people and machines."""

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from pybridge.errors import BrokenTableError

if TYPE_CHECKING:
    from pybridge.tables.entry import Entry
    from pybridge.tables.store import Store

_LISTEN = 0.05  # seconds between two looks whether Ctrl-C was pressed


def chosen(store: "Store", names: list[str] | None) -> "list[Entry]":
    """The tables that are meant, each once; all if none is named. Raises UnknownTableError."""
    if not names:
        return store.entries()
    return list({(entry.kind, entry.key): entry for name in names for entry in store.find(name)}.values())


def fault(store: "Store", entry: "Entry", quick: bool) -> str | None:
    """What is wrong with a table, None if nothing is."""
    from pybridge.render import stderr_console
    from pybridge.render.tables import stage
    from pybridge.tables.kinds import recipe_of

    if entry.fault or entry.manifest is None:
        return entry.fault or "it has no manifest"
    identity = entry.manifest.identity
    with stage(stderr_console(), f"{entry.kind} {entry.key} {entry.title}") as report:

        def judge() -> None:
            report("reading")
            table = store.read(entry)
            if not quick:
                recipe_of(entry.kind, identity).verify(table, report)

        try:
            _aside(judge)
        except BrokenTableError as error:
            return str(error)
    return None


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


def amount(entries: "list[Entry]") -> str:
    """How many tables, and their bytes."""
    from pybridge.render.tables import size
    from pybridge.render.words import several

    return f"{several(len(entries), 'table')}, {size(sum(entry.bytes for entry in entries))}"


def print_list(entries: "list[Entry]", last: str, done: dict[str, str] | None = None) -> None:
    """Print a row for each table, what was `done` to it by key, and a last line."""
    from pybridge.render import stdout_console
    from pybridge.render.tables import EntryList

    stdout_console().print(EntryList(entries, last, done))


def print_forms(forms: list[dict[str, Any]], store: "Store") -> None:
    """Print tables as JSON, with the folder they lie in."""
    from pybridge.cli.json_forms import print_json

    print_json({"folder": str(store.folder), "tables": forms})


def form(entry: "Entry") -> dict[str, Any]:
    """A table on disk; what its manifest would tell is null where there is none."""
    manifest = entry.manifest
    return {
        "kind": entry.kind,
        "key": entry.key,
        "title": entry.title,
        "bytes": entry.bytes,
        "fault": entry.fault,
        "path": str(entry.files.payload),
        "xxh3_128": manifest and manifest.xxh3_128,
        "arrays": manifest and {each.name: {"dtype": each.dtype, "shape": each.shape} for each in manifest.arrays},
        "identity": manifest and manifest.identity,
        "about": manifest and manifest.about,
    }
