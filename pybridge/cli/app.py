"""The application with all commands. It turns every error into a message on standard error and an exit code."""

import contextlib
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer

from pybridge.cli.hints import CALLED, LINE, as_called, called
from pybridge.cli.options import flat
from pybridge.errors import ArgumentError, OutputError, PybridgeError
from pybridge.facts.terms import replaced
from pybridge.translation import said, said_by, translated

_SWITCH = 0.001  # seconds; a search in plain Python must not delay the thread that handles Ctrl-C

# Typer uses its own copy of click or the real one, and exports the errors of neither.
_UsageError: Any = typer.BadParameter.__mro__[1]
_CommandLineError: Any = typer.BadParameter.__mro__[2]

_HELP = """Puzzles as Prolog facts: run in SWI-Prolog, solved in Python, shown to agree.

A PUZZLE is the name of a shipped puzzle (`puzzles` lists them) or the path of a fact file.
"""

_EPILOG = """Examples:

  pybridge ids_low

  pybridge ids_low box_eight --all

  pybridge ids blocks3

  pybridge compare seven eight box_eight

  pybridge census box_eight

  pybridge facts 3x5 --out board.pl

Exit codes: 0 solved or done, 2 wrong usage, 10-14 other outcomes of a search, 20 unreadable file, 21 faults in a fact
file, 40-43 unknown names and files that cannot be written, 44-49 heuristics, tables, memory and training,
50-56 SWI-Prolog, planners and clusters, 60 disagreement, 70 a bug, 130 interrupted. docs/exit-codes.md
lists all of them.
"""


_COMPLETE = "_PYBRIDGE_COMPLETE"
"""The environment variable with which a shell asks what may follow; typer gives it this name."""
_COMPLETION = {"--install-completion", "--show-completion"}
_BESIDE = {"ids_low": "ids", "import": "export"}
"""Commands in the module of another one."""
COMMANDS = {
    name: _BESIDE.get(name, name)
    for name in (
        "ids", "ids_low", "trace", "solve", "compare", "compile", "census", "new", "facts", "check", "puzzles",
        "export", "import", "plan", "gallery", "tables", "doctor", "bench", "train", "cluster",
    )
}  # fmt: skip
"""The commands, and the module of each."""


def application(command: str | None = None) -> typer.Typer:
    """A new application with one command, or with all of them if there is no such command."""
    app = typer.Typer(
        name="pybridge",
        help=_HELP,
        epilog=_EPILOG,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(invoke_without_command=True)(_options)
    for module in dict.fromkeys([COMMANDS[command]] if command in COMMANDS else COMMANDS.values()):
        found = import_module(f"pybridge.cli.{module}")
        if hasattr(found, "add_to"):  # several commands
            found.add_to(app)
        else:
            app.command(module, epilog=found.EXAMPLES)(flat(getattr(found, module)))
    return app


def _options(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        from pybridge import __version__

        typer.echo(f"pybridge {__version__}")
        raise typer.Exit


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; errors go to standard error, one per line."""
    sys.setswitchinterval(_SWITCH)
    command = typer.main.get_command(application(arguments[0] if arguments else None))
    try:
        return _done(command, arguments)
    except typer.Exit as error:
        return error.exit_code
    except SystemExit as error:  # the end of what typer does about completion
        return int(error.code or 0)
    except (_UsageError, ArgumentError) as error:
        return _tell(_with_help(error, _asked_for(command, arguments)), 2)
    except _CommandLineError as error:
        return _tell(translated(_message(error)), 2)
    except KeyboardInterrupt:
        return _tell("interrupted", 130)
    except PybridgeError as error:
        return _tell_error(error)
    except BrokenPipeError:
        return 141
    except OSError as error:
        return _tell(f"{error.filename or 'output'}: {error.strerror or error}", OutputError.exit_code)
    except Exception as error:
        if os.environ.get("PYBRIDGE_TRACEBACK"):
            raise
        kind = type(error).__name__
        return _tell(f"a bug: {kind}: {error}; please report it (PYBRIDGE_TRACEBACK=1 shows where)", 70)


def _done(command: Any, arguments: Sequence[str]) -> int:
    """Do what the arguments ask for, or tell a shell what may follow; the exit code."""
    name = called() if CALLED in os.environ and not set(arguments) & _COMPLETION else "pybridge"
    _name_examples(command, name)
    if os.environ.get(_COMPLETE):
        command.main([], "pybridge", _COMPLETE)
    LINE.set(arguments)
    with command.make_context(name, list(arguments) or ["--help"]) as context:
        code = command.invoke(context)
    return code if isinstance(code, int) else 0


def _name_examples(command: Any, name: str) -> None:
    """Have the examples of a help call the program by this name."""
    command.epilog = (command.epilog or "").replace("\n  pybridge ", f"\n  {name} ")
    for each in getattr(command, "commands", {}).values():
        _name_examples(each, name)


def _asked_for(command: Any, arguments: Sequence[str]) -> str:
    """The command that the arguments name."""
    path = ["pybridge"]
    for argument in arguments:
        command = getattr(command, "commands", {}).get(argument)
        if command is None:
            break
        path.append(argument)
    return " ".join(path)


def _with_help(error: Any, command: str) -> str:
    """The message of wrong usage, and where the right one is."""
    return translated(said("{message} (see {command} --help)", message=_message(error), command=command))


def _message(error: Any) -> str:
    """The message of a command-line error, as one line."""
    return said_by(error) if isinstance(error, ArgumentError) else " ".join(error.format_message().split())


def _tell_error(error: PybridgeError) -> int:
    """Print the message, or each fault as `check` does, with the line that it is in."""
    if not error.faults:
        return _tell(translated(said_by(error)), error.exit_code)
    from pybridge.cli.excerpt import INDENT, with_excerpts

    for line in with_excerpts(error.faults):
        if line.startswith(INDENT):
            with contextlib.suppress(OSError):
                print(line, file=sys.stderr, flush=True)
        else:
            _tell(line, error.exit_code)
    return error.exit_code


def _tell(message: str, code: int) -> int:
    with contextlib.suppress(OSError):  # an error that cannot be printed still has its exit code
        for line in map(_visible, as_called(message, COMMANDS).split("\n")):
            print(f"pybridge: {line}" if not _has_place(line) else line, file=sys.stderr, flush=True)
    return code


def _visible(line: str) -> str:
    """The line with control characters escaped: a program or a file name may contain some."""
    return replaced(line, lambda each: f"\\x{_code(each):02x}")


def _code(character: str) -> int:
    """Its number; of a byte in a file name that cannot be decoded, that byte."""
    number = ord(character)
    return number - 0xDC00 if 0xDC80 <= number <= 0xDCFF else number


def _has_place(line: str) -> bool:
    """Whether the line already starts with path:line:column:."""
    return re.match(r"(?:(?!: ).)+:\d+:\d+: ", line) is not None
