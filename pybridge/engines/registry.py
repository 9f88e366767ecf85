"""What each engine has: programs by domain, and what they can be asked for."""

from pybridge.errors import UnavailableProgramError
from pybridge.search import plain
from pybridge.search.task import Task

PROLOG = ("prolog", "prolog-terms", "prolog-compiled")
"""The engines that run in SWI-Prolog: the classic text, its second step, and a program compiled from the facts."""
ENGINES = (*PROLOG, "python", "native")
"""The engines by name."""
COMPILED = ("prolog-compiled", "native")
"""The engines whose IDA* is made for one board."""


def programs(engine: str, domain: str) -> tuple[str, ...]:
    """The programs that an engine has for a domain."""
    if engine in PROLOG:
        from pybridge.engines import prolog

        return prolog.PROGRAMS[engine].get(domain, ())
    if engine == "native":
        return ("ida_star",)
    return plain.PROGRAMS[domain]


def require(task: Task, engine: str) -> None:
    """Raise UnavailableProgramError for what an engine does not have."""
    if engine not in ENGINES:
        raise UnavailableProgramError(f"no engine is called {engine!r}; there are {', '.join(ENGINES)}")
    available = programs(engine, task.facts.domain)
    if task.program not in available:
        raise UnavailableProgramError(
            f"engine {engine} has no program {task.program!r} for {task.facts.domain}; "
            f"it has {', '.join(available) or 'none'}"
        )
    if task.program != "ida_star" and (task.heuristic or task.pruning):
        raise UnavailableProgramError(
            f"heuristic and pruning are for the program ida_star, not for {task.program} on {task.facts.domain}"
        )
    if task.most is not None and engine != "native":
        raise UnavailableProgramError(f"engine {engine} lists all shortest solutions or one; most needs native")
    if engine in PROLOG:
        _require_prolog(task, engine)
    elif task.text:
        raise UnavailableProgramError(f"{task.text} is a program in Prolog; it needs the engine prolog")
    elif task.limits.inferences is not None:
        raise UnavailableProgramError(f"{engine} counts no inferences; an inference limit needs the engine prolog")


def _require_prolog(task: Task, engine: str) -> None:
    if task.text and engine != "prolog":
        raise UnavailableProgramError(f"{task.text} takes the place of the classic text; it needs the engine prolog")
    if task.jobs > 1 or task.counted:
        raise UnavailableProgramError(
            f"{engine} searches in one thread and lists what it finds; jobs and count need the engine native"
        )
