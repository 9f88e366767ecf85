"""Every line of docs/python.md runs and prints what the guide shows; its tables name what there is."""

import doctest
import inspect
import json
import re
from pathlib import Path

import pytest

import pybridge

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


def fields(form):
    if isinstance(form, dict):
        for name, value in form.items():
            yield name
            yield from fields(value)
    elif isinstance(form, list) and form:
        yield from fields(form[0])
