"""How a task is put to `prolog/bridge/classic.pl`: the goal's text, with the text of the facts."""

import contextlib
from dataclasses import replace

from pybridge.errors import FactFileError
from pybridge.facts import PuzzleFacts, write
from pybridge.facts.reader import load_text, read_text
from pybridge.facts.terms import Atom, Term, write_term
from pybridge.search.task import Task
from pybridge.swipl.compile_options import compile_options
from pybridge.swipl.exchange import write_value
from pybridge.swipl.goals import limits_text
from pybridge.swipl.program import program_text


def facts_text(facts: PuzzleFacts) -> str:
    """The text that Prolog reads: the puzzle's own file, as long as it says what the facts say."""
    with contextlib.suppress(FactFileError):
        text = load_text(facts.path)
        if read_text(text, facts.path) == facts:
            return text
    return write(facts)


def goal_text(task: Task, engine: str, facts: str, *, counted: bool) -> str:
    """The goal that runs the task's program on the text of its facts, once with and once without counting nodes.

    Raises ProgramError if the text is the user's and cannot be read.
    """
    options = [f"facts({write_value(facts)})", f"engine({write_term(Atom(engine))})", f"start({_start(task)})"]
    options += [f"counted({str(counted).lower()})", f"all({str(task.every).lower()})"]
    # Counting costs inferences of its own, so only the timed run answers to a limit of them.
    limits = replace(task.limits, inferences=None) if counted else task.limits
    options.append(f"limits({limits_text(limits)})")
    if task.program == "ida_star":
        from pybridge.search.prepared import pruning_of

        options += compile_options(replace(task, pruning=pruning_of(task)))
    if task.last_threshold is not None:
        options.append(f"limit({task.last_threshold})")
    file = write_value(Atom(task.facts.path.encode(errors="replace").decode()))
    if task.text:
        options.append(f"text({write_value(Atom(str(task.text)))},{write_value(program_text(task.text))})")
    return f"pybridge:this_job(Job), pybridge_classic:run_classic(Job, {file}, {task.program}, [{', '.join(options)}])"


def _start(task: Task) -> str:
    """The start as `load_facts/3` takes it: by name where the file has it, else as a state."""
    if dict(task.facts.starts).get(task.start_name) == task.start:
        return f"named({write_term(Atom(task.start_name))})"
    return f"state({write_term(_term(task.start))})"


def _term(value: object) -> Term:
    if isinstance(value, str):
        return Atom(value)
    if isinstance(value, tuple):
        return tuple(map(_term, value))
    assert isinstance(value, int)
    return value
