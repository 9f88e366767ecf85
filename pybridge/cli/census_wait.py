"""Waiting for a census: what it needs is told before, how far it is meanwhile; interrupts end it, then its keeping."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.search.census.census import Census
    from pybridge.search.census.choice import Plan
    from pybridge.search.census.run import CensusRun

_WORTH_TELLING = 1.0
"""Seconds; what a census needs is told if it takes longer."""
_LOOK = 0.02
"""Seconds between two looks at whether it is over."""
_PATIENCE = 0.3
"""Seconds of keeping what is counted before that is told."""


def wait(run: "CensusRun", facts: "PuzzleFacts", chosen: "Plan") -> "Census":
    """The census, once it is over. Raises CensusSpaceError."""
    from pybridge.render import stderr_console, watch_census

    console = stderr_console()
    try:
        if chosen.seconds > _WORTH_TELLING:
            _tell(_needs(facts, chosen))
        if console.is_terminal:
            with suppress(OSError):  # a terminal that is gone is no reason to lose what is counted
                watch_census(run, chosen.states, console)
    except KeyboardInterrupt:
        run.cancel()
    while not _over(run, facts):
        run.cancel()
    return run.result()


def _over(run: "CensusRun", facts: "PuzzleFacts") -> bool:
    """Wait for the end, and tell of keeping that takes long; False if an interrupt came before."""
    begun = None
    try:
        while not run.wait(_LOOK):
            if begun is None and run.keeping:
                begun = time.monotonic()
            if begun is not None and time.monotonic() - begun > _PATIENCE:
                begun = float("inf")
                _tell(f"{facts.name}: keeping what is counted; Ctrl-C gives that up")
    except KeyboardInterrupt:
        return False
    return True


def _tell(line: str) -> None:
    """Write a line that nobody may be there to read."""
    with suppress(OSError):
        typer.echo(line, err=True)


def _needs(facts: "PuzzleFacts", chosen: "Plan") -> str:
    """What a census will need."""
    from pybridge.puzzles.state_space import states_text
    from pybridge.render.words import duration
    from pybridge.search.census.room import memory_text

    what = f"{states_text(chosen.states)} states, {memory_text(chosen.memory)}, about {duration(chosen.seconds)}"
    return f"{facts.name}: {what}; Ctrl-C stops, the next census goes on"
