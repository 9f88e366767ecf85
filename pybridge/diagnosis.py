"""Check that this machine has everything that pybridge needs."""

import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version

from pybridge.errors import PybridgeError
from pybridge.facts import prolog_folder, read, shipped
from pybridge.limits import Limits


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. `error` says what is wrong and how to fix it, or is None."""

    subject: str
    detail: str
    error: PybridgeError | None = None


def diagnose() -> Iterator[Finding]:
    """Check Python, the Prolog files, SWI-Prolog and its library, and run a goal; stop at the first error."""
    for subject, look in _LOOKS:
        try:
            yield Finding(subject, look())
        except PybridgeError as error:
            yield Finding(subject, "", error)
            return


def _python() -> str:
    return f"{platform.python_version()} on {platform.platform(terse=True)}"


def _packages() -> str:
    return ", ".join(f"{name} {version(name)}" for name in ("pyswip", "rich", "typer"))


def _puzzles() -> str:
    paths = shipped().values()
    for path in paths:
        read(path)
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


_LOOKS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("Python", _python),
    ("packages", _packages),
    ("Prolog files", _puzzles),
    ("SWI-Prolog", _swipl),
    ("libswipl", _library),
    ("engine", _engine),
    ("fence", _fence),
)
