"""`doctor`: check that this machine has what pybridge needs."""

import contextlib
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli.cluster import Cluster
from pybridge.cli.hints import examples
from pybridge.cli.options import Json, option
from pybridge.cli.shown import print_json
from pybridge.errors import ClusterError, PrologMissingError, PybridgeError, installing
from pybridge.limits import Limits, silent
from pybridge.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. `error` says what is wrong and how to fix it, or is None.

    `installed` is false for an optional package that is missing, which is not an error.
    """

    subject: str
    detail: str
    error: PybridgeError | None = None
    installed: bool = True

    @property
    def mark(self) -> str:
        """What begins the line of this finding."""
        return "FAIL" if self.error else "ok" if self.installed else "-"


def diagnose() -> Iterator[Finding]:
    """Check Python, the Prolog files, SWI-Prolog and its library, and run a goal; stop at the first error."""
    for subject, look in _LOOKS:
        try:
            yield Finding(subject, look())
        except PybridgeError as error:
            yield Finding(subject, "", error)
            return


EXTRAS = {
    "plot": (("matplotlib", "pillow"), "pictures as PNG and GIF, and --plot"),
    "planners": (("up-fast-downward", "clingo"), "compare --engine fast-downward,clingo"),
    "cluster": (("distributed", "cryptography"), "searches on many machines (cluster, --cluster)"),
    "notebook": (("ipykernel", "nbclient"), "Jupyter notebooks that show puzzles"),
    "frame": (("pandas",), "results as data frames, in Python"),
}
"""The optional packages of each extra, and what they are for."""


def optional() -> Iterator[Finding]:
    """Say which optional packages are installed, and what each extra is for."""
    from importlib.metadata import PackageNotFoundError, version

    for extra, (packages, use) in EXTRAS.items():
        found, missing = [], []
        for name in packages:
            try:
                found.append(f"{name} {version(name)}")
            except PackageNotFoundError:
                missing.append(name)
        lacking = f"{', '.join(missing)} not installed" if missing else ""
        how = installing(f"prolog-puzzles[{extra}]") if missing else ""
        detail = "; ".join(filter(None, [", ".join(found), lacking, f"for {use}", how]))
        yield Finding(f"extra {extra}", detail, installed=not missing)


def _python() -> str:
    return f"{platform.python_version()} on {platform.platform(terse=True)}"


def _packages() -> str:
    from importlib.metadata import version

    return ", ".join(f"{name} {version(name)}" for name in ("pyswip", "rich", "typer"))


def _puzzles() -> str:
    from pybridge.facts import overview, prolog_folder, shipped

    paths = shipped().values()
    for path in paths:
        overview(path)
    return f"{len(paths)} shipped fact files without faults in {prolog_folder()}"


def _swipl() -> str:
    from pybridge.swipl import find_installation

    found = find_installation()
    return f"{found.version_text}, program {found.executable}"


def _library() -> str:
    from pybridge.swipl import find_installation

    found = find_installation()
    return f"{found.library}, home {found.home}"


def _engine() -> str:
    from pybridge.swipl import Engine

    with Engine() as engine:
        answer = engine.once("X is 2**100", Limits(seconds=5.0))
    if answer != {"X": 2**100}:
        raise PybridgeError(f"the engine answers {answer} to X is 2**100; please report this")
    return "runs inside Python and obeys a time limit"


def _fence() -> str:
    from pybridge.swipl import Engine

    with Engine(fenced=True) as engine:
        if engine.fences:
            return f"untrusted programs are confined by {' and '.join(engine.fences)}"
    return "none: this system has neither Landlock nor seccomp, so only checks confine untrusted programs"


def _browser() -> str:
    from pybridge.store.store import Store
    from pybridge.swipl.browser import BrowserRecipe, npm

    recipe = BrowserRecipe()
    if Store().load(recipe) is not None:
        return f"{recipe.title}, for pages with --live"
    client = npm()
    how = f"{client} obtains it" if client else "it needs npm, or `pybridge doctor --browser FILE`"
    return f"{recipe.package.about} is not here yet; when --live asks for it, {how}"


_LOOKS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("Python", _python),
    ("packages", _packages),
    ("Prolog files", _puzzles),
    ("SWI-Prolog", _swipl),
    ("libswipl", _library),
    ("engine", _engine),
    ("fence", _fence),
    ("browser", _browser),
)


_SOLVED = ("eight", "fifteen", "box_eight", "blocks3", "pocket", "farmer", "klotski")
"""Puzzles whose searches, and a census of those below, compile what most others need; those of rules come last."""
_COUNTED = ("eight", "box_eight", "blocks3", "pancake", "farmer")


def warm_up() -> Finding:
    """Compile the native searches, which are kept on disk, so that no search waits for that later."""
    from filelock import FileLock, Timeout
    from platformdirs import user_cache_path

    begun = time.monotonic()
    try:
        with FileLock(user_cache_path("pybridge", ensure_exists=True) / "warming.lock", timeout=0):
            _compile()
    except Timeout:
        return Finding("searches", "another process compiles them")
    except OSError as error:
        return Finding("searches", f"not compiled: {error.strerror}: {error.filename}")
    except PybridgeError as error:
        return Finding("searches", "", error)
    return Finding("searches", f"compiled, or found compiled, in {time.monotonic() - begun:.0f} s")


def _compile() -> None:
    """Compile searches here and censuses in another process; here, too, if that fails, which says why."""
    import subprocess

    from pybridge.interpreters import python

    command, null = python(f"from {__name__} import compile_censuses; compile_censuses()"), subprocess.DEVNULL
    beside = subprocess.Popen(command, stdin=null, stdout=null, stderr=null)
    try:
        _compile_searches()
        if beside.wait() != 0:
            compile_censuses()
    finally:
        beside.kill()


def _compile_searches() -> None:
    import pybridge

    _require_end(pybridge.solve("box_eight", all=True).outcome)
    with contextlib.suppress(PrologMissingError):  # no rules without it
        for name in _SOLVED:
            _require_end(pybridge.solve(name).outcome)


def _require_end(outcome: Outcome) -> None:
    """An interrupt is for the command, not for one search."""
    if outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt


def compile_censuses() -> None:
    """Compile what a census needs."""
    import pybridge

    with contextlib.suppress(PrologMissingError):
        for name in _COUNTED:
            _require_end(pybridge.census(name).outcome)


Warm = Annotated[
    bool, typer.Option("--warm", help="Also compile the native searches, so that no search waits for that later.")
]
Browser = Annotated[
    Path | None,
    option(
        "--browser",
        "FILE",
        "Also keep SWI-Prolog for pages with --live, from the npm package in this file; for machines without npm.",
    ),
]
EXAMPLES = examples("""
pybridge doctor
pybridge doctor --warm
pybridge doctor --cluster local:1
""")


def keep_browser(path: Path) -> Finding:
    """Keep SWI-Prolog for browsers from the file of its package."""
    from pybridge.store.store import Store
    from pybridge.swipl.browser import BrowserRecipe

    recipe = BrowserRecipe(file=path)
    try:
        Store().keep(recipe, recipe.build(silent))
    except PybridgeError as error:
        return Finding("browser", "", error)
    return Finding("browser", f"{recipe.title}, kept from {path}")


def look_at_cluster(address: str) -> list[Finding]:
    """Check that the workers of a cluster have this version, and show which tables they have."""
    try:
        return _workers_of(address)
    except PybridgeError as error:
        return [Finding("cluster", "", error)]


def _workers_of(address: str) -> list[Finding]:
    """The scheduler, the workers that cannot search, and each machine with workers that can."""
    from pybridge.cluster.link import Link
    from pybridge.cluster.sent import fault_of
    from pybridge.cluster.settings import host_and_port
    from pybridge.cluster.sources import version
    from pybridge.cluster.tasks import WorkerReport, answer

    with Link(address) as link:
        link.require_workers()
        answers = link.asked(answer)
    found, mine = [Finding("scheduler", link.address)], version()
    machines: Counter[tuple[str, str, str, str, int]] = Counter()
    for worker, each in answers.items():
        if isinstance(each, WorkerReport):
            machines[each.host, each.version, each.tables, each.place, each.count] += 1
        else:
            fault = fault_of(each, worker, host_and_port(worker)[0])
            wrong = ClusterError(f"the worker at {worker} cannot search: {fault.reason}")
            found.append(Finding(f"worker on {fault.host}", "", wrong))
    for (host, its, tables, _, count), workers in sorted(machines.items()):
        other = ClusterError(f"{host} has pybridge {its}, and this is {mine}; install the same version")
        detail = f"{workers} of pybridge {its}, {count} tables in {tables}"
        found.append(Finding(f"workers on {host}", detail, None if its == mine else other))
    return found


def doctor(warm: Warm = False, browser: Browser = None, cluster: Cluster = None, json: Json = False) -> int:
    """Check SWI-Prolog, and list which optional packages are installed."""
    kept = [keep_browser(browser)] if browser else []
    python, packages, *others = diagnose()
    findings = [*kept, python, packages, *optional(), *others, *([warm_up()] if warm else [])]
    findings += look_at_cluster(cluster) if cluster else []
    if json:
        print_json([asdict(each) | {"error": each.error and str(each.error)} for each in findings])
    for each in () if json else findings:
        typer.echo(f"{each.mark:4}  {each.subject}: {each.error or each.detail}")
    return next((each.error.exit_code for each in findings if each.error), 0)
