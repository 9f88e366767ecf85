"""The starts of a search: by name, drawn at random, farthest from the goal, or typed as a state."""

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pybridge.errors import UnknownStartError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import example, given_state
from pybridge.facts.wording import several, states_text
from pybridge.limits import Limits
from pybridge.memory import available_memory
from pybridge.outcome import Outcome
from pybridge.puzzles import has_random_states, is_reversible, random_state
from pybridge.search.task import wait, watched

if TYPE_CHECKING:
    from pybridge.search.census.run import CensusRun

_MANY = 12
"""Starts that a message names, at most."""
_LONGEST_NAME = 20
"""A longer word that names no start is meant as a state."""
_SEEDS = 1_000_000
"""Random starts that are drawn without a seed, whose seeds are short enough to type."""
_SOON = 5.0
"""Estimated seconds of the longest census that is taken to find a start."""
_RANDOM = re.compile(r"random(?: +([0-9]{1,18}))?")
FARTHEST = re.compile(r"hardest|farthest(?:_([1-9][0-9]{0,8}))?")
"""The starts that a census finds."""


def start_state(facts: PuzzleFacts, text: str | None, watch: "Callable[[CensusRun], None]" = wait) -> tuple[str, State]:
    """A start's name and state: the first start by default, one by name, or one that the text describes.

    `random` is a state that can reach a goal, and `random 7` always the same one. `hardest` is the first of the states
    that are farthest from the goal, in ascending order; `farthest_2` is the second. Any other text is a state, called
    `given`: a Prolog list, or for sliding tiles its entries: numbers, or what the board shows, with `/` where a reader
    likes a row to end; for permutation puzzles moves from the goal, or a letter per facelet. A start that the facts
    name comes first. `watch` waits for the census of a farthest state; an interrupt there ends it, and is raised again.

    Raises UnknownStartError, UnavailableProgramError, CensusSpaceError.
    """
    if text is None:
        return facts.starts[0]
    if text in dict(facts.starts):
        return text, facts.start(text)
    if drawn := _RANDOM.fullmatch(text):
        seed = int(drawn[1] or time.time_ns() % _SEEDS)
        return f"random {seed}", random_state(facts, seed)
    if found := FARTHEST.fullmatch(text):
        return text, farthest(facts, int(found[1] or 1), watch)[0]
    try:
        return "given", given_state(facts, text)
    except UnknownStartError:
        if len(text) > _LONGEST_NAME or not re.fullmatch(r"[\w-]*[^\W\d][\w-]*", text):
            raise
        raise UnknownStartError(_no_start(facts, text)) from None


def _no_start(facts: PuzzleFacts, name: str) -> str:
    names = ", ".join(name for name, _ in facts.starts[:_MANY])
    if len(facts.starts) > _MANY:
        names += f" and {len(facts.starts) - _MANY} more"
    others = ["random"] * has_random_states(facts) + ["hardest"] * soon_counted(facts)
    names += f", or use {' or '.join(others)}" if others else ""
    return f"{facts.name} has no start {name!r}; it has {names}, or write a state as {example(facts)}"


def seed_of(name: str) -> int | None:
    """The seed with which a start of this name was drawn; None for a start that was not drawn at random."""
    found = _RANDOM.fullmatch(name)
    return int(found[1]) if found and found[1] else None


def farthest(facts: PuzzleFacts, number: int, watch: "Callable[[CensusRun], None]" = wait) -> tuple[State, int]:
    """The state with this number, from 1, among those farthest from the goal, and its distance.

    Raises UnknownStartError if there are fewer, if their census would take long or more memory than there is, or if
    moves cannot be undone: no census then knows how far states are from the goal.
    """
    from pybridge.search.census.choice import plan
    from pybridge.search.census.run import CensusRun

    if not is_reversible(facts):
        why = f"nothing says that moves of {facts.name} can be undone, so the farthest states are not known"
        raise _not_found(facts, why)
    chosen = plan(facts)
    if chosen.states is not None and not soon_counted(facts):
        raise _not_found(facts, f"{facts.name} has {states_text(chosen.states)} states, too many to find the farthest")
    run = CensusRun(facts, (), chosen, Limits(seconds=_SOON if chosen.states is None else None), most=number)
    if not watched(run, watch):
        raise KeyboardInterrupt
    taken = run.result()
    if taken.outcome is not Outcome.SOLVED:
        raise _not_found(facts, f"{facts.name} has too many states to find the farthest")
    there = taken.levels[-1].states
    if number > there:
        raise UnknownStartError(f"{facts.name} has {several(there, 'farthest state')}; no farthest_{number}")
    return taken.farthest[number - 1], taken.depth


def _not_found(facts: PuzzleFacts, why: str) -> UnknownStartError:
    return UnknownStartError(f"{why}; use {'random' if has_random_states(facts) else 'a name or a state'}")


def soon_counted(facts: PuzzleFacts) -> bool:
    """Whether it is known that the farthest states can be found soon, and in the memory that is free."""
    from pybridge.search.census.choice import plan

    chosen = plan(facts)
    if chosen.seconds is None or chosen.memory is None:
        return False
    return chosen.seconds <= _SOON and chosen.memory <= available_memory()
