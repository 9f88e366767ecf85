"""Searches, agreement and sums as text."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from pybridge.agreement import Check, Comparison, compare
from pybridge.facts import find, read
from pybridge.heuristics.manhattan import explain
from pybridge.outcome import Outcome
from pybridge.published import Published
from pybridge.puzzles import Reason
from pybridge.render.comparison import CheckList, ComparisonTable
from pybridge.render.iterations import growth, iteration_table
from pybridge.render.search import MoveLists, OutcomeLine, SearchReport, published_table
from pybridge.render.why import Why
from pybridge.report import Report
from pybridge.search.solution import Iteration
from tests.samples import sample

WIDTHS = [20, 40, 60, 80, 100, 200]


def lines(text):
    return text.strip("\n").split("\n")


def figures(solution):
    """Every number that a table of iterations must show."""
    for it in solution.iterations:
        yield from (f"{n:,}" for n in (it.threshold, it.inferences, it.expanded, it.generated) if n is not None)


def test_iterations(shown, eight):
    _, _, _, solution = eight
    assert shown(iteration_table(solution)) == lines("""
threshold   inferences   expanded   generated   growth   seconds
──────────────────────────────────────────────────────────────────────────────
       12        1,000          1           2              0.250
       13        1,000          1           2              0.250
       14        8,000          8          14     8.00     0.250
       15        8,000          8          14     8.00     0.250
       16       30,000         30          50     3.75     0.250
       17       30,000         30          50     3.75     0.250
       18      114,000        114         189     3.80     0.250
       19      114,000        114         189     3.80     0.250
       20      286,000        286         471     2.51     0.250
       21      286,000        286         471     2.51     0.250
       22      794,000        794       1,308              0.250   solved here
──────────────────────────────────────────────────────────────────────────────
    total    1,234,567      1,672       2,760              2.750
growth: nodes expanded, over 2 thresholds
""")


def test_a_counter_that_was_not_taken_has_no_column(shown, eight):
    _, _, solution, _ = eight
    assert "inferences" not in shown(iteration_table(solution))[0]
    uncounted = tuple(replace(it, generated=None) for it in solution.iterations)
    assert "generated" not in shown(iteration_table(replace(solution, iterations=uncounted)))[0]


@pytest.mark.parametrize("width", sample(WIDTHS, quick=(20, 80)))
def test_no_width_loses_a_number(shown, searched, width):
    _, _, solution = searched("seven")
    solution = replace(
        solution, iterations=tuple(replace(it, inferences=it.expanded * 1234) for it in solution.iterations)
    )
    drawn = shown(iteration_table(solution), width)
    words = " ".join(drawn).split()
    assert all(cell_len(line) <= width for line in drawn)
    assert set(figures(solution)) <= set(words)


def test_iterations_are_stacked_where_columns_do_not_fit(shown, eight):
    _, _, _, solution = eight
    drawn = shown(iteration_table(solution), 40)
    assert drawn[:4] == ["threshold 12", "  inferences 1,000   expanded 1", "  generated 2   seconds 0.250", ""]
    assert drawn[-5:-2] == ["total", "  inferences 1,234,567   expanded 1,672", "  generated 2,760   seconds 2.750"]


def test_growth_goes_before_columns_move_together(shown, eight):
    assert shown(iteration_table(eight[3]), 60)[:2] == [
        "threshold inferences expanded generated seconds",
        "───────────────────────────────────────────────────────────",
    ]


def test_growth_is_over_two_thresholds_and_of_completed_iterations():
    by_one = [Iteration(t, t < 25, 0.0, n) for t, n in enumerate((10, 10, 30, 30, 60, 7), 20)]
    assert growth(by_one) == [None, None, 3.0, 3.0, 2.0, None]
    assert growth(by_one[::2]) == [None, 3.0, 2.0]
    assert growth([Iteration(3, True, 0.0), Iteration(5, True, 0.0)]) == [None, None]


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "· solved in 22 moves"),
        ({"outcome": Outcome.INTERRUPTED, "solutions": ()}, "· interrupted; no solution is shorter than 22 moves"),
        (
            {"outcome": Outcome.TIME_LIMIT, "solutions": (), "iterations": ()},
            "· time limit reached; nothing is proved yet",
        ),
        (
            {"outcome": Outcome.MEMORY_LIMIT, "solutions": (), "program": "a_star", "proves": False},
            "· memory limit reached; nothing is proved yet",
        ),
        (
            {"outcome": Outcome.UNSOLVABLE, "solutions": (), "reason": Reason("an odd permutation")},
            "· unsolvable: an odd permutation",
        ),
        ({"outcome": Outcome.UNSOLVABLE, "solutions": ()}, "· unsolvable: no state that the moves lead to is a goal"),
        ({"outcome": Outcome.UNSOLVABLE, "solutions": (), "proves": False}, "· unsolvable"),
    ],
)
def test_outcomes(shown, eight, changes, line):
    assert shown(OutcomeLine(replace(eight[2], **changes))) == [line]


def test_of_few_states_another_program_is_named(shown, eight):
    stopped = replace(eight[2], outcome=Outcome.TIME_LIMIT, solutions=(), iterations=(), program="ida_star")
    for name, told in (("pancake", "; breadth_first visits each state of this puzzle once"), ("eight", "")):
        line = OutcomeLine(replace(stopped, facts=read(find(name))))
        assert " ".join(shown(line)) == f"· time limit reached; nothing is proved yet{told}"


@pytest.mark.parametrize(
    ("checks", "line"),
    [
        ([], "· solved in 22 moves"),
        ([Check("nodes", "not counted", compared=False)], "· solved in 22 moves"),
        ([Check("replay", "1 solution replayed by the judge")], "✓ solved in 22 moves"),
        (
            [Check("replay", "1 solution"), Check("length", "", "22 is not 21")],
            "✗ the solution is not accepted: a check failed",
        ),
    ],
)
def test_a_solution_has_a_tick_where_something_was_compared(shown, eight, checks, line):
    assert shown(OutcomeLine(eight[2], checks)) == [line]


def test_a_reason_calls_tiles_by_their_numbers_where_glyphs_cannot_be_written(shown, eight):
    reason = Reason("tile ┌ is on cell 0", "tile 1 is on cell 0", names_cells=True)
    line = OutcomeLine(replace(eight[2], outcome=Outcome.UNSOLVABLE, reason=reason))
    assert shown(line) == ["· unsolvable: tile ┌ is on cell 0"]
    assert shown(line, encoding="ascii") == ["- unsolvable: tile 1 is on cell 0"]


def test_solutions_that_were_found_before_a_stop_are_told(shown, searched):
    _, _, solution = searched("box_eight", every=True)
    assert shown(OutcomeLine(solution)) == ["· solved in 30 moves; 16 shortest solutions"]
    stopped = replace(solution, outcome=Outcome.INTERRUPTED, solutions=solution.solutions[:1])
    assert shown(OutcomeLine(stopped)) == [
        "· interrupted; 1 solution of 30 moves found; no solution is shorter than 30 moves"
    ]


def test_moves_in_one_line_and_all_solutions_numbered(shown, searched):
    facts, _, solution = searched("sussman", "breadth_first", every=True)
    assert shown(MoveLists(facts, solution)) == ["moves  c→z b→c a→b"]
    facts, _, solution = searched("box_eight", every=True)
    drawn = shown(MoveLists(facts, solution))
    assert len(drawn) == 16
    assert drawn[0].startswith(" 1  │ ┘ ─ │ │ ┌")
    assert drawn[15].startswith("16  ")


def test_published_figures(shown):
    figures = [Published("the page, ids_low", 36, 7_123_456), Published("the page, ids", 36, 99_000_000)]
    assert shown(published_table(figures, 6_701_023)) == lines("""
                    moves   inferences published        ours   ratio
────────────────────────────────────────────────────────────────────
the page, ids_low      36              7,123,456   6,701,023   0.941
the page, ids          36             99,000,000   6,701,023   0.068
""")


def test_a_report_has_all_parts_in_order(shown, eight):
    facts, states, solution, _ = eight
    checks = [Check("replay", "1 solution replayed"), Check("length", "", "12 is not 13")]
    drawn = shown(SearchReport(Report(facts, solution, states, (Published("page", 5, 9),), checks)))
    assert drawn[:3] == ["8-puzzle, 3 x 3", "eight · start middling · ids_low · python", ""]
    heads = ["threshold", "╭", "start", "moves  ", "page  ", "✓ replay", "✗ length", "✗ the solution is not"]
    found = [next(i for i, line in enumerate(drawn) if line.startswith(head)) for head in heads]
    assert found == sorted(found)


def test_a_trace_without_a_solution_draws_the_start(shown, eight):
    facts, states, solution, _ = eight
    stopped = replace(solution, outcome=Outcome.INTERRUPTED, solutions=())
    drawn = shown(SearchReport(Report(facts, stopped, states[:1])))
    assert "stopped here" in "".join(drawn)
    assert drawn[-2:] == ["", "· interrupted; no solution is shorter than 22 moves"]
    assert sum(line.startswith("start") for line in drawn) == 1


def test_checks_stand_beside_their_subject_or_below(shown):
    checks = CheckList(
        [Check("replay", "2 solutions"), Check("counters", "", "one has 5, the other 6 at threshold 31")]
    )
    assert shown(checks, 60) == [
        "✓ replay    2 solutions",
        "✗ counters  one has 5, the other 6 at threshold 31",
    ]
    assert shown(checks, 30) == [
        "✓ replay",
        "  2 solutions",
        "✗ counters",
        "  one has 5, the other 6 at",
        "  threshold 31",
    ]
    assert shown(checks, 60, encoding="ascii")[0].startswith("ok replay")


def compared(eight):
    facts, states, one, other = eight
    return compare(facts, "middling", states[0], [other, one])


def test_one_comparison(shown, eight):
    assert shown(ComparisonTable([compared(eight)]), 120) == lines("""
puzzle   start      engine   program   length   inferences   expanded   generated   seconds   outcome
─────────────────────────────────────────────────────────────────────────────────────────────────────
eight    middling   prolog   ids_low       22    1,234,567      1,672       2,760     2.750   solved
                    python   ids_low       22                   1,672       2,760     2.750   solved

✓ replay          2 solutions replayed by the judge
✓ length          22 moves by prolog ids_low, python ids_low, the fact file's optimal/2
✓ counters        11 iterations equal, expanded and generated, prolog ids_low and python ids_low
✓ first solution  the same, move by move, prolog ids_low and python ids_low

✓ the engines agree
""")


def test_a_heuristic_and_a_pruning_that_all_share_are_named_once(shown, eight):
    comparison = compared(eight)
    found = replace(comparison, solutions=tuple(replace(each, heuristic="points") for each in comparison.solutions))
    assert shown(ComparisonTable([found]), 120)[0] == "heuristic points · pruning none"


def test_engines_that_were_stopped_agree_only_so_far(shown, eight):
    comparison = compared(eight)
    stopped = replace(comparison.solutions[0], outcome=Outcome.TIME_LIMIT)
    found = replace(comparison, solutions=(stopped, *comparison.solutions[1:]))
    assert shown(ComparisonTable([found]), 120)[-1] == "✓ the engines agree, as far as they went"


def test_a_narrow_comparison_is_stacked(shown, eight):
    assert shown(ComparisonTable([compared(eight)]), 60)[:7] == [
        "eight middling",
        "  engine prolog   program ids_low   length 22",
        "    inferences 1,234,567   expanded 1,672   generated 2,760",
        "    seconds 2.750   outcome solved",
        "  engine python   program ids_low   length 22",
        "    expanded 1,672   generated 2,760   seconds 2.750",
        "    outcome solved",
    ]


def test_many_comparisons_are_summed_up(shown, eight):
    good = compared(eight)
    bad = Comparison(good.facts, "middling", good.solutions, (Check("length", "", "12 is not 13"),))
    drawn = shown(ComparisonTable([good, bad, good]))
    assert drawn[-5:] == [
        "✓ eight middling  replay, length, counters, first solution",
        "✗ eight middling  length: 12 is not 13",
        "✓ eight middling  replay, length, counters, first solution",
        "",
        "✗ 1 of 3 comparisons differ",
    ]
    assert shown(ComparisonTable([good, good]))[-1] == "✓ all 2 comparisons agree"
    assert shown(ComparisonTable([bad]))[-1] == "✗ the engines differ"
    of_file = replace(bad, checks=(Check("length", "", "12, and the fact file has 13", between=False),))
    assert shown(ComparisonTable([of_file]))[-1] == "✗ a check fails"


def test_engines_agree_only_where_two_were_compared(shown, eight):
    good = compared(eight)
    alone = replace(good, checks=good.checks[:1])
    assert [check.subject for check in alone.checks] == ["replay"]
    assert shown(ComparisonTable([alone]))[-1] == "· nothing to compare"
    uncompared = replace(good, checks=(Check("counters", "not compared", compared=False),))
    assert shown(ComparisonTable([uncompared]))[-1] == "· nothing to compare"
    drawn = shown(ComparisonTable([good, uncompared]))
    assert drawn[-3:] == [
        "· eight middling  counters not compared",
        "",
        "✓ 1 of 2 comparisons agree; the others have nothing to compare",
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_comparisons_lose_nothing(shown, eight, width):
    drawn = shown(ComparisonTable([compared(eight)]), width)
    words = " ".join(drawn).split()
    assert all(cell_len(line) <= width for line in drawn)
    assert {"eight", "middling", "prolog", "python", "ids_low", "22", "1,234,567", "2,760", "2.750", "solved"} <= set(
        words
    )


def test_why(shown):
    facts = read(find("seven"))
    drawn = shown(Why(facts, explain(facts, facts.start("page"), 3, 20)), 80)
    assert drawn == lines("""
╭─────────╮
│   7 2 1 │
│ 4 3 6 5 │
╰─────────╯

tile   cell   row, column   distance   sum so far
─────────────────────────────────────────────────
   7      1   0, 1                 2            2
   2      2   0, 2                 1            3
   1      3   0, 3                 3            6
   4      4   1, 0                 4           10
   3      5   1, 1                 2           12
   6      6   1, 2                 1           13
   5      7   1, 3                 3           16

g = 3   moves made so far
h = 2 + 1 + 3 + 4 + 2 + 1 + 3 = 16   lower bound on the moves left
f = 3 + 16 = 19   lower bound on any solution that continues from here

kept: f = 19 ≤ 20, the threshold. The bound does not cut this state.
""")
    cut = shown(Why(facts, explain(facts, facts.start("page"), 5, 20)), 200)[-1]
    assert cut == ("cut: f = 21 > 20, the threshold. No solution of 20 moves or fewer continues from here.")
