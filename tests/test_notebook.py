"""Results show themselves in Jupyter: as pages in frames of their own, in the notebook of the examples, too."""

import html
import json
import re
from pathlib import Path

import pytest
from IPython.core.formatters import DisplayFormatter

import pybridge
from pybridge import notebook
from pybridge.facts import read_text
from pybridge.search.solution import Solution

EXAMPLE = Path(__file__).parent.parent / "examples" / "notebook.ipynb"
SHOWN = {
    "puzzle": lambda: pybridge.read("torus"),
    "board": lambda: notebook.board("pocket", "random 3"),
    "solution": lambda: pybridge.solve("eight"),
    "prepared": lambda: pybridge.Solver("eight", engine="python").solve("random 3"),
    "unsolvable": lambda: pybridge.solve("eight", [2, 1, 3, 4, 5, 6, 7, 8, 0]),
    "report": lambda: pybridge.solve_and_check("eight", program="ids", engine="python"),
    "comparison": lambda: pybridge.compare("eight", engine="python", program="ids_low"),
    "census": lambda: pybridge.census("box_eight", most=2),
}


class Shell:
    """What IPython gives an extension, as far as it is used."""

    def __init__(self) -> None:
        self.display_formatter = DisplayFormatter()

    def forms(self, value: object) -> dict[str, str]:
        return self.display_formatter.format(value)[0]


@pytest.fixture
def shell():
    shell = Shell()
    notebook.load_ipython_extension(shell)
    return shell


def page_in(form: str) -> dict:
    """The data of the page in a frame."""
    frame = re.fullmatch(
        r'<iframe title="[^"<]*" sandbox="allow-scripts" style="[^"]*" srcdoc="([^"<]*)"></iframe>', form
    )
    shown = html.unescape(frame[1])
    return json.loads(re.search(r'id="data">(.*?)</script>', shown, re.S)[1])


@pytest.mark.parametrize("kind", SHOWN)
def test_each_result_shows_its_page(shell, kind):
    value = SHOWN[kind]()
    data = page_in(shell.forms(value)["text/html"])
    part = data["parts"][0]
    assert data["puzzles"][part["puzzle"]]["goals"]
    if isinstance(value, Solution):
        assert part["start"]["state"] == list(value.state)
        assert part["searches"] == [part["searches"][0] | {"length": value.length, "outcome": value.outcome.value}]


def test_a_puzzle_of_ones_own_is_known_to_its_solution(shell):
    facts = pybridge.generate("2x3", name="mine", title='a <b> & "title"')
    data = page_in(shell.forms(pybridge.solve(facts))["text/html"])
    assert data["puzzles"][0]["title"] == facts.title
    assert read_text(pybridge.write(facts)) == facts


def test_unloaded_results_are_texts(shell):
    value = pybridge.read("eight")
    notebook.unload_ipython_extension(shell)
    assert set(shell.forms(value)) == {"text/plain"}


def test_progress_is_shown_and_removed(monkeypatch):
    updates: list[str] = []

    class Handle:
        def update(self, form):
            updates.append(form.data)

    monkeypatch.setattr("IPython.display.display", lambda form, display_id: updates.append(form.data) or Handle())
    monkeypatch.setattr(notebook, "PATIENCE", 0)
    monkeypatch.setattr(notebook, "_FRAME", 0.02)
    solution = pybridge.solve("seven", program="ids", engine="python", time_limit=0.5, watch=notebook.watch)
    assert solution.iterations
    assert updates[0].startswith("<progress></progress><pre")
    assert any("generated" in each for each in updates)
    assert updates[-1] == ""


@pytest.mark.slow
def test_the_example_runs_and_is_stored_with_what_it_shows():
    import nbformat
    from nbclient import NotebookClient

    stored = nbformat.read(EXAMPLE, 4)
    again = nbformat.from_dict(json.loads(json.dumps(stored)))
    NotebookClient(again, timeout=120).execute()
    results = [[each for each in found.cells if each.cell_type == "code"] for found in (stored, again)]
    assert len(results[0]) == 6
    for one, other in zip(*results, strict=True):
        pages = [
            [page_in(each["data"]["text/html"]) for each in cell.outputs if each.output_type == "execute_result"]
            for cell in (one, other)
        ]
        assert [page["title"] for page in pages[0]] == [page["title"] for page in pages[1]]
        assert len(pages[0]) == (0 if one.source.startswith("%load_ext") else 1)
