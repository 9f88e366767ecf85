"""docs/rules.md and docs/narrowing.md: their commands print what is shown, and their tables are so."""

import importlib.util
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.facts import find, read
from pybridge.rules.compiled import Pairs
from tests.samples import sample

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NARROWING = (ROOT / "docs" / "narrowing.md").read_text(encoding="utf-8")
SHIPPED = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "prolog" / "puzzles" / "rules").glob("*.pl"))
QUICK = {"From a puzzle to its proof"}
MISTAKES = [tuple(row.strip("| ").split(" | ")) for row in re.findall(r"^\| (?:farmer|jugs) \|.*$", PAGE, re.MULTILINE)]

_spec = importlib.util.spec_from_file_location("rules_tables", ROOT / "docs" / "rules.py")
tables = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tables)


def sections() -> dict[str, str]:
    """The parts of the page that run something, by their heading."""
    return {part.split("\n")[0]: part for part in PAGE.split("\n## ")[1:] if "```console\n" in part}


def blocks(text: str, language: str = r"\w*") -> list[tuple[str, str]]:
    return re.findall(rf"^```({language})\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def files() -> Iterator[tuple[str, str]]:
    """The whole files of the page, by their puzzle."""
    for _, text in blocks(PAGE, "prolog"):
        if found := re.match(r"puzzle\((\w+),", text):
            yield f"{found[1]}.pl", text


def shown(output: str) -> list[str]:
    """Lines of an output without what differs from run to run: seconds, and spaces at the end."""
    return [re.sub(r"\d+\.\d{3}\b", "0.000", line).rstrip() for line in output.splitlines()]


def holds(printed: list[str], expected: list[str]) -> bool:
    """Whether the printed lines are those expected, where `...` stands for any number of lines."""
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(holds(printed[first:], expected[1:]) for first in range(len(printed) + 1))
    return bool(printed) and printed[0] == expected[0] and holds(printed[1:], expected[1:])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the whole files of the page, beside the folder prolog; its tables are those of the page alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    (tmp_path / "prolog").symlink_to(ROOT / "prolog")
    for name, text in files():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("heading", sample(sections(), quick=QUICK))
def test_commands_print_what_is_shown(folder: Path, heading: str, capfd: pytest.CaptureFixture[str]) -> None:
    for language, text in blocks(sections()[heading], "prolog|console"):
        if found := re.match(r"% (?:Add to|Save as) (\S+):\n", text):
            with (folder / found[1]).open("a", encoding="utf-8") as file:
                file.write(text)
        for command, expected in re.findall(
            r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", text if language == "console" else "", re.M
        ):
            printed = output(command, capfd)
            assert holds(shown(printed), shown(expected)), f"$ {command}\n{printed}"


def output(command: str, capfd: pytest.CaptureFixture[str]) -> str:
    """What a command prints, errors first."""
    if not command.startswith("bin/pybridge "):
        return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout
    capfd.readouterr()
    run(shlex.split(command)[1:])
    out, error = capfd.readouterr()
    return "".join(line for line in error.splitlines(True) if "compiling for the first use" not in line) + out


@pytest.mark.parametrize(("puzzle", "right", "wrong", "message"), sample(MISTAKES, quick=MISTAKES[:3]))
def test_check_explains_the_mistakes(
    folder: Path, puzzle: str, right: str, wrong: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "prolog" / "puzzles" / "rules" / f"{puzzle}.pl").read_text(encoding="utf-8")
    before, found, after = text.partition(right.strip("`"))
    assert found
    (folder / "mine.pl").write_text(f"{before}{wrong.strip('`')}{after}", encoding="utf-8")
    assert run(["check", "mine.pl"]) == 21
    assert message in capfd.readouterr().out


def test_other_programs_of_the_page_are_shipped() -> None:
    whole = [text for _, text in files()]
    for _, text in [*blocks(PAGE, "prolog"), *blocks(NARROWING, "prolog")]:
        if text not in whole and not text.startswith(("% Add to ", "% Save as ")):
            assert all(line in SHIPPED for line in text.splitlines()), text


def test_the_page_names_all_that_pybridge_asks_for() -> None:
    source = (ROOT / "prolog" / "rules" / "faults.pl").read_text(encoding="utf-8")
    usages = re.findall(r'^asked\(\w+, \d, "(.+)"\)\.$', source, re.MULTILINE)
    assert len(usages) > 10
    for usage in usages:
        assert "| `" + usage.replace('\\"', '"') + "` |" in PAGE, usage


def test_the_table_of_shipped_puzzles() -> None:
    assert tables.rows(PAGE, tables.KNOWN) == [tables.known(name) for name in tables.SHIPPED]


def test_the_table_of_narrowing_has_all_puzzles() -> None:
    names = [row.split("`")[1] for row in tables.rows(NARROWING, tables.FOUND)]
    assert names == list(tables.SHIPPED)


@pytest.mark.parametrize("name", sample(tables.SHIPPED, quick={"farmer", "klotski", "gripper"}))
def test_narrowing_finds_what_the_table_says(name: str) -> None:
    row, _ = tables.found(name)
    assert any(each.startswith(row) for each in tables.rows(NARROWING, tables.FOUND))


def test_the_operators_of_the_example_are_those_of_farmer() -> None:
    parts, task = ["farmer", "wolf", "goat", "cabbage"], read(find("farmer")).task
    assert task

    def told(pairs: Pairs) -> str:
        return ", ".join(f"{parts[variable]} {task.domains[variable][value]}" for variable, value in pairs)

    rows = re.findall(r"^\| `(row_alone)` \| (.+) \| (.+) \|$", NARROWING, re.MULTILINE)
    assert rows == [(each.name, told(each.before), told(each.after)) for each in task.operators[: len(rows)]]
    assert {each.name for each in task.operators[len(rows) :]} == {"take_wolf", "take_goat", "take_cabbage"}


def test_commands_of_narrowing_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYBRIDGE_TABLES", str(folder / "tables"))
    text = "".join(text for _, text in blocks(NARROWING, "sh"))
    commands = re.findall(r"^bin/pybridge ([^#\n]+)", text, re.MULTILINE)
    assert commands
    assert [run(shlex.split(command)) for command in commands] == [0] * len(commands)


def test_the_program_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    [(_, program)] = blocks(PAGE, "python")
    exec(program, {})
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("7 ['take_goat', 'row_alone',")
    assert second == "639 481"
