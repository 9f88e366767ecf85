"""A census at every width and on any console: levels, histogram, places, farthest states, how it ended."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from pybridge.facts import find, read
from pybridge.facts.wording import duration, percent
from pybridge.outcome import Outcome
from pybridge.puzzles import Reason
from pybridge.render.census import CensusMoment, CensusReport, Histogram
from pybridge.render.plot import census_picture, title_lines
from pybridge.search.census.census import Census, Level, StartPlace
from pybridge.search.census.run import CensusProgress
from tests.samples import sample

# Source: breadth-first search in C; the maximum and its count OEIS A090033, A090163.
THREE_BY_FOUR = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167, 119888, 198363,
    323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872, 10065800, 12760413, 15570786,
    18171606, 20299876, 21587248, 21841159, 20906905, 18899357, 16058335, 12772603, 9515217, 6583181, 4242753, 2503873,
    1350268, 643245, 270303, 92311, 27116, 5390, 1115, 86, 18,
]  # fmt: skip
WIDTHS = [20, 40, 60, 80, 100, 120, 200]


def levels(counts, exact=True):
    return tuple(Level(d, number, number // (d + 1) if exact else None) for d, number in enumerate(counts))


@pytest.fixture(scope="module")
def facts():
    return read(find("box_eight"))


@pytest.fixture(scope="module")
def long(facts):
    """A census of many levels, with boards of another puzzle to draw."""
    page = facts.starts[0][1]
    places = (StartPlace("near", page, 12), StartPlace("goal", facts.goals[0], 0), StartPlace("page", page, 53))
    everything = sum(THREE_BY_FOUR)
    return Census("b", "bits", Outcome.SOLVED, levels(THREE_BY_FOUR), everything, (page,) * 12, places, 1.1)


@pytest.fixture(scope="module")
def short(facts):
    page = facts.starts[0][1]
    places = (
        StartPlace("page", page, 3),
        StartPlace("lost", page, None, Reason("on a ring the cyclic order cannot change")),
    )
    return Census("b", "plain", Outcome.SOLVED, levels([1, 2, 4, 2], exact=False), 9, (page, page), places, 0.01)


def stopped(census, number, outcome=Outcome.TIME_LIMIT):
    places = tuple(StartPlace(each.name, each.state, None, each.reason) for each in census.places)
    return Census(
        census.puzzle, census.method, outcome, census.levels[:number], census.total, census.farthest, places, 2.0
    )


def test_few_levels_are_a_table(facts, short, shown):
    lines = shown(CensusReport(facts, short))
    rows = [line.split() for line in lines]
    assert ["distance", "states", "share", "%", "cumulated", "%"] in rows
    assert ["2", "4", "44.44", "77.78", "█" * 24] in rows
    assert ["1", "2", "22.22", "33.33", "█" * 12] in rows
    assert "9 states" in lines
    assert "largest distance 3, of 2 states; mean 1.778" in lines
    assert not any("lower bound" in line for line in lines)
    assert "page: 3 moves, farther than 77.78 % of all states; none is farther" in lines
    assert "lost: cannot reach a goal: on a ring the cyclic order cannot change" in lines
    assert "2 farthest states, 3 moves away, in ascending order" in lines
    assert "1, page     2, page" in lines
    assert lines[-1] == "✓ every state is counted, as many as the shape of the puzzle allows: 9"


def test_a_tick_compares_two_numbers(facts, short, shown):
    wrong = shown(CensusReport(facts, replace(short, total=10)))
    assert wrong[-1] == "✗ 9 states counted, and the shape of the puzzle allows 10"
    alone = shown(CensusReport(facts, replace(short, total=None)))
    assert alone[-1] == "· every state that can reach the goal found is counted: 9; nothing to compare it with"
    assert not any("✓" in line for line in wrong + alone)
    assert "page: 3 moves, farther than 77.78 % of all states; none is farther" in alone


def test_stopped_it_does_not_know_how_many_are_left(facts, long, shown):
    told = " ".join(shown(CensusReport(facts, replace(stopped(long, 31), total=None)), width=200))
    assert "35,397,636 states counted" in told
    assert "time limit reached after distance 30; how many states are farther is not known" in told
    assert "share" not in told
    moment = CensusMoment(CensusProgress(long.levels[:5], 0, 2.0), None)
    assert shown(moment)[-1] == "distance 4 · 36 states · 18 per second · Ctrl-C stops"


def test_many_levels_are_a_histogram_and_a_table_of_the_last(facts, long, shown):
    lines = shown(CensusReport(facts, long), width=80)
    assert lines[3].split() == ["21,841,159", "▂▇█▅"]
    (below,) = (number for number, line in enumerate(lines) if line.strip().startswith("distance 0 "))
    assert lines[below].split() == ["distance", "0", "10", "20", "30", "40", "50"]
    assert lines[below + 1].split() == ["▲", "goal", "▲", "near", "▲", "page"]
    for sign, distance in zip(re.finditer("▲", lines[below + 1]), (0, 12, 53), strict=True):
        assert sign.start() == lines[below].index("0") + distance
    rows = [line.split() for line in lines]
    distances = [row[0] for row in rows if len(row) == 5 and row[0].isdecimal()]
    assert distances == ["48", "49", "50", "51", "52", "53"]
    assert "18 farthest states, 53 moves away; the first 12 in ascending order (--all draws all)" in " ".join(lines)
    assert "goal: a goal" in lines


class Watched(tuple[Level, ...]):
    """Levels that count how often all of them are gone through."""

    times = 0

    def __iter__(self):
        self.times += 1
        return super().__iter__()


def test_the_time_does_not_grow_with_the_square_of_the_levels(facts, shown):
    many = Watched(levels([1] * 500))
    places = tuple(StartPlace(f"s{number}", facts.goals[0], number) for number in range(500))
    lines = shown(CensusReport(facts, Census("b", "plain", Outcome.SOLVED, many, None, (), places, 1.0)))
    assert "s499: 499 moves, farther than 99.80 % of all states; the farthest there is" in lines
    assert many.times < 50


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("number", [0, 1, 30, 50, None])
def test_nothing_is_wider_than_the_console(facts, long, shown, width, encoding, number):
    census = long if number is None else stopped(long, number)
    lines = shown(
        CensusReport(facts, census, before=3, after="saved: the next census resumes from there"), width, encoding
    )
    assert all(len(line) <= width for line in lines)
    assert "?" not in "".join(lines)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_level_is_seen_in_a_histogram(shown, width):
    lines = shown(Histogram(THREE_BY_FOUR), width)
    assert len(lines) == 12
    assert len(lines[9]) == len(lines[10])
    assert " " not in lines[9].strip()


def test_a_histogram_without_unicode(shown):
    histogram = Histogram([1, 8, 16], [(2, "two"), (0, "none")], height=2)
    assert shown(histogram, width=40, encoding="ascii") == [
        "      16       ###",
        "         ...######",
        "         ---------",
        "distance 0",
        "          ^     ^ two",
    ]


def test_stopped_it_tells_what_is_proved(facts, long, shown):
    told = " ".join(shown(CensusReport(facts, stopped(long, 31), before=20, after="saved: resume it"), width=200))
    assert "35,397,636 states of 239,500,800 counted" in told
    assert "resumed after distance 19" in told
    assert "page: more than 30 moves" in told
    assert (
        "204,103,164 states are farther than 30 moves, so the largest distance is at least 31; saved: resume it" in told
    )
    assert "farthest states" not in told
    told = " ".join(shown(CensusReport(facts, stopped(long, len(long.levels))), width=200))
    assert f"after distance {long.depth}; no state is farther" in told
    nothing = shown(CensusReport(facts, stopped(long, 0, Outcome.INTERRUPTED)), width=200)
    assert nothing[-1] == "· interrupted; nothing is counted yet"


def test_a_moment_shows_the_levels_so_far_and_the_time_left(shown):
    progress = CensusProgress(levels(THREE_BY_FOUR[:31]), 0, 0.5)
    bars, account = shown(CensusMoment(progress, 239_500_800), width=120)
    assert bars == "▁" * 24 + "▁▁▂▃▄▆█"
    assert account == (
        "distance 30 · 35,397,636 of 239,500,800 states, 14 % · 70.8 million per second · 2.9 s left · Ctrl-C stops"
    )
    assert len(shown(CensusMoment(progress, 239_500_800), width=20)[0]) == 20


def test_a_moment_of_what_went_on_has_the_rate_of_this_time(shown):
    progress = CensusProgress(levels([1, 100, 300]), 2, 1.0)
    assert "300 per second · 2.0 s left" in shown(CensusMoment(progress, 1_001))[1]
    assert shown(CensusMoment(CensusProgress((), 0, 0.1, "looking"), 9)) == [
        "0 of 9 states, 0 % · looking · Ctrl-C stops"
    ]
    assert shown(CensusMoment(CensusProgress((), 0, 0.1, "looking", damaged=True), 9))[1] == (
        "the saved data is damaged; the count starts over"
    )


@pytest.mark.parametrize("kind", sample(["svg", "png", "pdf"], quick=("png",)))
def test_the_same_census_makes_the_same_picture(facts, long, kind):
    first, second = (census_picture(facts, long, kind) for _ in range(2))
    assert first == second
    assert len(census_picture(facts, stopped(long, 5), kind)) > 1_000


def test_thousands_of_levels_are_one_shape(facts, short):
    many = replace(short, levels=levels([1] * 5_000), places=())
    assert census_picture(facts, many, "svg").count(b"<path") < 100


def test_names_of_starts_fit_beside_their_line(facts, short):
    def named(*names):
        places = tuple(StartPlace(name, short.farthest[0], 3) for name in names)
        return census_picture(facts, replace(short, places=places), "svg").decode()

    assert "one, two" in named("one", "two")
    assert "farthest_1 and 3 more" in named(*(f"farthest_{number}" for number in range(1, 5)))
    assert "a_name_of_more_than_thirty_letters" in named("a_name_of_more_than_thirty_letters")


def test_a_title_is_text_and_no_formula(facts, short):
    picture = census_picture(replace(facts, title=r"$\frac$ 電卓"), short, "svg").decode()
    assert r"$\frac$ 電卓: 9 states, mean distance 1.78, largest 3 (2 states)" in picture


def texts(picture):
    """The texts of a picture, from top to bottom of its file; one that is empty says nothing."""
    return [each.text for each in ElementTree.fromstring(picture).iter() if each.text and each.text.strip()]


def test_few_states_are_counted_by_whole_numbers(facts, short):
    told = texts(census_picture(facts, replace(short, levels=levels([1, 2, 1, 1])), "svg"))
    numbers = [text for text in told if re.fullmatch(r"[0-9.,]+", text)]
    assert [numbers.count(each) for each in ("0", "1", "2")] == [2, 3, 3]  # of distances, states, states on a log scale
    assert set(numbers) == {"0", "1", "2", "3"}
    assert not any("×" in text for text in told)


def test_many_states_have_powers_of_ten(facts, long):
    told = texts(census_picture(facts, long, "svg"))
    assert {"5,000,000", "20,000,000", "10", "20"} <= set(told)


@pytest.mark.parametrize("title", ["A long title, " * 12, "電" * 100, "x" * 300])
def test_a_long_title_is_folded_to_the_width(facts, short, title):
    told = texts(census_picture(replace(facts, title=title), short, "svg"))
    account = "9 states, mean distance 1.78, largest 3 (2 states)"
    lines = told[: told.index(account)][-4:]
    assert any(line.endswith(":") for line in lines)
    assert max(map(len, lines)) < 120
    assert title_lines("two words", 4, len) == ["two", "word", "s"]
    assert title_lines("two more", 99, len) == ["two more"]


def test_neighbors_that_no_drawing_shows_are_listed(facts, short, shown):
    joined = [(*facts.neighbors[0], 8), *facts.neighbors[1:8], (*facts.neighbors[8], 0)]
    lines = shown(CensusReport(replace(facts, neighbors=tuple(joined)), short))
    assert lines[-3:-1] == ["also neighbors: cells 0-8", ""]
    assert "also" not in "".join(shown(CensusReport(facts, short)))


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [(0, 9, "0.00"), (9, 9, "100.00"), (1, 3, "33.33"), (1, 20_160, "<0.01"), (20_159, 20_160, ">99.99")],
)
def test_shares_are_0_and_100_only_where_they_are(part, whole, told):
    assert percent(part, whole) == told


@pytest.mark.parametrize(
    ("seconds", "told"), [(1.234, "1.2 s"), (45, "45 s"), (150, "2 min"), (9_000, "2 h"), (3e5, "3 days")]
)
def test_a_time_to_come(seconds, told):
    assert duration(seconds) == told
