"""The engines: a row each. A new engine is a row here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pybridge.engines.domains import in_prolog
from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts
from pybridge.limits import OnProgress
from pybridge.search.domains import of_domain
from pybridge.search.run import Search
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import Task


@dataclass(frozen=True, slots=True)
class EngineRow:
    """What searches, and what it can be asked for.

    `programs` are those that it has for a domain, and `search` runs one. `inferences`: it counts them, and stops at a
    limit of them. `lacks` says what facts lack for a program, if anything. `texts`: it runs programs of the user's.
    `counts` and `threads`: it can count more shortest solutions than it lists, and search in several threads. `twin` is
    the engine that does the same by other means, and so checks it. `good`: for a domain it finds solutions that are
    good enough sooner than shortest ones.
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
    good: Callable[[str], bool] = lambda domain: False


def _python(task: Task, tally: Tally, report: OnProgress) -> Solution:
    from pybridge.search.plain import search

    return search(task, tally, report)


def _native(task: Task, tally: Tally, report: OnProgress) -> Solution:
    row = of_domain(task.facts.domain)
    search = row.native if task.wanted.good is None else row.good
    assert search  # `require` has looked, and `begin`
    return search(task, tally, report)


def _in_prolog(name: str, *, texts: bool = False) -> EngineRow:
    def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
        from pybridge.engines.prolog import engine

        return engine(name)(task, tally, report)

    return EngineRow(
        name,
        lambda domain: in_prolog(domain).programs.get(name, ()),
        search,
        inferences=True,
        lacks=lambda facts, program: in_prolog(facts.domain).lacks(facts, program),
        texts=texts,
        twin="python",
    )


ENGINES: Mapping[str, EngineRow] = {
    engine.name: engine
    for engine in (
        _in_prolog("prolog", texts=True),
        _in_prolog("prolog-terms"),
        _in_prolog("prolog-compiled"),
        EngineRow("python", lambda domain: of_domain(domain).programs, _python, counts=True),
        EngineRow(
            "native",
            lambda domain: ("ida_star",) if of_domain(domain).native else (),
            _native,
            counts=True,
            threads=True,
            good=lambda domain: of_domain(domain).good is not None,
        ),
    )
}
"""The engines by name."""


def engine(name: str) -> EngineRow:
    """The engine of that name. Raises UnavailableProgramError."""
    if name not in ENGINES:
        raise UnavailableProgramError(f"no engine is called {name!r}; there are {', '.join(ENGINES)}")
    return ENGINES[name]


def programs(name: str, domain: str) -> tuple[str, ...]:
    """The programs that an engine has for a domain."""
    return ENGINES[name].programs(domain)


def require(task: Task, name: str) -> EngineRow:
    """The engine that a task asks for. Raises UnavailableProgramError for what it does not have."""
    found, domain = engine(name), task.facts.domain
    available = found.programs(domain)
    if task.program not in available:
        raise UnavailableProgramError(
            f"engine {name} has no program {task.program!r} for {domain}; it has {', '.join(available) or 'none'}"
        )
    if lacking := found.lacks(task.facts, task.program):
        raise UnavailableProgramError(lacking)
    if task.program != "ida_star" and (task.heuristic or task.pruning):
        raise UnavailableProgramError(
            f"heuristic and pruning are for the program ida_star, not for {task.program} on {domain}"
        )
    if task.text and not found.texts:
        raise UnavailableProgramError(f"{task.text} is a program in Prolog; it needs the engine prolog")
    if task.limits.inferences is not None and not found.inferences:
        raise UnavailableProgramError(f"{name} counts no inferences; an inference limit needs the engine prolog")
    if task.jobs > 1 and not found.threads:
        raise UnavailableProgramError(f"{name} searches in one thread; several jobs need the engine native")
    if task.wanted.listed is not None and not found.counts:
        raise UnavailableProgramError(
            f"{name} lists every solution that it finds; count and most need native or python"
        )
    return found
