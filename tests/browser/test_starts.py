"""What pages make of a start before they run it: SWI-Prolog reads the same terms, and Python finds the same states."""

import json
import random
import re
from collections.abc import Sequence

import pytest

from pybridge.facts import find, read
from pybridge.facts.given_state import given_state, scrambled_state
from pybridge.puzzles import puzzle_from
from pybridge.render.page import puzzles_page
from pybridge.rules.compiled import ACTIONS
from pybridge.swipl.engine import Engine
from tests.browser.test_scripts import FOLDER, said

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = 60_000
"""Milliseconds that Prolog may take on a busy machine."""
TERMS = (
    "start(west, banks(west, west, 'a b', [west|T]))",
    "start(page, [0, 7, 2, 1])",
    'start(a, "R U2 F\'")',
    "at(-5, [o, 'Box', \"x\"])",
    "f(0'a, 1.5e3, 0x1F, `codes`, {a, b}, [], {}, a:b, - 1, -(1), X) /* c */",
    "p(a, (b, c), x is 1 + 2, \\+ q, [a, b|c])",
    "'it''s'('\\n', a.b)",
)
MADE = " ,;!.()[]{}|'\"`aX0-+:%\\_"
READS = """
catch(( term_string(Term, Text, [variable_names(_)]),
        with_output_to(string(Written), write_term(Term, [quoted(true), priority(999)])) ),
      error(syntax_error(_), _), Written = "no Prolog")
"""


def spoiled(text: str, rng: random.Random) -> str:
    """The text with a few characters left out, put in or exchanged."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("", rng.choice(MADE))) + text[at + rng.randrange(2) :]
    return text


def made(tmp_path, facts, starts: Sequence[str]) -> list[dict]:
    (puzzle,) = puzzles_page([facts]).data()["puzzles"]
    (tmp_path / "starts.json").write_text(json.dumps({"puzzle": puzzle, "starts": starts}), encoding="utf-8")
    return json.loads(said("node", FOLDER / "read_starts.js", tmp_path / "starts.json"))


def test_what_scripts_cannot_read_prolog_cannot(tmp_path):
    rng = random.Random(34)
    texts = [spoiled(text, rng) for text in TERMS for _ in range(400)]
    with Engine() as prolog:
        known = [prolog.once(READS, values={"Text": f"{text}\n."})["Written"] for text in texts]
    found = made(tmp_path, read(find("seven")), texts)
    surely = [text for text, each in zip(texts, found, strict=True) if "unread" in each]
    assert len(surely) > len([each for each in known if each == "no Prolog"]) / 2
    for text, each, wanted in zip(texts, found, known, strict=True):
        assert "unread" not in each or wanted == "no Prolog", (text, each)
        if each.get("term") and wanted != "no Prolog":
            assert each["term"] == wanted, text


@pytest.mark.parametrize("name", ["pocket", "pancake", "topspin", "rings", "skewb"])
def test_moves_make_the_state_that_they_make_in_python(tmp_path, name):
    rng, facts = random.Random(name), read(find(name))
    words = [f"{each}{end}" for each, _ in facts.generators for end in ("", "'", "2", "3'")]
    texts = [" ".join(rng.choices(words, k=rng.randrange(12))) for _ in range(50)]
    found = made(tmp_path, facts, [json.dumps(text) for text in texts])
    assert [tuple(each["state"]) for each in found] == [scrambled_state(facts, text) for text in texts]
    assert all(each["fault"] is None for each in found)


@pytest.mark.parametrize("name", ["farmer", "jugs", "frogs", "gripper", "guarini", "sokoban", "missionaries", "burnt"])
def test_starts_of_rules_are_judged_as_python_judges_them(tmp_path, name):
    """A state is one that --start takes, and is at fault only if the moves that Python makes reach no goal from it."""
    rng, facts = random.Random(name), read(find(name))
    texts, parts = [], [rng.choice(domain) for domain in facts.task.domains]
    for _ in range(60):
        many = [2 if facts.task.template == ACTIONS else len(domain) for domain in facts.task.domains]
        texts.append(facts.form.text(tuple(map(rng.randrange, many))))
    texts += [text.replace(part, other, 1) for text, part, other in zip(texts, parts * 60, "x9[(" * 15, strict=False)]
    for text, each in zip(texts, made(tmp_path, facts, texts), strict=True):
        if each.get("state") is not None:
            assert tuple(each["state"]) == given_state(facts, text)
        assert each.get("fault") is None or not reaches(facts, given_state(facts, text)), text
    judged = made(tmp_path, facts, texts[:60])
    assert all(each["state"] is not None for each in judged)
    if name in ("farmer", "jugs", "missionaries"):
        wrong = [bool(each["fault"]) for each in judged]
        assert any(wrong) == (name == "missionaries")
        assert wrong == [not reaches(facts, tuple(each["state"])) for each in judged]


def reaches(facts, start) -> bool:
    """Whether moves lead from a state to a goal."""
    seen, waiting = {start}, [start]
    for state in waiting:
        if facts.form.is_goal(state):
            return True
        new = {after for _, after in puzzle_from(facts, state).successors(state, None)} - seen
        seen |= new
        waiting += new
    return False


@pytest.fixture(scope="module")
def farmer(opened, written):
    return opened(written("ids", "farmer", "--live"))


@pytest.fixture(scope="module")
def pancake(opened, written):
    return opened(written("ids", "pancake", "--live"))


def told(shown, start: str) -> tuple[str, list[str]]:
    """What the page says about a start instead of the first one when it is run, and of its faults."""
    shown.button("Restore").click()
    shown.page.locator("#live[data-prolog=ready]").wait_for(timeout=LONG)
    area = shown.page.locator("#live textarea").first
    area.fill(
        re.sub(r"(?m)^start\((\w+), .*\)\.$", lambda found: f"start({found[1]}, {start}).", area.input_value(), count=1)
    )
    shown.button("Run ids").click()
    line = shown.page.locator("#live .told")
    line.filter(has_text=re.compile("Running|Threshold|ready")).wait_for(state="hidden", timeout=LONG)
    return line.inner_text(), shown.page.locator("#live .faults li").all_inner_texts()


@pytest.mark.parametrize(
    ("start", "said", "why"),
    [
        (
            "banks(west, wast, west, west)",
            "is not a state that the starts of the file lead to",
            "Column 25: Part 2 of the start is wast; from the starts of the file it is always west or east.",
        ),
        (
            "banks(west, west, west)",
            "is not a state of this puzzle",
            "Column 13: The start has another form than banks(_,_,_,_).",
        ),
        (
            "banks(west, west, west, west",
            "cannot be read",
            "Column 6: Syntax error: the bracket ( is not closed.",
        ),
        (
            "banks(west, west, west west)",
            "cannot be read",
            "Column 36: Syntax error: a comma or an operator is missing before west.",
        ),
    ],
)
def test_a_start_of_rules_is_explained_instead_of_run(farmer, start, said, why):
    assert told(farmer, start) == (f"Not run: this start {said}.", [f"farmer.pl, line 10 {why}"])


@pytest.mark.parametrize("start", ["banks(west, A, west, west)", "banks( east, 'east',east, west )"])
def test_a_start_of_rules_that_may_be_solved_is_run(farmer, start):
    assert told(farmer, start)[0].startswith(("Solved in ", "The program succeeded"))


def test_a_start_of_rules_from_which_no_goal_is_reached_is_not_run_unless_the_reader_wants_it(opened, written):
    shown = opened(written("ids", "missionaries", "--live"))
    line, faults = told(shown, "state(3, 0, west)")
    assert line == "Not run: this start cannot be solved."
    assert faults[0].endswith("No moves lead from the start to the goal: nothing makes state(0,_,_).")
    shown.button("Run anyway").click()
    shown.reads("#live .told", "No solution.")


@pytest.mark.everywhere
def test_a_start_as_moves_is_run_or_explained(pancake):
    line, faults = told(pancake, '"f3 f5\' f62"')
    assert (line.split(", which")[0], faults) == ("Solved in 2 moves", [])
    line, faults = told(pancake, '"f3 g5"')
    assert line == "Not run: this start is not a state of this puzzle."
    (why,) = faults
    assert why.endswith(
        "Column 21: g5 is not a move: a move is f2, f3, f4, f5, f6 or f7, perhaps with a number, ' or both behind it."
    )
    assert told(pancake, '"f3 f5')[1][0].endswith('Syntax error: the quote " is not closed in its line.')
    assert pancake.said == []
