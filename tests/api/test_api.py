"""The Python API: many starts as one by one, whatever the domain and engine; every unsuitable argument is refused."""

import copy
import csv
import inspect
import io
import json
import pickle
import subprocess
import sys
import threading
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

import pybridge
from pybridge import errors
from pybridge.api import solving
from pybridge.cli import run
from pybridge.facts.given_state import given_state, listed_state
from pybridge.facts.terms import write_term
from pybridge.heuristics.manhattan import Manhattan
from pybridge.puzzles import Pruning
from pybridge.search import plain
from tests.samples import sample

EIGHT = pybridge.read("eight")
SMALL = pybridge.generate("2x3", name="of_the_tests")
FARMER = pybridge.read("farmer")


class Own:
    name, source = "own", "nobody, 2000"
    admissible = consistent = True

    def __init__(self, h=0):
        self.h = h

    def estimate(self, state):
        return self.h

    def after(self, h, move, state):
        return self.h


@pytest.mark.parametrize(
    ("puzzle", "options", "starts"),
    [
        ("eight", {"heuristic": "takahashi"}, ["easy", "random 1", EIGHT.start("middling")]),
        ("eight", {"heuristic": "manhattan", "engine": "python"}, ["easy", "middling"]),
        ("eight", {"heuristic": Manhattan(EIGHT)}, ["easy", "middling"]),
        ("eight", {"program": "ids_low", "engine": "prolog"}, ["easy"]),
        ("pocket", {"heuristic": "projection:small"}, ["random 1", "R U' F2", "random 2"]),
        ("pocket", {"heuristic": "points", "engine": "python"}, ["R U' F2"]),
        ("blocks4", {}, ["tower"]),
        ("box_eight", {"heuristic": "manhattan"}, [None]),
        pytest.param(
            "fifteen", {"heuristic": "learned", "program": "a_star"}, ["random 1", "random 2"], marks=pytest.mark.slow
        ),
    ],
)
def test_many_starts_are_searched_as_one(puzzle, options, starts):
    solver = pybridge.Solver(puzzle, **options)
    for start in starts:
        one, other = solver.solve(start), pybridge.solve(puzzle, start, **options)
        assert one.moves == other.moves
        assert [each.expanded for each in one.iterations] == [each.expanded for each in other.iterations]
        assert (one.engine, one.program, one.heuristic, one.pruning, one.lower_bound) == (
            other.engine, other.program, other.heuristic, other.pruning, other.lower_bound
        )  # fmt: skip
        assert solver.heuristic is None or one.heuristic == solver.heuristic.name


@pytest.mark.parametrize(
    ("puzzle", "start", "count"),
    [
        pytest.param("seven", "page", 24, marks=pytest.mark.slow),
        ("pocket", "R2 U2 R2", 2),
    ],
)
def test_all_solutions_after_the_first(puzzle, start, count):
    solver = pybridge.Solver(puzzle)
    first = solver.solve(start)
    every = solver.solve(start, all=True)
    assert every.count == len(every.solutions) == pybridge.solve(puzzle, start, count=True).count >= min(count, 1)
    assert first.moves in every.solutions
    assert solver.solve(start).moves == first.moves


def test_a_solver_finds_nothing_longer_than_any():
    solver = pybridge.Solver("eight", "manhattan")
    assert solver.solve("middling", any=21).outcome is pybridge.Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert solver.solve("middling", any=22).length == 22
    pocket = pybridge.Solver("pocket")
    assert pocket.solve("R U' F2 R", any=14).good == 14
    assert (pocket.solve("R U' F2 R").good, pocket.solve("R U' F2 R").length) == (None, 4)


def test_a_count_that_was_not_finished_is_not_known():
    found = pybridge.solve("eight", "farthest_1", heuristic=Own(), count=True, time_limit=0.01)
    assert (found.outcome, found.count, found.every) == (pybridge.Outcome.TIME_LIMIT, None, False)


def test_an_unsolvable_start_and_a_limit_are_outcomes():
    solver = pybridge.Solver("eight", "manhattan")
    unsolvable, limited = solver.solve([2, 1, 3, 4, 5, 6, 7, 8, 0]), solver.solve("farthest_1", last=20)
    assert unsolvable.outcome is pybridge.Outcome.UNSOLVABLE
    assert limited.outcome is pybridge.Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert (unsolvable.shortest, limited.shortest) == (False, False)
    assert solver.estimate("easy") == Manhattan(EIGHT).estimate(EIGHT.start("easy"))


@pytest.mark.parametrize("name", ["eight", "box_eight", "pocket", "blocks4"])
def test_a_listed_state_is_the_one_that_its_text_names(name):
    facts = pybridge.read(name)
    for _, state in facts.starts:
        listed = [list(each) if isinstance(each, tuple) else each for each in state]
        assert listed_state(facts, listed) == state
        if isinstance(state[0], int):  # without a look at its text
            assert given_state(facts, write_term(state)) == state


def lower_bound(function, admissible=True):
    function.admissible = admissible
    return function


def misplaced(state):
    return sum(tile not in (0, wanted) for tile, wanted in zip(state, EIGHT.goals[0], strict=True))


def too_much(state):
    """Twice the Manhattan distance, computed here."""
    return 2 * sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell, tile in enumerate(state) if tile
    )


@pytest.mark.parametrize("program", ["ida_star", "a_star", "breadth_first"])
def test_no_moves_are_a_length_and_a_bound(program):
    found = pybridge.solve("eight", (1, 2, 3, 4, 5, 6, 7, 8, 0), program=program)
    assert (found.length, found.shortest, found.lower_bound, found.to_dict()["lower_bound"]) == (0, True, 0, 0)


@pytest.mark.parametrize("start", ["easy", "middling", "random 3"])
def test_a_function_is_a_heuristic_that_proves_nothing_unless_it_says_so(start):
    truth = pybridge.solve("eight", start, program="breadth_first", engine="python").length
    exact = pybridge.solve("eight", start, heuristic=lower_bound(lambda state: misplaced(state)))
    assert (exact.length, exact.lower_bound, exact.shortest, exact.engine) == (truth, truth, True, "python")
    claims = pybridge.solve("eight", start, heuristic=misplaced)
    assert (claims.length, claims.lower_bound, claims.shortest, claims.heuristic) == (truth, None, False, "misplaced()")


def test_a_function_that_says_too_much_claims_no_shortest_solution_and_prove_closes_the_gap():
    found = pybridge.solve("eight", "middling", heuristic=too_much, program="a_star", engine="python")
    assert found.length >= 22
    assert (found.shortest, found.lower_bound) == (False, None)
    closed = pybridge.solve("eight", "middling", heuristic=too_much, prove=True)
    assert (closed.length, closed.lower_bound, closed.shortest) == (22, 22, True)


@pytest.mark.parametrize("program", ["a_star", "ida_star"])
def test_nothing_is_proved_where_it_finds_nothing_within_a_limit_until_prove_searches_there(program):
    found = pybridge.solve("eight", "middling", heuristic=too_much, program=program, last=22)
    assert (found.outcome, found.lower_bound) == (pybridge.Outcome.NO_SOLUTION_WITHIN_LIMIT, None)
    closed = pybridge.solve("eight", "middling", heuristic=too_much, program=program, last=22, prove=True)
    assert (closed.length, closed.lower_bound, closed.shortest) == (22, 22, True)
    none = pybridge.solve("eight", "middling", heuristic=too_much, program=program, last=21, prove=True)
    assert (none.outcome, none.lower_bound) == (pybridge.Outcome.NO_SOLUTION_WITHIN_LIMIT, 22)


@pytest.mark.parametrize("engine", ["python", ["prolog", "python"]])
def test_a_heuristic_is_compared_in_ida_star(engine):
    found = pybridge.compare("eight", "easy", engine=engine, heuristic=lambda state: 0)
    (by_python,) = (each for each in found.solutions if each.engine == "python")
    assert by_python.program == "ida_star"
    assert by_python.heuristic
    found.require_agreement()


@pytest.mark.parametrize(
    "h",
    [lambda state: 1, lambda state: 5, lambda state: 10 * (state != FARMER.starts[0][1]), lambda state: 1 << 20,
     lambda state: 10**9, lambda state: 10**5 * (state != FARMER.starts[0][1])],
)  # fmt: skip
def test_a_function_hides_no_solution_of_rules(h):
    """However much it says: also of goals."""
    assert pybridge.solve(FARMER, heuristic=h).length >= 7
    assert pybridge.Solver(FARMER, h).solve().outcome is pybridge.Outcome.SOLVED


@pytest.mark.parametrize("entries", [{1, 2, 3, 4, 5, 6, 0, 7, 8}, dict.fromkeys(range(9)), frozenset(range(9))])
def test_what_has_no_order_is_no_state(entries):
    with pytest.raises(errors.UnknownStartError, match="is not a state of eight"):
        pybridge.solve("eight", entries)


@pytest.mark.parametrize("form", [list, np.array, lambda rows: [np.array(row) for row in rows]])
def test_a_board_may_be_given_by_its_rows(form):
    assert pybridge.solve("eight", form([[1, 2, 3], [4, 5, 6], [0, 7, 8]])).length == 2


def test_whole_numbers_of_numpy_are_whole_numbers():
    bench = pybridge.measure("eight", "manhattan", random=np.int64(1), seed=np.int32(3), time_limit=np.float64(9))
    assert bench.to_dict()["command"] == "pybridge.measure('eight', ['manhattan'], random=1, seed=3, time_limit=9.0)"
    assert pybridge.solve("eight", last=np.int64(12), time_limit=np.int64(5)).length == 12
    with pytest.raises(errors.ArgumentError, match="jobs is a whole number"):
        pybridge.solve("eight", jobs=np.bool_(True))


@pytest.mark.parametrize("asked", [{"all": "nope"}, {"count": float("nan")}, {"prove": "x"}, {"check": 1}])
def test_what_is_neither_true_nor_false_is_refused(asked):
    with pytest.raises(errors.ArgumentError, match="is True or False, not"):
        pybridge.solve("eight", **asked)


def test_flags_of_other_functions_are_true_or_false():
    for ask in (
        lambda: pybridge.census("blocks3", all="nope"),
        lambda: pybridge.census("blocks3", keep=1),
        lambda: pybridge.Solver("eight", "manhattan").solve(all="nope"),
        lambda: pybridge.compare("eight", engine="python", count="nope"),
    ):
        with pytest.raises(errors.ArgumentError, match="is True or False, not"):
            ask()


@pytest.mark.parametrize("program", [[], {}, "", 5])
def test_what_is_no_name_of_a_program_is_refused(program):
    with pytest.raises(errors.PybridgeError, match="program"):
        pybridge.solve("eight", program=program)


def test_there_are_no_solutions_of_an_unsolvable_start():
    found = pybridge.solve("eight", [2, 1, 3, 4, 5, 6, 7, 8, 0], count=True)
    assert (found.outcome, found.count) == (pybridge.Outcome.UNSOLVABLE, 0)


def test_a_measurement_travels_once_it_is_over():
    bench = pybridge.measure("eight", ["manhattan", "inversion"], boards=2)
    for other in (pickle.loads(pickle.dumps(bench)), copy.deepcopy(bench)):
        assert (other.to_dict(), other.outcome(), other.wait(0)) == (bench.to_dict(), pybridge.Outcome.SOLVED, True)
        assert other.to_csv() == bench.to_csv()


def test_rows_of_a_census_say_where_they_are_from():
    assert ",pybridge.census('blocks3')," in pybridge.census("blocks3").to_csv()
    assert pybridge.census("eight", ["easy"], most=2).command == "pybridge.census('eight', start=['easy'], most=2)"


def test_a_tree_of_rules_is_what_the_command_prints(capsys):
    assert run(["trace", "farmer", "--json"]) == 0
    printed, tree = json.loads(capsys.readouterr().out), pybridge.trace("farmer").to_dict()
    assert printed["nodes"] == json.loads(json.dumps(tree["nodes"]))
    assert "banks(" in str(tree["nodes"][0])


@pytest.mark.parametrize("puzzle", ["three_jugs", "lights3", "eight_rules", "triangle"])
def test_a_list_is_a_state_of_rules_as_its_file_has_it(puzzle):
    """In whatever order Prolog found the values of a variable."""
    facts = pybridge.read(puzzle)
    name, state = facts.starts[0]
    text = facts.form.text(state)
    assert pybridge.solve(facts, json.loads(text)).length == pybridge.solve(facts, text).length == facts.optimal[name]
    with pytest.raises(errors.UnknownStartError, match="is two states of"):
        pybridge.solve(facts, state)


def test_numbers_of_a_state_of_rules_are_those_that_results_have():
    for facts in (pybridge.read("gripper"), FARMER):
        name, state = facts.starts[0]
        assert pybridge.solve(facts, state).length == pybridge.solve(facts, name).length
        with pytest.raises(errors.UnknownStartError):
            pybridge.solve(facts, [2 * number + 2 for number in state])


def test_a_limit_of_moves_by_what_may_overestimate_is_refused():
    for heuristic in (lambda state: 2, "learned", "max(learned,manhattan)"):
        with pytest.raises(errors.UnavailableProgramError, match="a limit of moves hides solutions"):
            pybridge.solve("fifteen", heuristic=heuristic, any=80)


def test_a_name_makes_no_network():
    named = Own()
    named.name = "learned"
    assert pybridge.solve("eight", "easy", heuristic=named).length == 12
    assert pybridge.solve("eight", "easy", heuristic=named, engine="python", any=20).shortest


def test_states_in_json_are_those_of_files():
    jugs = pybridge.read("jugs")
    first = jugs.form.text(jugs.starts[0][1])
    assert pybridge.trace(jugs, threshold=1).to_dict()["nodes"][0]["state"] == first
    (measured,) = pybridge.measure(jugs, boards=1).to_dict()["heuristics"][:1]
    assert measured["boards"][0]["state"] == first
    for found in (
        pybridge.trace("blocks3", threshold=1),
        pybridge.measure("blocks4", boards=1),
        pybridge.census("pancake"),
    ):
        assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


def test_to_prove_forgets_no_check(monkeypatch):
    """The twin's, too: its counters are those of the engine, or it is a disagreement."""
    asked = {"engine": "prolog", "program": "ids_low", "check": True, "prove": True}
    found = pybridge.solve_and_check("eight", "middling", **asked)
    assert {"counters", "first solution", "replay"} <= {check.subject for check in found.checks}
    search = plain.search

    def one_more(*arguments):
        found = search(*arguments)
        return replace(found, iterations=tuple(replace(each, expanded=each.expanded + 1) for each in found.iterations))

    monkeypatch.setattr(plain, "search", one_more)
    with pytest.raises(errors.DisagreementError):
        pybridge.solve("eight", "middling", **asked)


def test_states_of_rules_are_starts():
    """Those that results have; what is none is a typed error."""
    start = FARMER.starts[0][1]
    assert pybridge.solve(FARMER, start).length == 7
    states = pybridge.solve_and_check(FARMER).states
    assert pybridge.solve(FARMER, states[2]).length == 5
    for wrong in ([1, 2], (9,) * len(start), (-1, *start[1:]), ["x"]):
        with pytest.raises(errors.UnknownStartError):
            pybridge.solve(FARMER, wrong)


def test_a_solver_takes_the_program_that_its_engine_has():
    assert pybridge.Solver("lights5", engine="prolog").program == "breadth_first"


def test_the_call_of_a_measurement_names_what_was_measured(tmp_path):
    """A shipped puzzle by its name, a file by its path; never another puzzle of that name."""
    mine = tmp_path / "mine.pl"
    mine.write_text(pybridge.write(pybridge.generate("2x3", name="eight")), encoding="utf-8")
    for puzzle, named in ((EIGHT, "'eight'"), (pybridge.read(mine), repr(str(mine))), (SMALL, "facts")):
        told = pybridge.measure(puzzle, ["manhattan"], random=1, pruning=Pruning.INVERSE).to_dict()
        assert told["command"] == f"pybridge.measure({named}, ['manhattan'], random=1, pruning='inverse')"


def test_an_error_of_who_watches_ends_what_runs():
    """No thread continues."""

    def broken(run):
        run.wait(0.1)
        raise ZeroDivisionError

    for call in (
        lambda: pybridge.solve("fifteen", "rosetta", engine="python", watch=broken),
        lambda: pybridge.trace("eight", watch=broken),
        lambda: pybridge.measure("fifteen", ["manhattan"], random=20, watch=broken),
    ):
        with pytest.raises(ZeroDivisionError):
            call()
        assert not [each for each in threading.enumerate() if each.name == "pybridge-run"]


def test_functions_are_measured_beside_named_heuristics():
    bench = pybridge.measure("eight", ["manhattan", misplaced, too_much], boards=2)
    assert [account.heuristic for account in bench.accounts()] == ["manhattan", "misplaced()", "too_much()"]
    assert [account.longer for account in bench.accounts()] == [False, True, True]
    assert pybridge.measure("eight", misplaced, boards=1).accounts()[0].heuristic == "misplaced()"


def test_starts_of_a_list_are_measured():
    starts = ["middling", np.array([1, 2, 3, 4, 5, 6, 0, 7, 8]), [[1, 2, 3], [4, 5, 6], [7, 0, 8]]]
    bench = pybridge.measure("eight", "manhattan", start=starts)
    (account,) = bench.accounts()
    assert [(board.start, board.length) for board in account.boards] == [
        ("middling", 22),
        ("given 2", 2),
        ("given 3", 1),
    ]
    call = "pybridge.measure('eight', ['manhattan'], start=['middling', 'easy'], boards=1)"
    assert pybridge.measure("eight", "manhattan", start=["middling", "easy"], boards=1).to_dict()["command"] == call
    many = [f"random {seed}" for seed in range(50)]
    told = pybridge.measure("eight", "manhattan", start=many).to_dict()
    assert (told["boards"], told["command"]) == (50, "pybridge.measure('eight', ['manhattan'], start=...)")


@pytest.mark.parametrize("wrong", [{"start": "middling"}, {"start": 5}, {"start": ["easy"], "random": 3}])
def test_what_is_no_list_of_starts_is_not_measured(wrong):
    with pytest.raises(errors.ArgumentError):
        pybridge.measure("eight", "manhattan", **wrong)


def test_heuristics_of_one_name_are_not_measured_together():
    twice = [lambda state: 0, lambda state: int(state != EIGHT.goals[0])]
    with pytest.raises(errors.ArgumentError, match=r"two heuristics are called <lambda>\(\), so no table"):
        pybridge.measure("eight", twice, boards=1)
    twice[0].__name__ = "blind"
    accounts = pybridge.measure("eight", [*twice, twice[0], "manhattan", "manhattan"], boards=1).accounts()
    assert [account.heuristic for account in accounts] == ["blind()", "<lambda>()", "manhattan"]


def test_a_measurement_says_which_engine_measured():
    bench = pybridge.measure("eight", ["manhattan", misplaced], boards=1)
    told = bench.to_dict()
    assert [each["engine"] for each in told["heuristics"]] == ["native", "python"]
    assert told["engine"] == "native, python"
    assert [row["engine"] for row in csv.DictReader(io.StringIO(bench.to_csv()))] == ["native", "python"]


@pytest.mark.parametrize("function", [lambda: 3, lambda state, other: 3])
def test_a_function_takes_a_state(function):
    with pytest.raises(errors.UnfitHeuristicError, match=r"<lambda>\(\) is not a heuristic: called with a state, "):
        pybridge.solve("eight", heuristic=function)


def test_a_function_that_fails_fails_with_its_own_error():
    with pytest.raises(ZeroDivisionError):
        pybridge.solve("eight", heuristic=lambda state: 1 // 0)


def waiting(seen):
    """A `watch` that notes what it is given."""

    def watch(run):
        seen.append(run)
        while not run.wait(0.05):
            pass

    return watch


def built(puzzle, heuristic):
    pybridge.build_tables(puzzle, heuristic)
    return heuristic


WATCHED = {
    "solve": lambda watch: pybridge.solve("eight", watch=watch),
    "solve_and_check": lambda watch: pybridge.solve_and_check("eight", watch=watch),
    "census": lambda watch: pybridge.census("box_eight", watch=watch),
    "measure": lambda watch: pybridge.measure("eight", "manhattan", boards=1, watch=watch),
    "trace": lambda watch: pybridge.trace("eight", watch=watch),
    "train": lambda watch: pybridge.train(SMALL, labels=200, steps=2, watch=watch),
    "build_tables": lambda watch: pybridge.build_tables("eight", "walking", watch=watch),
    "verify_tables": lambda watch: pybridge.verify_tables(SMALL, built(SMALL, "manhattan"), watch=watch),
    "heuristic": lambda watch: pybridge.heuristic("eight", "manhattan", watch=watch),
    "Solver": lambda watch: pybridge.Solver("eight", "manhattan", watch=watch),
    "Solver.solve": lambda watch: pybridge.Solver("eight", "manhattan").solve(watch=watch),
}


@pytest.mark.parametrize("call", sample(WATCHED, slow=("train",)))
def test_what_takes_long_can_be_watched(call):
    seen = []
    WATCHED[call](waiting(seen))
    (run,) = seen
    assert run.wait(0)


def test_each_search_of_a_comparison_can_be_watched():
    seen = []
    pybridge.compare("eight", engine=["python", "native"], watch=waiting(seen))
    assert len(seen) == 2


def interrupted(run):
    raise KeyboardInterrupt


@pytest.mark.parametrize("call", ["build_tables", "verify_tables", "heuristic", "Solver"])
def test_an_interrupt_of_what_is_prepared_is_raised(call):
    with pytest.raises(KeyboardInterrupt):
        WATCHED[call](interrupted)


def test_an_interrupt_at_the_end_of_a_search_begins_no_other_one():
    runs = []

    def at_the_end(run):
        runs.append(run)
        while not run.wait(1):
            pass
        raise KeyboardInterrupt

    found = pybridge.solve("eight", "farthest_1", program="a_star", weight=3, prove=True, watch=at_the_end)
    assert (found.outcome, found.length is not None, len(runs)) == (pybridge.Outcome.INTERRUPTED, True, 1)
    compared = pybridge.compare("seven", engine=["python", "native"], program="ida_star", watch=at_the_end)
    assert ([each.outcome for each in compared.solutions], len(runs)) == ([pybridge.Outcome.SOLVED], 2)


@pytest.mark.slow
def test_no_time_limit_is_too_long():
    found = pybridge.compare("seven", program="ids_low", time_limit=10**400)
    assert {each.outcome for each in found.solutions} == {pybridge.Outcome.SOLVED}


def test_an_interrupt_of_what_is_searched_is_an_outcome():
    found = pybridge.solve("fifteen", program="ids", engine="python", watch=interrupted)
    assert found.outcome is pybridge.Outcome.INTERRUPTED
    found = pybridge.Solver("fifteen", program="ids", engine="python").solve(watch=interrupted)
    assert found.outcome is pybridge.Outcome.INTERRUPTED
    assert pybridge.train(SMALL, labels=10**6, watch=interrupted).outcome is pybridge.Outcome.INTERRUPTED


@pytest.mark.parametrize(
    "call", [lambda: pybridge.solve(EIGHT, none=5), lambda: pybridge.Solver(EIGHT).solve(none=5)], ids=["solve", "more"]
)
def test_an_unknown_option_is_a_type_error_as_of_any_function(call):
    with pytest.raises(TypeError, match="none"):
        call()


def test_no_public_function_takes_options_that_its_signature_does_not_name():
    for name in pybridge.__all__:
        value = getattr(pybridge, name)
        if inspect.isfunction(value) or name == "Solver":
            kinds = {each.kind for each in inspect.signature(value).parameters.values()}
            assert inspect.Parameter.VAR_KEYWORD not in kinds, name


@pytest.mark.slow
def test_tables_are_verified_from_the_rules(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = pybridge.generate("2x4", name="verified")
    with pytest.raises(errors.UnknownTableError, match="is not on disk"):
        pybridge.verify_tables(facts, "pdb:4-3")
    tables = pybridge.build_tables(facts, "pdb:4-3")
    assert pybridge.verify_tables(facts, "pdb:4-3") == tables
    (entry, *_) = [each for each in tables if each.kind == "pattern"]
    content = entry.path.read_bytes()
    entry.path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(errors.BrokenTableError):
        pybridge.verify_tables(facts, "pdb:4-3")


def test_trace_is_what_the_command_prints(capsys):
    from pybridge.cli import run

    tree = pybridge.trace("eight", "middling", threshold=18, most=20)
    assert run(["trace", "eight", "--start", "middling", "--threshold", "18", "--most", "20", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    ours = json.loads(json.dumps(tree.to_dict()))
    assert {name: printed[name] for name in ours} | {"seconds": 0} == ours | {"seconds": 0}
    assert repr(tree).startswith("<Tree of eight, middling: ")


@pytest.mark.slow
def test_a_trained_network_is_a_heuristic_and_is_kept():
    facts = pybridge.generate("2x3", name="trained")
    trained = pybridge.train(facts, labels=300, steps=20, seed=3)
    assert trained.outcome is pybridge.Outcome.SOLVED
    assert "labels" in trained.lines[0]
    found = [pybridge.solve(facts, heuristic=each) for each in (trained.heuristic, "learned")]
    assert [each.engine for each in found] == ["native", "native"]
    assert found[0].moves == found[1].moves
    assert not found[0].shortest
    form = json.loads(json.dumps(trained.to_dict()))
    assert (form["network"]["seed"], form["outcome"]) == (3, "solved")
    assert trained.to_file()
    assert repr(trained) == f"<Trained for trained: {trained.network.title}>"


REFUSED = {
    errors.UnknownPuzzleError: [
        lambda: pybridge.solve(5),
        lambda: pybridge.solve("eigth"),
        lambda: pybridge.census(None),
        lambda: pybridge.Solver(object()),
        lambda: pybridge.read(5),
    ],
    errors.UnknownStartError: [
        lambda: pybridge.solve(EIGHT, 5),
        lambda: pybridge.solve(EIGHT, [1, 2]),
        lambda: pybridge.solve(EIGHT, [1, 2, 3, 4, 5, 6, 7, 8, 8]),
        lambda: pybridge.solve(EIGHT, [None] * 9),
        lambda: pybridge.solve(EIGHT, [0.5] * 9),
        lambda: pybridge.solve("blocks4", [["a", "b"]]),
        lambda: pybridge.solve("blocks4", [["a", 0.5]]),
        lambda: pybridge.census(EIGHT, [5]),
    ],
    errors.UnfitHeuristicError: [
        lambda: pybridge.solve(EIGHT, heuristic=5),
        lambda: pybridge.solve(EIGHT, heuristic="none"),
        lambda: pybridge.solve(EIGHT, heuristic=Own),
        lambda: pybridge.solve(EIGHT, heuristic=Own(0.5)),
        lambda: pybridge.solve(EIGHT, heuristic=Own(1)),
        lambda: pybridge.solve("pocket", heuristic="takahashi"),
        lambda: pybridge.measure(EIGHT, [5]),
        lambda: pybridge.measure(EIGHT, 5),
        lambda: pybridge.solve(EIGHT, heuristic=lambda state: 0.5),
        lambda: pybridge.solve(EIGHT, heuristic=lambda state: -1),
        lambda: pybridge.solve(EIGHT, heuristic=lambda state: float(state != EIGHT.goals[0]) or 0),
        lambda: pybridge.solve(EIGHT, heuristic=lower_bound(lambda state: 1)),
        lambda: pybridge.solve(EIGHT, heuristic=lower_bound(lambda state: 0, "yes")),
        lambda: pybridge.trace(EIGHT, heuristic=5, program="ida_star"),
        lambda: pybridge.Solver(EIGHT, 5),
        lambda: pybridge.heuristic(EIGHT, 5),
        lambda: pybridge.solve(EIGHT, heuristic=Own(), engine="prolog-compiled"),
    ],
    errors.UnavailableProgramError: [
        lambda: pybridge.solve(EIGHT, engine=5),
        lambda: pybridge.solve(EIGHT, engine=["native"]),
        lambda: pybridge.Solver(EIGHT, engine=""),
        lambda: pybridge.trace(EIGHT, engine=["python"]),
        lambda: pybridge.solve(EIGHT, program=5),
        lambda: pybridge.solve(EIGHT, inference_limit=5),
        lambda: pybridge.solve(EIGHT, heuristic=Own(), engine="native"),
        lambda: pybridge.solve(EIGHT, heuristic=lambda state: 0, engine="native"),
        lambda: pybridge.census(EIGHT, method=5),
        lambda: pybridge.compare(EIGHT, engine=["none"]),
        lambda: pybridge.compare(EIGHT, program=["none"]),
        lambda: pybridge.measure(EIGHT, program="none"),
        lambda: pybridge.census(EIGHT, method=np.array(["bits", "plain"])),
        lambda: pybridge.solve(EIGHT, engine=np.zeros((3, 3))),
        lambda: pybridge.measure("rings"),
        lambda: pybridge.measure("farmer", pruning="path"),
        lambda: pybridge.measure("farmer", "abstraction:50", program="breadth_first"),
        lambda: pybridge.solve(EIGHT, heuristic=lambda state: 0, all=True),
        lambda: pybridge.solve("pocket", "random 1", pruning="sequence", all=True),
        lambda: pybridge.solve("blocks3", engine="clingo", program="horizons", any=2),
        lambda: pybridge.Solver(EIGHT, "manhattan").solve(inference_limit=10),
    ],
    errors.ArgumentError: [
        lambda: pybridge.solve(EIGHT, jobs=0),
        lambda: pybridge.solve(EIGHT, jobs=True),
        lambda: pybridge.solve(EIGHT, time_limit="x"),
        lambda: pybridge.solve(EIGHT, memory_limit=0),
        lambda: pybridge.solve(EIGHT, pruning=["inverse"]),
        lambda: pybridge.solve(EIGHT, all=True, count=True),
        lambda: pybridge.solve(EIGHT, most=2),
        lambda: pybridge.solve(EIGHT, all=True, most=0),
        lambda: pybridge.solve(EIGHT, any=0),
        lambda: pybridge.solve(EIGHT, weight=0.5),
        lambda: pybridge.solve(EIGHT, pruning=np.array(["a", "b"])),
        lambda: pybridge.solve(EIGHT, all=np.array([1, 2])),
        lambda: pybridge.solve(EIGHT, watch=np.zeros((3, 3))),
        lambda: pybridge.build_tables(EIGHT, np.zeros((3, 3))),
        lambda: pybridge.solve(EIGHT, last="x"),
        lambda: pybridge.Solver(EIGHT, batch=0),
        lambda: pybridge.census(EIGHT, "easy"),
        lambda: pybridge.census(EIGHT, most="x"),
        lambda: pybridge.compare(EIGHT, engine=5),
        lambda: pybridge.compare(EIGHT, program=[]),
        lambda: pybridge.measure(EIGHT, [None]),
        lambda: pybridge.measure(EIGHT, []),
        lambda: pybridge.measure(EIGHT, random=0),
        lambda: pybridge.measure(EIGHT, boards="x"),
        lambda: pybridge.measure(EIGHT, boards=2, random=5),
        lambda: pybridge.build_tables(EIGHT, 5),
        lambda: pybridge.verify_tables(EIGHT, 5),
        lambda: pybridge.train(EIGHT, 5),
        lambda: pybridge.train(EIGHT, labels=0),
        lambda: pybridge.train(EIGHT, "ito-yamamoto", width=4001),
        lambda: pybridge.train(EIGHT, without=5),
        lambda: pybridge.train(EIGHT, inputs=[]),
        lambda: pybridge.trace(EIGHT, most=0),
        lambda: pybridge.trace(EIGHT, threshold="x"),
        lambda: pybridge.heuristic(EIGHT, None),
        lambda: pybridge.generate(),
        lambda: pybridge.generate(5),
        lambda: pybridge.generate("3x3", blocks=3),
        lambda: pybridge.generate("3x3", wrap=np.array(["rows", "both"])),
        lambda: pybridge.generate("3x3", places=np.array([1, 2])),
        lambda: pybridge.generate("3x3", hex=1),
        lambda: pybridge.generate("3x3", name="two\nlines"),
        lambda: pybridge.generate(drawing=5),
        lambda: pybridge.generate(blocks="x"),
        lambda: pybridge.generate("3x3", places=2),
        lambda: pybridge.generate(blocks=3, wrap="both"),
        lambda: pybridge.generate(turns="a b\nc d", hex=True),
        lambda: pybridge.find(5),
        lambda: pybridge.read_text(5),
        lambda: pybridge.write(5),
    ],
}


@pytest.mark.parametrize(
    ("error", "call"), [(error, call) for error, calls in REFUSED.items() for call in calls], ids=lambda each: ""
)
def test_an_unsuitable_argument_is_a_typed_error(error, call):
    with pytest.raises(error) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_importing_pybridge_loads_next_to_nothing():
    script = (
        "import sys, pybridge; print(*{'numpy', 'numba', 'rich', 'typer', 'pyswip', 'dataclasses'} & set(sys.modules))"
    )
    script += "; pybridge.solve('eight', program='ids_low', engine='python')"
    script += "; print(*{'numba', 'rich', 'typer', 'pyswip', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", ["length", "outcome"])
def test_no_field_of_a_result_can_be_changed(name):
    with pytest.raises(FrozenInstanceError):
        setattr(pybridge.solve("seven"), name, 3)


@pytest.mark.slow
def test_a_solver_that_has_chosen_a_program_for_one_solution_finds_them_all():
    counters = """puzzle(counters, rules, "Three counters").
start(s, [2, 3, 4]).
goal([0, 0, 0]).
move(Xs, down(N), Ys) :- nth1(N, Xs, X), X > 0, Y is X-1, set(N, Xs, Y, Ys).
move(Xs, up(N), Ys) :- nth1(N, Xs, X), X < 100, Y is X+1, set(N, Xs, Y, Ys).
set(1, [_|Xs], Y, [Y|Xs]).
set(N, [X|Xs], Y, [X|Ys]) :- N > 1, M is N-1, set(M, Xs, Y, Ys).
"""
    solver = pybridge.Solver(pybridge.read_text(counters))
    assert solver.program == "bidirectional"
    assert solver.solve(count=True).count == 1260  # 9! / (2! 3! 4!)
    assert solver.solve().length == 9


def test_a_time_limit_is_that_of_a_search_and_of_what_proves_it(monkeypatch):
    task = solving.task_of(EIGHT, *EIGHT.starts[0], heuristic=too_much, time_limit=10)
    found, asked = replace(pybridge.solve("eight", heuristic=too_much), seconds=4.0), []
    monkeypatch.setattr(solving, "searched", lambda task, watch: asked.append(task) or (found, None))
    solving.searched_to_the_end(task, found, None)
    assert [each.limits.seconds for each in asked] == [6.0]


def test_what_is_proved_is_not_proved_again():
    """A second search would take as long as the first, and its heuristic would be named beside that."""
    assert pybridge.solve("eight", prove=True).heuristic == pybridge.solve("eight").heuristic


@pytest.mark.parametrize("puzzle", ["eight", "blocks3", "cube", "farmer"])
def test_facts_show_their_names(puzzle):
    facts = pybridge.read(puzzle)
    assert repr(facts) == f"<{puzzle}, {facts.domain}: {facts.title}>"
