"""How `tables` prints what is on disk."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybridge.cli.shown import print_json
from pybridge.facts.wording import several
from pybridge.forms import Form

if TYPE_CHECKING:
    from pybridge.store.entry import Entry
    from pybridge.store.store import Store


def amount(entries: "Sequence[Entry]") -> str:
    """The number of tables and of saved censuses, and their size."""
    from pybridge.render.stored_tables import size

    censuses = sum(entry.kind == "census" for entry in entries)
    parts = [several(len(entries) - censuses, "table")]
    parts += [f"{censuses} saved census{'es' * (censuses != 1)}"] if censuses else []
    return ", ".join([*parts, size(sum(entry.bytes for entry in entries))])


def print_list(entries: "Sequence[Entry]", last: str, done: dict[str, str] | None = None) -> None:
    """Print a row for each entry, with what was `done` to it by key, and a last line."""
    from pybridge.render.console import stdout_console
    from pybridge.render.stored_tables import entry_list

    stdout_console().print(entry_list(entries, last, done or {}))


def print_done(store: "Store", done: dict[str, str], what: str, *, json: bool) -> None:
    """Print the entries to which something was `done`, by their keys; `what` says in the last line which they are."""
    entries = [entry for entry in store.entries() if entry.key in done]
    if json:
        print_forms([json_form(entry) | {"now": done[entry.key]} for entry in entries], store)
    else:
        print_list(entries, f"{amount(entries)} {what} in {store.folder}", done)


def print_forms(forms: list[Form], store: "Store") -> None:
    """Print tables as JSON, with their folder."""
    print_json({"folder": str(store.folder), "tables": forms})


def json_form(entry: "Entry") -> Form:
    """A table on disk, or a saved census; values from the manifest are null if there is none."""
    manifest = entry.manifest
    return {
        "kind": entry.kind,
        "key": entry.key,
        "title": entry.title,
        "bytes": entry.bytes,
        "fault": None if entry.unfinished else entry.fault,
        "unfinished": entry.unfinished,
        "path": str(entry.path),
        "xxh3_128": manifest and manifest.xxh3_128,
        "arrays": manifest and {each.name: {"dtype": each.dtype, "shape": each.shape} for each in manifest.arrays},
        "identity": manifest and manifest.identity,
        "about": entry.about,
    }
