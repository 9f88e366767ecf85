"""`tables`: build, list, verify and remove the files that are kept on disk."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.hints import examples
from pybridge.cli.options import Heuristic, Json, PuzzleName, Tables, puzzle, with_tables
from pybridge.cli.tables_fetch import FETCH_EXAMPLES, fetch
from pybridge.cli.tables_shown import amount, json_form, print_done, print_forms, print_list
from pybridge.errors import ArgumentError, BrokenTableError, PybridgeError, TableSpaceError
from pybridge.facts.wording import several
from pybridge.forms import Form
from pybridge.limits import OnProgress

if TYPE_CHECKING:
    from pybridge.search.task import Advancing
    from pybridge.store.entry import Entry
    from pybridge.store.store import Store
    from pybridge.store.table import Recipe, TableForm


Names = Annotated[
    list[str] | None, typer.Argument(metavar="[KEY|KIND]...", help="A key, a key prefix, or a kind such as census.")
]

_HELP = """Manage the tables of heuristics and pruning, and saved censuses.

They are built once and kept in the folder that PYBRIDGE_TABLES names, by default in your cache. See docs/tables.md.
"""

_BUILD_EXAMPLES = examples("""
pybridge tables build eight
pybridge tables build seven --heuristic pdb:3-4
""")

_LIST_EXAMPLES = examples("""
pybridge tables list
pybridge tables list walking
""")

_VERIFY_EXAMPLES = examples("""
pybridge tables verify
pybridge tables verify walking --quick
""")

_REMOVE_EXAMPLES = examples("""
pybridge tables remove pattern
""")


def add_to(app: typer.Typer) -> None:
    """Add the command and its own commands."""
    tables = typer.Typer(help=_HELP, rich_markup_mode=None)
    tables.command("build", epilog=_BUILD_EXAMPLES)(build)
    tables.command("fetch", epilog=FETCH_EXAMPLES)(fetch)
    tables.command("list", epilog=_LIST_EXAMPLES)(show)
    tables.command("verify", epilog=_VERIFY_EXAMPLES)(verify)
    tables.command("remove", epilog=_REMOVE_EXAMPLES)(remove)
    app.add_typer(tables, name="tables")


def build(
    name: PuzzleName,
    heuristic: Heuristic = None,
    tables: Tables = None,
    json: Json = False,
) -> int:
    """Build the tables that searches of a puzzle need.

    By default they are those of the best heuristic for the board.
    """
    from pybridge.heuristics.choice import needed
    from pybridge.store.manifest import key
    from pybridge.store.store import Store

    store, facts, heuristic = Store(), puzzle(name), with_tables(heuristic, tables)
    done = {key(recipe.kind, recipe.identity): _obtain(store, recipe) for recipe in needed(facts, heuristic)}
    print_done(store, done, f"for {facts.name}", json=json)
    return 0


def _obtain(store: "Store", recipe: "Recipe") -> str:
    """Build a table unless the store has it; returns what was done.

    It is built in a separate thread: one that imports and compiles might lose an interrupt.
    """
    from pybridge.api.preparing import prepared
    from pybridge.render.live import stage

    with stage(recipe.title) as report:
        try:
            if store.load(recipe) is not None:
                return "was there"
            done = "built"
        except BrokenTableError:
            done = "was broken, built again"

        def watch(run: "Advancing") -> None:
            while not run.wait(_LISTEN):
                report(run.progress().preparing or "")

        prepared(lambda tell: store.obtain(recipe, tell), watch, compiles=True)
        return done


def show(names: Names = None, json: Json = False) -> int:
    """List tables and saved censuses, or show some in full."""
    from pybridge.render.console import stdout_console
    from pybridge.render.stored_tables import EntryDetail
    from pybridge.store.store import Store

    store = Store()
    entries = chosen(store, names)
    if json:
        print_forms([json_form(entry) for entry in entries], store)
    elif names:
        for number, entry in enumerate(entries):
            stdout_console().print(*([""] if number else []), EntryDetail(entry), sep="\n")
    else:
        print_list(entries, f"{amount(entries)} in {store.folder}")
    return 0


def verify(
    names: Names = None,
    quick: Annotated[bool, typer.Option("--quick", help="Check only that the files are unchanged.")] = False,
    json: Json = False,
) -> int:
    """Check tables against the rules of their puzzles.

    Checks saved censuses only for changes since they were written.
    """
    from pybridge.render.console import stdout_console
    from pybridge.render.stored_tables import Verdict
    from pybridge.store.store import Store

    store, forms, failed = Store(), list[Form](), list[PybridgeError]()
    for entry in (entries := chosen(store, names)):
        begun = time.monotonic()
        wrong = fault(store, entry, quick, failed)
        seconds = round(time.monotonic() - begun, 3)
        named: Form = {"kind": entry.kind, "key": entry.key, "title": entry.title}
        forms.append(named | {"fault": wrong, "unfinished": entry.unfinished, "seconds": seconds})
        if not json:
            how = entry.fault if entry.unfinished else f"{_verified(entry, wrong, quick)}, {seconds:.1f} s"
            stdout_console().print(Verdict(entry, wrong, how or ""))
    if json:
        print_forms(forms, store)
    elif not entries:
        print_list(entries, f"no tables in {store.folder}")
    _require_sound(forms, failed)
    return 0


def _require_sound(forms: list[Form], failed: list[PybridgeError]) -> None:
    """Raise BrokenTableError if some tables are broken, otherwise the first error of those that were not checked."""
    if broken := sum(form["fault"] is not None for form in forms) - len(failed):
        raise BrokenTableError(f"broken: {broken} of {several(len(forms), 'table')}; see `pybridge tables remove`")
    if failed:
        raise failed[0]


def remove(
    names: Names = None,
    every: Annotated[bool, typer.Option("--all", help="Remove all tables and saved censuses.")] = False,
    json: Json = False,
) -> int:
    """Remove tables and saved censuses.

    Searches build their tables again when they need them; a census starts over.
    """
    if bool(names) == every:
        raise ArgumentError("give either KEY or KIND arguments, or --all")
    from pybridge.store.store import Store

    store = Store()
    removed, left = [], list[str]()
    for entry in chosen(store, names):
        try:
            store.remove(entry)
            removed.append(entry)
        except TableSpaceError as error:
            left.append(str(error))
    if json:
        print_forms([json_form(entry) for entry in removed], store)
    elif removed or not left:
        print_list(removed, f"{amount(removed)} removed from {store.folder}")
    if left:
        raise TableSpaceError("\n".join(left))
    return 0


_LISTEN = 0.05  # seconds between two checks for Ctrl-C


def chosen(store: "Store", names: list[str] | None) -> "list[Entry]":
    """The tables and censuses that the names select, each once; all if there are no names. Raises UnknownTableError."""
    if not names:
        return store.entries()
    return list({each.path: each for name in names for each in store.find(name)}.values())


def form(entry: "Entry") -> "TableForm":
    """What an entry is of. Raises BrokenTableError if this version of pybridge does not know that."""
    from pybridge.store.checkpoint import CHECKPOINTS, checkpoint
    from pybridge.tables.kinds import KINDS, form_of

    kind, manifest = entry.kind, entry.manifest
    assert manifest
    runs = () if kind in KINDS else (kind,) if kind in CHECKPOINTS else CHECKPOINTS
    return form_of(kind, manifest.identity, {**KINDS, **{each: checkpoint(each) for each in runs}})


def _verified(entry: "Entry", wrong: str | None, quick: bool) -> str:
    """What was compared of a table or a saved census without a fault."""
    return "unchanged" if wrong or quick else form(entry).verified


def fault(store: "Store", entry: "Entry", quick: bool, failed: list[PybridgeError]) -> str | None:
    """What is wrong with a table or a saved census; None if nothing is.

    Adds to `failed` what hinders the check, such as SWI-Prolog that is missing, or memory.
    """
    from pybridge.render.live import stage
    from pybridge.search.run import BackgroundRun
    from pybridge.search.tally import Tally
    from pybridge.search.task import wait
    from pybridge.store.half import half_fault

    if entry.unfinished:
        return half_fault(entry)
    if entry.fault:
        return entry.fault
    with stage(f"{entry.kind} {entry.key} {entry.title}") as report:
        judging = BackgroundRun(lambda: _judge(store, entry, quick, report), Tally())
        try:
            wait(judging)  # Ctrl-C leaves it at any point, as it leaves nothing behind
            judging.result()
        except BrokenTableError as error:
            return str(error)
        except PybridgeError as error:
            failed.append(error)
            return f"not checked: {error}"
    return None


def _judge(store: "Store", entry: "Entry", quick: bool, report: OnProgress) -> None:
    """Raise BrokenTableError for a file that has changed, and for a table that contradicts the rules."""
    report("reading")
    table = store.read(entry)
    if not quick:
        form(entry).verify(table, report)
