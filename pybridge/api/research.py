"""What looks at more than one search: censuses, comparisons, measurements, and the tables that they use."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from pybridge.agreement import Comparison
from pybridge.api.arguments import (
    Guide,
    Puzzle,
    Start,
    best_first_of,
    facts_of,
    guide_of,
    limits_of,
    names_of,
    optional,
    prune_of,
    shown,
    start_of,
    whole,
)
from pybridge.api.solving import MOST_THREADS, require_options
from pybridge.engines import alike, solve_in_turn, wait
from pybridge.engines.census import census_of
from pybridge.engines.pairs import pairs, require_engines
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, obtain
from pybridge.limits import OnProgress
from pybridge.search.census.census import Census
from pybridge.search.census.run import FARTHEST, CensusRun
from pybridge.search.task import ALL, FIRST, Prune, Task
from pybridge.store.entry import Entry
from pybridge.store.store import Store

if TYPE_CHECKING:
    from pybridge.bench import Boards, SearchBench


def census(
    puzzle: Puzzle,
    starts: Sequence[Start] = (),
    *,
    method: str | None = None,
    threads: int | None = None,
    most: int | None = FARTHEST,
    keep: bool = False,
    seconds: float | None = None,
    memory: int | None = None,
    watch: Callable[[CensusRun], None] = wait,
) -> Census:
    """All states that can reach a goal, by their distance from it: what the command `census` counts.

    Where moves cannot be undone, all states that the first of the starts can reach, by their distance from it.
    `starts` are looked for, by default all that the file names. `most` farthest states are returned, None for all. With
    `keep` a census that is stopped is kept on disk, and the next one resumes it. `watch` waits for the census, and may
    show its progress. An interrupt is an outcome. Raises UnknownStartError, UnavailableProgramError, ArgumentError,
    CensusSpaceError, DisagreementError.
    """
    facts = facts_of(puzzle)
    if isinstance(starts, str) or not isinstance(starts, Sequence):
        raise ArgumentError(f"starts is a list of starts, not {starts!r}")
    found = [start_of(facts, start) for start in starts]
    limits = limits_of(seconds, None, memory)
    jobs, most = optional("threads", threads, 1, MOST_THREADS), optional("most", most)
    return census_of(facts, found, method=method, threads=jobs, limits=limits, most=most, keep=keep, watch=watch)


def compare(
    puzzle: Puzzle,
    start: Start = None,
    *,
    engines: str | Sequence[str] = ("prolog", "python"),
    programs: str | Sequence[str] | None = None,
    heuristic: Guide = None,
    pruning: str | Prune | None = None,
    every: bool = False,
    last: int | None = None,
    seconds: float | None = None,
) -> Comparison:
    """Searches of several engines and programs on one start, and the checks of their agreement: what `compare` does.

    Each engine runs each of the programs that it has. `Comparison.require_agreement` raises DisagreementError. Raises
    what `solve` raises.
    """
    facts = facts_of(puzzle)
    name, state = start_of(facts, start)
    task = Task(
        facts=facts, start_name=name, start=state, program="", wanted=ALL if every else FIRST,
        limits=limits_of(seconds), last_threshold=optional("last", last), heuristic=guide_of(facts, heuristic),
        pruning=prune_of(pruning),
    )  # fmt: skip
    asked = None if programs is None else names_of("programs", programs)
    searches = pairs(facts, require_engines(names_of("engines", engines)), asked)
    return solve_in_turn([(alike(task, engine, program), engine) for engine, program in searches])


class Measuring(TypedDict, total=False):
    """How to search the boards; docs/python.md says what each option does."""

    pruning: str | Prune | None
    programs: str | Sequence[str]
    weight: float
    batch: int
    threads: int
    processes: int
    seconds: float | None


def measure(
    puzzle: Puzzle,
    heuristics: Sequence[Guide] | str | None = None,
    *,
    boards: int | None = None,
    random: int | None = None,
    seed: int = 0,
    **how: Unpack[Measuring],
) -> "SearchBench":
    """Heuristics side by side on many boards, every length checked: what the command `bench` measures.

    The boards are the puzzle's starts, or the first `boards` of them, or `random` ones. `heuristics` are names and
    objects, by default several that suit the board. An interrupt ends it, and the boards measured so far count. Raises
    UnfitHeuristicError, UnavailableProgramError, ArgumentError, BrokenTableError, DisagreementError.
    """
    from pybridge.bench import SearchBench, finished

    require_options("measure", how, Measuring)
    chosen = _boards(facts_of(puzzle), boards, random, seed)
    bench = SearchBench(
        chosen, _guides(chosen.facts, heuristics), pruning=prune_of(how.get("pruning")),
        programs=names_of("programs", how.get("programs", "ida_star")),
        best_first=best_first_of(how.get("weight", 1.0), how.get("batch", 1)),
        threads=whole("threads", how.get("threads", 1), 1, MOST_THREADS),
        processes=whole("processes", how.get("processes", 1), 1, MOST_THREADS), limits=limits_of(how.get("seconds")),
    )  # fmt: skip
    return finished(bench)


def _boards(facts: PuzzleFacts, boards: int | None, random: int | None, seed: int) -> "Boards":
    from pybridge.bench import named, random_boards

    if random is None:
        return named(facts, optional("boards", boards, 1))
    return random_boards(facts, whole("random", random, 1, 10**6), whole("seed", seed))


def _guides(facts: PuzzleFacts, heuristics: Sequence[Guide] | str | None) -> "list[str | Heuristic]":
    """The heuristics to measure, by default several that suit the board."""
    from pybridge.heuristics.choice import compared

    guides: Any = [heuristics] if isinstance(heuristics, str) else heuristics or compared(facts)
    if not isinstance(guides, Sequence):
        raise ArgumentError(f"heuristics is a list of names and objects, not {shown(guides)}")
    return [_named(facts, guide) for guide in guides]


def _named(facts: PuzzleFacts, guide: Guide) -> "str | Heuristic":
    checked = guide_of(facts, guide)
    if checked is None:
        raise ArgumentError("heuristics is a list of names and objects, not of None")
    return checked.name if isinstance(checked, Spec) else checked


def heuristic(puzzle: Puzzle, name: str, *, report: OnProgress = lambda phrase: None) -> Heuristic:
    """A heuristic by name, its tables loaded, or built and kept: `estimate(state)` is h.

    Raises UnfitHeuristicError, TableSpaceError, BrokenTableError.
    """
    facts = facts_of(puzzle)
    guide = guide_of(facts, name)
    return obtain(facts, guide, Store(), report) if isinstance(guide, Spec) else _made(guide)


def _made(guide: Heuristic | None) -> Heuristic:
    if guide is None:
        raise ArgumentError("heuristic needs a name")
    return guide


def build_tables(
    puzzle: Puzzle, heuristic: str | None = None, *, report: OnProgress = lambda phrase: None
) -> list[Entry]:
    """Build what searches of a puzzle look up, by default with the best heuristic, and return the tables on disk.

    Raises UnfitHeuristicError, TableSpaceError, BrokenTableError.
    """
    from pybridge.heuristics.choice import needed
    from pybridge.store.manifest import key

    facts, store = facts_of(puzzle), Store()
    if heuristic is not None and not isinstance(heuristic, str):
        raise ArgumentError(f"heuristic is a name, not {heuristic!r}: tables are those of named heuristics")
    keys = set()
    for recipe in needed(facts, heuristic):
        store.obtain(recipe, report)
        keys.add(key(recipe.kind, recipe.identity))
    return [entry for entry in store.entries() if entry.key in keys]


def stored_tables() -> list[Entry]:
    """The tables on disk; `kind`, `key`, `title`, `bytes`, `path` and `fault` say what each is."""
    return Store().entries()
