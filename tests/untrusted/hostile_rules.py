"""The hostile programs as rules of a puzzle, called wherever pybridge asks rules for something."""

import re
from pathlib import Path

from pybridge.errors import FactFileError
from pybridge.facts import PuzzleFacts, read
from pybridge.rules.facts import RulesFacts
from tests.untrusted.hostile import Hostile

_CALM = {
    "start": "start(a, s(0)).",
    "goal": "goal(s(2)).",
    "move": "move(s(N), step(N), s(N1)) :- N < 3, N1 is N+1.",
}
_PLACES = {
    "move": "move(s(N), step(N), s(N1)) :- N < 3, N1 is N+1, harm.",
    "goal": "goal(s(N)) :- harm, N = 2.",
    "bound": "bound(s(_), 0) :- harm.",
    "picture": 'picture(s(_), "x") :- harm.',
    "continues": "continues(step(_), step(_)) :- harm.",
    "start": "start(a, s(0)) :- harm.",
    "cell": "cell(0, 0, 0) :- harm.",
}
PLACES = tuple(_PLACES)
"""Where rules call a hostile program."""
_HARM = "harm :- ( catch(go, _, true) -> true ; true ).\n"
_SINGLETON = re.compile(r"(\w+) occurs only once")


def as_rules(program: str, place: str) -> str:
    """A puzzle of two moves whose rules call the program's go/0 at a place, whatever it does."""
    lines = {**_CALM, place: _PLACES[place]}
    go = program.replace("ids_low :-", "go :-").replace("ids_low.", "go.")
    return "\n".join(['puzzle(hostile, rules, "Hostile").', *lines.values(), _HARM + go])


def write_rules(path: Path, program: Hostile, place: str, targets: dict[str, str]) -> None:
    """Write a program as rules. A variable that occurs once keeps them from running; `used_rules` renames it."""
    path.write_text(as_rules(program.aimed(**targets), place), encoding="utf-8")


def used_rules(path: Path) -> PuzzleFacts:
    """Like `used`, but rename variables that occur once; the errors of reading list them."""
    for _ in range(10):
        try:
            return used(path)
        except FactFileError as error:
            found = [(each.line, each.column, _SINGLETON.match(each.message)) for each in error.faults]
            once = sorted({(line, column, name[1]) for line, column, name in found if name}, reverse=True)
            if not once:
                raise
            lines = path.read_text(encoding="utf-8").split("\n")
            for line, column, name in once:
                text = lines[line - 1]
                if text[column - 1 :].startswith(name):
                    lines[line - 1] = f"{text[: column - 1]}_{text[column - 1 :]}"
            path.write_text("\n".join(lines), encoding="utf-8")
    return used(path)


def used(path: Path) -> PuzzleFacts:
    """Read rules, and ask for all that they may be asked for. Raises what reading them raises."""
    facts = read(path)
    assert isinstance(facts, RulesFacts)
    assert facts.session.engine.fenced
    states = [facts.starts[0][1]]
    for state in states[:5]:
        states += [after for _, after in facts.form.successors(state) if after not in states]
        facts.form.is_goal(state)
    texts = [facts.form.text(state) for state in states]
    facts.session.expand(facts.template, texts)
    facts.session.pictures(texts)
    facts.session.work(texts[0], 10)
    return facts
