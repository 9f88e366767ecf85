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
from pybridge.api.solving import Wishes, require_options, task_of
from pybridge.engines import alike, solve_in_turn, wait
from pybridge.engines.census import census_of
from pybridge.engines.pairs import pairs, require_engines
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, obtain
from pybridge.limits import MOST_JOBS, OnProgress
from pybridge.search.census.census import Census
from pybridge.search.census.run import CensusRun, farthest_listed
from pybridge.search.task import Prune
from pybridge.store.entry import Entry
from pybridge.store.store import Store

if TYPE_CHECKING:
    from pybridge.bench import Boards, SearchBench


def census(
    puzzle: Puzzle,
    start: Sequence[Start] = (),
    *,
    method: str | None = None,
    jobs: int | None = None,
    all: bool = False,
    most: int | None = None,
    keep: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    watch: Callable[[CensusRun], None] = wait,
) -> Census:
    """All states that can reach a goal, by their distance from it: what the command `census` counts.

    Where moves cannot be undone, all states that the first start can reach, by their distance from it. `start` is a
    list of starts to locate, by default all that the file names. Of the farthest states it returns the first `most`, by
    default 12, or `all`. `jobs` is the number of threads, by default one per CPU. With `keep` a census that is stopped
    is kept on disk, and the next one resumes it. `watch` waits for the census, and may show its progress. An interrupt
    is an outcome. Raises UnknownStartError, UnavailableProgramError, ArgumentError, CensusSpaceError,
    DisagreementError.
    """
    facts = facts_of(puzzle)
    if isinstance(start, str) or not isinstance(start, Sequence):
        raise ArgumentError(f"start is a list of starts, not {shown(start)}")
    found = [start_of(facts, each) for each in start]
    limits = limits_of(time_limit, None, memory_limit)
    jobs, most = optional("jobs", jobs, 1, MOST_JOBS), farthest_listed(all, optional("most", most))
    return census_of(facts, found, method=method, threads=jobs, limits=limits, most=most, keep=keep, watch=watch)


def compare(
    puzzle: Puzzle,
    start: Start = None,
    *,
    engine: str | Sequence[str] = ("prolog", "python"),
    program: str | Sequence[str] | None = None,
    heuristic: Guide = None,
    pruning: str | Prune | None = None,
    **wishes: Unpack[Wishes],
) -> Comparison:
    """Searches of several engines and programs on one start, and the checks of their agreement: what `compare` does.

    `engine` and `program` are names or lists of them; each engine runs each of the programs that it has.
    `Comparison.require_agreement` raises DisagreementError. Raises what `solve` raises.
    """
    require_options("compare", wishes, Wishes)
    facts = facts_of(puzzle)
    task = task_of(facts, *start_of(facts, start), heuristic=heuristic, pruning=pruning, **wishes)
    asked = None if program is None else names_of("program", program)
    searches = pairs(facts, require_engines(names_of("engine", engine)), asked)
    return solve_in_turn([(alike(task, by, name), by) for by, name in searches])


class Measuring(TypedDict, total=False):
    """How to search the boards; docs/python.md says what each option does."""

    pruning: str | Prune | None
    program: str | Sequence[str]
    weight: float
    batch: int
    jobs: int
    processes: int
    time_limit: float | None


def measure(
    puzzle: Puzzle,
    heuristic: Sequence[Guide] | str | None = None,
    *,
    boards: int | None = None,
    random: int | None = None,
    seed: int = 0,
    **how: Unpack[Measuring],
) -> "SearchBench":
    """Heuristics side by side on many boards, every length checked: what the command `bench` measures.

    The boards are the puzzle's starts, or the first `boards` of them, or `random` ones. `heuristic` is a name, or a
    list of names and objects, by default several that suit the board. An interrupt ends it, and the boards measured so
    far count. Raises UnfitHeuristicError, UnavailableProgramError, ArgumentError, BrokenTableError, DisagreementError.
    """
    from pybridge.bench import SearchBench, finished, usual_programs

    require_options("measure", how, Measuring)
    chosen = _boards(facts_of(puzzle), boards, random, seed)
    programs = names_of("program", how["program"]) if "program" in how else usual_programs(chosen.facts)
    bench = SearchBench(
        chosen, _guides(chosen.facts, heuristic), pruning=prune_of(how.get("pruning")), programs=programs,
        best_first=best_first_of(how.get("weight", 1.0), how.get("batch", 1), programs),
        jobs=whole("jobs", how.get("jobs", 1), 1, MOST_JOBS), limits=limits_of(how.get("time_limit")),
        processes=whole("processes", how.get("processes", 1), 1, MOST_JOBS),
    )  # fmt: skip
    return finished(bench)


def _boards(facts: PuzzleFacts, boards: int | None, random: int | None, seed: int) -> "Boards":
    from pybridge.bench import named, random_boards

    if random is None:
        return named(facts, optional("boards", boards, 1))
    return random_boards(facts, whole("random", random, 1, 10**6), whole("seed", seed))


def _guides(facts: PuzzleFacts, heuristic: Sequence[Guide] | str | None) -> "list[str | Heuristic]":
    """The heuristics to measure, by default several that suit the board."""
    from pybridge.heuristics.choice import compared

    guides: Any = [heuristic] if isinstance(heuristic, str) else heuristic or compared(facts)
    if not isinstance(guides, Sequence):
        raise ArgumentError(f"heuristic is a name, or a list of names and objects, not {shown(guides)}")
    return [_named(facts, guide) for guide in guides]


def _named(facts: PuzzleFacts, guide: Guide) -> "str | Heuristic":
    checked = guide_of(facts, guide)
    if checked is None:
        raise ArgumentError("heuristic is a name, or a list of names and objects, not of None")
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
