"""A domain that only this test knows, the integers on a line, goes through every command and every engine it has."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import ClassVar
from xml.etree import ElementTree

import pytest

import pybridge
from pybridge import domains
from pybridge.agreement import compare
from pybridge.cli import run
from pybridge.domains import DomainRows, code_of
from pybridge.engines import solve_checked
from pybridge.engines.registry import ENGINES, programs
from pybridge.errors import ArgumentError, PybridgeError, UnavailableProgramError, UnknownStartError
from pybridge.facts import PuzzleFacts, find, fingerprint, read
from pybridge.facts.domain import NATURAL, NATURALS, Domain, Section, Signature, common_vocabulary
from pybridge.heuristics.choice import Default
from pybridge.heuristics.registry import Spec
from pybridge.outcome import Outcome
from pybridge.puzzles import PieceMove, Pruning, Reason
from pybridge.puzzles.rows import Transitions, always
from pybridge.search.rows import SearchRow
from pybridge.search.task import ALL, COUNT, Task
from tests.solving import solve

TEXT = """puzzle(up, line, "Up the line").
start(zero, [0]).
start(ten, [10]).
optimal(zero, 4).
goal([4]).
last(10).
"""


@dataclass(frozen=True, kw_only=True)
class Line(PuzzleFacts):
    """The integers from 0 to `last`: a piece goes one up or down."""

    domain: ClassVar[str] = "line"

    last: int


@dataclass(frozen=True)
class Walk:
    """The moves from a start."""

    facts: Line
    start: tuple[int, ...]
    pruning: Pruning = Pruning.INVERSE

    def is_goal(self, state):
        return state in self.facts.goals

    def successors(self, state, last):
        for following in (state[0] - 1, state[0] + 1):
            if 0 <= following <= self.facts.last and (last is None or following != last.source):
                yield PieceMove("it", state[0], following), (following,)


class Joined:
    """All integers are joined."""

    def __init__(self, facts):
        self.facts = facts

    def orbit(self, state):
        return "all"

    def size(self, state):
        return self.facts.last + 1

    def arrangements(self):
        return self.facts.last + 1

    def why_apart(self, state, goal):
        return Reason("it is not")


class Away:
    """How far it is to the goal, which is what the moves are; `times` as far, if somebody is wrong."""

    name, source = "away", "this test"
    admissible = consistent = True

    def __init__(self, times=1):
        self.times, self.admissible = times, times <= 1

    def estimate(self, state):
        return self.times * abs(state[0] - 4)

    def after(self, h, move, state):
        return self.estimate(state)


def step(facts, state, move):
    if move.source != state[0] or abs(move.source - move.target) != 1 or not 0 <= move.target <= facts.last:
        raise ValueError("no step")
    return (move.target,)


ROW = Domain(
    name="line",
    vocabulary={**common_vocabulary(NATURALS), "last": Signature("last(Number)", (NATURAL,))},
    rules=(),
    build=lambda base, common: Line(last=base.named("last")[0].arguments[0].value, **common),
    draw=lambda facts, state: iter([str(state[0])]),
    sections=lambda facts: (Section("The last number.", (("last", (facts.last,)),)),),
    state_comment="A state is a list of one number.",
)


@pytest.fixture(autouse=True)
def path(tmp_path):
    """The file of a puzzle of the domain, which has a row of facts and one of transitions."""
    pybridge.register(DomainRows(name="line", facts=ROW, puzzles=Transitions(Walk, step, lambda facts: True, Joined)))
    file = tmp_path / "up.pl"
    file.write_text(TEXT, encoding="utf-8")
    yield str(file)
    del domains._REGISTERED["line"]


SOLVED = [
    ("check",), ("check", "--json"), ("puzzles",), ("puzzles", "--json"), ("solve",), ("solve", "--json"),
    ("solve", "--all"), ("solve", "--count"), ("solve", "--start", "ten"), ("solve", "--start", "[7]"),
    ("ids", "--engine", "python"), ("ids", "--engine", "python", "--json"), ("ids", "--engine", "python", "--all"),
    ("compare", "--engine", "python"), ("compare", "--engine", "python", "--program", "ids,breadth_first"),
    ("trace",), ("trace", "--threshold", "4"), ("trace", "--threshold", "7", "--depth", "2", "--json"),
    ("trace", "--program", "breadth_first"), ("trace", "--program", "breadth_first", "--threshold", "2", "--json"),
    ("census",), ("census", "--json"), ("census", "--method", "plain", "--all"),
]  # fmt: skip


@pytest.mark.parametrize("line", SOLVED, ids=" ".join)
def test_commands(line, path, capsys):
    assert run([line[0], path, *line[1:]]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert not printed.out.startswith("[]")


def test_pictures_and_a_trace_for_a_viewer(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["solve", path, "--picture", "zero.svg", "--svg", "report.svg", "--dark", "--quiet"]) == 0
    words = [each.text for each in ElementTree.parse("zero.svg").iter() if each.tag.endswith("text")]
    assert words == ["0", "start", "1", "1: it to 1", "2", "2: it to 2", "3", "3: it to 3", "4", "4: it to 4"]
    for line in (["puzzles", path], ["census", path], ["trace", path], ["solve", path]):
        assert run([*line, "--picture", f"{line[0]}.gif"]) == 0
    assert run(["trace", path, "--threshold", "4", "--trace", "up.trace.json"]) == 0
    assert [event["g"] for event in json.loads(Path("up.trace.json").read_text())["events"]][:5] == [0, 1, 2, 3, 4]


def test_what_they_say(path, capsys):
    run(["check", path])
    assert "sound, line, 2 starts; all 11 arrangements can reach a goal" in capsys.readouterr().out
    run(["solve", path, "--json"])
    form = json.loads(capsys.readouterr().out)
    assert (form["length"], form["engine"], form["outcome"]) == (4, "python", "solved")
    run(["solve", path])
    assert "solved in 4 moves" in capsys.readouterr().out
    run(["census", path, "--json"])
    assert [level["states"] for level in json.loads(capsys.readouterr().out)["levels"]] == [1, 2, 2, 2, 2, 1, 1]


PAGES = [
    ("solve",), ("solve", "--all"), ("ids", "--engine", "python"), ("trace", "--threshold", "4"), ("census",),
    ("compare", "--engine", "python"), ("puzzles",), ("trace", "--program", "breadth_first"),
    ("compare", "--engine", "python", "--program", "breadth_first,ids"),
]  # fmt: skip


@pytest.mark.parametrize("line", PAGES, ids=" ".join)
def test_pages_show_what_is_drawn_and_cannot_be_played(line, path, tmp_path):
    page = tmp_path / "page.html"
    assert run([line[0], path, *line[1:], "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8").partition('id="data">')[2].partition("</script>")[0]
    (puzzle,) = json.loads(text)["puzzles"]
    assert (puzzle["domain"], puzzle["rules"]) == ("line", None)
    assert [[0], "0", "[0]"] in puzzle["drawings"]


LACKS = [
    (("ids",), 42), (("ids_low",), 42), (("ids_low", "--engine", "python"), 42), (("solve", "--engine", "native"), 42),
    (("solve", "--heuristic", "manhattan"), 44), (("solve", "--pruning", "sequence"), 42),
    (("compare", "--engine", "native"), 42), (("compile",), 42), (("tables", "build"), 44), (("bench",), 42),
    (("census", "--method", "bits"), 42), (("bench", "random", "3", "--puzzle"), 42), (("ids_low", "--why", "[3]"), 42),
    (("trace", "--program", "ids_low"), 42), (("trace", "--program", "ida_star"), 42),
    (("trace", "--engine", "prolog"), 42), (("trace", "--threshold", "4", "--start", "nowhere"), 41),
    (("solve", "--start", "nowhere"), 41), (("solve", "--engine", "prolog-terms"), 42),
    (("export", "--to", "pddl"), 42), (("export", "--to", "asp"), 42), (("plan", "up.plan"), 42),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code"), LACKS, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_what_the_rows_lack_is_a_clear_message(line, code, path, capsys):
    words = 2 if line[0] == "tables" else len(line) if line[-1] == "--puzzle" else 1
    assert run([*line[:words], path, *line[words:]]) == code
    printed = capsys.readouterr()
    assert len(printed.err.splitlines()) == 1
    assert "a bug" not in printed.err


@pytest.mark.parametrize("line", [("solve",), ("compare", "--engine", "python")], ids=" ".join)
def test_a_program_of_the_users_where_prolog_has_none(line, path, tmp_path, capsys):
    own = tmp_path / "own.pl"
    own.write_text("ids :- true.\n")
    assert run([line[0], path, *line[1:], "--program", str(own)]) == 42
    assert "no program 'ids' for line in prolog, only in python" in capsys.readouterr().err


def test_every_engine_with_its_programs(path):
    facts = read(path)
    has = {engine: programs(engine, "line") for engine in ENGINES}
    assert {engine for engine, names in has.items() if names} == {"python"}
    for program in has["python"]:
        found = solve(facts, program, engine="python", start="ten", heuristic=Away() if program == "ida_star" else None)
        assert (found.outcome, found.length) == (Outcome.SOLVED, 6)
        assert solve(facts, program, engine="python", wanted=ALL, **goes_by(program)).count == 1
        assert solve(facts, program, engine="python", wanted=COUNT, **goes_by(program)).solutions == ()
    for engine in set(ENGINES) - {"python"}:
        with pytest.raises(UnavailableProgramError):
            solve(facts, "ida_star", engine=engine)


def test_the_tree_of_an_iteration(path, capsys):
    run(["trace", path, "--threshold", "4", "--start", "ten"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[3:6] == ["g  move             state", "0                   10", "1  ╰ it to 9        9   not it to 10"]
    assert lines[8] == "4        ╰ it to 6  6   limit reached"
    run(["trace", path, "--threshold", "4"])
    assert capsys.readouterr().out.splitlines()[-1] == ("limit 4: 5 nodes visited, 4 expanded, 4 generated; goal found")


def test_the_tree_of_a_search_that_knows_states_again(path, capsys):
    run(["trace", path, "--program", "breadth_first", "--threshold", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[4:7]] == [
        ["0", "0"], ["1", "╰", "it", "to", "1", "1"], ["2", "├", "it", "to", "0", "0", "already", "seen"],
    ]  # fmt: skip
    assert lines[-2] == "layers 0 to 1: 4 nodes visited, 2 expanded, 3 generated; no goal found"


def goes_by(program):
    return {"heuristic": Away()} if program == "ida_star" else {}


def test_a_heuristic_of_the_users_with_a_twin_and_a_proof(path):
    facts = read(path)
    task = Task(facts=facts, start_name="zero", start=(0,), program="ida_star", heuristic=Away())
    solution, comparison = solve_checked(task, "python")
    assert (solution.length, solution.lower_bound, solution.heuristic, solution.shortest) == (4, 4, "away", True)
    comparison.require_agreement()


@pytest.mark.parametrize("times", [2, 3, 7])
def test_an_inadmissible_heuristic_finds_a_solution_and_proves_nothing(path, times):
    facts = read(path)
    found = solve(facts, "ida_star", engine="python", heuristic=Away(times))
    assert (found.outcome, found.length, found.lower_bound, found.shortest) == (Outcome.SOLVED, 4, None, False)
    longer = ((*found.moves, PieceMove("it", 4, 5), PieceMove("it", 5, 4)),)
    true = solve(facts, "breadth_first", engine="python")
    for other, agrees in ((found, True), (replace(found, solutions=longer), True)):
        checks = compare(facts, "zero", (0,), [true, other]).checks
        assert all(check.agrees for check in checks) is agrees
    short = replace(true, solutions=longer)
    assert any(check.difference for check in compare(facts, "zero", (0,), [short, found]).checks)


def test_a_lower_bound_that_is_none_is_found_out(path):
    liar = Away(3)
    liar.admissible = True
    with pytest.raises(PybridgeError, match="not a lower bound"):
        solve(read(path), "ida_star", engine="python", heuristic=liar)


INSTALLED = """
from pybridge import DomainRows
from pybridge.puzzles.rows import Transitions
from tests.test_toy_domain import ROW, Joined, Walk, step
LINE = DomainRows(name="line", facts=ROW, puzzles=Transitions(Walk, step, lambda facts: True, Joined))
"""
FAULTY = "the installed domain line cannot be loaded: "


@pytest.fixture
def installed(tmp_path):
    """Python with a package that has these entry points."""
    (tmp_path / "line_domain.py").write_text(INSTALLED, encoding="utf-8")
    about = tmp_path / "line_domain-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: line-domain\nVersion: 1\n", encoding="utf-8")
    root = Path(pybridge.__file__).parent.parent

    def start(arguments, **points):
        lines = "\n".join(f"{name} = {place}" for name, place in points.items())
        (about / "entry_points.txt").write_text(f"[pybridge.domains]\n{lines}\n", encoding="utf-8")
        return subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, timeout=60,
            env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{root}"},
        )  # fmt: skip

    return start


@pytest.mark.parametrize(("place", "code", "words"), [
    ("line_domain:LINE", 0, "sound, line, 2 starts"),
    ("line_domain:NOTHING", 2, f"{FAULTY}module 'line_domain' has no attribute 'NOTHING'"),
    ("line_domain:ROW", 2, f"{FAULTY}register takes a DomainRows, not Domain"),
])  # fmt: skip
def test_the_domain_of_an_installed_package(place, code, words, path, installed):
    done = installed(["-m", "pybridge", "check", path], line=place)
    assert done.returncode == code, done.stderr
    assert words in (done.stderr if code else done.stdout)


@pytest.mark.parametrize(
    "points", [{"broken": "line_domain:NO", "line": "line_domain:LINE"}, {"line": "line_domain:NO"}]
)
def test_a_broken_package_breaks_no_other_domain(points, path, installed):
    """Nor what is registered in its place."""
    program = (
        "import pybridge; from pybridge.facts.domain import DOMAINS; from line_domain import LINE;"
        f"{'' if 'broken' in points else 'pybridge.register(LINE);'}"
        f"print(*DOMAINS, pybridge.solve({path!r}).length, pybridge.solve('eight', 'easy').length)"
    )
    done = installed(["-c", program], **points)
    assert done.stdout.split()[-3:] == ["line", "4", "12"], done.stderr


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"facts": "tests.test_toy_domain:NOTHING"}, "the row facts of the domain line cannot be loaded: module"),
        ({"name": "row"}, "the domain row has the facts of line; give both the same name"),
        ({"facts": replace(ROW, build=lambda base, common: find_facts())}, "TilesFacts.domain is sliding_tiles, but"),
        ({"puzzles": None}, "the domain line has no row of puzzles, which each needs"),
        ({"facts": 3}, "the domain line has int where its facts are a Domain"),
        ({"puzzles": Walk}, "the domain line has type where its puzzles are Transitions"),
    ],
)
def test_wrong_rows_are_named(rows, words, path):
    right = DomainRows(name="line", facts=ROW, puzzles=Transitions(Walk, step, lambda facts: True, Joined))
    with pytest.raises(ArgumentError, match=words):
        [pybridge.register(replace(right, **rows)), read(path)]


def find_facts():
    return read(find("eight"))


def test_what_is_kept_counts_for_the_code(path, tmp_path, monkeypatch):
    """A census of other moves is not continued."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "moves_of_line.py").write_text("def step(facts, state, move):\n    return (move.target,)\n")
    moves = import_module("moves_of_line")

    def register():
        pybridge.register(DomainRows(name="line", facts=ROW, puzzles=Transitions(moves.Walk, moves.step, always)))

    moves.Walk = type("Walk", (Walk,), {"__module__": "moves_of_line"})
    register()
    before = fingerprint(read(path))
    register()
    assert fingerprint(read(path)) == before
    (tmp_path / "moves_of_line.py").write_text("def step(facts, state, move):\n    return (move.target + 1,)\n")
    assert fingerprint(read(path)) != before
    del moves.__file__  # as in a notebook
    one = fingerprint(read(path))
    assert fingerprint(read(path)) == one
    register()
    assert fingerprint(read(path)) != one
    assert code_of("sliding_tiles") == ""


def test_a_proof_without_a_heuristic_of_the_domain(path):
    found = pybridge.solve(path, heuristic=lambda state: 7 * abs(state[0] - 4), prove=True)
    assert (found.length, found.shortest, found.heuristic) == (4, True, "<lambda>(), then breadth_first")


def test_goals_that_are_not_listed(handed_in, path, capsys):
    def read(text, path):
        starts, optimal = (("zero", (0,)),), {"zero": 4}
        return Line(name="up", title="Up", sources=(), starts=starts, optimal=optimal, goals=(), path=path, last=10)

    moves = Transitions(Walk, step, lambda facts: True, goal=lambda facts, state: state == (4,))
    handed_in("line", facts=replace(ROW, read=read), puzzles=moves)
    assert run(["check", path]) == 0
    assert "up.pl: sound, line, 1 start" in capsys.readouterr().out


def test_a_list_may_be_no_state(path):
    with pytest.raises(UnknownStartError, match="is not a state of up"):
        pybridge.solve(path, ["four"])
    assert not read(path).has_numbers((4,))
    assert find_facts().has_numbers((8, 7, 6, 5, 4, 3, 2, 1, 0))


def test_breadth_first_alone_is_compared_and_traced(handed_in, path, capsys):
    search = SearchRow(programs=("breadth_first",))
    handed_in("line", facts=ROW, puzzles=Transitions(Walk, step, lambda facts: True, Joined), search=search)
    assert run(["compare", path]) == 0
    assert run(["trace", path]) == 0
    assert "breadth_first" in capsys.readouterr().out


def test_a_heuristic_that_is_none_of_the_registered(handed_in, path, capsys):
    row = Default(lambda facts: Spec("gap"), lambda facts: Spec("gap"), Spec("gap"))
    handed_in("line", facts=ROW, puzzles=Transitions(Walk, step, lambda facts: True, Joined), heuristics=row)
    assert run(["solve", path, "--program", "ida_star"]) == 44
    assert run(["tables", "build", path]) == 44
    told = capsys.readouterr().err.splitlines()
    assert "no heuristic is named 'gap'" in told[0]
    assert told[1:] == ["pybridge: line, the domain of up, has no tables"]


def test_what_is_registered_again_is_what_solves(path):
    class Leaps(Walk):
        def successors(self, state, last):
            yield PieceMove("it", state[0], state[0] - 6), (state[0] - 6,)

    assert pybridge.solve(path, start="ten").length == 6
    leaps = Transitions(Leaps, lambda facts, state, move: (move.target,), lambda facts: False, Joined)
    pybridge.register(DomainRows(name="line", facts=ROW, puzzles=leaps))
    assert pybridge.solve(path, start="ten").length == 1


def test_a_domain_has_one_name(path):
    with pytest.raises(ArgumentError, match="there is already a domain permutation"):
        pybridge.register(DomainRows(name="permutation", facts=ROW, puzzles=None))
