"""The engines: a row each. A new engine is a row here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pybridge.engines.rows import in_prolog
from pybridge.errors import UnavailableProgramError, no_program
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import as_given, did_you_mean
from pybridge.limits import OnProgress
from pybridge.search.rows import PreparedSearch, may_overestimate, row_of_domain, search_row
from pybridge.search.run import Search
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import FIRST, GUIDED, Task
from pybridge.search.tree import Extent, Tree


@dataclass(frozen=True, slots=True)
class EngineRow:
    """What searches, and what it can be asked for.

    `programs` are those that it has for a domain, and `search` runs one. `inferences`: it counts them, and stops at a
    limit of them. `lacks` says what facts lack for a program, if anything. `texts`: it runs programs of the user's.
    `counts` and `threads`: it can count more shortest solutions than it lists, and search in several threads. `twin` is
    the engine that does the same by other means, and so checks it. `good`: it finds solutions of a task that are
    good enough sooner than shortest ones. `guided`: for a domain its IDA* takes a heuristic. `tree` draws one
    iteration, node by node; None if it cannot report its nodes. `missing` says what has to be installed, if anything.
    `one`: it finds one shortest solution, however long, and nothing else. `prepare` makes ready for many starts, if
    there is anything to prepare.
    """

    name: str
    programs: Callable[[str], tuple[str, ...]]
    search: Search
    inferences: bool = False
    lacks: Callable[[PuzzleFacts, str], str | None] = lambda facts, program: None
    texts: bool = False
    counts: bool = False
    threads: bool = False
    twin: str | None = None
    good: Callable[[Task], bool] = lambda task: False
    guided: Callable[[str], bool] = lambda domain: True
    tree: Callable[[Task, Tally, OnProgress, Extent], Tree] | None = None
    missing: Callable[[], str | None] = lambda: None
    one: bool = False
    prepare: Callable[[Task, OnProgress], PreparedSearch] | None = None

    def as_searched(self, task: Task) -> Task:
        """The task for a shortest solution, unless the engine finds one that is good enough sooner.

        Raises UnavailableProgramError for one that is good enough by a heuristic that may overestimate.
        """
        if self.good(task):
            return task
        if task.wanted.good is not None and may_overestimate(task):
            raise UnavailableProgramError(
                "a limit of moves hides solutions where the heuristic may overestimate; leave out one of them"
            )
        return task.shortest()


def _python(task: Task, tally: Tally, report: OnProgress) -> Solution:
    from pybridge.search.plain import search

    return search(task, tally, report)


def _tree(task: Task, tally: Tally, report: OnProgress, extent: Extent) -> Tree:
    from pybridge.search.plain import tree

    return tree(task, tally, report, extent)


def _native(task: Task, tally: Tally, report: OnProgress) -> Solution:
    good = search_row(task.facts).good
    if good and task.wanted.good is not None:
        return good(task, tally, report)
    from pybridge.search.native.solver import search

    return search(task, tally, report)


def _lacks(facts: PuzzleFacts, program: str) -> str | None:
    return search_row(facts).lacks(facts, program)


def _prepared(task: Task, report: OnProgress) -> PreparedSearch:
    from pybridge.compiled import announcing
    from pybridge.search.native.solver import prepare

    with announcing(lambda phrase: report(phrase or "")):
        return prepare(task, report)


def _in_prolog(name: str, *, texts: bool = False) -> EngineRow:
    def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
        from pybridge.engines import prolog

        return prolog.search(name, task, tally)

    def tree(task: Task, tally: Tally, report: OnProgress, extent: Extent) -> Tree:
        from pybridge.engines.tree import tree

        return tree(task, tally, extent)

    return EngineRow(
        name,
        lambda domain: in_prolog(domain).programs.get(name, ()),
        search,
        inferences=True,
        lacks=lambda facts, program: in_prolog(facts.domain).lacks(facts, program),
        texts=texts,
        twin="python",
        guided=lambda domain: in_prolog(domain).guided,
        tree=tree if texts else None,
    )


def _planner(name: str, program: str | None = None) -> EngineRow:
    """A planner, with its search for each domain unless it has one program for all; nothing of it is loaded before."""

    def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
        from pybridge.engines.planners import search

        return search(name, task, tally, report)

    def programs(domain: str) -> tuple[str, ...]:
        from pybridge.witnesses.rows import DOMAINS

        return (program or DOMAINS[domain].search,) if domain in DOMAINS else ()

    def lacks(facts: PuzzleFacts, program: str) -> str | None:
        from pybridge.witnesses.rows import witnessed

        return witnessed(facts).lacks(facts)

    def missing() -> str | None:
        from pybridge.engines.planners import PLANNERS

        return PLANNERS[name].missing

    return EngineRow(name, programs, search, lacks=lacks, missing=missing, one=True)


ENGINES: Mapping[str, EngineRow] = {
    engine.name: engine
    for engine in (
        _in_prolog("prolog", texts=True),
        _in_prolog("prolog-terms"),
        _in_prolog("prolog-compiled"),
        EngineRow(
            "python",
            lambda domain: row_of_domain(domain).programs,
            _python,
            lacks=_lacks,
            counts=True,
            tree=_tree,
        ),
        EngineRow(
            "native",
            lambda domain: row_of_domain(domain).compiled if row_of_domain(domain).prepare else (),
            _native,
            lacks=_lacks,
            counts=True,
            threads=True,
            good=lambda task: task.program == "ida_star" and search_row(task.facts).good is not None,
            prepare=_prepared,
        ),
        _planner("fast-downward"),
        _planner("clingo", "horizons"),
    )
}
"""The engines by name."""


def engine(name: str) -> EngineRow:
    """The engine of that name. Raises UnavailableProgramError."""
    if not isinstance(name, str) or name not in ENGINES:
        meant = did_you_mean(name, ENGINES) if isinstance(name, str) else ""
        raise UnavailableProgramError(f"no engine is called {as_given(name)}{meant}; there are {', '.join(ENGINES)}")
    return ENGINES[name]


def installed(row: EngineRow) -> EngineRow:
    """The engine, which can run. Raises UnavailableProgramError if it has to be installed first."""
    if lacking := row.missing():
        raise UnavailableProgramError(lacking)
    return row


def programs(name: str, domain: str) -> tuple[str, ...]:
    """The programs that an engine has for a domain."""
    return ENGINES[name].programs(domain)


def require(task: Task, name: str) -> EngineRow:
    """The engine that a task asks for. Raises UnavailableProgramError for what it does not have."""
    found, domain = engine(name), task.facts.domain
    available = found.programs(domain)
    if task.program not in available:
        others = [each for each, row in ENGINES.items() if task.program in row.programs(domain)]
        where = ", only in ".join(filter(None, (f"{domain} in {name}", ", ".join(others))))
        raise no_program(task.program, where, available)
    if lacking := found.lacks(task.facts, task.program):
        raise UnavailableProgramError(lacking)
    if task.program not in GUIDED and (task.heuristic or task.pruning):
        raise UnavailableProgramError(
            f"heuristic and pruning are for the programs ida_star and a_star, not for {task.program} on {domain}"
        )
    if task.text and not found.texts:
        raise UnavailableProgramError(f"{task.text} is a program in Prolog; it needs the engine prolog")
    if task.limits.inferences is not None and not found.inferences:
        raise UnavailableProgramError(f"{name} counts no inferences; an inference limit needs the engine prolog")
    if task.jobs > 1 and not found.threads:
        raise UnavailableProgramError(f"{name} searches in one thread; several jobs need the engine native")
    if found.one and (task.wanted != FIRST or task.last_threshold is not None):
        raise UnavailableProgramError(f"{name} finds one shortest plan; leave out --all, --count, --any and --last")
    installed(found)
    if task.wanted.listed is not None and not found.counts:
        raise UnavailableProgramError(
            f"{name} lists every solution that it finds; count and most need native or python"
        )
    return found
