"""Programs in Prolog that are written from the facts, as text."""

from collections.abc import Sequence

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts
from pybridge.facts.terms import Atom
from pybridge.search.task import Task
from pybridge.swipl.classic import PROGRAMS
from pybridge.swipl.compile_options import compile_options
from pybridge.swipl.engine import Engine
from pybridge.swipl.request import FactsFile

ENGINE = "prolog-compiled"


def compiled_text(facts: PuzzleFacts, programs: Sequence[str], task: Task) -> str:
    """A program for the puzzle that stands alone in SWI-Prolog, with the heuristic and pruning of the task.

    Raises UnavailableProgramError, UnfitHeuristicError, PrologMissingError, PrologTooOldError, PrologError.
    """
    available = PROGRAMS[ENGINE].get(facts.domain, ())
    for program in programs:
        if program not in available:
            raise UnavailableProgramError(
                f"no program {program!r} can be compiled for {facts.domain}; "
                + (f"there are {', '.join(available)}" if available else "only sliding tiles are compiled")
            )
    options = f"[{', '.join(compile_options(task))}]"
    file = FactsFile(facts)
    try:
        with Engine() as prolog:
            values = {"File": Atom(file.path), "Programs": [Atom(program) for program in programs]}
            answer = prolog.once(f"texts:compiled_text(File, Programs, {options}, Text)", values=values)
            assert answer is not None
            return str(answer["Text"])
    finally:
        file.remove()
