"""Pages: one file whose policy allows its own script and style alone, with documented data."""

import base64
import hashlib
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from pybridge.boards import generate
from pybridge.cli import run
from pybridge.engines import alike, draw_tree, solve_checked, solve_in_turn
from pybridge.facts import find, read, read_text, write
from pybridge.render import page as pages
from pybridge.render.page import comparison_page, document, puzzles_page, search_page, tree_page, trees
from pybridge.render.page.data import _puzzle
from pybridge.render.page.trees import MOST_REACHED, MOST_VISITED, draw_trees
from pybridge.report import report
from pybridge.rules import finding
from pybridge.search.task import Task
from pybridge.search.tree import Extent

FOLDER = Path(pages.__file__).parent
SCRIPTS = sorted(FOLDER.glob("*.js"))
GUIDE = Path(__file__).parents[2] / "docs" / "pages.md"


def data_of(text: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, flags=re.DOTALL)[1])


def task_of(name: str, program: str, start: str | None = None) -> Task:
    facts = read(find(name))
    start, state = next(each for each in facts.starts if start in (None, each[0]))
    return Task(facts=facts, start_name=start, start=state, program=program)


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A busy machine takes its time."""
    monkeypatch.setattr(trees, "SECONDS", 60.0)


@pytest.fixture(scope="module")
def seven():
    task = task_of("seven", "ids_low")
    solution, comparison = solve_checked(task, "python")
    return report(task, solution, comparison), task


@pytest.fixture(scope="module")
def text(seven):
    return document(search_page(*seven).data())


def test_the_policy_allows_the_pages_own_script_and_style_alone(text):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    (script,) = re.findall(r"<script>(.*?)</script>", text, flags=re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    script, style = (
        f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'" for part in (script, style)
    )
    rules = f"default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'"
    assert policy == rules
    assert not re.search(r"\son\w+=|style=|https?://(?!www.w3.org)", text)


def test_what_facts_say_cannot_end_the_data(tmp_path):
    title = "</script><script>alert(1)</script><!--"
    facts = read_text(
        f'puzzle(p, blocks_world, "{title}").\nblock(a).\nplace(x).\nstart(s, [[a, x]]).\ngoal([[a, x]]).\n'
    )
    text = document(puzzles_page([facts]).data())
    assert data_of(text)["puzzles"][0]["title"] == title
    assert text.count("<script") == 2
    assert "<!--" not in text


def test_a_page_of_seven_is_small(text):
    assert len(text.encode()) < 320_000


def test_searches_with_the_same_nodes_share_their_trees():
    task = task_of("eight", "")
    searches = [("prolog", "ids_low"), ("python", "ids_low"), ("native", "ida_star"), ("python", "breadth_first")]
    compared = solve_in_turn([(alike(task, engine, program), engine) for engine, program in searches])
    part = comparison_page([task], [compared]).data()["parts"][0]
    first, second, other, layers = (search["trees"] for search in part["searches"])
    assert (first, second) == ([0], [0])
    assert [part["trees"][number]["program"] for number in first + other + layers] == [
        "ids_low", "ida_star", "breadth_first",
    ]  # fmt: skip
    assert {search["undrawn"] for search in part["searches"]} == {""}


PARTIAL = """puzzle(partial, permutation, "Four points, of which three are drawn").
start(near, [1, 3, 4, 2]).
goal([1, 2, 3, 4]).
generator(a, [[1, 2, 3]]).
generator(b, [[2, 3, 4]]).
metric(half).
facet(1, f, 0, 0). facet(2, f, 0, 1). facet(3, f, 0, 2).
"""


def test_a_solution_that_is_refused_is_not_proved(seven):
    found, task = seven
    refused = replace(found, checks=(replace(found.checks[0], difference="a shorter one"), *found.checks[1:]))
    for each, shortest in ((found, True), (refused, False)):
        assert search_page(each, task).data()["parts"][0]["searches"][0]["shortest"] is shortest


def test_a_point_without_a_facet_lies_outside():
    rules = _puzzle(read_text(PARTIAL))["rules"]
    assert [min(place) >= 0 for place in rules["places"]] == [True, True, True, False]


def test_states_of_the_first_search_with_a_solution_are_there(monkeypatch):
    monkeypatch.setattr(finding, "_ATTEMPTS", tuple((how, 0.5) for how, _ in finding._ATTEMPTS))  # all fail
    facts = read_text(
        'puzzle(deep, rules, "Deep").\nstart(a, n(0)).\ngoal(n(5)).\nmove(n(X), up, n(Y)) :- Y is X + 1.\n'
    )
    task = Task(facts=facts, start_name="a", start=("n(0)",), program="ids")
    searches = [(replace(task, last_threshold=2), "python"), (task, "python")]
    compared = solve_in_turn(searches)
    part = comparison_page([task], [compared]).data()["parts"][0]
    assert len(part["states"]) == 6


def test_states_that_scripts_do_not_know_have_their_text(monkeypatch):
    """Goals too: their values are numbers, which look like those of the file but are others."""
    monkeypatch.setattr("pybridge.render.rule_data.MOST_OPERATORS", 1)
    facts = read_text(
        'puzzle(p, rules, "P").\nstart(s, [3,1,2]).\ngoal([1,2,3]).\nmove([A,B,C], turn, [B,C,A]).\n'
        "move([A,B,C], swap, [B,A,C]).\n"
    )
    (puzzle,) = puzzles_page([facts]).data()["puzzles"]
    assert puzzle["rules"] is None
    texts = {tuple(state): told for state, *told in puzzle["drawings"]}
    assert texts[tuple(puzzle["goals"][0])] == ["[1,2,3]"] * 2
    assert texts[tuple(puzzle["starts"][0]["state"])] == ["[3,1,2]"] * 2


def test_every_field_is_documented(text):
    guide = GUIDE.read_text(encoding="utf-8")
    data = data_of(text)
    part, puzzle = data["parts"][0], data["puzzles"][0]
    fields = {*data, *part, *puzzle, *part["trees"][0], *part["searches"][0]}
    assert {field for field in fields if f"`{field}`" not in guide} == set()


def test_trees_have_the_nodes_that_the_search_counted(seven):
    result, task = seven
    drawn = draw_trees(task, result.solution)
    assert sum(tree.visited for tree in drawn.trees) <= MOST_VISITED + len(drawn.trees)
    counted = {each.threshold: (each.expanded, each.generated) for each in result.solution.iterations}
    for tree in drawn.trees:
        assert (tree.iteration.expanded, tree.iteration.generated) == counted[tree.iteration.threshold]
        assert sum(level.expanded + level.ended for level in tree.levels) == tree.visited
    assert "Not drawn:" in drawn.undrawn
    assert "35" in drawn.undrawn


def test_the_columns_of_a_tree_are_its_nodes():
    task = task_of("seven", "ids_low")
    tree = draw_tree(task, "python", Extent())
    form = tree_page(task, tree).data()["parts"][0]["trees"][0]
    for number, node in enumerate(tree.nodes):
        move = form["move"][number]
        assert (form["g"][number], form["h"][number], form["below"][number]) == (node.g, node.h, node.below)
        assert (None if move < 0 else form["moves"][move]) == (node.move and list(node.move))
        assert form["ends"][form["end"][number]] == (node.end.value if node.end else "")


def test_engines_without_nodes_get_trees_of_plain_python_with_the_same_counters():
    task = task_of("eight", "ida_star")
    solution, _ = solve_checked(task, "native")
    drawn = draw_trees(task, solution)
    assert [tree.engine for tree in drawn.trees] == ["python"] * len(solution.iterations)
    assert drawn.undrawn == ""


@pytest.mark.slow
def test_a_search_that_knows_states_again_has_one_tree():
    task = task_of("eight", "breadth_first", "farthest_1")
    solution = solve_checked(task, "python")[0]
    drawn = draw_trees(task, solution)
    (tree,) = drawn.trees
    counts = [(each.expanded, each.generated) for each in solution.iterations[: tree.iteration.threshold + 1]]
    assert (tree.iteration.expanded, tree.iteration.generated) == tuple(map(sum, zip(*counts, strict=True)))
    assert len(tree.nodes) <= MOST_REACHED < tree.visited <= MOST_VISITED
    assert drawn.undrawn.startswith(f"Not drawn: {tree.iteration.threshold + 1}, ")
    form = tree_page(task, tree).data()["parts"][0]["trees"][0]
    assert (form["knows"], form["different"]) == (True, tree.different)
    assert sorted(form["number"]) == list(range(1, MOST_REACHED + 1))


@pytest.mark.slow
def test_pages_of_several_searches_are_small(tmp_path):
    for name, programs in (
        ("eight", "breadth_first,ida_star,a_star,ids_low"),
        ("blocks4", "breadth_first,ids,ida_star"),
    ):
        page = tmp_path / f"{name}.html"
        start = read(find(name)).starts[-1][0]
        assert (
            run(["compare", name, "--start", start, "--engine", "python", "--program", programs, "--html", str(page)])
            == 0
        )
        assert page.stat().st_size < 400_000


def test_every_script_is_on_a_page():
    texts = [document({"title": "", **more}) for more in ({"live": {"part": 0}}, {"gallery": []}, {"lesson": True})]
    found = {name for text in texts for name in re.findall(r'pybridge\.sources\["([\w-]+\.js)"\]', text)}
    assert found | {"worker.js"} == {path.name for path in SCRIPTS}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_short_and_strict(path):
    script = path.read_text(encoding="utf-8")
    lines = script.splitlines()
    assert len(lines) <= 320
    assert lines[:2] == ["// @ts-check", '"use strict";']
    assert lines[2].startswith("// ")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", script)
    assert max(map(len, lines)) <= 160


def test_a_page_names_the_puzzle_that_it_is_of(tmp_path, monkeypatch):
    """As a command takes it: a shipped one by its name, any other by its file, without the folders above."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my dir").mkdir()
    text = write(generate.rectangle(2, 3, name="eight"))
    Path("my dir/mine.pl").write_text(text, encoding="utf-8")
    whole = tmp_path / "my dir/mine.pl"
    for path, named in ((find("eight"), "eight"), ("my dir/mine.pl", "my dir/mine.pl"), (whole, "mine.pl")):
        assert _puzzle(read(path))["given"] == named


def test_the_program_of_the_guide_writes_a_page(tmp_path, monkeypatch):
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "pages.md", "exec"), {})
    assert data_of((tmp_path / "eight.html").read_text(encoding="utf-8"))["puzzles"][0]["few"]


@pytest.mark.slow
def test_commands_of_the_guide(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```sh\n(.*?)```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL)
    commands = [shlex.split(line, comments=True)[1:] for line in block.splitlines()]
    assert len(commands) > 5
    for command in commands:
        assert run(command) == 0, command
    assert len(list(tmp_path.glob("*.html"))) == len(commands)


def test_errors_come_before_the_search(tmp_path, capsys):
    taken = tmp_path / "taken.html"
    taken.write_text("mine", encoding="utf-8")
    for path, message in (
        (tmp_path / "page.txt", "--html writes HTML; name a file that ends in .html"),
        (taken, "exists; --force replaces it"),
        (tmp_path / "nowhere" / "page.html", "cannot be written"),
    ):
        for command in (["ids_low"], ["solve"], ["trace"], ["puzzles"], ["census", "ring"], ["compare", "seven"]):
            assert run([*command, "--html", str(path)]) == 43
            printed = capsys.readouterr()
            assert message in printed.err
            assert printed.out == ""
    assert run(["bench", "eight", "--html", str(taken)]) == 43
    assert taken.read_text(encoding="utf-8") == "mine"
    assert run(["puzzles", "ring", "--html", str(taken), "--force"]) == 0
    assert "ring" in data_of(taken.read_text(encoding="utf-8"))["puzzles"][0]["name"]
