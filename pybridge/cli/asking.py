"""Questions on a terminal. An interrupt ends the command with 130, the end of the input with 2, both in a line."""

import contextlib
import sys

import typer


def can_ask() -> bool:
    """Whether somebody is there to see a question and to answer it."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def say(*sentences: str) -> None:
    """Tell something, folded between words to the width of the terminal."""
    from pybridge.render import Prose, stdout_console

    stdout_console().print(Prose(*sentences))


def line(prompt: str) -> str:
    """What is typed behind the prompt, without the end of the line."""
    _edit_lines()
    while True:
        try:
            return input(prompt)
        except UnicodeDecodeError:
            say(f"That is no text in {sys.stdin.encoding}; type it again.")
        except KeyboardInterrupt:
            typer.echo(err=True)
            raise
        except EOFError:
            typer.echo("\npybridge: the input has ended; nothing is written", err=True)
            raise typer.Exit(2) from None


def text(question: str, default: str) -> str:
    """The answer to a question; an empty one is the default."""
    return line(f"{question} [{default}]: ").strip() or default


def agreed(question: str, *, default: bool) -> bool:
    """The answer to a question of yes or no; an empty one is the default."""
    while True:
        answer = line(f"{question} [{'Y/n' if default else 'y/N'}] ").strip().lower()
        if not answer:
            return default
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")
        say("Answer y or n.")


def _edit_lines() -> None:
    """Have keys move within a line and bring back earlier ones, where Python can; what is pasted comes by lines."""
    with contextlib.suppress(ImportError):
        import readline

        readline.parse_and_bind("set enable-bracketed-paste off")
