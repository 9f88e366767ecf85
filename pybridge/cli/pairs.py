"""Which engine runs which program, where several are compared."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.search.task import Task

_USUAL = ("ids_low", "ids", "ida_star")


def asked(text: str) -> list[str]:
    """The engines that are asked for, each once."""
    from pybridge.engines.registry import engine

    return [engine(name).name for name in dict.fromkeys(text.split(","))]


def pairs(facts: "PuzzleFacts", engines: list[str], program: str | None) -> list[tuple[str, str]]:
    """The engines with the programs that they have; each program must be had by one engine at least.

    Where no program is asked for, an engine that lacks the usual one is given its own.
    """
    from pybridge.engines.registry import ENGINES, programs
    from pybridge.errors import UnavailableProgramError

    has = {engine: programs(engine, facts.domain) for engine in engines}
    everything = {name for names in has.values() for name in names}
    if not everything:
        raise UnavailableProgramError(f"no programs for {facts.domain} in {', '.join(engines)}")
    usual = next(name for name in _USUAL if name in everything)
    if "native" in engines and not any(ENGINES[engine].inferences for engine in engines) and has["native"]:
        usual = "ida_star"
    wanted = list(dict.fromkeys(program.split(","))) if program else [usual]
    for name in wanted:
        if name not in everything:
            raise UnavailableProgramError(
                f"no program {name!r} for {facts.domain} in {', '.join(engines)}; "
                f"there are {', '.join(sorted(everything))}"
            )
    found = [(engine, name) for name in wanted for engine in engines if name in has[engine]]
    if not program:
        own = {engine: next((name for name in _USUAL if name in has[engine]), None) for engine in engines}
        found += [(engine, name) for engine, name in own.items() if name and usual not in has[engine]]
    return found


def tell_left_out(plans: "list[tuple[Task, list[tuple[str, str]]]]", engines: list[str], program: str | None) -> None:
    """Say which engine lacks what was asked for."""
    told = dict.fromkeys(
        f"{engine} has no {name} for {task.facts.domain}, and is left out there"
        for task, searches in plans
        for name in (program or "program").split(",")
        for engine in engines
        if (engine, name) not in searches and (program or engine not in dict(searches))
    )
    for line in told:
        typer.echo(f"pybridge: {line}", err=True)
