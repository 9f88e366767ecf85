"""Hostile rules: reading runs them, behind the fence; nothing happens outside, and no lie is accepted."""

import contextlib
import json
import os
import socket
import time
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.compiled import _folder
from pybridge.errors import PybridgeError
from pybridge.facts import find, read
from pybridge.limits import Limits
from pybridge.rules import finding, session
from tests.samples import sample
from tests.untrusted.hostile import FAMILIES, Hostile, family
from tests.untrusted.hostile_rules import PLACES, used_rules, write_rules

SECONDS = 1.5
"""For rules to be read: time enough for an attack."""
SOON = 1.0
"""The same for what never ends, and is only to be stopped."""
HONEST = {0, 11, 12, 13, 21, 45, 52, 53, 54, 60}
"""Solved, not solved, a limit, a fault, rules of a table that are not read in time, what Prolog raised, an end of its
process, a disagreement with the judge."""
COMMANDS = ("check", "solve", "ids", "puzzles", "gallery")


class Yard:
    """A file to be kept, a folder where nothing must come to be, a home, and a port nobody may connect to."""

    def __init__(self, folder: Path) -> None:
        self.canaries, self.home, self.files = (folder / name for name in ("canaries", "home", "files"))
        for each in (self.canaries, self.home, self.files):
            each.mkdir()
        self._kept = self.canaries / "kept"
        self._kept.write_text("kept")
        self._port = socket.create_server(("127.0.0.1", 0))
        self._port.setblocking(False)
        self.file = self.files / "hostile.pl"
        self.targets = {
            "mark": str(self.canaries / "mark"),
            "kept": str(self._kept),
            "folder": str(self.canaries),
            "port": str(self._port.getsockname()[1]),
        }

    def effects(self) -> list[str]:
        """What has happened."""
        found = [str(path) for path in (*self.canaries.iterdir(), *self.home.iterdir()) if path != self._kept]
        if not self._kept.is_file() or self._kept.read_text() != "kept":
            found.append("the kept file")
        with contextlib.suppress(BlockingIOError):
            self._port.accept()[0].close()
            found.append("a connection")
        return found

    def close(self) -> None:
        self._port.close()


@pytest.fixture
def yard(tmp_path, monkeypatch):
    """What lies around; rules that do not end are stopped soon."""
    found = Yard(tmp_path)
    monkeypatch.setenv("PYBRIDGE_KERNELS", str(_folder().parent))  # those of this run, compiled before
    monkeypatch.setenv("HOME", str(found.home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # pybridge's own kernels do not count
    monkeypatch.chdir(found.home)
    allow(monkeypatch, SECONDS)
    yield found
    session.kept_session.cache_clear()
    found.close()


def allow(monkeypatch, seconds):
    """Give the reading of rules this many seconds, and later calls at most half of them: there are many."""
    monkeypatch.setattr(session, "PATIENCE", Limits(seconds, memory=256 << 20))
    monkeypatch.setattr(session, "_EXPANDING", Limits(seconds / 2, memory=256 << 20))
    monkeypatch.setattr(finding, "_ATTEMPTS", tuple((how, seconds / 3) for how, _ in finding._ATTEMPTS))


@pytest.mark.parametrize("name", sample(FAMILIES, quick=()))
def test_no_rules_escape(yard, name, record_property):
    """Up to four programs of a family, each called at one place; which one goes round.

    All programs are in test_hostile_programs.py: what differs here is from where they are called.
    """
    escapes, programs = [], list(family(name))
    for number, program in enumerate(programs[:: -(-len(programs) // 4)]):
        place = PLACES[(number + len(name)) % len(PLACES)]
        session.kept_session.cache_clear()
        write_rules(yard.file, program, place, yard.targets)
        try:
            ended = str(used_rules(yard.file).name)
        except PybridgeError as error:
            ended = str(error)
        record_property(f"{program.name} in {place}/N", ended[:200])
        if effects := yard.effects():
            escapes.append(f"{program.name} in {place}: {ended[:200]}; {effects}")
    assert not escapes, "\n".join(escapes)


ATTACKS = {
    "it prints what looks like the report": 'go :- format("{~q: ~q}~n", [outcome, solved]).',
    "it prints commands for the terminal": 'go :- format("\\e[2J\\e]0;x\\x07\\").',
    "it writes a file": "go :- open('{mark}', write, S), close(S).",
    "it runs a shell": "go :- shell('touch {mark}').",
    "it hides its goal": "go :- X =.. [shell, 'touch {mark}'], call(X).",
    "it loads a library": ":- use_module(library(process)).\ngo :- process_create(path(touch), ['{mark}'], []).",
    "it calls the session": "go :- pybridge_rules_puzzle:open_rules(rules, x, \"\", R), print(R).",
    "it changes the rules": ":- dynamic goal/1.\ngo :- assertz(goal(s(0))).",
    "it throws what stops a job": "go :- throw(pybridge_stop(cancelled, x)).",
    "it throws a fault": "go :- throw(wrong(line(1), \"forged\")).",
    "it is a hook": "user:portray(_) :- shell('touch {mark}').\ngo :- print(x).",
    "it is a quasi quotation": "go :- X = {|shell||touch|}, print(X).",
}  # fmt: skip
QUICK = ("it prints what looks like the report", "it writes a file", "it prints commands for the terminal")


@pytest.mark.parametrize("command", sample(COMMANDS, quick=("check", "ids")))
@pytest.mark.parametrize("attack", sample(ATTACKS, quick=QUICK))
def test_a_command_believes_no_lie(yard, capfd, command, attack):
    place = PLACES[(len(attack) + len(command)) % len(PLACES)]
    write_rules(yard.file, Hostile(attack, ATTACKS[attack]), place, yard.targets)
    code, told = asked(yard, capfd, command)
    assert yard.effects() == [], told.err
    assert code in HONEST, told.err
    assert "Traceback" not in told.err
    assert "\x1b" not in told.out + told.err
    if command in ("solve", "ids", "puzzles", "check") and told.out:
        json.loads(told.out)
    if code == 0 and command in ("solve", "ids"):
        # rules that assert goal(s(0)) make the start a goal: nothing is left to solve, and that is not a lie
        lengths = (0, 1, 2) if attack == "it changes the rules" else (1, 2)
        assert json.loads(told.out)["length"] in lengths


def asked(yard, capfd, command, seconds=SECONDS):
    """The exit code of a command on the hostile file, and what it prints."""
    session.kept_session.cache_clear()
    arguments = {
        "check": ["check", str(yard.file), "--json"],
        "puzzles": ["puzzles", str(yard.file), "--json"],
        "gallery": ["gallery", str(yard.files), "--out", str(yard.files / "pages")],
    }.get(command, [command, str(yard.file), "--time-limit", str(seconds), "--json"])
    code = run(arguments)
    told = capfd.readouterr()
    assert "occurs only once" not in told.err  # such rules would not run
    return code, told


ENDLESS = {
    "loops": "go :- go.",
    "loops, whatever stops it": "go :- catch(loop, _, go).\nloop :- loop.",
    "prints": "go :- repeat, writeln(spam), fail.",
    "asserts": ":- dynamic f/1.\ngo :- repeat, assertz(f(x)), fail.",
    "fills the stacks": "go :- grow([a]).\ngrow(L) :- append(L, L, M), grow(M).",
    "fills the stacks, whatever stops it": "go :- catch(grow([a]), _, go).\ngrow(L) :- append(L, L, M), grow(M).",
    "makes atoms": "go :- between(1, inf, N), atom_concat(abc, N, A), atom_length(A, 0).",
    "makes one atom": "go :- big(abcdefgh).\nbig(A) :- atom_concat(A, A, B), big(B).",
    "fills a table": ":- table t/1.\ngo :- t(_), fail.\nt(0).\nt(N) :- t(M), N is M+1.",
    "is a number": "go :- between(1, inf, N), X is 7**(2**N), X < 0.",
}


CALLERS = ("move", "goal", "start", "picture")
SOME = [(kind, CALLERS[number % 4]) for number, kind in enumerate(ENDLESS)]
"""Each kind at one place; which one goes round."""


@pytest.mark.slow
@pytest.mark.clock
@pytest.mark.parametrize(("kind", "place"), SOME)
def test_what_never_ends_is_stopped(yard, capfd, monkeypatch, kind, place):
    allow(monkeypatch, SOON)
    write_rules(yard.file, Hostile(kind, ENDLESS[kind]), place, yard.targets)
    begun = time.monotonic()
    code, told = asked(yard, capfd, "solve", SOON)
    assert time.monotonic() - begun < 60
    assert code in HONEST, told.err
    assert "Traceback" not in told.err
    assert len(told.out) + len(told.err) < 20_000
    assert yard.effects() == []


@pytest.mark.slow
def test_a_folder_with_hostile_files_is_shown(yard, capfd):
    good = (find("jugs")).read_text(encoding="utf-8")
    (yard.files / "jugs.pl").write_text(good, encoding="utf-8")
    attacks = [ATTACKS["it runs a shell"], ENDLESS["loops"], ATTACKS["it throws a fault"]]
    for number, text in enumerate(attacks):
        write_rules(yard.files / f"hostile{number}.pl", Hostile("", text), "move", yard.targets)
    code = run(["gallery", str(yard.files), "--out", str(yard.files / "pages")])
    told = capfd.readouterr()
    assert code in HONEST, told.err
    assert "Traceback" not in told.err
    assert (yard.files / "pages" / "jugs.html").exists(), told.err
    assert yard.effects() == []


def test_the_session_is_fenced(yard, tmp_path):
    """A program that got past all judges would be in a process without rights."""
    facts = read(find("jugs"))
    engine = facts.session.engine
    assert engine.fenced
    if "seccomp" not in " ".join(engine.fences):
        pytest.skip("no fence on this system")
    for goal in (f"open('{tmp_path}/mark', write, S), close(S)", f"shell('touch {tmp_path}/mark')"):
        with contextlib.suppress(PybridgeError):
            engine.once(goal)
    assert not (tmp_path / "mark").exists()
    assert os.listdir(yard.home) == []
