"""`check` explains the mistakes of learners where they are, also of moves that do not end."""

import re
from pathlib import Path

import pytest

from pybridge.cli.check import inspect
from tests.rules.mistakes import TEXTS, Mistake, mistakes

ALL = list(mistakes())
QUICK = {
    "syntax: a bracket is not closed",
    "syntax: a quote is not closed",
    "syntax: less or equal as elsewhere",
    "names: a variable occurs once",
    "names: a predicate is misspelled",
    "names: move has two arguments",
    "arithmetic: = for is",
    "allowed: reading a file",
    "runs: a part of the next state is unknown",
    "runs: a helper calls itself",
    "runs: no amount can be a goal",
    "bounds: a bound that is too large somewhere",
    "facts: two starts of one name",
    "facts: no goal can be reached",
}


def said_of(path: Path, text: str) -> list[str]:
    """What `check` says, without the name of the file."""
    path.write_text(text, encoding="utf-8")
    _, _, faults = inspect(path)
    return [f"{fault.line}:{fault.column}: {fault.message}" for fault in faults]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_without_a_mistake_a_text_is_sound(tmp_path: Path, text: str) -> None:
    assert said_of(tmp_path / "it.pl", text) == []


def cases():
    for each in ALL:
        yield pytest.param(each, id=each.name, marks=[] if each.name in QUICK else [pytest.mark.slow])


@pytest.mark.parametrize("mistake", list(cases()))
def test_a_mistake_is_explained_at_its_place(tmp_path: Path, mistake: Mistake) -> None:
    found = said_of(tmp_path / "it.pl", mistake.text)
    assert len(found) == len(mistake.said), found
    for line, expected in zip(found, mistake.said, strict=True):
        whole = expected.removesuffix(" ...")
        assert line.startswith(whole), found
        assert line == whole or whole != expected, found


def test_there_are_many_mistakes_and_each_is_another() -> None:
    assert len(ALL) > 130
    assert len({each.name for each in ALL}) == len({each.text for each in ALL}) == len(ALL)
    assert not set(TEXTS.values()) & {each.text for each in ALL}
    assert {each.name for each in ALL} >= QUICK


def test_a_message_is_one_short_line() -> None:
    for each in ALL:
        assert each.said, each.name
        for line in each.said:
            assert re.fullmatch(r"\d+:\d+: \S.*\S", line), line
            assert len(line) < 220, line


def test_all_mistakes_of_a_file_are_found_at_once(tmp_path: Path) -> None:
    lines = TEXTS["jugs"].splitlines()
    lines[4] = "goal(jugs(4, X))."
    lines[16] = "    Poured > none,"
    lines[18] = "    plus_(To0, Poured, To)."
    assert said_of(tmp_path / "it.pl", "\n".join(lines) + "\n") == [
        "5:14: X occurs only once: write _X, or correct it",
        "17:5: none is not a number, and cannot be computed with",
        "19:5: plus_/3 is not defined (did you mean plus?)",
    ]


def test_all_faults_of_syntax_are_found_at_once(tmp_path: Path) -> None:
    lines = TEXTS["farmer"].splitlines()
    lines[0] = lines[0].replace('cabbage"', "cabbage")
    lines[3] = lines[3].replace("))", ")")
    lines[8] = "    across(F0, F)"
    lines[20] = "across(west, east), across(east, west)"
    assert [line.partition(": ")[0] for line in said_of(tmp_path / "it.pl", "\n".join(lines) + "\n")] == [
        "1:23",
        "4:6",
        "9:18",
        "21:39",
    ]
