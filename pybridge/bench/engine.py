"""Measure how fast the engine answers, how soon it stops, and how much memory it keeps."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pybridge.errors import PrologError, PrologLimitError
from pybridge.facts import find
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Engine, find_installation

ENDLESS = {
    "repeat, fail": "repeat, fail",
    "findall of endless answers": "findall(X, repeat, _)",
    "sorting": "numlist(1, 300000, L), repeat, msort(L, _), fail",
    "tabling": "flag(pybridge_bench_from, N, N + 1), pybridge_bench_path(N, X), X < 0",
    "a handler for everything": "catch((repeat, fail), _, (repeat, fail))",
    "handlers within handlers": "catch(catch((repeat, fail), _, (repeat, fail)), _, (repeat, fail))",
    "limits within limits": "call_with_time_limit(1000, call_with_inference_limit((repeat, fail), 1000000000000, _))",
    "lists that grow": "length(_, N), N < 0",
    "waiting for a message": "thread_get_message(pybridge_bench_never)",
    "cleaning up": "setup_call_cleanup(true, (repeat, fail), true)",
    "negation": "\\+ (repeat, fail)",
    "a goal that was delayed": "freeze(X, (repeat, fail)), X = 1",
    "writing text": "repeat, with_output_to(string(_), forall(between(1, 1000, X), write(X))), fail",
    "asserting": "repeat, assertz(pybridge_bench_fact), retract(pybridge_bench_fact), fail",
}
"""Goals that never end, by description."""

STUBBORN = {
    "one operation on big numbers": "_ is powm(3, 2 ** 200000 - 1, 2 ** 200000 - 3)",
    "sleep/1": "sleep(3600)",
    "an endless setup": "setup_call_cleanup((repeat, fail), true, true)",
    "an endless clean-up": "setup_call_cleanup(true, true, (repeat, fail))",
    "a handler again and again": "repeat, catch((repeat, fail), _, true), fail",
}
"""Goals that ignore signals, or that catch every exception."""

# A new variant for each try: 9.0.4 sometimes keeps the table of a goal that was stopped, although it is abolished.
_TABLED = """:- table pybridge_bench_path/2.
pybridge_bench_path(X, Y) :- pybridge_bench_path(X, Z), Y is Z + 1.
pybridge_bench_path(X, X).
"""

_START = """
import time
from pybridge.swipl import Engine
begun = time.perf_counter()
Engine(isolate={isolate}).once("true")
print(time.perf_counter() - begun)
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement: the number of tries, their median and worst value in `unit`, and the number of failures."""

    subject: str
    tries: int
    middle: float
    worst: float
    unit: str
    wrong: int = 0


def _timed(subject: str, tries: int, call: Callable[[], object]) -> Figure:
    """The time that a call takes."""
    times = []
    for _ in range(tries):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return _figure(subject, times)


def _figure(subject: str, seconds: Sequence[float], wrong: int = 0) -> Figure:
    """The figure of several times."""
    return Figure(subject, len(seconds), median(seconds), max(seconds), "s", wrong)


def measure_engine(*, isolate: bool, tries: int, scratch: Path) -> Iterator[Figure]:
    """Run all measurements in turn; `scratch` is a folder to write to. Raises PrologMissingError, PrologTooOldError.

    Each endless goal is cancelled `tries` times. The number of queries and loads grows with `tries`.
    """
    find_installation()
    for kind in (False, True):
        yield _figure("start of an isolated engine" if kind else "start of an engine", [_start(kind) for _ in range(9)])
    with Engine(isolate=isolate) as engine:
        yield _timed("call X = 1", 5000, lambda: engine.once("X = 1"))
        yield _timed("100,000 integers back", 9, lambda: engine.once("numlist(1, 100000, X)"))
        program = scratch / "tabled.pl"
        program.write_text(_TABLED, encoding="utf-8")
        engine.consult(program)
        for subject, goal in ENDLESS.items():
            yield _cancelled(engine, subject, goal, tries)
    yield _many_threads(isolate, 50 * tries)
    yield from _memory(isolate, tries)
    for subject, goal in STUBBORN.items():  # last, because abandoned goals continue to run in this process
        yield _left_behind(isolate, subject, goal, tries)


def _start(isolate: bool) -> float:
    """Seconds until the first answer of the first engine, in a new Python process."""
    command = [sys.executable, "-c", _START.format(isolate=isolate)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _cancelled(engine: Engine, subject: str, goal: str, tries: int) -> Figure:
    """Seconds from cancelling a goal to its end; wrong: not INTERRUPTED, or the next answer is wrong."""
    times, wrong = [], 0
    for number in range(tries):
        job = engine.start(goal)
        while not job.progress():
            time.sleep(0)
        time.sleep(number % 10 / 1000)
        begun = time.perf_counter()
        job.cancel()
        try:
            right = job.result().outcome is Outcome.INTERRUPTED
        except PrologError:
            right = False
        times.append(time.perf_counter() - begun)
        wrong += not right or engine.once("X = 1") != {"X": 1}
    return _figure(f"cancel: {subject}", times, wrong=wrong)


def _left_behind(isolate: bool, subject: str, goal: str, tries: int, seconds: float = 0.2) -> Figure:
    """Seconds from a goal's limit to the answer of the next one, in a fresh process or thread."""
    times, wrong = [], 0
    with Engine(isolate=isolate) as engine:
        for _ in range(min(5, tries)):
            begun = time.perf_counter()
            try:
                engine.once(goal, Limits(seconds=seconds))
                wrong += 1
            except PrologLimitError as stopped:
                wrong += stopped.outcome is not Outcome.TIME_LIMIT
            wrong += engine.once("X = 1") != {"X": 1}
            times.append(time.perf_counter() - begun - seconds)
    return _figure(f"past its limit: {subject}", times, wrong=wrong)


def _many_threads(isolate: bool, queries: int, threads: int = 8) -> Figure:
    """Seconds that threads need for `queries` each on one engine. Raises what a query raises."""

    def right(mine: int) -> int:
        given = ((f"X is {mine} * {number}, Y = {mine}", {"X": mine * number, "Y": mine}) for number in range(queries))
        return sum(engine.once(goal) == wanted for goal, wanted in given)

    # The engine ends first, and with it what threads still ask.
    with ThreadPoolExecutor(threads) as pool, Engine(isolate=isolate) as engine:
        begun = time.perf_counter()
        wrong = threads * queries - sum(pool.map(right, range(threads)))
        seconds = time.perf_counter() - begun
    return Figure(f"{threads} threads, {queries:,} queries each", 1, seconds, seconds, "s", wrong)


def _memory(isolate: bool, tries: int) -> Iterator[Figure]:
    """Growth of resident memory in MiB."""
    with Engine(isolate=isolate) as engine:
        seven = find("seven")

        def query() -> object:
            return engine.once("X = f(Y), atom_concat(a, 1, Y)")

        def load() -> None:
            engine.load_facts(seven).unload()

        yield _growth(engine, "queries", 500 * tries, query)
        yield _growth(engine, "loads and unloads", 25 * tries, load)


def _growth(engine: Engine, calls: str, times: int, call: Callable[[], object]) -> Figure:
    """Growth of memory over `times` calls, after a tenth as many to warm up."""
    for _ in range(times // 10):
        call()
    before = _resident(engine)
    for _ in range(times):
        call()
    growth = _resident(engine) - before
    return Figure(f"growth over {times:,} {calls}", 1, growth, growth, "MiB")


def _resident(engine: Engine) -> float:
    """Resident memory in MiB of this process and of the one that runs Prolog, as Linux reports it."""
    process = (engine.once("current_prolog_flag(pid, X)") or {})["X"]
    pages = [Path(f"/proc/{each}/statm").read_text().split()[1] for each in {process, "self"}]
    return sum(map(int, pages)) * 4096 / 2**20
