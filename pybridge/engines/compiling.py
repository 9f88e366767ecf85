"""Programs in Prolog that are written from the facts, as text."""

from collections.abc import Mapping, Sequence

from pybridge.engines.domains import in_prolog
from pybridge.engines.goal import compile_options
from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, write
from pybridge.facts.terms import Atom
from pybridge.puzzles import why_unsolvable
from pybridge.search.task import Task
from pybridge.swipl.engine import Engine

ENGINE = "prolog-compiled"


def unsolvable_starts(facts: PuzzleFacts) -> dict[str, str]:
    """The starts that cannot reach a goal, by name, each with its reason."""
    reasons = ((name, why_unsolvable(facts, state)) for name, state in facts.starts)
    return {name: str(reason) for name, reason in reasons if reason is not None}


def fastest(programs: Sequence[str]) -> str:
    """Of programs that can be compiled, the one to try first."""
    return max(programs, key=("ids", "ids_low", "ida_star").index)


def compiled_text(
    facts: PuzzleFacts, programs: Sequence[str], task: Task, unsolvable: Mapping[str, str] | None = None
) -> str:
    """A program for the puzzle that stands alone in SWI-Prolog, with the heuristic and pruning of the task.

    Asked for a start that is `unsolvable`, it tells the reason.

    Raises UnavailableProgramError, UnfitHeuristicError, PrologMissingError, PrologTooOldError, PrologError.
    """
    available = in_prolog(facts.domain).programs.get(ENGINE, ())
    for program in programs:
        if program not in available:
            raise UnavailableProgramError(
                f"no program {program!r} can be compiled for {facts.domain}; "
                + (f"there are {', '.join(available)}" if available else "the domain has none")
            )
    options = f"[{', '.join(['unsolvable(Unsolvable)', *compile_options(task)])}]"
    with Engine() as prolog:
        values = {
            "Facts": write(facts),
            "Programs": [Atom(program) for program in programs],
            "Unsolvable": [[Atom(name), reason] for name, reason in (unsolvable or {}).items()],
        }
        answer = prolog.once(f"pybridge_texts:compiled_text(Facts, Programs, {options}, Text)", values=values)
        assert answer is not None
        return str(answer["Text"])
