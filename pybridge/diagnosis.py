"""Whether this machine has what pybridge needs, one finding after the other."""

import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version

from pybridge.errors import PybridgeError
from pybridge.facts import prolog_folder, read, shipped
from pybridge.limits import Limits


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `error` is what is wrong and what mends it; None if all is well."""

    subject: str
    detail: str
    error: PybridgeError | None = None


def diagnose() -> Iterator[Finding]:
    """Look at Python, the Prolog files, SWI-Prolog and its library, and run a goal; the first error ends it."""
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
    return f"{len(paths)} shipped fact files, all sound, in {prolog_folder()}"


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
    return "started inside Python, computes, and keeps a time limit"


def _fence() -> str:
    from pybridge.swipl import Engine

    with Engine(fenced=True) as engine:
        if engine.fences:
            return f"programs that are not trusted are held by {' and '.join(engine.fences)}"
    return "none: this system has neither Landlock nor seccomp, and checks alone hold programs that are not trusted"


_LOOKS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("Python", _python),
    ("packages", _packages),
    ("Prolog files", _puzzles),
    ("SWI-Prolog", _swipl),
    ("libswipl", _library),
    ("engine", _engine),
    ("fence", _fence),
)
