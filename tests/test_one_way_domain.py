"""The sibling of the toy domain goes through every command: its moves cannot be undone, its states nobody has counted.

A piece climbs a ladder, one rung up at a time; from each snake it can slide three rungs down. The last rung is a trap.
The oracle is Floyd and Warshall's on the rungs, which knows no levels and no census.
"""

import json
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path
from typing import ClassVar

import pytest

import pybridge
from pybridge.cli import run
from pybridge.engines.registry import ENGINES, programs
from pybridge.errors import DisagreementError, UnavailableProgramError, UnfitHeuristicError, UnknownStartError
from pybridge.facts import PuzzleFacts, read
from pybridge.facts.domain import NATURAL, NATURALS, Domain, Section, Signature, common_vocabulary
from pybridge.learning.labels import Reach
from pybridge.outcome import Outcome
from pybridge.puzzles import PieceMove, Pruning, count_arrangements, count_states, is_reversible, why_unsolvable
from pybridge.puzzles.rows import Transitions
from pybridge.search.task import ALL, COUNT
from tests.search.layers.plain import PlainLayers
from tests.solving import solve

TEXT = """puzzle(climb, ladder, "Up the ladder").
start(foot, [2]).
start(top, [7]).
start(trap, [9]).
optimal(foot, 2).
optimal(top, 5).
goal([4]).
last(9).
snakes([5, 8]).
"""
SNAKES = (5, 8)
LAST = 9


@dataclass(frozen=True, kw_only=True)
class Ladder(PuzzleFacts):
    """The rungs from 0 to `last`, and those from which it can slide three down."""

    domain: ClassVar[str] = "ladder"

    last: int
    snakes: tuple[int, ...]


@dataclass(frozen=True)
class Climb:
    """The moves from a start. None leads back at once, so none is left out."""

    facts: Ladder
    start: tuple[int, ...]
    pruning: Pruning = Pruning.INVERSE

    def is_goal(self, state):
        return state in self.facts.goals

    def successors(self, state, last):
        (rung,) = state
        for following in ([rung + 1] if rung < self.facts.last else []) + [rung - 3] * (rung in self.facts.snakes):
            yield PieceMove("it", rung, following), (following,)


class Nothing:
    """No bound at all."""

    name, source = "nothing", "this test"
    admissible = consistent = True

    def estimate(self, state):
        return 0

    def after(self, h, move, state):
        return 0


class AllOne:
    """Orbits that a careless author might give: they claim that all rungs are joined."""

    def __init__(self, facts):
        self.facts = facts

    def orbit(self, state):
        return "all"

    def size(self, state):
        return self.facts.last + 1

    def arrangements(self):
        return self.facts.last + 1


def step(facts, state, move):
    if move not in [each for each, _ in Climb(facts, state).successors(state, None)]:
        raise ValueError("no step")
    return (move.target,)


ROW = Domain(
    name="ladder",
    vocabulary={
        **common_vocabulary(NATURALS),
        "last": Signature("last(Number)", (NATURAL,)),
        "snakes": Signature("snakes(Numbers)", (NATURALS,)),
    },
    rules=(),
    build=lambda base, common: Ladder(
        last=base.named("last")[0].arguments[0].value,
        snakes=tuple(each.integer for each in base.named("snakes")[0].arguments[0].items),
        **common,
    ),
    draw=lambda facts, state: iter([str(state[0])]),
    sections=lambda facts: (
        Section("The last rung, and the snakes.", (("last", (facts.last,)), ("snakes", (facts.snakes,)))),
    ),
    state_comment="A state is a list of one number.",
)


def distances():
    """The moves from each rung to each other."""
    moves = {(rung, rung + 1) for rung in range(LAST)} | {(rung, rung - 3) for rung in SNAKES}
    far = {
        pair: 0 if pair[0] == pair[1] else 1 if pair in moves else inf for pair in product(range(LAST + 1), repeat=2)
    }
    for middle, start, end in product(range(LAST + 1), repeat=3):
        far[start, end] = min(far[start, end], far[start, middle] + far[middle, end])
    return far


FAR = distances()


def levels(start):
    """The number of rungs at each distance from a start."""
    away = [FAR[start, rung] for rung in range(LAST + 1) if FAR[start, rung] < inf]
    return [away.count(distance) for distance in range(max(away) + 1)]


@pytest.fixture(autouse=True)
def path(handed_in, tmp_path):
    """The file of a puzzle of the domain, whose rows have what they must have."""
    handed_in("ladder", facts=ROW, puzzles=Transitions(Climb, step, lambda facts: False))
    file = tmp_path / "climb.pl"
    file.write_text(TEXT, encoding="utf-8")
    return str(file)


def test_what_is_not_known_is_not_said(path):
    facts = read(path)
    assert not is_reversible(facts)
    assert count_states(facts) is count_arrangements(facts) is why_unsolvable(facts, (9,)) is None


SOLVED = [
    ("check",), ("check", "--json"), ("puzzles",), ("puzzles", "--json"), ("solve",), ("solve", "--json"),
    ("solve", "--all"), ("solve", "--count"), ("solve", "--start", "top"), ("solve", "--start", "[7]"),
    ("ids", "--engine", "python"), ("ids", "--engine", "python", "--all"), ("compare", "--engine", "python"),
    ("compare", "--engine", "python", "--program", "ids,breadth_first", "--start", "top"),
    ("trace",), ("trace", "--threshold", "6", "--start", "top"), ("census",), ("census", "--json"),
    ("census", "--csv", "-"),
    ("census", "--method", "plain", "--all", "--start", "top", "--start", "foot"),
]  # fmt: skip


@pytest.mark.parametrize("line", SOLVED, ids=" ".join)
def test_commands(line, path, capsys):
    assert run([line[0], path, *line[1:]]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert not printed.out.startswith("[]")


FILES = [("census", "--plot", "far.svg"), ("census", "--svg", "report.svg"), ("census", "--picture", "far.svg"),
         ("solve", "--picture", "way.svg"), ("trace", "--trace", "climb.trace.json"), ("census", "--csv", "far.csv"),
         ("solve", "--html", "page.html"), ("trace", "--html", "tree.html"), ("puzzles", "--html", "play.html"),
         ("census", "--html", "census.html"), ("compare", "--engine", "python", "--html", "both.html")]  # fmt: skip


@pytest.mark.parametrize("line", FILES, ids=" ".join)
def test_files(line, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run([line[0], path, *line[1:]]) == 0
    assert Path(line[-1]).stat().st_size


def test_a_gallery_counts_nothing_that_it_cannot(path, tmp_path):
    assert run(["gallery", "--out", str(tmp_path / "pages"), str(tmp_path)]) == 0
    text = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert '"census": null' in text or '"census":null' in text


def test_a_page_says_where_distances_begin(path, tmp_path):
    run(["census", path, "--html", str(tmp_path / "page.html")])
    text = (tmp_path / "page.html").read_text(encoding="utf-8").partition('id="data">')[2].partition("</script>")[0]
    form = json.loads(text)
    assert (form["puzzles"][0]["states"], form["puzzles"][0]["few"]) == (None, False)
    assert form["parts"][0]["start"]["name"] == "foot"
    assert form["parts"][0]["census"]["origin"] == {"name": "foot", "state": [2]}


NOT_KNOWN = [
    (("solve", "--start", "hardest"), 41, "of climb can be undone"), (("solve", "--start", "farthest_2"), 41, "undone"),
    (("census", "--method", "bits"), 42, "--method plain"), (("census", "--start", "hardest"), 41, "undone"),
    (("bench", "random", "3", "--puzzle"), 42, "random"), (("solve", "--start", "random"), 42, "draw"),
    (("solve", "--engine", "native"), 42, ""), (("ids",), 42, ""), (("compile",), 42, ""),
    (("tables", "build"), 44, ""), (("train",), 44, ""), (("export", "--to", "pddl"), 42, ""),
    (("export", "--to", "asp"), 42, ""), (("bench",), 42, ""), (("plan", "up.plan"), 42, ""),
    (("solve", "--heuristic", "manhattan"), 44, ""),
    (("solve", "--start", "nowhere"), 41, "it has foot, top, trap, or write a state"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "words"), NOT_KNOWN, ids=lambda value: str(value))
def test_what_nobody_knows_is_one_line(line, code, words, path, capsys):
    at = 2 if line[0] == "tables" else len(line) if line[-1] == "--puzzle" else 1
    assert run([*line[:at], path, *line[at:]]) == code
    printed = capsys.readouterr()
    assert len(printed.err.splitlines()) == 1
    assert words in printed.err
    assert "a bug" not in printed.err


def test_a_census_counts_forward_and_says_so(path, capsys):
    assert run(["census", path]) == 0
    out = capsys.readouterr().out
    assert "from the start foot" in out
    assert "distances are from the start foot, not to a goal: nothing says that moves can be undone" in out
    assert "1 goal; the nearest is 2 moves from foot" in out
    assert "· every state that foot can reach is counted: 8; nothing to compare it with" in out
    assert "trap: 7 moves from foot" in out
    assert "✓" not in out
    assert "hardest" not in out
    assert "to paste after --start" not in out


@pytest.mark.parametrize("start", [2, 7, 0, 9, 5])
def test_levels_against_an_oracle(path, start):
    taken = pybridge.census(path, [f"[{start}]"], most=None)
    assert [level.states for level in taken.levels] == levels(start)
    assert taken.nearest_goal == (None if FAR[start, 4] == inf else FAR[start, 4])
    assert [level.goals for level in taken.levels] == [int(FAR[start, 4] == far) for far in range(len(taken.levels))]
    assert taken.farthest == tuple((rung,) for rung in range(LAST + 1) if FAR[start, rung] == taken.depth)
    assert (taken.total, taken.of, taken.exact_share) == (None, taken.states, None)
    assert taken.outcome is Outcome.SOLVED


def test_other_starts_are_where_moves_lead(path):
    taken = pybridge.census(path, ["top", "foot", "[0]", "trap"])
    assert taken.origin.name == "top"
    assert [(place.name, place.distance) for place in taken.places] == [
        ("foot", FAR[7, 2]), ("given", None), ("trap", FAR[7, 9]),
    ]  # fmt: skip


def test_a_trap_reaches_no_goal(path, capsys):
    assert run(["census", path, "--start", "trap"]) == 0
    assert "no goal can be reached from trap" in capsys.readouterr().out
    for line in (["solve"], ["ids", "--engine", "python"]):
        assert run([line[0], path, *line[1:], "--start", "trap", "--time-limit", "20"]) == 10
    capsys.readouterr()
    compared = ["compare", path, "--engine", "python", "--program", "ids,breadth_first", "--start", "trap"]
    assert run([*compared, "--time-limit", "20"]) == 10
    assert "✓ length  no solution by python ids, python breadth_first" in capsys.readouterr().out


def test_a_census_differs_from_the_fact_file(path):
    file = Path(path)
    file.write_text(TEXT.replace("optimal(foot, 2)", "optimal(foot, 3)"), encoding="utf-8")
    with pytest.raises(DisagreementError, match="start foot: 2 moves by the census, 3 by its fact file"):
        pybridge.census(path)
    file.write_text(TEXT.replace("optimal(top, 5)", "optimal(trap, 6)"), encoding="utf-8")
    with pytest.raises(DisagreementError, match="start trap: no goal is reached by the census, 6 by its fact file"):
        pybridge.census(path, ["trap"])


def test_a_census_is_stopped_and_resumed(path):
    from pybridge.search.census.choice import counter, plan

    facts, whole = read(path), levels(2)
    for stop in range(1, len(whole)):
        first, second = (counter(plan(facts), facts, [(2,)]) for _ in range(2))
        some = [level for _, level in zip(range(stop), first.levels(lambda: None), strict=False)]
        second.resume(some, first.saved())
        assert [level.states for level in [*some, *second.levels(lambda: None)]] == whole


def test_what_is_kept_does_not_say_of_how_many(path):
    from pybridge.search.census.checkpoint import CensusCheckpoint
    from pybridge.search.census.choice import counter, plan
    from pybridge.store.store import Store

    facts, starts = read(path), [(2,)]
    kept = CensusCheckpoint.of(facts, plan(facts), starts)
    first, second = (counter(plan(facts), facts, starts) for _ in range(2))
    some = [level for _, level in zip(range(3), first.levels(lambda: None), strict=False)]
    kept.keep(first, some)
    assert [each.title for each in Store().entries() if each.path == kept.path] == ["climb, plain, to distance 2"]
    assert (kept.states, kept.resume(second), kept.damaged) == (3, some, False)
    kept.forget()


def test_it_ends_where_memory_does(path, monkeypatch, capsys):
    from pybridge.search.census import run as runs

    Path(path).write_text(TEXT.replace("last(9)", "last(100000)"), encoding="utf-8")
    monkeypatch.setattr(runs, "available_memory", lambda: 0)
    assert run(["census", path]) == 14
    assert "how many states are farther is not known" in capsys.readouterr().out


def test_a_careless_number_of_states_is_not_believed(path, handed_in, capsys):
    handed_in("ladder", facts=ROW, puzzles=Transitions(Climb, step, lambda facts: False, AllOne))
    assert count_states(read(path)) is None
    assert run(["census", path]) == 0
    assert "✓" not in capsys.readouterr().out


def test_a_false_declaration_is_found_out(path, handed_in, capsys):
    handed_in("ladder", facts=ROW, puzzles=Transitions(Climb, step, lambda facts: True, AllOne))
    assert run(["census", path, "--time-limit", "20"]) == 60
    assert "✓" not in capsys.readouterr().out


@pytest.mark.parametrize("start", range(LAST + 1))
def test_every_program_against_the_oracle(path, start):
    facts = read(path)
    found = {engine: programs(engine, "ladder") for engine in ENGINES}
    assert {engine for engine, names in found.items() if names} == {"python"}
    for program in found["python"]:
        guide = {"heuristic": Nothing()} if program == "ida_star" else {}
        first = solve(facts, program, engine="python", start=f"[{start}]", wanted=ALL, **guide)
        if FAR[start, 4] == inf:
            assert first.outcome is Outcome.UNSOLVABLE
            continue
        assert (first.length, first.count) == (FAR[start, 4], 1)
        assert solve(facts, program, engine="python", start=f"[{start}]", wanted=COUNT, **guide).count == 1
        layers = PlainLayers(Climb(facts, (start,)), lambda state: 0, first.length, lambda: None)
        assert (layers.count, list(layers.solutions())) == (1, [first.moves])


def test_a_network_does_not_learn_from_walks_back(path):
    with pytest.raises(UnfitHeuristicError, match="no network can be trained for climb: its moves cannot be undone"):
        Reach(read(path))


def test_python_refuses_in_one_line(path):
    with pytest.raises(UnknownStartError, match="moves of climb can be undone, so the farthest"):
        pybridge.solve(path, "hardest")
    with pytest.raises(UnavailableProgramError, match="does not draw any"):
        pybridge.solve(path, "random 3")


UNCOUNTED = TEXT.replace("snakes([5, 8])", "snakes([])").replace("optimal(top, 5).\n", "optimal(top, 3).\n")


@dataclass(frozen=True)
class BothWays(Climb):
    """Up and down, one rung at a time."""

    def successors(self, state, last):
        for following in (state[0] - 1, state[0] + 1):
            if 0 <= following <= self.facts.last and (last is None or following != last.source):
                yield PieceMove("it", state[0], following), (following,)


def back_and_forth(facts, state, move):
    return (move.target,)


def test_moves_can_be_undone_and_nobody_knows_how_many_states_there_are(path, handed_in, capsys):
    handed_in("ladder", facts=ROW, puzzles=Transitions(BothWays, back_and_forth, lambda facts: True))
    Path(path).write_text(UNCOUNTED, encoding="utf-8")
    assert run(["census", path]) == 0
    out = capsys.readouterr().out
    assert "· every state that can reach the goal found is counted: 10; nothing to compare it with" in out
    assert "trap: 5 moves, farther than 90.00 % of all states; the farthest there is" in out
    assert "✓" not in out
    assert run(["check", path]) == 0
    assert "counts the states that can reach a goal" in capsys.readouterr().out
    assert run(["solve", path, "--start", "hardest"]) == 0
    assert "solved in 5 moves" in capsys.readouterr().out
    assert run(["census", path, "--method", "hashed"]) == 42
    assert pybridge.census(path).to_dict()["total"] is None
