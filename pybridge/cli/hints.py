"""The commands that messages suggest: each ends soon, and is called as this one was."""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from pathlib import Path

from pybridge.facts import PuzzleFacts, State
from pybridge.facts.terms import write_term

CALLED = "PYBRIDGE_CALLED"
"""The environment variable in which bin/pybridge says how it was called."""
LINE: ContextVar[Sequence[str]] = ContextVar("arguments", default=())
"""The arguments of the command that runs in this thread."""
_FEW = 400_000
"""Every search of a puzzle with at most this many states ends soon, the classic programs' too."""
_MANY = 2 * 10**13
"""The most states, those of a board of 16 cells, of a puzzle for which a search within a minute is suggested."""
_SHORT = 40
"""Moves; the classic programs may take minutes for a longer solution, on a board with walls."""
_MINUTE = " --time-limit 60"


def called() -> str:
    """How this program was called, as a shell reads it: `pybridge`, `bin/pybridge`, or `python -m pybridge`."""
    if given := os.environ.get(CALLED):
        return shlex.quote(given)
    program = sys.argv[0]
    if program.endswith("__main__.py"):
        return f"{shlex.quote(sys.orig_argv[0])} -m pybridge"
    if Path(program).name != "pybridge" or shutil.which("pybridge") == program:
        return "pybridge"
    return shlex.quote(program)


def command_line() -> str:
    """The command that runs, as a shell reads it, whatever the name by which it was called."""
    return shlex.join(["pybridge", *LINE.get()])


def as_called(text: str, commands: Iterable[str]) -> str:
    """A text with `pybridge` in front of a command replaced by how this program was called."""
    name = called()
    return re.sub(rf"(?<![\w./-])pybridge (?=(?:{'|'.join(commands)})\b|--help)", lambda _: f"{name} ", text)


def has_few_states(facts: PuzzleFacts) -> bool:
    """Whether every search of the puzzle ends soon."""
    from pybridge.puzzles import has_at_most

    return has_at_most(facts, _FEW)


def first_search(facts: PuzzleFacts, file: str) -> str:
    """A command for a new file that ends soon: the classic program, a search within a minute, or a check."""
    from pybridge.engines.registry import programs
    from pybridge.puzzles import has_at_most

    if has_few_states(facts):
        return f"{'ids_low' if 'ids_low' in programs('prolog', facts.domain) else 'solve'} {file}"
    return f"solve {file}{_MINUTE}" if has_at_most(facts, _MANY) else f"check {file}"


def is_quick(facts: PuzzleFacts, length: int) -> bool:
    """Whether a classic program finds a solution of this length soon."""
    return has_few_states(facts) and length <= _SHORT


def search_from_farthest(facts: PuzzleFacts, puzzle: str, state: str) -> str:
    """A command that solves the first farthest state, and ends soon; puzzle and state are shell arguments."""
    from pybridge.engines.starts import soon_counted

    start = "hardest" if soon_counted(facts) and "hardest" not in dict(facts.starts) else state
    return f"solve {puzzle} --start {start}{'' if has_few_states(facts) else _MINUTE}"


def argument(path: Path) -> str:
    """A fact file as a shell argument that is not mistaken for an option or a shipped puzzle."""
    from pybridge.facts import shipped

    text = str(path)
    return shlex.quote(f"./{text}" if text.startswith("-") or text in shipped() else text)


def state_argument(facts: PuzzleFacts, state: State) -> str:
    """A state as a shell argument; as the list of a fact file if the console cannot write all glyphs."""
    from pybridge.facts.domain import DOMAINS
    from pybridge.facts.given_state import typed

    text = typed(facts, state)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = write_term(DOMAINS[facts.domain].term_of(state))
    return shlex.quote(text)


def examples(commands: str) -> str:
    """The end of a command's help: some commands, one a line."""
    return "Examples:\n\n" + "\n\n".join(f"  {each}" for each in commands.strip().split("\n")) + "\n"
