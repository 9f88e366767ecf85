"""Find SWI-Prolog: its program, home and library."""

import ctypes.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pybridge.errors import PrologMissingError, PrologTooOldError
from pybridge.swipl.thread import ForkedLock

OLDEST = 90000
"""The oldest supported SWI-Prolog, in the format of its flag `version`: 9.0.0."""

_MACOS_HOME = Path("/Applications/SWI-Prolog.app/Contents/swipl")
_ASKING = ForkedLock()  # several workers that start at once run swipl once


@dataclass(frozen=True, slots=True)
class Installation:
    """A SWI-Prolog that can be loaded. `version` is major * 10000 + minor * 100 + patch."""

    executable: str | None
    home: str
    library: str
    version: int

    @property
    def version_text(self) -> str:
        """The version with dots."""
        return _dotted(self.version)


def _dotted(version: int) -> str:
    return f"{version // 10000}.{version // 100 % 100}.{version % 100}"


def how_to_install() -> str:
    """The command that installs SWI-Prolog on this machine, and who may run it, or where to get it."""
    if sys.platform == "darwin":
        return "brew install swi-prolog"
    if sys.platform == "win32":
        return "install SWI-Prolog (64 bit, as Python is) from https://www.swi-prolog.org/Download.html"
    for manager, command in (
        ("apt-get", "apt-get install --no-install-recommends swi-prolog-nox"),
        ("dnf", "dnf install pl"),
        ("pacman", "pacman -S swi-prolog"),
    ):
        if shutil.which(manager):
            if os.geteuid() == 0:
                return command
            return f"sudo {command}" if shutil.which("sudo") else f"ask an administrator to run: {command}"
    return "install SWI-Prolog 9.0 or later from https://www.swi-prolog.org"


def folder_fault() -> str | None:
    """Why SWI-Prolog cannot start in the folder that this process works in; None if it can."""
    try:
        os.getcwdb().decode(sys.getfilesystemencoding())
    except FileNotFoundError:
        return "a folder that was deleted"
    except UnicodeDecodeError:
        return "a folder whose name is not text in this locale"
    return None


def find_installation() -> Installation:
    """Find SWI-Prolog by `LIBSWIPL_PATH` and `SWI_HOME_DIR` if both are set, otherwise by `swipl` on the PATH.

    Raises PrologMissingError or PrologTooOldError, and says how to fix the problem.
    """
    return _from_environment() or _from_executable()


def _check_version(version: int, home: str) -> None:
    """Check it before the library, which old versions do not name."""
    if version < OLDEST:
        raise PrologTooOldError(
            f"SWI-Prolog {_dotted(version)} at {home} is too old; install 9.0 or later: "
            "on Ubuntu from ppa:swi-prolog/stable, elsewhere from https://www.swi-prolog.org"
        )


def _from_environment() -> Installation | None:
    library, home = os.environ.get("LIBSWIPL_PATH"), os.environ.get("SWI_HOME_DIR")
    if not library or not home:
        return None
    if not Path(library).is_file():
        raise PrologMissingError(
            f"LIBSWIPL_PATH must be the library's file, but {library} is not a file: unset it or fix it"
        )
    _check_home(home, "SWI_HOME_DIR")
    version = _version_in(home)
    _check_version(version, home)
    return Installation(shutil.which("swipl"), home, library, version)


def _from_executable() -> Installation:
    executable = shutil.which("swipl")
    if executable is None and sys.platform == "darwin" and _MACOS_HOME.exists():
        executable = str(_MACOS_HOME.parent / "MacOS" / "swipl")
    if executable is None:
        raise PrologMissingError(f"SWI-Prolog is not installed (no swipl on the PATH): {how_to_install()}")
    with _ASKING:
        variables = _runtime_variables(executable)
    home = variables.get("PLBASE", "")
    _check_home(home, executable)
    version = int(variables.get("PLVERSION", "0"))
    _check_version(version, home)
    library = variables.get("PLLIBSWIPL") or ctypes.util.find_library("swipl") or ""
    if not Path(library).is_file():
        raise PrologMissingError(
            f"{executable} has no library that can be loaded (libswipl; is it linked statically?): {how_to_install()}"
        )
    return Installation(executable, home, library, version)


@cache
def _runtime_variables(executable: str) -> dict[str, str]:
    """Parse the output of `swipl --dump-runtime-variables`: lines `NAME="value";`."""
    environment = {name: value for name, value in os.environ.items() if name != "SWI_HOME_DIR"}
    environment["LC_ALL"] = "C.UTF-8"  # swipl ends in a folder whose name the locale cannot write
    try:
        printed = subprocess.run(
            [executable, "--dump-runtime-variables"],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
            env=environment,
            cwd="/" if os.path.isabs(executable) else None,  # ours may have been deleted
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise PrologMissingError(f"cannot run {executable} ({error}): {how_to_install()}") from error
    pairs = (line.split("=", 1) for line in printed.splitlines() if "=" in line)
    return {name: value.strip('";') for name, value in pairs}


def _check_home(home: str, said_by: str) -> None:
    """Check the home first, as Prolog ends the process if it is wrong."""
    if not any((Path(home) / name).is_file() for name in ("boot.prc", "boot64.prc", "boot32.prc")):
        raise PrologMissingError(
            f"{said_by} names {home or 'nothing'} as the home of SWI-Prolog, but there is no boot.prc in it: "
            f"{how_to_install()}"
        )


def _version_in(home: str) -> int:
    """The version from the file VERSION or the header file of a home; 0 if there is none."""
    version_file = Path(home) / "VERSION"
    if version_file.is_file():
        parts = version_file.read_text().strip().split("-")[0].split(".")
        return sum(int(part) * weight for part, weight in zip(parts, (10000, 100, 1), strict=False))
    header = Path(home) / "include" / "SWI-Prolog.h"
    if header.is_file():
        for line in header.read_text(errors="replace").splitlines():
            if line.startswith("#define PLVERSION "):
                return int(line.split()[2])
    return 0
