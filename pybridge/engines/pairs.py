"""Which programs each of several engines runs, when they are compared."""

from collections.abc import Sequence

from pybridge.engines.registry import ENGINES, engine, installed, programs
from pybridge.errors import UnavailableProgramError, no_program
from pybridge.facts import PuzzleFacts
from pybridge.search.task import GUIDED, Task

_USUAL = ("ids_low", "ids", "ida_star", "lmcut", "blind", "horizons", "breadth_first")


def require_engines(names: Sequence[str]) -> list[str]:
    """The engines of these names, each once. Raises UnavailableProgramError, also for one that is not installed."""
    return [installed(engine(name)).name for name in dict.fromkeys(names)]


def pairs_for(task: Task, engines: Sequence[str], asked: Sequence[str] | None) -> list[tuple[str, str]]:
    """Pairs of an engine and a program that it has, for a task.

    Raises UnavailableProgramError as `pairs` does, and for a heuristic or a pruning that none of the programs takes.
    """
    found = pairs(task.facts, engines, asked, guided=bool(task.heuristic or task.pruning))
    if (task.heuristic or task.pruning) and not any(program in GUIDED for _, program in found):
        message = "heuristic and pruning are for the programs ida_star and a_star, and none of them is compared"
        those = [name for name in ENGINES if "ida_star" in programs(name, task.facts.domain)]
        add = f"; add one, e.g. --program ida_star --engine {','.join(those)}" if those else ""
        raise UnavailableProgramError(message + add)
    return found


def pairs(
    facts: PuzzleFacts, engines: Sequence[str], asked: Sequence[str] | None, *, guided: bool = False
) -> list[tuple[str, str]]:
    """Pairs of an engine and a program that it has. Each program must exist in at least one engine.

    If no program is requested, an engine that lacks the usual one, which is IDA* if it is to be `guided`, runs its own.
    Raises UnavailableProgramError.
    """
    has = {
        engine: [name for name in programs(engine, facts.domain) if asked or not ENGINES[engine].lacks(facts, name)]
        for engine in engines
    }
    everything = {name for names in has.values() for name in names}
    if not everything:
        raise UnavailableProgramError(f"no programs for {facts.domain} in {', '.join(engines)}")
    usual = next((name for name in _USUAL if name in everything), min(everything))
    native = "native" in engines and has["native"] and not any(ENGINES[engine].inferences for engine in engines)
    if "ida_star" in everything and (guided or native):
        usual = "ida_star"
    wanted = list(dict.fromkeys(asked)) if asked else [usual]
    for name in wanted:
        if name not in everything:
            raise no_program(name, f"{facts.domain} in {', '.join(engines)}", sorted(everything))
    found = [(engine, name) for name in wanted for engine in engines if name in has[engine]]
    if not asked:
        own = {engine: next((name for name in _USUAL if name in has[engine]), None) for engine in engines}
        found += [(engine, name) for engine, name in own.items() if name and usual not in has[engine]]
    return found
