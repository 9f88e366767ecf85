"""What is measured: a task for each heuristic, and for each program that is to search by it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pybridge.errors import UnavailableProgramError, no_program
from pybridge.facts import PuzzleFacts
from pybridge.heuristics.choice import compared
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, parse, recipes
from pybridge.search.rows import by_network, heuristic_of, search_row
from pybridge.search.task import GUIDED, Task


def engine_of(task: Task) -> str:
    """What searches: Prolog for a program of the user's, plain Python for a heuristic that no kernel holds."""
    if task.text:
        return "prolog"
    return "native" if isinstance(task.heuristic, Spec) or by_network(task) else "python"


def measured_tasks(
    task: Task, heuristics: Sequence[str | Heuristic], programs: Sequence[str], *, sent: bool
) -> list[Task]:
    """What to measure, in order, if `sent` by other processes.

    Raises UnfitHeuristicError, BrokenTableError, and UnavailableProgramError, also for a heuristic that other processes
    may not know.
    """
    found = list(_tasks(task, heuristics, programs))
    for each in found if sent else ():
        if each.heuristic and engine_of(each) == "python":
            name = each.heuristic.name
            raise UnavailableProgramError(f"{name} is an object of your own, which is measured in one process")
    return found


def _tasks(task: Task, heuristics: Sequence[str | Heuristic], programs: Sequence[str]) -> Iterator[Task]:
    """What to measure, in order: everything with the first program, then the networks with the others."""
    row = search_row(task.facts)
    available = GUIDED if row.by_network else row.compiled
    for program in programs:
        if program not in available:
            raise no_program(program, "bench", available)
        if lacking := row.lacks(task.facts, program):
            raise UnavailableProgramError(lacking)
    chosen = dict.fromkeys(parse(each) if isinstance(each, str) else each for each in heuristics)
    if not row.by_network:
        yield from _by_programs(task, list(chosen), programs)
        return
    networks: list[Task] = []
    for heuristic in chosen:
        own = replace(task, heuristic=heuristic)
        if isinstance(heuristic, Spec):
            recipes(task.facts, heuristic)
        if not by_network(own):
            yield own
            continue
        networks.append(replace(own, heuristic=heuristic_of(own)))  # what is wrong with a network is known at once
        yield _by(networks[-1], programs[0])
    if not networks and "a_star" in programs:
        raise UnavailableProgramError("bench measures a_star with networks only; add --heuristic learned")
    if networks and task.jobs > 1 and "a_star" in programs:
        raise UnavailableProgramError("a_star searches in one thread; leave out --jobs, or use --program ida_star")
    for program in dict.fromkeys(programs[1:]):
        yield from (_by(each, program) for each in networks)


def _by_programs(task: Task, heuristics: Sequence[Spec | Heuristic], programs: Sequence[str]) -> Iterator[Task]:
    """Each program of a domain that has several, with each heuristic if it goes by one."""
    if task.pruning and "ida_star" not in programs:
        raise UnavailableProgramError(f"pruning is for ida_star, not for {', '.join(programs)}")
    if not set(programs) & set(GUIDED) and not {*heuristics} <= {parse(each) for each in compared(task.facts)}:
        raise UnavailableProgramError(f"a heuristic is for {' and '.join(GUIDED)}, not for {', '.join(programs)}")
    for program in programs:
        for heuristic in heuristics if program in GUIDED else (Spec("blind"),):
            if isinstance(heuristic, Spec):
                recipes(task.facts, heuristic)
            yield _by(replace(task, heuristic=heuristic), program)


def usual_programs(facts: PuzzleFacts) -> list[str]:
    """IDA*; in a domain with several programs that find shortest solutions, those that the puzzle allows."""
    row = search_row(facts)
    if row.by_network:
        return ["ida_star"]
    return [program for program in row.compiled if program != "ida_star" and not row.lacks(facts, program)]


def _by(task: Task, program: str) -> Task:
    """The task by a program; A* prunes in its own way, since it knows states again."""
    return replace(task, program=program, pruning=None if program == "a_star" else task.pruning)
