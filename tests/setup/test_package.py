"""What a wheel and a source distribution hold."""

import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parents[2]
NAME = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]


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


def test_the_wheel_is_small(built):
    assert next(built.glob("*.whl")).stat().st_size < 1.85e6
    assert not any(
        name.endswith((".plt", ".d.ts", ".po")) for name in zipfile.ZipFile(next(built.glob("*.whl"))).namelist()
    )


def test_an_index_shows_addresses_and_a_readme_whose_links_work_there(built):
    """They are all below the one address that pyproject.toml has."""
    wheel = zipfile.ZipFile(next(built.glob("*.whl")))
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = message_from_bytes(wheel.read(name))
    hooks = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["metadata"][
        "hooks"
    ]
    home = hooks["custom"]["repository"]
    addresses = dict(each.split(", ") for each in metadata.get_all("Project-URL"))
    assert addresses["Repository"] == home
    assert {"Documentation", "Changelog", "Issues"} < set(addresses)
    assert all(each.startswith(home) for each in addresses.values())
    readme = metadata.get_payload(decode=True).decode()
    links = re.findall(r"\]\(([^)]+)\)", readme)
    assert len(links) > 20
    assert all(link.startswith("https://") for link in links)
    for link in links:
        if link.startswith((f"{home}/blob/HEAD/", f"{home}/raw/HEAD/")):
            assert (PROJECT / link.split("/HEAD/")[1].split("#")[0]).exists(), link
    assert f"git clone {home} pybridge" in readme


@pytest.mark.slow
def test_the_wheel_runs_elsewhere(built, tmp_path):
    """In an environment of its own, in another folder; with pip, which is not copied there, it takes 400 MB at most."""
    venv.create(tmp_path / "env")
    programs = tmp_path / "env" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", programs / "python"]
    install = [*pip, "install", "--quiet", next(built.glob("*.whl"))]
    subprocess.run(install, check=True, timeout=300)
    for program in ("pybridge", NAME):
        done = subprocess.run(
            [programs / program, "ids_low"], cwd=tmp_path, capture_output=True, text=True, timeout=100
        )
        assert done.returncode == 0, done.stderr
        assert "solved in 36 moves" in done.stdout
    assert sum(512 * each.stat().st_blocks for each in tmp_path.rglob("*") if each.is_file()) < 375e6


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


def needed(name, extras, found):
    """Add to `found` what a distribution with these extras needs, and the extras that are wanted of it."""
    if not set(extras) <= found.get(name, {None}):
        found.setdefault(name, set()).update(extras)
        for required in map(Requirement, distribution(name).requires or ()):
            marker = required.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras):
                needed(required.name.lower().replace("_", "-"), {*required.extras, ""}, found)
    return found


@pytest.mark.slow
def test_what_tests_need_is_small():
    """A first `bin/test` downloads all of it: .venv has 700 MB at most, 50 of them for pip and what it compiles."""
    found = needed(NAME, {"test", ""}, {})
    assert {"numba", "matplotlib", "distributed", "ipykernel"} <= set(found)
    paths = (path.locate() for name in found for path in distribution(name).files or ())
    assert sum(512 * path.stat().st_blocks for path in paths if path.is_file()) < 650e6


def test_nothing_names_another_project():
    """The project `pybridge` on PyPI is not ours: what we print and write installs `prolog-puzzles`."""
    texts = [*(PROJECT / "pybridge").rglob("*.py"), *(PROJECT / "docs").glob("*.md"), *PROJECT.glob("*.md")]
    found = [path.name for path in texts if re.search(r"pybridge\[[a-z]", path.read_text(encoding="utf-8"))]
    assert found == []
