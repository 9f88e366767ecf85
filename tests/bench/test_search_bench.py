"""Measurements: what is counted, how means are made, and that wrong lengths do not pass."""

import csv
from dataclasses import replace
from io import StringIO
from threading import Event, active_count
from time import monotonic, sleep

import pytest

from pybridge.bench.account import Account, Excess, Lengths, Measured, differences, excess, least_lengths, wrong
from pybridge.bench.boards import named, random_boards
from pybridge.bench.comparison import beside
from pybridge.bench.processes import BenchWorkers
from pybridge.bench.search import SearchBench
from pybridge.engines import begin
from pybridge.errors import PybridgeError, UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.given_state import given_state
from pybridge.heuristics.registry import parse
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.tally import Tally
from pybridge.search.task import BestFirst, Task
from pybridge.store.store import Store
from tests.networks import network
from tests.solving import solve


@pytest.fixture(scope="module")
def facts():
    return read(find("eight"))


def measured(start, length, *, h=10, expanded=50, generated=100, seconds=0.5, outcome=Outcome.SOLVED):
    return Measured(start, (), outcome, h, length, expanded, generated, 3, seconds)


def account(*boards, heuristic="manhattan", wanted=None, program="ida_star"):
    return Account(heuristic, "somebody", "sequence", 1.0, wanted or len(boards), boards, program)


@pytest.mark.slow
def test_each_board_is_searched_as_solve_does_it(facts):
    bench = SearchBench(named(facts), ["manhattan", "takahashi"], pruning=Pruning.INVERSE)
    accounts = bench.accounts()
    assert [each.heuristic for each in accounts] == ["manhattan", "takahashi"]
    assert bench.outcome() is Outcome.SOLVED
    assert bench.disagreements() == []
    for each in accounts:
        assert each.pruning == "inverse"
        assert [board.start for board in each.boards] == [name for name, _ in facts.starts]
        for board in each.boards:
            goes_by = {"heuristic": each.heuristic, "pruning": Pruning.INVERSE}
            alone = solve(facts, "ida_star", engine="native", start=board.start, **goes_by)
            assert (board.outcome, board.length) == (alone.outcome, alone.length)
            assert (board.expanded, board.generated) == (alone.expanded, alone.generated)
            assert board.iterations == len(alone.iterations)
            assert board.length == facts.optimal[board.start]
            assert board.h <= board.length
            assert board.state == facts.start(board.start)
            assert board.seconds > 0


@pytest.mark.slow
def test_several_threads_and_random_boards_have_the_same_lengths(facts):
    boards = random_boards(facts, 30, seed=3)
    lengths = {
        jobs: [board.length for board in SearchBench(boards, ["takahashi"], jobs=jobs).accounts()[0].boards]
        for jobs in (1, 2)
    }
    assert lengths[1] == lengths[2]
    assert lengths[1][:5] == [
        solve(facts, "breadth_first", engine="python", start=" ".join(map(str, state))).length
        for _, state in boards.starts[:5]
    ]


@pytest.mark.slow
def test_a_start_that_is_the_goal(facts):
    boards = replace(named(facts), starts=(("done", facts.goals[0]),))
    (each,) = SearchBench(boards, ["manhattan"]).accounts()
    assert (each.length, each.h, each.generated) == (0, 0, 0)


def test_an_unsolvable_start_is_not_searched(facts):
    state = facts.goals[0]
    swapped = (state[1], state[0], *state[2:])
    boards = replace(named(facts), starts=(("never", swapped), *facts.starts[:1]))
    bench = SearchBench(boards, ["manhattan"])
    (each,) = bench.accounts()
    assert [board.outcome for board in each.boards] == [Outcome.UNSOLVABLE, Outcome.SOLVED]
    assert (len(each.solved), each.length) == (1, each.boards[1].length)
    assert (each.boards[0].h, each.boards[1].h) == (None, each.h)
    assert bench.outcome() is Outcome.UNSOLVABLE


def test_a_board_over_its_time_is_counted_and_the_next_one_is_searched():
    boards = named(read(find("hard15")), 2)
    bench = SearchBench(boards, ["manhattan"], pruning=Pruning.INVERSE, limits=Limits(seconds=0.05))
    (each,) = bench.accounts()
    assert [board.outcome for board in each.boards] == [Outcome.TIME_LIMIT] * 2
    assert (each.solved, each.length, each.worst) == ((), None, None)
    assert each.rate > 0
    assert bench.outcome() is Outcome.TIME_LIMIT
    assert beside(boards, [each]) == []


def test_cancelled_it_keeps_what_is_done():
    boards = named(read(find("hard15")), 2)
    easy = (("easy", (1, 0, *range(2, 16))), *boards.starts)
    bench = SearchBench(replace(boards, starts=easy), ["manhattan", "inversion"], pruning=Pruning.INVERSE)
    while bench.moment().number < 2:
        assert not bench.wait(0.01)
    assert (bench.moment().heuristic, bench.moment().of) == ("manhattan", 3)
    bench.cancel()
    (each,) = bench.accounts()
    assert [board.start for board in each.boards] == ["easy"]
    assert each.wanted == 3
    assert bench.outcome() is Outcome.INTERRUPTED


def test_heuristics_that_do_not_fit_are_told_before_anything_is_searched(facts):
    for name in ("nonsense", "pdb:3-3"):
        with pytest.raises(UnfitHeuristicError):
            SearchBench(named(facts), ["manhattan", name])


def test_one_board_and_one_search_are_said_as_one(facts):
    assert repr(SearchBench(named(facts, 1), ["manhattan"])) == "<SearchBench of eight: 1 board, 1 search>"
    assert (
        repr(SearchBench(named(facts, 2), ["manhattan", "takahashi"])) == "<SearchBench of eight: 2 boards, 2 searches>"
    )


def test_a_heuristic_is_measured_once(facts):
    bench = SearchBench(named(facts, 1), ["manhattan", " manhattan"])
    assert len(bench.accounts()) == 1


def test_means_are_of_the_solved_boards_and_the_rate_is_of_all():
    stopped = measured("c", None, h=90, expanded=900, generated=1000, seconds=1.0, outcome=Outcome.TIME_LIMIT)
    each = account(measured("a", 10, h=8, seconds=0.25), measured("b", 20, generated=300, seconds=0.75), stopped)
    assert (each.length, each.h, each.expanded, each.generated) == (15, 9, 50, 200)
    assert (each.mean_seconds, each.seconds, each.worst.start, each.rate) == (0.5, 2.0, "b", 700)


def test_lengths_that_differ_are_told_with_their_boards(facts):
    boards = replace(named(facts), starts=(("a", ()), ("b", ())))
    one = account(measured("a", 10), measured("b", 12))
    other = account(measured("a", 10), measured("b", 14), heuristic="false")
    assert differences(boards, [one, one]) == []
    assert differences(boards, [one, other]) == ["b: the lengths differ: 12 by manhattan, 14 by false"]
    alike = replace(other, heuristic="manhattan")  # as functions of a user's that have one name
    assert differences(boards, [one, alike]) == ["b: the lengths differ: 12 by manhattan, 14 by manhattan"]
    known = replace(boards, facts=replace(facts, optimal={"a": 8}))
    assert differences(known, [one]) == ["a: the lengths differ: 10 by manhattan, 8 by its fact file"]
    assert differences(replace(known, seed=0), [one]) == []
    assert differences(known, [account(longer("a", 8))]) == []
    assert differences(known, [account(longer("a", 6))]) == [
        "a: the lengths differ: 8 by its fact file, 6 by manhattan"
    ]
    nothing = account(replace(measured("b", 12), outcome=Outcome.UNSOLVABLE), heuristic="false")
    told = "b: false says unsolvable, but there is a solution of 12 moves"
    assert differences(boards, [one, nothing]) == [told]


def test_a_solution_that_is_none_is_told(facts):
    name, state = facts.starts[0]
    task = Task(facts=facts, start_name=name, start=state, program="ida_star", heuristic=parse("manhattan"))
    solution = solve(facts, "ida_star", engine="python", start=name)
    assert wrong(task, solution) is None
    short = replace(solution, solutions=(solution.moves[:-1],))
    assert "which is not a goal" in wrong(task, short)
    assert wrong(task, short).startswith(f"{name}: manhattan: ")


def test_published_figures_stand_beside_ours_for_the_boards_that_were_measured():
    korf = named(read(find("korf100")))
    ours, theirs = beside(korf, [account(measured("k1", 57), measured("k2", 55))])[:2]
    assert (ours.label, ours.boards, ours.length, ours.nodes, ours.source) == ("here", "2 boards", 56, 100, None)
    assert (theirs.label, theirs.boards, theirs.length, theirs.nodes) == (
        "Korf 1985", "these hundred", 53.05, 363_028_080,
    )  # fmt: skip
    hard = named(read(find("hard15")))
    lines = beside(hard, [account(measured("moves_70", 70, generated=7), measured("x", 3), heuristic="pdb:7-8")])
    assert [(line.label, line.boards, line.nodes) for line in lines] == [
        ("here", "moves_70", 7),
        ("Wong", "moves_70", 177_653_815),
    ]
    (ours, theirs) = beside(hard, [account(measured("takahashi", 72), heuristic="takahashi")])
    assert (theirs.label, theirs.seconds) == ("Takahashi 2001", 77_565)
    assert beside(hard, [account(heuristic="pdb:7-8", wanted=3)]) == []


def test_published_figures_that_count_expanded_nodes_stand_beside_ours_that_do():
    lines = beside(named(read(find("korf24"))), [account(measured("k40", 82), heuristic="pdb:6-6-6-6")])
    assert [(line.label, line.counted, line.nodes) for line in lines if line.boards == "k40"] == [
        ("here", "expanded", 50),
        ("Döbbelin and others 2013", "expanded", 26_320_497),
    ]


def test_a_heuristic_of_the_users_beside_ours(facts):
    class Misplaced:
        name, source, admissible, consistent = "misplaced", "this test", True, True

        def estimate(self, state):
            return sum(tile not in (0, goal) for tile, goal in zip(state, facts.goals[0], strict=True))

        def after(self, h, move, state):
            return self.estimate(state)

    bench = SearchBench(named(facts, 2), ["manhattan", Misplaced()], pruning=Pruning.INVERSE)
    ours, theirs = bench.accounts()
    assert (theirs.heuristic, theirs.source, bench.disagreements()) == ("misplaced", "this test", [])
    assert [board.length for board in theirs.boards] == [board.length for board in ours.boards]
    assert theirs.expanded > ours.expanded


@pytest.mark.slow
def test_a_network_may_find_longer_solutions_and_never_shorter_ones(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    boards = random_boards(read(find("eight")), 4, 0)
    Store().keep(*network(boards.facts, seed=4, unit=3))
    bench = SearchBench(boards, ["learned:2", "manhattan"])
    while not bench.wait(0.1):
        pass
    learned, manhattan = bench.accounts()
    assert (bench.outcome(), bench.disagreements()) == (Outcome.SOLVED, [])
    pairs = list(zip(learned.boards, manhattan.boards, strict=True))
    assert all(one.length >= other.length for one, other in pairs)
    assert [(one.shortest, other.shortest) for one, other in pairs] == [(False, True)] * 4
    too_short = replace(learned, boards=tuple(replace(each, length=each.length - 50) for each in learned.boards))
    assert len(differences(boards, [too_short, manhattan])) == 4


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    return Store()


@pytest.mark.slow
def test_networks_are_measured_by_each_program_as_solve_does_it(facts, store):
    store.keep(*network(facts, seed=4, unit=3))
    boards, settings = random_boards(facts, 4, 1), BestFirst(weight=150)
    bench = SearchBench(boards, ["learned", "manhattan"], programs=["ida_star", "a_star"], best_first=settings)
    accounts = bench.accounts()
    assert [each.name for each in accounts] == ["learned", "manhattan", "learned by a_star"]
    assert (bench.outcome(), bench.disagreements()) == (Outcome.SOLVED, [])
    for each in accounts[::2]:
        for board in each.boards:
            task = Task(
                facts=facts, start_name="", start=board.state, program=each.program, heuristic=parse("learned"),
                best_first=settings,
            )  # fmt: skip
            alone = begin(task, "native").result()
            assert (board.length, board.expanded, board.generated) == (alone.length, alone.expanded, alone.generated)
            assert board.evaluated == alone.evaluated > 0
            assert board.evaluated <= board.generated + board.iterations
    assert accounts[1].evaluated is None


def test_what_networks_cannot_be_measured_with_is_told_at_once(facts, store):
    with pytest.raises(UnfitHeuristicError, match="train one: pybridge train eight"):
        SearchBench(named(facts), ["manhattan", "learned"])
    with pytest.raises(UnavailableProgramError, match="a_star with networks only"):
        SearchBench(named(facts), ["manhattan"], programs=["a_star"])
    store.keep(*network(facts))
    with pytest.raises(UnavailableProgramError, match="one thread"):
        SearchBench(named(facts), ["learned"], programs=["ida_star", "a_star"], jobs=2)
    assert SearchBench(named(facts), ["learned"], programs=["ida_star"], jobs=2)


def longer(start, length, **others):
    return replace(measured(start, length, **others), shortest=False)


def test_excess_is_over_the_shortest_lengths_or_the_least_of_the_run(facts):
    boards = replace(named(facts), starts=(("a", ()), ("b", ())), seed=1)
    far, near = account(longer("a", 12), longer("b", 20)), account(longer("a", 10), longer("b", 24), program="a_star")
    assert least_lengths(boards, [far, near]) == Lengths({"a": 10, "b": 20}, exact=False)
    exact = account(measured("a", 8), measured("b", 20))
    lengths = least_lengths(boards, [far, near, exact])
    assert lengths == Lengths({"a": 8, "b": 20}, exact=True)
    assert [excess(each, lengths) for each in (far, near, exact)] == [
        Excess(0.5, 2, 4), Excess(0, 3, 4), Excess(1, 0, 0),
    ]  # fmt: skip
    assert not least_lengths(boards, [far, account(measured("a", 8))]).exact
    known = replace(boards, seed=None, facts=replace(facts, optimal={"a": 6, "b": 18}))
    assert least_lengths(known, [far]) == Lengths({"a": 6, "b": 18}, exact=True)
    assert excess(account(heuristic="learned"), lengths) is None
    assert differences(boards, [far, near, exact]) == []


def test_networks_share_their_published_figures():
    fifteen = random_boards(read(find("fifteen")), 1, 0)
    ours = [
        account(measured("r1", 50), heuristic="manhattan"),
        account(longer("r1", 54), heuristic="learned"),
        account(longer("r1", 52), heuristic="learned:2", program="a_star"),
    ]
    lines = [line for line in beside(fifteen, ours) if line.heuristic.startswith("learned")]
    assert [(line.heuristic, line.excess) for line in lines] == [
        ("learned", 4), ("learned:2 by a_star", 2), *[("learned", each) for each in (5.6, 5.6, 3.8, 5.6)],
    ]  # fmt: skip
    assert [line.source is None for line in lines] == [True, True, *[False] * 4]


@pytest.mark.slow
def test_boards_in_processes_are_measured_as_in_one(facts):
    boards = random_boards(facts, 12, seed=5)
    ways = [SearchBench(boards, ["manhattan"], processes=number) for number in (1, 2)]
    one, other = ([replace(board, seconds=0.0) for board in way.accounts()[0].boards] for way in ways)
    assert one == other
    assert [way.outcome() for way in ways] == [Outcome.SOLVED] * 2
    rows = list(csv.DictReader(StringIO(ways[1].to_csv())))
    assert [row["start"] for row in rows] == [name for name, _ in boards.starts]
    assert [int(row["expanded"]) for row in rows] == [board.expanded for board in one]
    assert given_state(boards.facts, rows[0]["state"]) == boards.starts[0][1]


@pytest.mark.slow
def test_a_measurement_in_processes_can_be_cancelled():
    threads, soon = active_count(), monotonic() + 30.0
    bench = SearchBench(named(read(find("korf100")), 2), ["manhattan"], processes=2)
    while bench.moment().processes == 1:
        assert not bench.wait(0.01)
    bench.cancel()
    assert bench.wait(10.0)
    assert (bench.outcome(), bench.accounts()) == (Outcome.INTERRUPTED, ())
    while active_count() > threads:  # nothing keeps searching here
        assert monotonic() < soon
        sleep(0.01)


def test_a_process_that_ends_is_an_error(facts):
    boards, over = named(facts, 2), Event()
    task = Task(facts=facts, start_name="", start=facts.goals[0], program="ida_star", heuristic=parse("manhattan"))

    def here(start):
        over.wait()
        raise AssertionError(start)

    workers = BenchWorkers(task, 1)
    try:
        workers._processes[0].kill()
        with pytest.raises(PybridgeError, match="has ended"):
            list(workers.measure(boards.starts, Tally(), here))
    finally:
        over.set()
        workers.close()


def test_what_goes_wrong_in_this_process_is_raised(facts):
    task = Task(facts=facts, start_name="", start=facts.goals[0], program="ida_star", heuristic=parse("manhattan"))

    def here(start):
        raise UnfitHeuristicError("does not fit")

    with pytest.raises(UnfitHeuristicError, match="does not fit"):
        list(BenchWorkers(task, 0).measure(named(facts, 2).starts, Tally(), here))


class OfOne:
    name, source, admissible, consistent = "one", "nobody", False, False

    def estimate(self, state):
        return 1

    def after(self, h, move, state):
        return 1


def test_an_object_of_the_users_is_measured_in_one_process(facts):
    with pytest.raises(UnavailableProgramError, match="an object of your own"):
        SearchBench(named(facts), [OfOne()], processes=2)


def test_how_many_boards_are_drawn_is_reported(facts):
    phrases = []
    random_boards(facts, 250, 0, phrases.append)
    assert phrases == ["100 of 250", "200 of 250"]
