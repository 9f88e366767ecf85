"""A census as one call: the starts it looks for, and what it is checked against."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pybridge.agreement import known_length
from pybridge.engines import start_state, wait, watched
from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.search.census.census import Census
from pybridge.search.census.checkpoint import CensusCheckpoint
from pybridge.search.census.choice import plan
from pybridge.search.census.run import FARTHEST, CensusRun, Start


def starts_of(facts: PuzzleFacts, texts: Sequence[str]) -> list[Start]:
    """Starts by name, or as states in text, each once; all that the file names if none is given.

    Raises UnknownStartError.
    """
    return named_apart(facts, [start_state(facts, text) for text in dict.fromkeys(texts)])


def named_apart(facts: PuzzleFacts, starts: Sequence[Start]) -> list[Start]:
    """Starts with names that differ; all that the file names if there are none."""
    names = Counter(name for name, _ in starts)
    starts = [
        (name if names[name] == 1 else f"{name} {number}", state) for number, (name, state) in enumerate(starts, 1)
    ]
    return starts or list(facts.starts)


def disagreement(facts: PuzzleFacts, taken: Census) -> str | None:
    """Where a census differs from what is known of the puzzle otherwise; None where it does not."""
    complete = taken.outcome is Outcome.SOLVED
    if complete and taken.total not in (None, taken.states):
        return f"{facts.name}: {taken.states:,} states are counted, and by its shape it has {taken.total:,}"
    for name, distance, known in _lengths(facts, taken):
        if known != distance and (distance is not None or complete):
            counted = "no goal is reached" if distance is None else several(distance, "move")
            return f"{facts.name}, start {name}: {counted} by the census, {known} by its fact file"
    if complete and taken.total is not None:
        for place in taken.places:
            if place.distance is None and place.reason is None:
                return f"{facts.name}, start {place.name}: it can reach a goal, but is not among the states counted"
    return None


def _lengths(facts: PuzzleFacts, taken: Census) -> Iterator[tuple[str, int | None, int]]:
    """Starts with their lengths by the census and by the fact file."""
    places = list(taken.places)
    if taken.origin is not None:
        places = [replace(taken.origin, distance=taken.nearest_goal)]
    for place in places:
        if (known := known_length(facts, place.name, place.state)) is not None:
            yield place.name, place.distance, known


def census_of(
    facts: PuzzleFacts,
    starts: Sequence[Start] = (),
    *,
    method: str | None = None,
    threads: int | None = None,
    limits: Limits = NO_LIMITS,
    most: int | None = FARTHEST,
    keep: bool = False,
    watch: Callable[[CensusRun], None] = wait,
) -> Census:
    """All states that can reach a goal, by their distance from it; an interrupt is an outcome.

    Where moves cannot be undone, all states that the first start can reach, by their distance from it.
    `starts` are by default all that the file names; `most` farthest states are returned, None for all. With `keep` a
    census that is stopped is kept on disk, and the next one resumes it. `watch` waits for the run.

    Raises UnavailableProgramError, CensusSpaceError, DisagreementError.
    """
    where, chosen = named_apart(facts, starts), plan(facts, method, threads)
    checkpoint = CensusCheckpoint.of(facts, chosen, [state for _, state in where]) if keep else None
    run = CensusRun(facts, where, chosen, limits, most=most, checkpoint=checkpoint)
    watched(run, watch)
    taken = run.result()
    if difference := disagreement(facts, taken):
        raise DisagreementError(difference)
    return replace(taken, facts=facts)
