"""`tables fetch`: take tables over from a folder or from the workers of a cluster, instead of building them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.hints import examples
from pybridge.cli.options import Json
from pybridge.cli.tables_shown import print_done
from pybridge.errors import ArgumentError, BrokenTableError, UnknownTableError
from pybridge.facts.wording import several

if TYPE_CHECKING:
    from pybridge.store.fetch import TableSource
    from pybridge.store.manifest import Manifest

FETCH_EXAMPLES = examples("""
pybridge tables fetch /mnt/shared/pybridge-tables
pybridge tables fetch tls://192.0.2.1:8786 pattern
""")
Names = Annotated[
    list[str] | None, typer.Argument(metavar="[KEY|KIND]...", help="A key, a key prefix, or a kind (default: all).")
]


def fetch(
    source: Annotated[str, typer.Argument(metavar="FOLDER|ADDRESS", show_default=False)],
    names: Names = None,
    json: Json = False,
) -> int:
    """Copy tables from another folder, or from the workers of a cluster.

    A table is kept if its bytes have the hash of its manifest. Those that are there already, and sound, are left.
    """
    from pybridge.render.live import stage
    from pybridge.store import fetch as fetching
    from pybridge.store.store import Store
    from pybridge.tables.kinds import KINDS

    store, done, faults = Store(), {}, []
    with _opened(source) as opened:
        found = {key: each for key, each in fetching.readable(opened.manifests()).items() if each[0].kind in KINDS}
        for key in _chosen(found, names, source):
            try:
                with stage(found[key][0].title) as report:
                    done[key] = "fetched" if fetching.fetch(store, opened, *found[key], report) else "was there"
            except BrokenTableError as error:
                faults.append(str(error))
    if done or not faults:
        print_done(store, done, f"of {source}", json=json)
    if faults:
        many = f" (broken there: {len(faults)} of {several(len(done) + len(faults), 'table')})"
        raise BrokenTableError("\n".join(faults) + many)
    return 0


@contextmanager
def _opened(source: str) -> "Iterator[TableSource]":
    """A folder, or the workers of a cluster. Raises UnknownTableError, ClusterError, ArgumentError."""
    from pybridge.store.fetch import FolderSource
    from pybridge.store.store import Store

    if source.startswith(("tcp://", "tls://", "local:")) or Path(source).is_file():
        from pybridge.cluster.link import Link
        from pybridge.cluster.tables import WorkersSource

        with Link(source) as link:
            yield WorkersSource(link)
    elif os.path.realpath(source) == os.path.realpath(Store().folder):
        raise ArgumentError(f"{source} is the folder of your own tables; name another one")
    else:
        yield FolderSource(Path(source))


def _chosen(found: "Mapping[str, tuple[Manifest, bytes]]", names: list[str] | None, source: str) -> list[str]:
    """The keys that names select. Raises UnknownTableError if one selects none, or there are none."""
    from pybridge.store.entry import is_named

    chosen = set() if names else set(found)
    for name in names or ():
        named = {key for key, (manifest, _) in found.items() if is_named(manifest.kind, key, name)}
        if not named:
            raise UnknownTableError(f"{source} has no table with kind or key prefix {name!r}")
        chosen |= named
    if not found:
        raise UnknownTableError(f"{source} has no tables")
    return [key for key in found if key in chosen]
