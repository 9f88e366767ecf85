"""Waiting for a census: what it needs is told before, how far it is meanwhile; interrupts end it, then its keeping."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.search.census.census import Census
    from pybridge.search.census.choice import Plan
    from pybridge.search.census.kept import Kept
    from pybridge.search.census.run import CensusRun

_WORTH_TELLING = 1.0
"""Seconds; what a census needs is told if it takes longer."""
_LOOK = 0.02
"""Seconds between two looks at whether it is over."""
_PATIENCE = 0.3
"""Seconds of keeping what is counted before that is told."""


def wait(run: "CensusRun", facts: "PuzzleFacts", chosen: "Plan", keeper: "Kept", before: int) -> "Census":
    """The census, once it is over; `before` states were counted another time. Raises CensusSpaceError."""
    from pybridge.render import stderr_console, watch_census

    console = stderr_console()
    try:
        if _rest(chosen, before) > _WORTH_TELLING:
            _tell(_needs(facts, chosen, before))
        if console.is_terminal:
            with suppress(OSError):  # a terminal that is gone is no reason to lose what is counted
                watch_census(run, chosen.states, console)
    except KeyboardInterrupt:
        run.cancel()
    waiting = _Waiting(run, facts, keeper)
    while not waiting.over():
        run.cancel()
    return run.result()


class _Waiting:
    """Waits for the end of a census, and tells what there is to tell meanwhile, each thing once."""

    def __init__(self, run: "CensusRun", facts: "PuzzleFacts", keeper: "Kept") -> None:
        self._run, self._facts, self._keeper = run, facts, keeper
        self._damage_told = self._keeping_told = False
        self._keeping_since = float("inf")

    def over(self) -> bool:
        """Wait; False if an interrupt came before."""
        try:
            while not self._run.wait(_LOOK):
                self._look()
            self._look()
        except KeyboardInterrupt:
            return False
        return True

    def _look(self) -> None:
        if self._run.damaged and not self._damage_told:
            self._damage_told = True
            folder = self._keeper.folder
            _tell(f"{self._facts.name}: what was kept in {folder} is damaged; the count begins again")
        if self._run.keeping and not self._keeping_told:
            now = time.monotonic()
            self._keeping_since = min(self._keeping_since, now)
            if now - self._keeping_since > _PATIENCE:
                self._keeping_told = True
                _tell(f"{self._facts.name}: keeping what is counted; Ctrl-C gives that up")


def _tell(line: str) -> None:
    """Write a line that nobody may be there to read."""
    with suppress(OSError):
        typer.echo(line, err=True)


def _rest(chosen: "Plan", before: int) -> float:
    """About how many seconds it takes to count the states that were not counted before."""
    return chosen.seconds * (chosen.states - before) / chosen.states if before else chosen.seconds


def _needs(facts: "PuzzleFacts", chosen: "Plan", before: int) -> str:
    """What a census will need."""
    from pybridge.puzzles.solvability import states_text
    from pybridge.render.words import duration
    from pybridge.search.census.choice import memory_text

    states = f"{states_text(chosen.states)} states"
    if before:
        states = f"{states_text(chosen.states - before)} of {states} are left"
    what = f"{states}, {memory_text(chosen.memory)}, about {duration(_rest(chosen, before))}"
    return f"{facts.name}: {what}; Ctrl-C stops, the next census goes on"
