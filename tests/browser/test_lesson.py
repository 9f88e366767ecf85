"""The page on iterative deepening: its searches are those of the programs, and it speaks two languages."""

import json
import re

import pytest

from pybridge.cli import run
from pybridge.facts import find
from pybridge.render.page.gallery import LESSON, TAUGHT

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def lesson(opened, tmp_path):
    folder = tmp_path / "facts"
    folder.mkdir()
    (folder / "eight.pl").write_text(find("eight").read_text(encoding="utf-8"), encoding="utf-8")
    assert run(["gallery", "--out", str(tmp_path / "out"), str(folder)]) == 0
    return opened(tmp_path / "out" / LESSON, locale="en")


LINES = [
    ("N < Limit,", "the line of ids"),
    ("N + 1 =< Limit", "the line of ids"),
    *((line, "Not quite") for line in ("N > 3", "N + Low < Limit", "N = Limit", "N + L ow =< Limit")),
    ("", "Write the line first."),
    *((line, "Right.") for line in ("N + Low =< Limit", "Low =< Limit - N", "(N+Low) =< Limit.", "Limit >= Low + N,")),
    *((line, "Right.") for line in ("\\+ N + Low > Limit", "N+Low < Limit+1", "Ｎ＋Low＝＜Limit")),
]


def bars(lesson, number: int) -> dict[int, tuple[int, int]]:
    """The positions visited and cut by limit, as the bars of a chart say."""
    titles = lesson.page.locator("#deepen .chart").nth(number).locator("title").all_text_contents()
    found = [re.fullmatch(r"limit (\d+): ([\d,]+) positions, ([\d,]+) of them cut", each) for each in titles]
    return {int(each[1]): (int(each[2].replace(",", "")), int(each[3].replace(",", ""))) for each in found if each}


def test_its_searches_visit_what_the_programs_expand(lesson, capsys):
    lesson.button("Search to the solution").click()
    lesson.reads("#deepen", "Solved: 22 moves")
    for number, program in enumerate(["ids", "ids_low"]):
        capsys.readouterr()
        assert run([program, TAUGHT[0], "--start", TAUGHT[1], "--engine", "python", "--no-check", "--json"]) == 0
        iterations = json.loads(capsys.readouterr().out)["iterations"]
        expanded = {each["threshold"]: each["expanded"] for each in iterations if each["completed"]}
        shown = bars(lesson, number)
        assert max(shown) == 22
        for limit in range(min(shown), 22):
            assert shown[limit][0] - shown[limit][1] == expanded[limit]
    assert lesson.page.locator("#solution li").count() == 23
    assert lesson.is_quiet()


@pytest.mark.everywhere
def test_a_guess_is_judged_and_the_scale_is_changed(lesson):
    lesson.page.locator("#guess").fill("2,000")
    lesson.page.keyboard.press("Enter")
    lesson.reads("#deepen", "Limit 12: ids visited 2,647 positions")
    lesson.reads("#deepen", "Your guess of 2,000 is 0.76 times what ids visited.")
    lesson.reads("#cuts", "is more than 12. ids continues below it.")
    lesson.page.locator("#answer").fill("N < ")
    lesson.page.locator("#guess").fill("５")
    lesson.page.keyboard.press("Enter")
    lesson.reads("#deepen", "Your guess of 5 is 0.00")
    assert lesson.page.evaluate("document.activeElement.id") == "guess"
    lesson.page.locator("#guess").fill("1e3")
    lesson.page.keyboard.press("Enter")
    assert "Your guess of 1" not in lesson.text("#deepen")
    lesson.reads("#deepen", "Limit 13: ")
    assert lesson.page.locator("#answer").input_value() == "N < "
    lesson.button("Log scale").click()
    lesson.reads("#deepen", "On a log scale equal steps are equal factors")
    assert lesson.is_quiet()


def test_the_line_of_the_program_is_checked(lesson):
    for answer, verdict in LINES:
        lesson.page.locator("#answer").fill(answer)
        lesson.button("Check").click()
        lesson.reads("#program", verdict)


def test_it_speaks_japanese(lesson):
    lesson.page.get_by_label("Language").select_option(label="日本語")
    lesson.reads("#deepen h2", "予想してから、上限値を上げる")
    assert lesson.page.locator("html").get_attribute("lang") == "ja"
    assert not re.search(r"\{\w+\}|Goal", lesson.page.locator("main").inner_text())
    assert lesson.text("h1") == lesson.page.title() == "反復深化"
    assert lesson.text("#head .quiet").startswith("予想し")
    assert lesson.is_quiet()
