"""How a task is put to `prolog/bridge/classic.pl`: the goal's text, and the file that holds the facts."""

import tempfile
from dataclasses import replace
from pathlib import Path

from pybridge.errors import FactFileError
from pybridge.facts import PuzzleFacts, read, write
from pybridge.facts.terms import Atom, Term, write_term
from pybridge.search.task import Task
from pybridge.swipl.compile_options import compile_options
from pybridge.swipl.exchange import write_value
from pybridge.swipl.goals import limits_text
from pybridge.swipl.program import program_text


class FactsFile:
    """The file that Prolog reads: the puzzle's own, or a temporary one if that does not say what the facts say."""

    def __init__(self, facts: PuzzleFacts) -> None:
        """`path` names the file; a temporary one is there until `remove`."""
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self.path = facts.path
        if not _says(facts.path, facts):
            self._temporary = tempfile.TemporaryDirectory(prefix="pybridge-")
            self.path = str(Path(self._temporary.name) / "facts.pl")
            Path(self.path).write_text(write(facts), encoding="utf-8")

    def remove(self) -> None:
        """Remove a temporary file."""
        if self._temporary:
            self._temporary.cleanup()


def _says(path: str, facts: PuzzleFacts) -> bool:
    """Whether the file at the path holds these facts, still, and has a name that Prolog can be told."""
    try:
        path.encode()
        return read(path) == facts
    except (FactFileError, UnicodeEncodeError):
        return False


def goal_text(task: Task, engine: str, path: str, *, counted: bool) -> str:
    """The goal that runs the task's program on the facts in a file, once with and once without counting nodes.

    Raises ProgramError if the text is the user's and cannot be read.
    """
    options = [f"engine({write_term(Atom(engine))})", f"start({_start(task)})"]
    options += [f"counted({str(counted).lower()})", f"all({str(task.every).lower()})"]
    # Counting costs inferences of its own, so only the timed run answers to a limit of them.
    limits = replace(task.limits, inferences=None) if counted else task.limits
    options.append(f"limits({limits_text(limits)})")
    if task.program == "ida_star":
        from pybridge.search.prepared import pruning_of

        options += compile_options(replace(task, pruning=pruning_of(task)))
    if task.last_threshold is not None:
        options.append(f"limit({task.last_threshold})")
    file = write_value(Atom(str(Path(path).absolute())))
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
