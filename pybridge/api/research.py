"""What looks at more than one search: censuses, comparisons, measurements, and the tables that they use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from typing import TYPE_CHECKING, Any

from pybridge.agreement import Comparison
from pybridge.api.arguments import (
    Guide,
    Puzzle,
    Start,
    best_first_of,
    facts_of,
    flag,
    guide_of,
    limits_of,
    names_of,
    optional,
    pruning_named,
    start_of,
    whole,
)
from pybridge.api.preparing import prepared
from pybridge.api.solving import task_of
from pybridge.engines import alike, solve_in_turn, wait
from pybridge.engines.census import census_of, named_apart
from pybridge.engines.pairs import pairs_for, require_engines
from pybridge.errors import ArgumentError, UnknownTableError
from pybridge.facts import PuzzleFacts, State, given
from pybridge.facts.wording import as_given
from pybridge.heuristics.choice import compared, needed
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, obtain
from pybridge.limits import MOST_JOBS, OnProgress
from pybridge.puzzles import Pruning
from pybridge.search.census.census import Census
from pybridge.search.census.run import CensusRun, farthest_listed
from pybridge.search.task import Advancing, Run
from pybridge.store.entry import Entry
from pybridge.store.manifest import key
from pybridge.store.store import Store
from pybridge.store.table import Recipe

if TYPE_CHECKING:
    from pybridge.bench.boards import Boards
    from pybridge.bench.search import SearchBench


_MOST_WRITTEN = 200
"""The longest value that the text of a call has."""


def census(
    puzzle: Puzzle, start: Sequence[Start] = (), *, method: str | None = None, jobs: int | None = None,
    all: bool = False, most: int | None = None, keep: bool = False, time_limit: float | None = None,
    memory_limit: int | None = None, watch: Callable[[CensusRun], None] = wait,
) -> Census:  # fmt: skip
    """All states that can reach a goal, by their distance from it: what the command `census` counts.

    Where moves cannot be undone, all states that the first start can reach, by their distance from it. `start` is a
    list of starts to locate, by default all that the file names. Of the farthest states it returns the first `most`, by
    default 12, or `all`. `jobs` is the number of threads, by default one per CPU. With `keep` a census that is stopped
    is kept on disk, and the next one resumes it. `watch` waits for the census, and may show its progress. An interrupt
    is an outcome. Raises UnknownStartError, UnavailableProgramError, ArgumentError, CensusSpaceError,
    DisagreementError.
    """
    facts = facts_of(puzzle)
    found = _starts(facts, start)
    limits = limits_of(time_limit, None, memory_limit)
    options = {"start": start, "method": method, "jobs": jobs, "all": all, "most": most, "keep": keep,
               "time_limit": time_limit, "memory_limit": memory_limit}  # fmt: skip
    jobs, most = optional("jobs", jobs, 1, MOST_JOBS), farthest_listed(flag("all", all), optional("most", most))
    taken = census_of(
        facts, found, method=method, threads=jobs, limits=limits, most=most, keep=flag("keep", keep), watch=watch
    )
    return replace(taken, command=_call(census, facts, [], options))


def compare(
    puzzle: Puzzle, start: Start = None, *,
    engine: str | Sequence[str] = ("prolog", "python"), program: str | Sequence[str] | None = None,
    heuristic: Guide = None, pruning: str | Pruning | None = None,
    all: bool = False, most: int | None = None, count: bool = False, any: int | None = None,
    last: int | None = None, time_limit: float | None = None, inference_limit: int | None = None,
    memory_limit: int | None = None, watch: Callable[[Run], None] = wait,
) -> Comparison:  # fmt: skip
    """Searches of several engines and programs on one start, and the checks of their agreement: what `compare` does.

    `engine` and `program` are names or lists of them; each engine runs each of the programs that it has. `watch` waits
    for each search in turn. `Comparison.require_agreement` raises DisagreementError. Raises what `solve` raises.
    """
    facts = facts_of(puzzle)
    task = task_of(
        facts, *start_of(facts, start), heuristic=heuristic, pruning=pruning, all=all, most=most, count=count, any=any,
        last=last, time_limit=time_limit, inference_limit=inference_limit, memory_limit=memory_limit,
    )  # fmt: skip
    asked = None if program is None else names_of("program", program)
    searches = pairs_for(task, require_engines(names_of("engine", engine)), asked)
    return solve_in_turn([(alike(task, by, name), by) for by, name in searches], watch=watch)


def measure(
    puzzle: Puzzle, heuristic: Sequence[Guide] | Guide = None, *,
    start: Sequence[Start] = (), boards: int | None = None, random: int | None = None, seed: int = 0,
    program: str | Sequence[str] | None = None, pruning: str | Pruning | None = None,
    weight: float = 1.0, batch: int = 1, jobs: int = 1, processes: int = 1, time_limit: float | None = None,
    watch: "Callable[[SearchBench], None]" = wait,
) -> "SearchBench":  # fmt: skip
    """Heuristics side by side on many boards, every length checked: what the command `bench` measures.

    The boards are the puzzle's starts, those of the list `start`, or the first `boards` of them, or `random` ones.
    `heuristic` is what `solve` takes, or a list of such, by default several that suit the board. `time_limit` is that
    of each board. `watch` waits for it, and may show its `moment()`. An interrupt ends it; the boards measured so far
    count. Raises UnknownStartError, ArgumentError, DisagreementError, and what preparing a heuristic raises.
    """
    from pybridge.bench.search import SearchBench, finished
    from pybridge.bench.tasks import usual_programs

    chosen = _boards(facts_of(puzzle), start, boards, random, seed)
    guides = _guides(chosen.facts, heuristic)
    programs = usual_programs(chosen.facts) if program is None else names_of("program", program)
    options = {"start": start, "boards": boards, "random": random, "seed": seed, "program": program,
               "pruning": pruning, "weight": weight, "batch": batch, "jobs": jobs, "processes": processes,
               "time_limit": time_limit}  # fmt: skip
    bench = SearchBench(
        chosen, guides, pruning=pruning_named(pruning), programs=programs,
        best_first=best_first_of(weight, batch, programs), jobs=whole("jobs", jobs, 1, MOST_JOBS),
        limits=limits_of(time_limit), processes=whole("processes", processes, 1, MOST_JOBS),
        command=_call(measure, chosen.facts, [f"[{', '.join(map(_written, guides))}]"], options),
    )  # fmt: skip
    return finished(bench, watch)


def _call(
    function: Callable[..., object], facts: PuzzleFacts, more: Sequence[str], options: Mapping[str, object]
) -> str:
    """The call that measures the same, as text: without what is left as it is by default.

    Facts that no file has are `facts`, and a long list is `...`, since each row of a table has the call.
    """
    defaults = signature(function).parameters
    word = given(facts.name, facts.path)
    words = ["facts" if word.startswith("<") else repr(word), *more]
    used = {name: _written(value) for name, value in options.items() if value != defaults[name].default}
    words += [f"{name}={text if len(text) <= _MOST_WRITTEN else '...'}" for name, text in used.items()]
    return f"pybridge.{function.__name__}({', '.join(words)})"


def _written(value: Any) -> str:
    """A value as a call has it; heuristics that are objects have their names, and numbers of NumPy are Python's."""
    if hasattr(value, "estimate"):
        return str(value.name)
    return repr(value.item() if hasattr(value, "item") else getattr(value, "value", value))


def _starts(facts: PuzzleFacts, start: Sequence[Start]) -> list[tuple[str, State]]:
    """A list of starts, which is empty where the caller gives none. Raises ArgumentError and UnknownStartError."""
    if isinstance(start, str) or not isinstance(start, Sequence):
        raise ArgumentError(f"start is a list of starts, not {as_given(start)}")
    return [start_of(facts, each) for each in start]


def _boards(facts: PuzzleFacts, start: Sequence[Start], boards: int | None, random: int | None, seed: int) -> "Boards":
    from pybridge.bench.boards import Boards, random_boards

    starts = _starts(facts, start)
    if random is None:
        return Boards(facts, tuple(named_apart(facts, starts))[: optional("boards", boards, 1)])
    if starts or boards is not None:
        raise ArgumentError("random draws the boards; leave it out, or start and boards")
    return random_boards(facts, whole("random", random, 1, 10**6), whole("seed", seed))


def _guides(facts: PuzzleFacts, heuristic: Sequence[Guide] | Guide) -> list[str | Heuristic]:
    """The heuristics to measure, by default several that suit the board."""
    if heuristic is None:
        return list(compared(facts))
    several = isinstance(heuristic, Sequence) and not isinstance(heuristic, str)
    guides: Any = heuristic if several else [heuristic]
    found = [each for each in (guide_of(facts, guide) for guide in guides) if each is not None]
    if not found or len(found) < len(guides):
        raise ArgumentError(f"heuristic is a name, or a list of names and objects, not {as_given(heuristic)}")
    chosen = {each if isinstance(each, Spec) else id(guide): each for guide, each in zip(guides, found, strict=True)}
    names = [each.name for each in chosen.values()]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ArgumentError(
            f"two heuristics are called {twice}, so no table distinguishes them; give each a name of its own"
            " (an object has it as name, a function as __name__)"
        )
    return [each.name if isinstance(each, Spec) else each for each in chosen.values()]


def heuristic(puzzle: Puzzle, name: str, *, watch: Callable[[Advancing], None] = wait) -> Heuristic:
    """A heuristic by name, its tables loaded, or built and kept: `estimate(state)` is h. `watch` waits meanwhile.

    Raises UnfitHeuristicError, TableSpaceError, BrokenTableError.
    """
    facts = facts_of(puzzle)
    guide = guide_of(facts, name)
    if guide is None:
        raise ArgumentError("heuristic needs a name")
    if not isinstance(guide, Spec):
        return guide
    return prepared(lambda report: obtain(facts, guide, report), watch)


def build_tables(
    puzzle: Puzzle, heuristic: str | None = None, *, watch: Callable[[Advancing], None] = wait
) -> list[Entry]:
    """Build what searches of a puzzle look up, by default with the best heuristic, and return the tables on disk.

    `watch` waits meanwhile, and may show how far that is. Raises UnfitHeuristicError, TableSpaceError,
    BrokenTableError.
    """
    store, recipes = Store(), _recipes(puzzle, heuristic)
    prepared(lambda report: [store.obtain(recipe, report) for recipe in recipes], watch)
    return _entries(store, recipes)


def verify_tables(
    puzzle: Puzzle, heuristic: str | None = None, *, watch: Callable[[Advancing], None] = wait
) -> list[Entry]:
    """Compare the tables of `build_tables` that are on disk with the rules of the puzzle, and return them.

    `watch` waits meanwhile. Raises BrokenTableError for a table that was changed or
    contradicts the rules, UnknownTableError for one that is not there, and UnfitHeuristicError.
    """
    store, recipes = Store(), _recipes(puzzle, heuristic)

    def verify(report: OnProgress) -> None:
        for recipe in recipes:
            table = store.load(recipe)
            if table is None:
                raise UnknownTableError(f"{recipe.title} is not on disk; build_tables makes it")
            recipe.verify(table, report)

    prepared(verify, watch)
    return _entries(store, recipes)


def _recipes(puzzle: Puzzle, heuristic: str | None) -> list[Recipe]:
    """The recipes of the tables that searches look up."""
    if heuristic is not None and not isinstance(heuristic, str):
        raise ArgumentError(f"heuristic is a name, not {as_given(heuristic)}: tables are those of named heuristics")
    return list(needed(facts_of(puzzle), heuristic))


def _entries(store: Store, recipes: Sequence[Recipe]) -> list[Entry]:
    keys = {key(recipe.kind, recipe.identity) for recipe in recipes}
    return [entry for entry in store.entries() if entry.key in keys]


def stored_tables() -> list[Entry]:
    """The tables on disk; `kind`, `key`, `title`, `bytes`, `path` and `fault` say what each is."""
    return Store().entries()
