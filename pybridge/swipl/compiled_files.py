"""Our Prolog files as SWI-Prolog loads them: compiled once, and kept in the cache.

Compiling them at each start takes a process with rules 0.05 s, a quarter of its start.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pybridge.facts.catalogue import prolog_folder
from pybridge.swipl.library import Installation

_NOT_LOADED = ("*.plt", "puzzles")
_SECONDS = 60.0  # to compile; it takes one


def loaded_folder(installation: Installation) -> Path:
    """The folder that SWI-Prolog loads our files from: one in the cache, where they are compiled, or `prolog_folder()`.

    The first process that needs it compiles the files. If the cache is not writable, or that fails, files are compiled
    whenever they are loaded.
    """
    sources = prolog_folder()
    folder = _kept(sources, installation)
    if not folder.is_dir():
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            _compile(sources, folder, installation)
    return folder if folder.is_dir() else sources


@cache
def _kept(sources: Path, installation: Installation) -> Path:
    """The folder in the cache for this SWI-Prolog and these sources, of which names, sizes and times are compared."""
    from platformdirs import user_cache_path

    status = Path(installation.library).stat()
    seen = [repr(installation), f"{status.st_size} {status.st_mtime_ns}"]
    with os.scandir(sources) as entries:
        folders = [entry.path for entry in entries if entry.is_dir() and entry.name not in _NOT_LOADED]
    for folder in (str(sources), *folders):
        with os.scandir(folder) as entries:
            for entry in entries:
                status = entry.stat()
                seen.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}")
    digest = blake2b("\n".join(sorted(seen)).encode(), digest_size=8)
    return user_cache_path("pybridge") / "prolog" / digest.hexdigest()


def _compile(sources: Path, folder: Path, installation: Installation) -> None:
    """Copy and compile the files in a process of its own; the folder is there when all of them are."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as half:
        copy = Path(half) / folder.name
        shutil.copytree(sources, copy, ignore=shutil.ignore_patterns(*_NOT_LOADED))
        files = [str(path) for path in sorted(copy.glob("*/*.pl")) if path.read_bytes().startswith(b":- module(")]
        path = [str(Path(__file__).resolve().parents[2]), *sys.path]
        code = f"import sys; sys.path[:] = {path!r}; from pybridge.swipl import host; host.compile_files({files!r})"
        environment = {**os.environ, "LIBSWIPL_PATH": installation.library, "SWI_HOME_DIR": installation.home}
        command = [sys.executable, "-I", "-S", "-c", code]
        subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=True
        )
        copy.rename(folder)
