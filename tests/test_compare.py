"""Agreement is confirmed where it is, and each kind of planted difference is found and named."""

import time
from dataclasses import replace

import pytest

from pybridge.agreement import compare
from pybridge.engines import CheckedRun, alike, begin, solve_checked, solve_in_turn, wait
from pybridge.errors import DisagreementError
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.solution import Iteration
from pybridge.search.task import ALL, Task
from tests.solving import solve

EIGHT = read(find("eight"))
START = EIGHT.start("middling")
PYTHON = solve(EIGHT, "ids_low", engine="python", start="middling")
PROLOG = solve(EIGHT, "ids_low", engine="prolog", start="middling")
ALL_WAYS = solve(EIGHT, "ids_low", engine="python", start="middling", wanted=ALL)


def compared(*solutions, facts=EIGHT, start_name="middling", start=START):
    return compare(facts, start_name, start, solutions)


def differences(comparison):
    return {check.subject: check.difference for check in comparison.checks if not check.agrees}


def subjects(comparison):
    return [check.subject for check in comparison.checks]


def test_agreement():
    comparison = compared(PROLOG, PYTHON)
    assert differences(comparison) == {}
    assert subjects(comparison) == ["replay", "length", "counters", "first solution"]
    assert "22 moves" in comparison.checks[1].detail
    assert comparison.checks[2].detail.startswith(f"{len(PYTHON.iterations)} iterations equal")
    comparison.require_agreement()


def test_programs_of_different_kinds_need_only_agree_in_length():
    other = solve(EIGHT, "breadth_first", engine="python", start="middling")
    comparison = compared(PROLOG, other)
    assert subjects(comparison) == ["replay", "length"]
    assert differences(comparison) == {}


def test_ida_star_shares_its_thresholds_with_ids_low():
    other = solve(EIGHT, "ida_star", engine="python", start="middling", pruning=Pruning.INVERSE)
    comparison = compared(PROLOG, other)
    assert differences(comparison) == {}
    assert comparison.checks[2].detail.startswith(f"{len(other.iterations)} iteration")


def not_compared(comparison):
    return {check.subject: check.detail for check in comparison.checks if not check.compared}


def test_what_prunes_in_another_way_is_not_compared_and_that_is_said():
    other = solve(EIGHT, "ida_star", engine="python", start="middling")
    comparison = compared(PROLOG, other)
    assert subjects(comparison) == ["replay", "length", "counters"]
    expected = "not compared: prolog ids_low has pruning inverse, python ida_star has pruning sequence"
    assert not_compared(comparison) == {"counters": expected}


@pytest.mark.parametrize(("facts", "heuristic"), [("seven", "takahashi"), ("seven", None), ("pocket", None)])
def test_by_default_all_engines_search_the_same(facts, heuristic):
    facts = read(find(facts))
    start_name, start = facts.starts[0]
    named = parse(heuristic) if heuristic else None
    task = Task(facts=facts, start_name=start_name, start=start, program="", heuristic=named)
    comparison = solve_in_turn([(alike(task, engine, "ida_star"), engine) for engine in ("python", "native")])
    one, other = comparison.solutions
    assert (one.heuristic, one.pruning) == (other.heuristic, other.pruning)
    assert one.pruning == "inverse"
    assert differences(comparison) == {}
    assert not_compared(comparison) == {}
    assert one.iterations[-1].expanded == other.iterations[-1].expanded


def test_the_twin_prunes_as_the_main_search_does():
    task = Task(facts=EIGHT, start_name="middling", start=START, program="ida_star")
    one, other = solve_checked(task, "prolog-compiled")[1].solutions
    assert (one.heuristic, one.pruning) == (other.heuristic, other.pruning) == ("manhattan", "sequence")


def planted(solution, **changes):
    return replace(solution, **changes)


def with_iteration(solution, index, **changes):
    iterations = list(solution.iterations)
    iterations[index] = replace(iterations[index], **changes)
    return replace(solution, iterations=tuple(iterations))


def test_a_star_keeps_the_heuristic_that_is_asked_for():
    task = Task(
        facts=EIGHT, start_name="middling", start=START, program="a_star", heuristic=parse("pdb:4-4"),
        pruning=Pruning.INVERSE,
    )  # fmt: skip
    assert alike(task, "python", "a_star") == task
    assert alike(task, "python", "ids").heuristic is None


def test_a_longer_solution():
    there_and_back = (
        PYTHON.moves[0],
        PYTHON.moves[0]._replace(source=PYTHON.moves[0].target, target=PYTHON.moves[0].source),
    )
    longer = planted(PYTHON, solutions=((*there_and_back, *PYTHON.moves),))
    found = differences(compared(PROLOG, longer))
    assert found["length"] == "prolog ids_low has length 22, python ids_low has 24"
    assert "replay" not in found


def test_a_wrong_length_in_the_facts():
    facts = replace(EIGHT, optimal={**EIGHT.optimal, "middling": 20})
    comparison = compared(PROLOG, PYTHON, facts=facts)
    assert differences(comparison) == {"length": "prolog ids_low has length 22, the fact file's optimal/2 has 20"}
    assert not any(check.between for check in comparison.checks if not check.agrees)


def test_a_length_in_the_facts_is_of_its_own_start():
    facts = replace(EIGHT, optimal={"easy": 20})
    assert differences(compared(PROLOG, PYTHON, facts=facts)) == {}


@pytest.mark.parametrize("counter", ["expanded", "generated"])
@pytest.mark.parametrize("index", [0, 2])
def test_a_counter_off_by_one(counter, index):
    right = getattr(PYTHON.iterations[index], counter)
    wrong = with_iteration(PYTHON, index, **{counter: right + 1})
    threshold = PYTHON.iterations[index].threshold
    assert differences(compared(PROLOG, wrong)) == {
        "counters": f"{counter} at threshold {threshold}: prolog ids_low has {right}, python ids_low has {right + 1}"
    }


def test_the_first_counter_that_differs_is_named():
    wrong = with_iteration(with_iteration(PYTHON, 3, expanded=0), 1, generated=0)
    (difference,) = differences(compared(PROLOG, wrong)).values()
    assert difference.startswith(f"generated at threshold {PYTHON.iterations[1].threshold}:")


def test_what_was_not_completed_or_counted_is_not_compared():
    stopped = replace(PYTHON, outcome=Outcome.TIME_LIMIT, solutions=())
    last = len(PYTHON.iterations) - 1
    assert differences(compared(PROLOG, with_iteration(stopped, last, expanded=0))) == {}
    assert differences(compared(PROLOG, with_iteration(PYTHON, 1, expanded=None, generated=None))) == {}
    uncounted = solve(EIGHT, "ids_low", engine="prolog", start="middling", nodes=False)
    comparison = compared(uncounted, PYTHON)
    assert subjects(comparison) == ["replay", "length", "counters", "first solution"]
    assert list(not_compared(comparison)) == ["counters"]


def test_another_first_solution():
    facts = read(find("seven"))
    ways = solve(facts, "ids_low", engine="python", wanted=ALL)
    one, other = (replace(ways, solutions=ways.solutions[index:][:1], every=False) for index in (0, 1))
    other = replace(other, engine="prolog")
    comparison = compared(one, other, facts=facts, start_name="page", start=facts.start("page"))
    number = next(n for n, (a, b) in enumerate(zip(one.moves, other.moves, strict=True), start=1) if a != b)
    found = differences(comparison)
    assert list(found) == ["first solution"]
    mine, theirs = one.moves[number - 1], other.moves[number - 1]
    assert found["first solution"].endswith(f"python ids_low has {mine}, prolog ids_low has {theirs}")
    assert f"{mine}" == f"{mine.piece} to {mine.target}"


def test_another_set_of_solutions():
    facts = read(find("seven"))
    ways = solve(facts, "ids_low", engine="python", wanted=ALL)
    fewer = replace(ways, solutions=ways.solutions[:-1], engine="prolog")
    found = differences(compared(ways, fewer, facts=facts, start_name="page", start=facts.start("page")))
    assert found == {"all solutions": "not the same solutions: python ids_low finds 24, prolog ids_low 23"}
    only = replace(fewer, solutions=ways.solutions[:1], program="breadth_first")
    found = differences(compared(ways, only, facts=facts, start_name="page", start=facts.start("page")))
    assert found == {"all solutions": "not the same solutions: python ids_low finds 24, prolog breadth_first 1"}
    twice = replace(ways, solutions=(*ways.solutions, ways.solutions[0]), engine="prolog")
    found = differences(compared(ways, twice, facts=facts, start_name="page", start=facts.start("page")))
    assert found == {"all solutions": "prolog ids_low finds a solution twice"}


def test_a_solution_beside_a_verdict_of_unsolvable():
    verdict = planted(PYTHON, solutions=(), outcome=Outcome.UNSOLVABLE, iterations=())
    found = differences(compared(PROLOG, verdict))
    assert found == {"length": "prolog ids_low has length 22, python ids_low says unsolvable"}


def test_lengths_that_differ_within_one_engine():
    longer = planted(PYTHON, solutions=(PYTHON.moves + PYTHON.moves[-1:], PYTHON.moves))
    assert differences(compared(PROLOG, longer))["length"] == ("prolog ids_low has length 22, python ids_low has 23")


def test_a_solution_that_may_be_too_long_beside_a_verdict_of_unsolvable():
    longer = replace(PYTHON, claims=False, proves=False)
    nothing = replace(PROLOG, solutions=(), outcome=Outcome.UNSOLVABLE)
    unknown = replace(EIGHT, optimal={})
    told = differences(compared(longer, nothing, facts=unknown))
    assert told["length"] == "python ids_low has length 22, prolog ids_low says unsolvable"


def test_a_solution_that_need_not_be_shortest_is_not_shorter_than_one_that_must_be():
    shorter = replace(PYTHON, program="breadth_first", claims=False, proves=False, solutions=(PYTHON.moves[:-2],))
    told = differences(compared(PROLOG, shorter))
    assert told["length"] == "prolog ids_low has length 22, python breadth_first has only 20"


def test_programs_of_users_are_no_family_whatever_they_are_called():
    for program in ("mine.pl", "ids_low"):
        one, other = (
            replace(PROLOG, program=program, proves=False, iterations=some) for some in (PROLOG.iterations, ())
        )
        assert "counters" not in subjects(compared(one, other))
        assert "counters" not in subjects(compared(one, PYTHON))
        one = replace(one, program="other.pl")
        assert "counters" not in subjects(compared(one, other))


def test_a_missing_iteration():
    gap = planted(PYTHON, iterations=PYTHON.iterations[:1] + PYTHON.iterations[2:])
    threshold = PYTHON.iterations[1].threshold
    assert differences(compared(PROLOG, gap)) == {
        "counters": f"python ids_low has no completed iteration at threshold {threshold}"
    }


def test_the_known_length_is_that_of_the_start_of_that_name():
    other = replace(PYTHON, start="given")
    facts = replace(EIGHT, optimal={"middling": 1})
    assert "length" in differences(compared(other, facts=facts, start_name="middling", start=EIGHT.start("middling")))
    state = EIGHT.goals[0]
    trivial = replace(PYTHON, solutions=((),), iterations=(), initial_bound=0)
    assert differences(compared(trivial, facts=facts, start_name="middling", start=state)) == {}


@pytest.mark.parametrize("number", [1, 5, 22])
def test_an_illegal_move(number):
    moves = list(PYTHON.moves)
    moves[number - 1] = moves[number - 1]._replace(piece=moves[number - 1].piece % 8 + 1)
    found = differences(compared(PROLOG, planted(PYTHON, solutions=(tuple(moves),))))
    assert found["replay"].startswith(f"python ids_low, solution 2: move {number} (")
    assert "is not allowed" in found["replay"]


def test_an_end_that_is_no_goal():
    found = differences(compared(planted(PYTHON, solutions=(PYTHON.moves[:-1],))))
    assert "which is not a goal" in found["replay"]


def test_each_of_many_solutions_is_replayed():
    assert len(ALL_WAYS.solutions) >= 1
    two = planted(PYTHON, solutions=(PYTHON.moves, PYTHON.moves[::-1]))
    assert "solution 2" in differences(compared(two))["replay"]


def test_a_contradicted_lower_bound():
    completed = PYTHON.iterations[:-1]
    modest = replace(PYTHON, solutions=(), outcome=Outcome.TIME_LIMIT, iterations=completed)
    assert differences(compared(PROLOG, modest)) == {}
    proud = replace(modest, iterations=(*completed, Iteration(22, True, 0.1, None, None)))
    found = differences(compared(PROLOG, proud))
    assert found == {"length": "prolog ids_low has length 22, python ids_low proves more than 22 moves"}


def test_the_first_difference_is_raised():
    wrong = with_iteration(PYTHON, 0, expanded=0)
    with pytest.raises(DisagreementError, match=r"^eight, start middling: expanded at threshold") as caught:
        compared(PROLOG, wrong).require_agreement()
    assert caught.value.exit_code == 60


def test_three_engines():
    third = replace(with_iteration(PYTHON, 1, generated=0), engine="third")
    comparison = compared(PROLOG, PYTHON, third)
    found = [check.difference for check in comparison.checks if check.difference]
    assert len(found) == 2
    assert all("third ids_low has 0" in difference for difference in found)


def test_unsolved():
    nothing = solve(EIGHT, "ids_low", engine="python", start="middling", limits=Limits(seconds=-1.0))
    assert nothing.outcome is Outcome.TIME_LIMIT
    assert differences(compared(nothing)) == {}


def checked(start, program, limits=None):
    task = Task(facts=EIGHT, start_name=start, start=EIGHT.start(start), program=program, limits=limits or Limits())
    return CheckedRun(task, begin(task, "prolog"), begin(task, "python", background=True))


def test_a_checked_run():
    run = checked("farthest_1", "ids_low")
    while not run.wait(0.05):
        assert run.progress().iterations is not None
    assert not run.is_searching()
    assert run.result().engine == "prolog"
    comparison = run.comparison()
    assert [solution.engine for solution in comparison.solutions] == ["prolog", "python"]
    assert differences(comparison) == {}
    assert "counters" in subjects(comparison)


def test_a_cancelled_checked_run_compares_what_both_completed():
    run = checked("farthest_1", "ids")
    while len(run.progress().iterations) < 8:
        run.wait(0.01)
    run.cancel()
    deadline = time.monotonic() + 5.0
    while not run.wait(0.05):
        assert time.monotonic() < deadline
    assert run.result().outcome is Outcome.INTERRUPTED
    assert differences(run.comparison()) == {}


def test_the_twin_is_not_waited_for_without_end(monkeypatch):
    monkeypatch.setattr("pybridge.engines.checked.PATIENCE", (0.1, 0.2))
    main = Task(facts=EIGHT, start_name="easy", start=EIGHT.start("easy"), program="ids_low")
    run = CheckedRun(main, begin(main, "prolog"), begin(replace(main, program="ids", last_threshold=40), "python"))
    endless = CheckedRun(
        main,
        begin(main, "prolog"),
        begin(Task(facts=EIGHT, start_name="farthest_1", start=EIGHT.start("farthest_1"), program="ids"), "python"),
    )
    for each in (run, endless):
        deadline = time.monotonic() + 10.0
        while not each.wait(0.05):
            assert time.monotonic() < deadline
    assert endless.result().length == 12


def in_turn(start, *searches, watch=wait):
    task = Task(facts=EIGHT, start_name=start, start=EIGHT.start(start), program="")
    return solve_in_turn([(alike(task, engine, program), engine) for engine, program in searches], watch=watch)


def test_engines_in_turn():
    engines = ("prolog-terms", "prolog", "python")
    comparison = in_turn("middling", *((engine, "ids_low") for engine in engines))
    assert tuple(solution.engine for solution in comparison.solutions) == engines
    assert differences(comparison) == {}
    assert {"counters", "first solution"} <= set(subjects(comparison))


def test_an_interrupt_leaves_out_the_engines_that_come_later():
    runs = []

    def watch(run):
        runs.append(run)
        if len(runs) == 2:
            raise KeyboardInterrupt
        wait(run)

    comparison = in_turn("middling", ("python", "ids_low"), ("python", "ids"), ("prolog", "ids_low"), watch=watch)
    assert [solution.outcome for solution in comparison.solutions] == [Outcome.SOLVED, Outcome.INTERRUPTED]
    assert differences(comparison) == {}


def test_a_task_is_put_to_each_engine_without_what_only_others_do():
    limits = Limits(seconds=9.0, inferences=10**9)
    task = Task(facts=EIGHT, start_name="easy", start=EIGHT.start("easy"), program="", limits=limits, text="own.pl")
    assert alike(task, "prolog", "ids_low") == replace(task, program="ids_low")
    assert alike(task, "python", "ids").limits == Limits(seconds=9.0)
    assert alike(task, "python", "ids").text is None
