"""SWI-Prolog for browsers: taken only from a package that has the known hash, by npm or from a file, and kept."""

import gzip
import hashlib
import io
import os
import stat
import tarfile
from dataclasses import replace

import numpy as np
import pytest

from pybridge.errors import BrokenTableError, PrologMissingError
from pybridge.limits import silent
from pybridge.swipl import browser
from pybridge.swipl.browser import BrowserRecipe, NpmPackage, PackageFile
from pybridge.tables.kinds import form_of

CONTENT = {"code": b"\0asm" * 50, "library": b"library " * 99, "script": b"var SWIPL;"}


def package_file() -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as package:
        for name, content in CONTENT.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            package.addfile(about, io.BytesIO(content))
    return written.getvalue()


FILE = package_file()
PARTS = {name: PackageFile(f"package/{name}", hashlib.sha256(content).hexdigest()) for name, content in CONTENT.items()}
TOY = NpmPackage("toy-prolog", "1.2.3", "a toy Prolog", hashlib.sha512(FILE).hexdigest(), PARTS)


@pytest.fixture
def tarball(tmp_path):
    path = tmp_path / "toy.tgz"
    path.write_bytes(FILE)
    return path


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """A client on PATH that does what a script says."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def write(script: str) -> None:
        client = folder / "npm"
        client.write_text(f"#!/bin/sh\n{script}\n")
        client.chmod(client.stat().st_mode | stat.S_IXUSR)

    return write


def unpacked(table) -> dict[str, bytes]:
    return {name: gzip.decompress(array.tobytes()) for name, array in table.arrays.items()}


def test_npm_obtains_it_once(store, npm, tarball, tmp_path):
    npm(f'echo "$@" >>{tmp_path}/asked; cp {tarball} .')
    heard = []
    assert unpacked(store.obtain(BrowserRecipe(TOY), heard.append)) == CONTENT
    assert heard[0] == "obtaining toy-prolog 1.2.3 with npm"
    assert unpacked(store.obtain(BrowserRecipe(TOY), heard.append)) == CONTENT
    (asked,) = (tmp_path / "asked").read_text().splitlines()
    assert asked.split()[:3] == ["pack", "toy-prolog@1.2.3", "--ignore-scripts"]


def test_a_file_takes_the_place_of_npm(store, npm, tarball):
    npm("exit 9")
    store.obtain(BrowserRecipe(TOY, tarball), silent)
    assert unpacked(store.load(BrowserRecipe(TOY))) == CONTENT


@pytest.mark.parametrize(
    "wrong",
    [FILE[:-1], FILE[:100], FILE + b"\0", b"", FILE.replace(b"\x08", b"\x09", 1)],
    ids=["without its end", "the begin alone", "longer", "empty", "changed"],
)
def test_another_file_is_refused_by_its_hash(store, tarball, wrong):
    tarball.write_bytes(wrong)
    with pytest.raises(PrologMissingError, match=r"is not toy-prolog 1\.2\.3"):
        store.obtain(BrowserRecipe(TOY, tarball), silent)
    assert store.entries() == []


def test_a_download_that_is_cut_short_is_refused(store, npm, tarball):
    npm(f"head -c 100 {tarball} >toy.tgz")
    with pytest.raises(PrologMissingError, match=r"what npm sent is not toy-prolog 1\.2\.3: it is cut short"):
        store.obtain(BrowserRecipe(TOY), silent)
    assert store.entries() == []


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo 'npm warn old' >&2; echo 'npm error code E1\nnpm error no such host' >&2; exit 1", "no such host"),
        ("exit 3", "exit code 3"),
        ("true", "it wrote no package file"),
        ("exec sleep 60", "no answer within"),
    ],
)
def test_what_npm_says_is_one_line(store, npm, monkeypatch, script, told):
    npm(script)
    monkeypatch.setattr(browser, "_PATIENCE", 0.5)
    with pytest.raises(PrologMissingError, match=told) as error:
        store.obtain(BrowserRecipe(TOY), silent)
    assert "\n" not in str(error.value)


def test_without_npm_it_says_what_to_install(store, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(PrologMissingError, match=r"install npm .*or download toy-prolog-1\.2\.3\.tgz"):
        store.obtain(BrowserRecipe(TOY), silent)


def test_a_file_that_is_not_there(store, tmp_path):
    with pytest.raises(PrologMissingError, match=r"none\.tgz cannot be read"):
        store.obtain(BrowserRecipe(TOY, tmp_path / "none.tgz"), silent)


def test_what_is_kept_is_compared_with_the_known_files(store, tarball):
    table = store.obtain(BrowserRecipe(TOY, tarball), silent)
    forged = np.frombuffer(gzip.compress(b"another script"), np.uint8)
    for arrays, told in [
        ({**table.arrays, "script": forged}, "its script is not that of toy-prolog"),
        ({**table.arrays, "code": forged[:9]}, "its code is not that of toy-prolog"),
        ({**table.arrays, "code": np.frombuffer(b"nothing", np.uint8)}, "its code is not that of toy-prolog"),
        ({"script": table.arrays["script"]}, "does not have the files"),
    ]:
        with pytest.raises(BrokenTableError, match=told):
            BrowserRecipe(TOY).verify(replace(table, arrays=arrays), silent)
    BrowserRecipe(TOY).verify(table, silent)


def test_its_identity_leads_back_to_it():
    recipe = BrowserRecipe()
    assert form_of(recipe.kind, recipe.identity) == recipe
    with pytest.raises(BrokenTableError, match="does not know this table"):
        form_of(recipe.kind, {**recipe.identity, "version": "0.0.1"})
