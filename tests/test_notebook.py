"""Results show themselves in Jupyter: as pages in frames of their own, in the notebook of the examples, too."""

import html
import json
import re
from html.parser import HTMLParser
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
    "measurement": lambda: pybridge.measure("eight", "manhattan", boards=2),
    "tree": lambda: pybridge.trace("eight", threshold=14),
    "own heuristic": lambda: pybridge.solve("eight", heuristic=lambda state: 0, program="a_star"),
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
        r'<iframe title="[^"<]*" sandbox="allow-scripts allow-forms" style="[^"]*" srcdoc="([^"<]*)"></iframe>', form
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


def test_an_unloaded_puzzle_is_a_text(shell):
    value = pybridge.read("eight")
    notebook.unload_ipython_extension(shell)
    assert set(shell.forms(value)) == {"text/plain"}


class TableParser(HTMLParser):
    """The cells of the tables in a piece of HTML; raises AssertionError where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


@pytest.mark.parametrize(
    ("kind", "first", "number"),
    [
        ("solution", ["threshold", "completed", "expanded", "generated", "seconds"], 2),
        ("unsolvable", ["threshold", "completed", "expanded", "generated", "seconds"], 1),
        ("report", ["threshold", "completed", "expanded", "generated", "seconds"], 14),
        ("comparison", ["engine", "program", "heuristic", "length"], 2),
        ("census", ["distance", "states", "exact"], None),
        ("measurement", ["heuristic", "solved", "length", "h", "expanded", "generated"], 2),
        ("tree", ["g", "h", "f", "last move", "end", "below"], None),
    ],
)
def test_without_the_extension_a_result_is_a_small_table(kind, first, number):
    shell = Shell()
    value = SHOWN[kind]()
    shown = shell.forms(value)["text/html"]
    rows = TableParser(shown).rows
    assert rows[0][: len(first)] == first
    assert number in (None, len(rows))
    assert len(shown) < 20_000
    if kind == "census":
        assert [int(row[1].replace(",", "")) for row in rows[1:]] == [level.states for level in value.levels]
    if kind == "solution":
        assert f"moves: {', '.join(map(str, value.moves))}" in html.unescape(shown)


def test_what_a_solution_names_is_escaped():
    facts = pybridge.generate("2x3", name="mine<b>&")
    shown = pybridge.solve(facts)._repr_html_()
    TableParser(shown)
    assert "mine&lt;b&gt;&amp;" in shown


@pytest.mark.slow
@pytest.mark.parametrize("what", ["measure", "train", "build_tables", "compare", "census"])
def test_progress_of_all_that_takes_long(what, monkeypatch, tmp_path):
    updates: list[str] = []
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))  # no table is there yet

    class Handle:
        def update(self, form):
            updates.append(form.data)

    monkeypatch.setattr("IPython.display.display", lambda form, display_id: updates.append(form.data) or Handle())
    monkeypatch.setattr(notebook, "PATIENCE", 0)
    monkeypatch.setattr(notebook, "_FRAME", 0.01)
    small = pybridge.generate("2x3", name="watched")
    {
        "measure": lambda: pybridge.measure("eight", "manhattan", random=20, watch=notebook.watch),
        "train": lambda: pybridge.train(small, labels=200, steps=2, fresh=True, watch=notebook.watch),
        "build_tables": lambda: pybridge.build_tables("eight", "walking", watch=notebook.watch),
        "compare": lambda: pybridge.compare("seven", engine="python", program="ids_low", watch=notebook.watch),
        "census": lambda: pybridge.census("eight", method="plain", time_limit=0.3, watch=notebook.watch),
    }[what]()
    assert updates[0].startswith("<progress")
    assert updates[-1] == ""


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
