"""An isolated engine with watchers around it: what a program that was let into it has done outside of its module."""

import os
import re
import socket
import time
from pathlib import Path

from pybridge.errors import ProgramError, PrologCrashError, PrologError, PybridgeError
from pybridge.facts import find
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Engine, Module
from pybridge.swipl.job import Answer

SECONDS, INFERENCES = 2.0, 10_000_000
_MORE = 50_000_000  # inferences that a goal which catches its limit may use until it is stopped from outside
LIMITS = Limits(seconds=SECONDS, inferences=INFERENCES)
_LATE = 3.0  # seconds after its limit until which a goal must have ended, or its process with it
_WARM = (
    "aggregate apply assoc clpfd dcg/basics dcg/high_order dif error heaps lists nb_set occurs option ordsets pairs "
    "random rbtrees solution_sequences sort terms ugraphs when yall"
)
_CALM = """:- use_module(library(clpfd)).
:- dynamic seen/1.
:- table fib/2.
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, X), fib(B, Y), F is X+Y.
calm(F, X, S, D) :-
    fib(20, F), X in 1..9, X #> 7, X #\\= 9, assertz(seen(F)), foldl([A,B,C]>>(C is A+B), [1,2,3], 0, S),
    findall(N, neighbor(0, N), D), \\+ \\+ seen(6765).
"""
_CALM_ANSWER = {"F": 6765, "X": 8, "S": 6, "D": [[1, 3]]}
_FACTS = (
    "findall([_A, _B, _C], puzzle(_A, _B, _C), Ps), findall([_A, _B], start(_A, _B), Ss), findall(_A, goal(_A), Gs), "
    "findall([_A, _B], neighbor(_A, _B), Ns), findall([_A, _B], distance(_A, _B), Ds)"
)


class Watch:
    """An engine, a folder with a file to be kept, and a port nobody may connect to. A context manager."""

    def __init__(self, folder: Path) -> None:
        """Watch over `folder`, which is empty."""
        self.canaries = folder / "canaries"
        self.canaries.mkdir()
        self._kept = self.canaries / "kept"
        self._kept.write_text("kept")
        self._program = folder / "program.pl"
        self._port = socket.create_server(("127.0.0.1", 0))
        self._port.setblocking(False)
        self.targets = {
            "mark": str(self.canaries / "mark"),
            "kept": str(self._kept),
            "folder": str(self.canaries),
            "port": str(self._port.getsockname()[1]),
        }
        self._start()

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *exception: object) -> None:
        self.engine.close()
        self._port.close()

    def _start(self) -> None:
        self.engine = Engine(isolate=True)
        self.engine.consult(Path(__file__).parent / "outside.pl")
        with self.engine.load_facts(find("eight")) as eight:
            self._facts = eight.once(_FACTS)
        self._warm()
        self._pid = self.engine.once("current_prolog_flag(pid, Pid)")["Pid"]
        self._descriptors = self._open_now()
        self.engine.once("outside:remember")

    def _warm(self) -> None:
        """Have all loaded that is loaded when it is first wanted."""
        for library in _WARM.split():
            try:
                self._load(f":- use_module(library({library})).\ngo.\n").unload()
            except ProgramError:  # a library that is allowed no more
                continue
        for text in ("go :- shell(x).\n", "go :- lists:go.\n", "go(\n", "go :- undefined.\n"):
            self.outcome(text, "go")
        for goal in ("throw(x)", "atom_length(X, Y)", "nosuch", "repeat, fail", "X is foo+1"):
            self.outcome("go.\n", goal, Limits(inferences=10_000))
        assert self._calm()

    def _load(self, text: str) -> Module:
        """Load a program beside facts; the module is gone if it is refused."""
        self._program.write_text(text, encoding="utf-8")
        facts = self.engine.load_facts(find("eight"))
        try:
            return self.engine.load_program(self._program, beside=facts, limits=Limits(seconds=5))
        except BaseException:
            if not self.engine.restarts:
                facts.unload()
            raise

    def outcome(self, text: str, goal: str, limits: Limits = LIMITS) -> str:
        """What became of a program that is loaded and asked: 'refused', 'contained' or 'ESCAPED', and how."""
        try:
            module = self._load(text)
        except ProgramError as error:
            placed = re.match(rf"{re.escape(str(self._program))}:(\d+:\d+): (.*)", str(error))
            return f"refused {placed[1]} {placed[2]}" if placed else f"ESCAPED refused without a place: {error}"
        except PrologError as error:
            return f"contained while loading: {error}"
        except Exception as error:
            return f"ESCAPED while loading: {error!r}"
        if not re.search(rf"(?m)^{re.escape(goal.split('(')[0])}\b", text):
            goal = "true"
        try:
            ended = _asked(module, goal, limits)
            if not self._sound(module):
                return f"ESCAPED other facts; {ended}"
            return ended
        finally:
            if not self.engine.restarts:
                module.unload()

    def effects(self) -> list[str]:
        """What is not as it was before, seen from outside and from inside. Whatever it was is undone."""
        found = self._files() + self._processes() + self._connections()
        if not self.engine.restarts:
            found += self._inside()
        if found or self.engine.restarts:
            self.engine.close()
            self._start()
        return found

    def _files(self) -> list[str]:
        found = [f"file {name}" for name in os.listdir(self.canaries) if name != "kept"]
        for name in found:
            path = self.canaries / name.removeprefix("file ")
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        if not self._kept.is_file() or self._kept.read_text() != "kept" or self._kept.stat().st_mode & 0o111:
            found.append("the kept file")
            self._kept.unlink(missing_ok=True)
            self._kept.write_text("kept")
        return found

    def _processes(self) -> list[str]:
        children = [path.read_text() for path in Path(f"/proc/{self._pid}/task").glob("*/children")]
        found = [f"process {child}" for child in "".join(children).split()]
        if not self.engine.restarts and self._open_now() != self._descriptors:
            found.append("open file or socket")
        return found

    def _open_now(self) -> list[str]:
        """What the process has open; a descriptor of the listing itself is gone again."""
        folder = Path(f"/proc/{self._pid}/fd")
        return sorted(os.readlink(path) for path in folder.iterdir()) if folder.exists() else []

    def _connections(self) -> list[str]:
        try:
            self._port.accept()[0].close()
        except BlockingIOError:
            return []
        return ["connection"]

    def _inside(self) -> list[str]:
        try:
            answer = self.engine.once("outside:changes(Keys), findall(T, (member(K, Keys), term_string(K, T)), Ts)")
            found = [f"changed {key}" for key in answer["Ts"]]
            sum_ = self.engine.once("X is 1+1")
            return found + ["1+1"] * (sum_ != {"X": 2}) + ["a harmless program"] * (not self._calm())
        except PybridgeError as error:
            return [f"the engine: {error}"]

    def _sound(self, module: Module) -> bool:
        """Whether the facts beside a program still are what they were."""
        try:
            return bool(self.engine.restarts) or module.once(_FACTS, LIMITS) == self._facts
        except PybridgeError:
            return False

    def _calm(self) -> bool:
        with self._load(_CALM) as module:
            return module.once("calm(F, X, S, D)", LIMITS) == _CALM_ANSWER


def _asked(module: Module, goal: str, limits: Limits) -> str:
    """What came of a goal: whatever is said about it, it must be true."""
    begun = time.monotonic()
    try:
        answer = module.start(goal, limits).result(timeout=60)
    except PrologCrashError as error:
        return f"{'ESCAPED' if 'exit code' in str(error) else 'contained'} {error}"
    except PybridgeError as error:  # what it throws may say anything, as what it prints may
        return f"contained {str(error)[:200]}"
    except Exception as error:
        return f"ESCAPED {error!r}"
    seconds = time.monotonic() - begun
    lie = _lie(answer, seconds, limits)
    return f"ESCAPED {lie}" if lie else f"contained {answer.outcome.value}"


def _lie(answer: Answer, seconds: float, limits: Limits) -> str:
    if limits.seconds and seconds > limits.seconds + _LATE:
        return f"the limit of time: {seconds:.1f} s"
    if limits.inferences and answer.inferences > limits.inferences + _MORE:
        return f"the limit of inferences: {answer.inferences:,}"
    if any(answer.answers) or len(answer.answers) > 1:
        return f"a forged answer: {answer.answers}"
    honest = {
        Outcome.SOLVED: True,
        Outcome.TIME_LIMIT: bool(limits.seconds and seconds >= limits.seconds),
        # One that was stopped from outside, for it caught what Prolog throws, has no number to tell.
        Outcome.INFERENCE_LIMIT: bool(limits.inferences and (answer.inferences >= limits.inferences or seconds > 0.1)),
        Outcome.MEMORY_LIMIT: True,  # what a goal takes in an instant nobody can see from outside
    }
    return "" if honest.get(answer.outcome) else f"a forged outcome: {answer.outcome.value} after {seconds:.2f} s"
