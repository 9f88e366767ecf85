"""Options are declared once: one name, one meaning and one text in all commands, and the same names in Python."""

import inspect
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import typer

import pybridge
from pybridge.cli.app import application
from pybridge.cli.options import Without, flat
from pybridge.search.rows import DOMAINS
from tests.cli.conftest import Command


def commands() -> dict[str, Any]:
    """Every command by its words."""

    def below(command: Any, words: tuple[str, ...]) -> dict[str, Any]:
        found = {} if hasattr(command, "commands") else {" ".join(words): command}
        for name, each in getattr(command, "commands", {}).items():
            found |= below(each, (*words, name))
        return found

    return below(typer.main.get_command(application()), ())


def names_of(command: str) -> set[str]:
    """The options of a command, as keywords of Python."""
    return {option.opts[0].removeprefix("--").replace("-", "_") for option in commands()[command].params}


OF_THEIR_OWN = {
    "--all": {"census", "tables remove"},  # farthest states, tables
    "--csv": {"census"}, "--plot": {"census"},  # levels instead of boards
    "--heuristic": {"bench puzzle", "bench random"},  # repeatable
    "--host": {"cluster join"},  # with a default
    "--isolate": {"bench engine"},  # what is measured
    "--most": {"census", "trace"},  # farthest states, nodes
    "--program": {"solve"},  # all that there are
    "--out": {"compile", "export", "gallery", "new", "train"},  # what is written
    "--recipe": {"train"},  # how to train, or what was trained
    "--seed": {"bench learned", "bench random", "facts", "new", "train"},  # not of --start random alone
    "--start": {"bench cluster", "bench puzzle", "census", "facts", "new", "puzzles"},  # several, to be written
    "--steps": {"train"},
    "--threshold": {"trace"},
    "--time-limit": {"train"},  # of tables, too
    "--workers": {"cluster join"},
}  # fmt: skip
"""Commands whose option says more or less than that of the others, though it means the same."""


def test_an_option_says_the_same_in_all_commands() -> None:
    texts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for words, command in commands().items():
        for option in command.params:
            if option.opts[0].startswith("--"):
                texts[option.opts[0]][str(option.help)].add(words)
    for name, by_text in texts.items():
        others = [found - OF_THEIR_OWN.get(name, set()) for found in by_text.values()]
        assert sum(bool(found) for found in others) <= 1, (name, dict(by_text))


@pytest.mark.parametrize(
    ("command", "keywords", "python_alone"),
    [
        ("solve", {*inspect.signature(pybridge.solve).parameters}, {"puzzle", "watch", "check"}),
        ("compare", {*inspect.signature(pybridge.compare).parameters}, {"puzzle", "most", "count", "any", "watch"}),
        ("census", {*inspect.signature(pybridge.census).parameters}, {"puzzle", "keep", "watch"}),
        ("bench puzzle", {*inspect.signature(pybridge.measure).parameters}, {"puzzle", "random", "seed", "watch"}),
        ("bench random", {*inspect.signature(pybridge.measure).parameters}, {"start", "boards", "random", "watch"}),
        ("tables build", {*inspect.signature(pybridge.build_tables).parameters}, {"puzzle", "watch"}),
        ("facts", {*inspect.signature(pybridge.generate).parameters}, set()),
        ("solve", {*inspect.signature(pybridge.Solver).parameters}, {"puzzle", "watch"}),
        ("solve", {*inspect.signature(pybridge.Solver.solve).parameters}, {"self", "watch"}),
        ("trace", {*inspect.signature(pybridge.trace).parameters}, {"puzzle", "watch"}),
        ("train", {*inspect.signature(pybridge.train).parameters}, {"puzzle", "watch"}),
    ],
)  # fmt: skip
def test_keywords_of_python_are_options(command: str, keywords: set[str], python_alone: set[str]) -> None:
    assert keywords - names_of(command) == python_alone


def test_helps_list_what_any_domain_has() -> None:
    def words(command: str, option: str) -> set[str]:
        (found,) = (each for each in commands()[command].params if option in each.opts)
        return set(re.findall(r"\w+", f"{found.metavar} {found.help}"))

    assert words("solve", "--program") >= set().union(*(row.programs for row in DOMAINS.values()))
    assert words("census", "--method") >= set().union(*(row.counting.methods for row in DOMAINS.values()))


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("solve eight", "ida_star"),
        ("ids eight", "ids, a file of your own, e.g. mine.pl"),
        ("ids_low eight", "ids_low, a file of your own, e.g. mine.pl"),
        ("trace eight", "ids_low"),
        ("compare eight", "ids_low"),
        ("compile eight", "ids_low"),
        ("bench eight", "ida_star, a_star"),
    ],
)
def test_a_program_that_a_command_cannot_run(command: Command, line: str, known: str) -> None:
    result = command(*line.split(), "--program", "best")
    assert (result.code, result.out, len(result.err.splitlines())) == (42, "", 1)
    assert re.match(r"pybridge: no program 'best' for [\w, -]+; choose from ", result.err)
    assert known in result.err


def test_the_name_of_the_classic_program_is_its_own(command: Command) -> None:
    assert command("ids_low", "eight", "--program", "ids_low", "--no-check").code == 0


@pytest.mark.parametrize("words", ["", *commands(), "bench", "cluster", "tables"])
def test_helps_fit_on_80_columns(words: str, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = command(*words.split(), "--help").out.splitlines()
    text = lines[: next((number for number, line in enumerate(lines) if line == "  Examples:"), None)]
    assert max(map(len, text)) <= 80
    for line in text[1:]:
        assert not re.search(r"\w-$|\w\.\.\.$", line), line


@dataclass(frozen=True)
class Inner:
    deep: Annotated[int, typer.Option("--deep")] = 1
    deeper: Annotated[int, typer.Option("--deeper")] = 2


@dataclass(frozen=True, kw_only=True)
class Outer:
    high: Annotated[str, typer.Option("--high")] = "h"
    inner: Annotated[Inner, Without("deeper")]


def test_groups_are_flat_for_typer_and_whole_for_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Also with a group in a group, an option left out, and an option whose group has its name."""
    given: list[Any] = []

    def act(
        name: Annotated[str, typer.Argument()], high: Outer, *, plain: Annotated[bool, typer.Option("--plain")] = False
    ) -> int:
        """Act on a name."""
        given.append((name, high, plain))
        return 7

    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(flat(act))
    command: Any = typer.main.get_command(app)
    assert [option.name for option in command.params] == ["name", "high", "deep", "plain"]
    assert command.help == "Act on a name."
    assert command(["x", "--deep", "5", "--plain"], standalone_mode=False) == 7
    assert command(["y"], standalone_mode=False) == 7
    assert given == [("x", Outer(inner=Inner(5)), True), ("y", Outer(inner=Inner()), False)]
