"""A census as one call: the starts it looks for, and what it is checked against."""

from collections import Counter
from collections.abc import Sequence

from pybridge.engines import cancelling, start_state
from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.search.census.census import Census
from pybridge.search.census.choice import plan
from pybridge.search.census.kept import Kept
from pybridge.search.census.run import FARTHEST, CensusRun, Start


def starts_of(facts: PuzzleFacts, texts: Sequence[str]) -> list[Start]:
    """Starts by name, or as states in text, each once; all that the file names if none is given.

    Raises UnknownStartError.
    """
    starts = [start_state(facts, text) for text in dict.fromkeys(texts)]
    names = Counter(name for name, _ in starts)
    starts = [
        (name if names[name] == 1 else f"{name} {number}", state) for number, (name, state) in enumerate(starts, 1)
    ]
    return starts or list(facts.starts)


def disagreement(facts: PuzzleFacts, taken: Census) -> str | None:
    """Where a census differs from what is known of the puzzle otherwise; None where it does not."""
    if taken.outcome is Outcome.SOLVED and taken.states != taken.total:
        return f"{facts.name}: {taken.states:,} states are counted, and by its shape it has {taken.total:,}"
    starts = dict(facts.starts)
    for place in taken.places:
        known = facts.optimal.get(place.name) if starts.get(place.name) == place.state else None
        if known is not None and place.distance not in (None, known):
            return f"{facts.name}, start {place.name}: {place.distance} moves by the census, {known} by its fact file"
    return None


def census(
    facts: PuzzleFacts,
    starts: Sequence[str] = (),
    *,
    method: str | None = None,
    threads: int | None = None,
    limits: Limits = NO_LIMITS,
    most: int | None = FARTHEST,
    keep: bool = False,
) -> Census:
    """All states that can reach a goal, by their distance from it; an interrupt is an outcome.

    `starts` are names or states as text, by default all that the file names; `most` farthest states are returned, None
    for all. With `keep` a census that is stopped is kept on disk, and the next one resumes it.

    Raises UnknownStartError, UnavailableProgramError, CensusSpaceError, DisagreementError.
    """
    where, chosen = starts_of(facts, starts), plan(facts, method, threads)
    keeper = Kept(facts, chosen, [state for _, state in where]) if keep else None
    run = CensusRun(facts, where, chosen, limits, most=most, keeper=keeper)
    with cancelling(run):
        while not run.wait(0.1):
            pass
    taken = run.result()
    if difference := disagreement(facts, taken):
        raise DisagreementError(difference)
    return taken
