"""--live: a page with SWI-Prolog inside; if something is missing, one line says so, and the page works without."""

import numpy as np
import pytest

from pybridge.store.table import Table
from pybridge.swipl.browser import BrowserRecipe
from tests.cli.conftest import data_of


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """As if SWI-Prolog for browsers were kept: other files in its place, which no test here runs."""
    arrays = {name: np.frombuffer(name.encode(), np.uint8) for name in ("code", "library", "script")}
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "kept"))
    monkeypatch.setattr(BrowserRecipe, "build", lambda recipe, report: Table(recipe.kind, recipe.title, arrays, {}))
    monkeypatch.setattr(BrowserRecipe, "form_fault", lambda recipe, table: None)


def test_the_page_has_the_program_and_the_native_figures(command, kept, tmp_path):
    path = tmp_path / "eight.html"
    done = command("ids_low", "eight", "--no-check", "--html", str(path), "--live")
    assert (done.code, done.err) == (0, "")
    data = data_of(path)
    live, (search,) = data["live"], data["parts"][0]["searches"]
    assert [each["name"] for each in live["files"]] == ["eight.pl", "seven.pl"]
    assert live["goal"] == "ids_low"
    assert live["native"]["inferences"] == search["inferences"]
    assert "'wasm-unsafe-eval'" in path.read_text(encoding="utf-8").split("</head>")[0]


def test_without_npm_the_page_is_whole_and_a_line_says_so(command, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "empty"))
    monkeypatch.setattr("pybridge.swipl.browser.npm", lambda: None)
    path = tmp_path / "eight.html"
    done = command("ids_low", "eight", "--no-check", "--html", str(path), "--live")
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert "the page cannot run its program: " in done.err
    assert "install npm" in done.err
    assert data_of(path)["live"] is None
    assert "'wasm-unsafe-eval'" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("ids", "eight", "--live"), 2, "--live requires --html"),
        (("ids", "eight", "--engine", "python", "--live"), 42, "the engine python has no program text"),
        (("solve", "eight", "--live"), 2, "--live requires an engine in Prolog"),
        (("solve", "eight", "--engine", "native", "--live"), 42, "the engine native has no program text"),
    ],
)
def test_where_there_is_no_program(command, kept, tmp_path, arguments, code, told):
    path = tmp_path / "eight.html"
    done = command(*arguments, *(() if told == "--live requires --html" else ("--html", str(path))))
    assert (done.code, path.exists()) == (code, False)
    assert told in done.err
