"""Every line of docs/python.md runs and prints what the guide shows; its tables name what there is."""

import doctest
import inspect
import json
import re
from pathlib import Path

import pytest

import pybridge
from pybridge.cli import run

GUIDE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_line_of_the_guide(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = "\n\n".join(re.findall(r"```pycon\n(.*?)```", GUIDE, flags=re.DOTALL))
    printed = []
    test = doctest.DocTestParser().get_doctest(lines, {}, "docs/python.md", None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=printed.append)
    assert not runner.failures, "".join(printed)
    assert runner.tries > 60
    assert (tmp_path / "nodes.svg").exists()
    assert (tmp_path / "census.svg").exists()


def test_the_guide_names_every_function_and_option():
    for name in pybridge.__all__:
        assert re.search(rf"\b{name}\b", GUIDE), name
    rows = re.findall(r"^\| (`[^|]*) \|", GUIDE, flags=re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert {*inspect.signature(pybridge.solve).parameters} - {"puzzle", "start"} <= named


@pytest.mark.parametrize("value", ["solution", "report", "census", "comparison"])
def test_the_guide_names_every_field(value):
    values = {
        "solution": lambda: pybridge.solve("eight", count=True),
        "report": lambda: pybridge.solve_and_check("eight"),
        "census": lambda: pybridge.census("seven"),
        "comparison": lambda: pybridge.compare("eight", engine="python"),
    }
    result = values[value]()
    form = json.loads(json.dumps(result.to_dict()))
    assert form["version"] == 1
    assert all(f"`{name}`" in GUIDE for name in fields(form))
    assert len(repr(result)) < 100
    assert repr(result).startswith(f"<{value.capitalize()} of ")


OWN = {"machine", "arrays", "identity", "about", "network"}
"""Fields whose fields have names of their own in each machine, table or network."""


def fields(form):
    if isinstance(form, dict):
        for name, value in form.items():
            yield name
            yield from () if name in OWN else fields(value)
    elif isinstance(form, list):
        for each in form:
            yield from fields(each)


def described(name):
    """The fields in the paragraphs and the row on what a command prints."""
    parts = [part for part in GUIDE.split("\n\n") if f"`{name} --json`" in part]
    parts += [line for line in GUIDE.splitlines() if line.startswith("| `") and f"`{name}`" in line.split("|")[1]]
    every = GUIDE[GUIDE.index("With `--json`, every command") :].split("\n\n")[0]
    return set(re.findall(r"`(\w+)`", " ".join([*parts, every]))) | {"version"}


BAD = 'puzle(a, rules, "A").\nstart(s, X).\n'
WRONG = "ids :- writeln(1), writeln(2), print([fill(5), pour(5,3), pour(5,3), empty(3)]), nl.\nother(X).\n"


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("solve eight --count", ["solve", "plan"]),
        ("ids_low seven --why 10", ["solve", "plan"]),
        ("ids jugs --program wrong.pl", ["solve", "plan"]),
        ("plan jugs jugs.plan", ["solve", "plan"]),
        ("compare eight --engine python", ["compare", "solve", "plan"]),
        ("census box_eight", ["census"]),
        ("trace seven --threshold 20", ["trace"]),
        ("check bad.pl eight", ["check"]),
        ("puzzles eight", ["puzzles"]),
        ("puzzles", ["puzzles"]),
        ("tables build pocket", ["tables list"]),
        ("tables list", ["tables list"]),
        ("tables verify --quick", ["tables verify"]),
        ("doctor", ["doctor"]),
        ("train eight --time-limit 1", ["train"]),
        ("bench random 2 --puzzle eight --heuristic manhattan", ["bench"]),
    ],
)
def test_the_guide_describes_every_field_of_a_command(command, names, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("bad.pl").write_text(BAD, "utf-8")
    Path("wrong.pl").write_text(WRONG, "utf-8")
    Path("jugs.plan").write_text("fill(5)\npour(5,3)\nempty(3)\npour(5,3)\nfill(5)\npour(5,3)\n", "utf-8")
    run([*command.split(), "--json"])
    found = set(fields(json.loads(capsys.readouterr().out)))
    assert len(found) > 6
    assert found <= set().union(*map(described, names))
