"""How a task is put to Prolog: as a goal with the text of the facts, or as a program written from them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pybridge.engines.printed_boards import signs
from pybridge.engines.rows import as_run, as_term, in_prolog
from pybridge.errors import PrologError, PybridgeError, UnavailableProgramError, no_program
from pybridge.facts import PuzzleFacts, State, write
from pybridge.facts.domain import DOMAINS
from pybridge.facts.terms import Atom, write_term
from pybridge.puzzles import why_unsolvable
from pybridge.search.task import Task
from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Compound, write_value
from pybridge.swipl.goals import file_atom, limits_text, program_text

OWN_MEMORY = 512 << 20
"""Bytes for the stacks of a program of the user's, if there is no other limit: what never ends is stopped soon."""


def along(facts: PuzzleFacts, path: Sequence[State]) -> list[str]:
    """Options that have a program of the user's report what it visits along a path, and where it raises an error."""
    return ["places(true)", f"path({write_term(in_prolog(facts.domain).path(facts, path))})"]


def goal_text(task: Task, engine: str, *, counted: bool, more: Sequence[str] = ()) -> str:
    """The goal that runs the task's program on the text of its facts, once with and once without counting nodes.

    It has `more` options. Raises ProgramError if the text is the user's and cannot be read.
    """
    row = in_prolog(task.facts.domain)
    options = [*_loaded(task), f"engine({write_term(Atom(engine))})"]
    options += [f"counted({str(counted).lower()})", f"all({str(task.wanted.every).lower()})"]
    # Counting costs inferences of its own, so only the timed run answers to a limit of them.
    limits = replace(task.limits, inferences=None) if counted else task.limits
    if task.text:
        limits = limits if limits.memory else replace(limits, memory=OWN_MEMORY)
        options.append(f"signs({write_value(signs_of(task))})")
    options.append(f"limits({limits_text(limits)})")
    if task.program == "ida_star":
        options += row.compiled(as_run(task))
    if task.last_threshold is not None:
        options.append(f"limit({task.last_threshold})")
    options += more
    return (
        "pybridge:prepare(bridge/classic), pybridge:this_job(Job), "
        f"pybridge_classic:run_classic(Job, {_file(task.facts)}, {task.program}, [{', '.join(options)}])"
    )


def signs_of(task: Task) -> str:
    """The parts of a state, if each is one sign, where a program of the user's may print them; otherwise nothing."""
    return signs(DOMAINS[task.facts.domain].term_of(task.start)) if task.text else ""


def examine_text(task: Task) -> str:
    """The goal that finds Warnings and Mistakes in a program of the user's, which it does not run.

    Raises ProgramError if the text cannot be read.
    """
    return (
        "pybridge:prepare(bridge/own_text), pybridge_own_text:examine_program("
        f"{_file(task.facts)}, {task.program}, [{', '.join(_loaded(task))}], Warnings, Mistakes)"
    )


def _loaded(task: Task) -> list[str]:
    """The options that say what is loaded: the puzzle, and a program of the user's."""
    options = [f"facts({write_value(write(task.facts))})", f"start({_start(task)})"]
    options += ["rules(true)"] * in_prolog(task.facts.domain).fenced
    if task.text:
        options.append(f"text({write_value(file_atom(task.text))},{write_value(program_text(task.text))})")
    return options


def _file(facts: PuzzleFacts) -> str:
    return write_value(file_atom(facts.path))


def _start(task: Task) -> str:
    """The start as `load_facts/3` takes it: by name where the file has it, else as a state."""
    if dict(task.facts.starts).get(task.start_name) == task.start:
        return f"named({write_term(Atom(task.start_name))})"
    row = DOMAINS[task.facts.domain]
    return f"state({write_term(row.typed(task.facts, task.start) if row.text and row.typed else as_term(task.start))})"


ENGINE = "prolog-compiled"


def unsolvable_starts(facts: PuzzleFacts) -> dict[str, str]:
    """The starts that cannot reach a goal, by name, each with its reason."""
    reasons = ((name, why_unsolvable(facts, state)) for name, state in facts.starts)
    return {name: str(reason) for name, reason in reasons if reason is not None}


def fastest(programs: Sequence[str]) -> str:
    """Of programs that can be compiled, the one to try first."""
    return max(programs, key=("ids", "ids_low", "ida_star").index)


def unrepresented(facts: PuzzleFacts, error: PrologError, advice: str = "") -> PybridgeError:
    """The error of a compiled program, or of its compiler, in words for the user if it cannot represent the puzzle."""
    match error.value:
        case Compound("error", (Compound("representation_error", (Atom(what),)), *_)):
            return UnavailableProgramError(f"{ENGINE} cannot represent {facts.name}: {what}{advice}")
    return error


def compiled_text(
    facts: PuzzleFacts, programs: Sequence[str], task: Task, unsolvable: Mapping[str, str] | None = None
) -> str:
    """A program for the puzzle that stands alone in SWI-Prolog, with the heuristic and pruning of the task.

    Asked for a start that is `unsolvable`, it gives the reason.

    Raises UnavailableProgramError, UnfitHeuristicError, PrologMissingError, PrologTooOldError, PrologError.
    """
    row = in_prolog(facts.domain)
    available = row.programs.get(ENGINE, ())
    for program in programs:
        if program not in available:
            raise no_program(program, f"{facts.domain} in {ENGINE}", available)
    options = ", ".join(["unsolvable(Unsolvable)", *row.compiled(task)])
    goal = f"pybridge:prepare(compiled/written), pybridge_written:written_text(Facts, Programs, [{options}], Text)"
    with Engine() as prolog:
        values = {
            "Facts": write(facts),
            "Programs": [Atom(program) for program in programs],
            "Unsolvable": [[Atom(name), reason] for name, reason in (unsolvable or {}).items()],
        }
        try:
            answer = prolog.once(goal, values=values)
        except PrologError as error:
            raise unrepresented(facts, error) from None
        assert answer is not None
        return str(answer["Text"])
