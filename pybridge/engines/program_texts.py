"""The program of a task as texts that any SWI-Prolog can load: what a page runs, and a person can read."""

from dataclasses import dataclass, replace

from pybridge.engines.goal import compiled_text
from pybridge.engines.rows import as_run, in_prolog
from pybridge.errors import UnavailableProgramError
from pybridge.facts import prolog_folder, write
from pybridge.facts.terms import Atom
from pybridge.search.task import Task
from pybridge.swipl.engine import Engine
from pybridge.swipl.goals import program_text


@dataclass(frozen=True, slots=True)
class ProgramTexts:
    """Files, each a name and a text, to load in this order, and the goal that runs the search.

    `announces` and `prints` are the heads of the predicates that print a limit and a solution; if that has states as
    terms, `template` is their form.
    """

    files: tuple[tuple[str, str], ...]
    goal: str
    announces: str
    prints: str
    template: str | None = None


def program_texts(task: Task, engine: str) -> ProgramTexts:
    """The texts of the task's program, and of its facts, unless a compiled one or one of the user's has them within.

    The task's start is the first one of the facts. Raises UnavailableProgramError if the engine has no such text.
    """
    others = [each for each in task.facts.starts if each[0] != task.start_name]
    facts = replace(task.facts, starts=((task.start_name, task.start), *others))
    stem = facts.name.replace("/", "_")  # of files
    with Engine() as prolog:
        prolog.once("pybridge:prepare(bridge/texts)")
        source, announces, prints = _classic(prolog, task, engine)
        if task.text:
            program = (task.text.name, program_text(task.text))
        elif source:
            program = _ours(source)
        else:
            text = compiled_text(facts, [task.program], as_run(replace(task, facts=facts)))
            return ProgramTexts(((f"{stem}_{task.program}.pl", text),), task.program, announces, prints)
        moves = _moves(prolog, task, program[1])
        moves = [("moves.pl" if name == program[0] else name, text) for name, text in moves]
    taken = {name for name, _ in (*moves, program)}
    text, name = write(facts), "facts.pl" if f"{stem}.pl" in taken else f"{stem}.pl"
    stated = [] if text.startswith(program[1]) else [(name, text)]
    template = in_prolog(facts.domain).template(facts)
    return ProgramTexts((*stated, *moves, program), task.program, announces, prints, template)


def _ours(file: str) -> tuple[str, str]:
    path = prolog_folder() / file
    return path.name, path.read_text(encoding="utf-8")


def _moves(prolog: Engine, task: Task, text: str) -> list[tuple[str, str]]:
    """The file of how the puzzle moves, if a program includes it."""
    values = {"Domain": Atom(task.facts.domain), "Text": text}
    answer = prolog.once("pybridge_texts:moves_of(Domain, user, Text, file(File))", values=values)
    return [_ours(in_prolog(task.facts.domain).moves(task.facts) or answer["File"].name)] if answer else []


def _classic(prolog: Engine, task: Task, engine: str) -> tuple[str, str, str]:
    """The file of the program, nothing for one that is compiled, and the heads of what it prints with."""
    goal = (
        "pybridge_texts:classic(Engine, Domain, Programs, Text, A, P, _, _), memberchk(Program, Programs), "
        '( Text = file(Name) -> atom_string(Name, File) ; File = "" ), '
        "term_string(A, Announces), term_string(P, Prints)"
    )
    values = {"Engine": Atom(engine), "Domain": Atom(task.facts.domain), "Program": Atom(task.program)}
    answer = prolog.once(goal, values=values)
    if not in_prolog(task.facts.domain).programs:
        raise UnavailableProgramError(
            f"{task.facts.domain}, the domain of {task.facts.name}, has no programs in Prolog"
        )
    if answer is None:
        goal = (
            "findall(Text, ( pybridge_texts:classic(E, Domain, Programs, _, _, _, _, _), "
            "atomic_list_concat(Programs, ', ', Names), format(string(Text), \"~w (~w)\", [E, Names]) ), Texts)"
        )
        known = prolog.once(goal, values={"Domain": values["Domain"]})
        raise UnavailableProgramError(
            f"the engine {engine} has no program text for {task.program} of {task.facts.name}; choose "
            f"{' or '.join(known['Texts'] if known else [])}"
        )
    return str(answer["File"]), str(answer["Announces"]), str(answer["Prints"])
