"""Our Prolog files are compiled once, and do the same as when they are compiled whenever they are loaded."""

import shutil
from dataclasses import replace

import pytest

from pybridge.facts import prolog_folder
from pybridge.swipl import Engine, compiled_files
from pybridge.swipl.compiled_files import loaded_folder
from pybridge.swipl.library import find_installation

DEFINED = (
    "findall(defined(Module, Name, Arity, Clauses, Exported), ( module_property(Module, class(user)),"
    " module_property(Module, file(File)), sub_atom(File, _, _, _, '/prolog/'),"
    " module_property(Module, exports(Exports)), predicate_property(Module:Head, number_of_clauses(Clauses)),"
    " \\+ predicate_property(Module:Head, imported_from(_)), functor(Head, Name, Arity),"
    " ( memberchk(Name/Arity, Exports) -> Exported = true ; Exported = false ) ), Found),"
    " msort(Found, Sorted), term_to_atom(Sorted, Text)"
)
"""All predicates of our modules, and the number of their clauses."""


MEMBERS = 1


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiled_files._kept.cache_clear()
    yield tmp_path
    compiled_files._kept.cache_clear()


def modules(folder):
    return [path for path in folder.glob("*/*.pl") if path.read_text().startswith(":- module(")]


def test_each_module_is_compiled_once(cache):
    folder = loaded_folder(find_installation())
    assert folder.parent == cache / "pybridge" / "prolog"
    assert {path.relative_to(folder) for path in modules(folder)} == {
        path.relative_to(prolog_folder()) for path in modules(prolog_folder())
    }
    times = {path: path.with_suffix(".qlf").stat().st_mtime_ns for path in modules(folder)}
    compiled_files._kept.cache_clear()
    assert loaded_folder(find_installation()) == folder
    assert times == {path: path.with_suffix(".qlf").stat().st_mtime_ns for path in modules(folder)}
    assert list(folder.parent.iterdir()) == [folder]


def test_they_define_what_the_sources_define(cache, monkeypatch):
    found = []
    for folder in (loaded_folder(find_installation()), prolog_folder()):
        monkeypatch.setattr("pybridge.swipl.process.loaded_folder", lambda installation, folder=folder: folder)
        with Engine(isolate=True) as engine:
            for path in sorted(modules(folder)):
                engine.once(f"pybridge:prepare('{path.relative_to(folder).with_suffix('')}')")
            text = engine.once(DEFINED)["Text"]
            found.append(str(text))
    compiled, sources = found
    assert compiled == sources
    assert sources.count("defined(") > 900


@pytest.mark.parametrize("name", ["engine/marks.pl", "moves/tiles.pl", "seven.pl"])
def test_other_sources_are_compiled_again(cache, tmp_path, monkeypatch, name):
    sources = tmp_path / "sources"
    shutil.copytree(prolog_folder(), sources)
    monkeypatch.setattr(compiled_files, "prolog_folder", lambda: sources)
    before = loaded_folder(find_installation())
    with (sources / name).open("a") as file:
        file.write("\nfresh.\n")
    compiled_files._kept.cache_clear()
    after = loaded_folder(find_installation())
    assert after != before
    assert (after / name).read_text() == (sources / name).read_text()


def test_another_prolog_has_other_files(cache):
    here = find_installation()
    assert compiled_files._kept(prolog_folder(), here) != compiled_files._kept(
        prolog_folder(), replace(here, version=1)
    )


def test_without_a_cache_the_sources_are_loaded(cache):
    (cache / "pybridge").write_text("")
    assert loaded_folder(find_installation()) == prolog_folder()
    with Engine(fenced=True) as engine:
        assert engine.once("X = 1") == {"X": 1}


def test_what_cannot_be_compiled_is_loaded_from_its_source(cache, tmp_path, monkeypatch):
    sources = tmp_path / "sources"
    shutil.copytree(prolog_folder(), sources)
    (sources / "engine" / "wrong.pl").write_text(":- module(wrong, []).\n:- use_module(absent).\n:- halt(1).\n")
    monkeypatch.setattr(compiled_files, "prolog_folder", lambda: sources)
    assert loaded_folder(find_installation()) == sources
    assert list((cache / "pybridge" / "prolog").iterdir()) == []


def test_a_cache_that_is_removed_is_made_again(cache):
    folder = loaded_folder(find_installation())
    shutil.rmtree(folder)
    with Engine(fenced=True) as engine:
        assert engine.once("X = 1") == {"X": 1}
    assert folder.is_dir()
