"""Puzzles of rules in Python: results, other processes, notebooks; and what commands say that have nothing for them."""

import json
import multiprocessing
import pickle
import re
from concurrent.futures import ProcessPoolExecutor

import pytest

import pybridge
from pybridge.cli import run
from pybridge.facts import find, read, read_text
from pybridge.rules import finding
from pybridge.rules.compiled import Compiled, Listed
from pybridge.rules.facts import RulesFacts

GROWING = 'puzzle(c, rules, "C").\nstart(a, [x]).\ngoal([x,x,x,x]).\nmove(L, m, [x|L]).\n'


@pytest.fixture(autouse=True)
def soon_given_up(monkeypatch):
    """No operators are found of rules that grow; tests need not wait 16 seconds for that."""
    monkeypatch.setattr(finding, "_ATTEMPTS", tuple((how, 0.5) for how, _ in finding._ATTEMPTS))


@pytest.mark.slow
def test_results_are_those_of_any_puzzle():
    solution = pybridge.solve("jugs")
    assert solution.length == 6
    assert str(solution.moves[0]) == "fill(5)"
    assert pybridge.compare("jugs").agree
    assert pybridge.census("jugs").states == 16
    assert pybridge.solve("jugs", "jugs(5, 0)").length == 5
    assert pybridge.solve(read_text(GROWING)).length == 3


HELPER = """\
puzzle(c, rules, "C").
start(a, p(0)).
goal(p(3)).
action(inc, 0, 5, 1).
move(p(N0), A, p(N)) :- action(A, Low, High, By), N0 >= Low, N0 < High, N is N0 + By.
"""


@pytest.mark.parametrize(("engine", "program"), [("prolog", "ids"), ("prolog", "breadth_first"), ("native", None)])
def test_what_move_calls_may_be_named_action(engine, program):
    assert pybridge.solve(read_text(HELPER), engine=engine, program=program).length == 3


@pytest.mark.parametrize("make", [lambda: pybridge.solve("jugs"), lambda: pybridge.compare("jugs")])
def test_results_can_be_sent(make):
    value = make()
    assert repr(pickle.loads(pickle.dumps(value))) == repr(value)


@pytest.mark.parametrize(
    ("text", "form"),
    [(find("jugs").read_text(encoding="utf-8"), Compiled), pytest.param(GROWING, Listed, marks=pytest.mark.slow)],
)
def test_facts_can_be_sent(text, form):
    facts = read_text(text)
    assert isinstance(facts.form, form)
    again = pickle.loads(pickle.dumps(facts))
    assert again == facts
    assert hash(again) == hash(facts)
    assert again.form.text(again.starts[0][1]) == facts.form.text(facts.starts[0][1])


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_another_process_asks_prolog_itself(method):
    facts = read(find("jugs"))
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        assert pool.submit(drawn, facts).result() == ("jugs(5,0)", ["5: 1   3: 2"])


def drawn(facts: RulesFacts) -> tuple[str, list[str]]:
    """The state after the first move, and a picture that only Prolog draws."""
    return facts.form.text(facts.form.successors(facts.starts[0][1])[0][1]), facts.session.pictures(["jugs(1,2)"])


@pytest.mark.parametrize("show", [lambda: pybridge.read("jugs"), lambda: pybridge.solve("jugs")])
def test_a_notebook_shows_it(show):
    from IPython.core.formatters import DisplayFormatter

    from pybridge import notebook

    class Shell:
        display_formatter = DisplayFormatter()

    notebook.load_ipython_extension(Shell())
    form = Shell.display_formatter.format(show())[0]["text/html"]
    assert form.startswith("<iframe")
    notebook.unload_ipython_extension(Shell())


# What is asked of a command, its exit code, and what it says.
REFUSED = {
    "compile jugs": (42, "compile has no program for rules, only for sliding_tiles, permutation"),
    "train jugs": (44, "its domain rules has no features; use another heuristic, or breadth_first"),
    "ids_low jugs": (42, "ids_low needs bound/2, and jugs has none; use ids or breadth_first"),
    "ids jugs --engine prolog-terms": (42, "no program 'ids' for rules in prolog-terms"),
    "solve jugs --heuristic manhattan": (44, "manhattan: this heuristic is for sliding_tiles"),
    "solve jugs --start random": (42, "rules does not draw any; use starts of its file, or states"),
    "solve jugs --start jugs(9,9)": (41, "its part 1 is 9, and from the starts of the file it is always"),
    "solve jugs --start foo(": (41, "it cannot be read: "),
    "solve jugs --start jugs(X,3)": (41, "a state has no variables"),
    "solve jugs --scramble fill(5)": (42, "use --start with a state such as jugs(0,0)"),
    "facts jugs": (2, "'jugs' is not a size"),
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_says_what_to_do(capsys, line):
    code, said = REFUSED[line]
    assert run(line.split()) == code or line.startswith("solve jugs --scramble")
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_plan_has_a_move_a_line(tmp_path, capsys):
    moves = [str(move) for move in pybridge.solve("jugs").moves]
    plan = tmp_path / "plan.txt"
    plan.write_text("\n".join(moves), encoding="utf-8")
    assert run(["plan", "jugs", str(plan), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 6
    plan.write_text("\n".join([moves[0], "pour(3,5)"]), encoding="utf-8")
    assert run(["plan", "jugs", str(plan)]) == 21
    told = capsys.readouterr().err
    assert re.match(
        rf"{re.escape(str(plan))}:2:1: step 2, pour\(3,5\): pour\(3,5\) is not a move here; there are", told
    )


def test_pddl_of_rules_is_read_as_other_rules(tmp_path, capsys):
    assert run(["export", "jugs", "--to", "pddl", "--out", str(tmp_path)]) == 0
    files = [str(tmp_path / f"jugs-{part}.pddl") for part in ("domain", "problem")]
    capsys.readouterr()
    assert run(["import", *files, "--out", str(tmp_path / "again.pl")]) == 0
    assert pybridge.solve(tmp_path / "again.pl").length == pybridge.solve("jugs").length == 6
