"""Help at 80 columns: every summary is whole, and no line is wider."""

import re

import pytest

from pybridge.cli.app import COMMANDS
from pybridge.facts.wording import display_width
from tests.cli.conftest import Command

GROUPS = ("tables", "bench", "cluster")


def helped(command: Command, *arguments: str) -> str:
    result = command(*arguments, "--help")
    assert (result.code, result.err) == (0, "")
    return result.out


def summaries(text: str) -> dict[str, str]:
    """The commands that a help text lists, with their summaries; a summary may take several lines."""
    if "\nCommands:\n" not in text:
        return {}
    listing = text.split("\nCommands:\n")[1].split("\n\n")[0]
    return {
        name: " ".join(words.split())
        for name, words in re.findall(r"^  (\S+) +((?:.+\n?)(?: {4,}.+\n?)*)", listing, re.M)
    }


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def every_command(command: Command) -> list[tuple[str, ...]]:
    """All commands, and those in groups, by what help lists."""
    inner = [(group, each) for group in GROUPS for each in summaries(helped(command, group))]
    return [(), *((each,) for each in COMMANDS), *inner]


def test_every_command_is_listed(command: Command) -> None:
    assert set(summaries(helped(command))) == set(COMMANDS)
    assert len(every_command(command)) > len(COMMANDS) + 8


def test_no_summary_is_cut_and_no_line_too_wide(command: Command) -> None:
    for arguments in every_command(command):
        text = helped(command, *arguments)
        assert max(map(display_width, text.splitlines())) <= 80, arguments
        for name, summary in summaries(text).items():
            assert not summary.endswith(("...", "…")), (arguments, name)
            whole = " ".join(helped(command, *arguments, name).split("\n\n")[1].split())
            assert whole.startswith(summary), (arguments, name)
            assert summary.endswith("."), (arguments, name)


def test_no_help_of_an_option_is_cut(command: Command) -> None:
    for arguments in every_command(command):
        options = helped(command, *arguments).split("\nOptions:\n")[1].split("\n\n")[0]
        for option in re.split(r"\n(?=  -)", options):
            assert not re.search(r"(?:\.\.\.|…)$", option.strip()), (arguments, option)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("train", "Time limit in seconds; only compiling does not count."),
        ("puzzles", "(default: the goal and all starts)"),
        ("solve", "tables and compiling do not count."),
        ("solve", "(default: the first start)"),
    ],
)
def test_help_says_what_this_command_does(command: Command, name: str, words: str) -> None:
    assert words in " ".join(helped(command, name).split())
