"""What a wheel and a source distribution hold."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=PROJECT, check=True, timeout=60)
    return folder


def prolog_files():
    return {path.relative_to(PROJECT).as_posix() for path in (PROJECT / "prolog").rglob("*.pl")}


def test_the_wheel_has_the_prolog_files_inside_the_package(built):
    names = set(zipfile.ZipFile(next(built.glob("*.whl"))).namelist())
    assert {f"pybridge/_{name}" for name in prolog_files()} <= names
    page = PROJECT / "pybridge" / "render" / "page"
    scripts = {
        path.relative_to(PROJECT).as_posix() for kind in ("js", "css", "html") for path in page.glob(f"*.{kind}")
    }
    assert len(scripts) > 10
    assert {"pybridge/py.typed", *scripts} <= names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"pybridge"}


def test_the_source_distribution_builds_the_same_wheel(built, tmp_path):
    subprocess.run(["tar", "-xf", next(built.glob("*.tar.gz")), "-C", tmp_path], check=True)
    (source,) = tmp_path.iterdir()
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=source, check=True, timeout=60)
    first, second = (
        sorted(zipfile.ZipFile(next(folder.glob("*.whl"))).namelist()) for folder in (built, source / "dist")
    )
    assert first == second


def test_an_editable_installation_holds_no_copy_of_the_prolog_files():
    code = "import pathlib, pybridge; print(pathlib.Path(pybridge.__file__).parent)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == PROJECT / "pybridge"
    assert not any((Path(folder) / "pybridge").is_dir() for folder in sys.path if folder.endswith("site-packages"))
