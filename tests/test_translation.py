"""Messages in Japanese: the catalogue has all of them, and only the terminal shows them."""

import ast
import copy
import json
import pickle
import re
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest

from pybridge.cli import run
from pybridge.errors import DisagreementError
from pybridge.facts.catalogue import prolog_folder
from pybridge.translation import LOCALES, joined, said, said_by, translated

ROOT = Path(__file__).parent.parent
CATALOGUE = LOCALES / "ja" / "LC_MESSAGES" / "pybridge.po"
VARIABLES = ("PYBRIDGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
WORDLESS = {"translation.py", "engines/own_text.py"}
"""Modules that also make messages of templates without words, or of Prolog's."""


@pytest.fixture(autouse=True)
def no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def entries() -> dict[str, str]:
    """The messages of the catalogue's text and their translations, without its header."""
    found: dict[str, dict[str, str]] = {}
    entry: dict[str, str]
    for block in CATALOGUE.read_text(encoding="utf-8").split("\n\n"):
        entry, name = {}, ""
        for line in (each for each in block.splitlines() if not each.startswith("#")):
            key, text = re.fullmatch(r'(msgid |msgstr |)(".*")', line).groups()
            name = key.strip() or name
            entry[name] = entry.get(name, "") + ast.literal_eval(text)
        assert entry["msgid"] not in found
        found[entry["msgid"]] = entry
    assert "UTF-8" in found.pop("")["msgstr"]
    return {message: entry["msgstr"] for message, entry in found.items()}


def in_python() -> set[str]:
    """The templates that calls of `said` have. No other is allowed, except where a template has no words."""
    found, made = set(), set()
    package = ROOT / "pybridge"
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not re.search(r"^from pybridge.translation import .*\bsaid\b|^def said\(template", text, re.MULTILINE):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "said":
                template = node.args[0]
                found |= {template.value} if isinstance(template, ast.Constant) else set()
                made |= set() if isinstance(template, ast.Constant) else {path.relative_to(package).as_posix()}
    assert made == WORDLESS
    return found


def in_prolog() -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "prolog").rglob("*.pl")]
    return {message for text in texts for message in re.findall(r'said\("((?:[^"\\]|\\.)*)"', text)}


def fields(template: str) -> set[tuple[str, str]]:
    return {(name, form) for _, name, form, _ in Formatter().parse(template) if name is not None}


def test_the_catalogue_has_every_message_and_no_other() -> None:
    assert len(in_python()) > 50
    assert len(in_prolog()) > 20
    assert set(entries()) == in_python() | in_prolog()


@pytest.mark.parametrize(("message", "translation"), entries().items())
def test_a_translation_has_the_same_values(message: str, translation: str) -> None:
    assert translation.strip()
    assert fields(translation) == fields(message)


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    read = {message: compiled.gettext(message) for message in entries()}
    assert read == entries()
    assert len(compiled._catalog) == len(read) + 1  # the header


@pytest.mark.parametrize(
    ("given", "japanese"),
    [
        ({}, False),
        ({"LANG": "ja_JP.UTF-8"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8", "PYBRIDGE_LANG": "ja"}, True),
        ({"LANG": "ja_JP.UTF-8", "PYBRIDGE_LANG": "en"}, False),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, False),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"}, True),
        ({"LC_ALL": "C", "LC_MESSAGES": "ja_JP.UTF-8"}, False),
        ({"LC_ALL": "", "LANG": "ja"}, True),
        ({"PYBRIDGE_LANG": "xx", "LANG": "ja"}, False),
    ],
)
def test_the_language(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], japanese: bool) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert translated(said("nodes")) == ("ノード" if japanese else "nodes")


def test_a_message_is_english_wherever_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYBRIDGE_LANG", "ja")
    message = joined(["mine.pl", said("after {moves}", moves=said("{number:,} moves", number=1200))], ": ")
    assert message == json.loads(json.dumps(message)) == str(DisagreementError(message)) == "mine.pl: after 1,200 moves"
    for each in (message, pickle.loads(pickle.dumps(message)), copy.deepcopy(message)):
        assert translated(each) == translated(said_by(DisagreementError(each))) == "mine.pl: 1,200 手の後"


def test_what_is_not_a_message_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYBRIDGE_LANG", "ja")
    assert translated("nodes") == "nodes"
    assert translated(said("{place} cannot carry it", place="{x}")) == "{x} の上には置けません"


@pytest.mark.slow
def test_a_wrong_program_in_japanese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table, the diagnosis, the hint and the error; JSON is the same in every language."""
    program, text = tmp_path / "wrong.pl", (prolog_folder() / "blocks.pl").read_text(encoding="utf-8")
    program.write_text(text.replace("N1 is N+1", "N1 = N+1"), encoding="utf-8")
    monkeypatch.setenv("PYBRIDGE_LANG", "ja")
    assert run(["ids", "blocks3", "--program", str(program), "--quiet"]) == 60
    shown = capsys.readouterr()
    flat = re.sub(r"\s+", " ", shown.out)
    assert "✗ 実際は 5 手" in flat
    assert "残りの手数" in flat
    assert "`N1 = N+1` は計算しません。`N1 is N+1` と書いてください" in flat
    assert "しきい値 5 を最後まで探索しましたが、解が見つかりませんでした: 1 手の後" in shown.err
    assert run(["ids", "blocks3", "--program", str(program), "--json"]) == 60
    told = json.loads(capsys.readouterr().out)["diagnosis"]
    assert told["message"].startswith("threshold 5 was searched completely")
    assert told["hint"].endswith("`N1 = N+1` does not compute: write `N1 is N+1`")
