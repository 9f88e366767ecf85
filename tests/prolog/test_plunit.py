"""The tests written in Prolog, each file in a SWI-Prolog of its own."""

import re
import subprocess

import pytest

from pybridge.facts import prolog_folder
from tests.samples import sample

ORDER = ["moves", "engine", "untrusted", "narrowing", "source", "bridge", "rules", "compiled"]
"""The folders: what is in one may load what is in those before it."""
PAGES, *MODULES = [prolog_folder() / name for name in ORDER]
FOLDERS = [prolog_folder(), PAGES, *MODULES]
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.plt"))]
LONG = {
    *("breadth_first", "bridge/classic", "bridge/fact_file", "compiled/inversion_distance", "compiled/patterns"),
    *("compiled/takahashi", "compiled/walking_distance", "engine/loading", "engine/replies", "rules/trial"),
    *("seven", "terms", "untrusted/file"),
}
"""Files whose tests take more than a second."""


def name_of(path):
    return path.relative_to(prolog_folder()).with_suffix("").as_posix()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_prolog_file_has_tests(folder):
    tested = [path.stem for path in FILES if path.parent == folder]
    assert tested == sorted(path.stem for path in folder.glob("*.pl"))


@pytest.mark.parametrize("path", sample(FILES, slow=[path for path in FILES if name_of(path) in LONG]), ids=name_of)
def test_prolog(path):
    command = ["swipl", "-f", "none", "--no-packs", "-g", "run_tests", "-t", "halt", str(path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=100)
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    passed = re.search(r"All (\d+) (?:\(\+\d+ sub-tests\) )?tests passed", output)
    assert passed, output
    assert int(passed[1]) > 0, output
    assert "Warning" not in output, output
    assert "ERROR" not in output, output  # of a setup that fails, whose tests are left out


@pytest.mark.parametrize("body", ["helper.", "test(wrong) :- fail."])
def test_a_failure_or_no_tests_would_show(tmp_path, body):
    path = tmp_path / "it.plt"
    path.write_text(f":- use_module(library(plunit)).\n:- begin_tests(it).\n{body}\n:- end_tests(it).\n")
    with pytest.raises(AssertionError):
        test_prolog(path)


def test_modules_leave_all_other_names_to_the_user():
    for folder in MODULES:
        for path in folder.glob("*.pl"):
            declared = re.match(r":- module\((\w+)", path.read_text(encoding="utf-8"))
            assert declared, path
            named = {f"pybridge_{room}{path.stem}" for room in ("", "program_", f"{folder.name}_")}
            assert declared[1] in {"pybridge", *named}, path


def test_folders_load_what_is_below_them():
    """`prepare/1` loads whatever is asked for, when it is."""
    assert {path.parent.name for path in prolog_folder().glob("*/*.pl")} == {*ORDER}
    found = {
        (folder.name, other)
        for folder in MODULES
        for path in folder.glob("*.pl")
        for other in re.findall(r"^:- \w+\('\.\./(\w+)/", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    assert {("bridge", "source"), ("rules", "narrowing"), ("compiled", "bridge")} <= found
    assert [pair for pair in sorted(found) if ORDER.index(pair[1]) >= ORDER.index(pair[0])] == []


def test_nothing_is_left_to_autoloading():
    """Two threads may load a library at once, or be signalled meanwhile: SWI-Prolog 9.0.4 is safe in neither."""
    goal = (
        "use_module(library(check)), use_module(library(apply)), set_prolog_flag(autoload, false), "
        f"use_module('{prolog_folder() / 'engine' / 'pybridge'}'), "
        "maplist(pybridge:prepare, [bridge/classic, rules/puzzle, compiled/written, untrusted/file]), list_undefined"
    )
    command = ["swipl", "-f", "none", "--no-packs", "-g", goal, "-t", "halt"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=100)
    assert not [path for folder in FOLDERS for path in folder.glob("*.pl") if ":- autoload(" in path.read_text("utf-8")]
    found = re.findall(r"(\S+/\d+), which is referenced", done.stdout + done.stderr)
    assert found == ["pybridge:python/3"], done.stderr  # Python adds it
