"""A page with SWI-Prolog inside: facts and program can be changed and run, and nothing they do harms the page."""

import re

import pytest

from pybridge import cli
from pybridge.facts import prolog_folder

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = 60_000
"""Milliseconds that a search may take on a busy machine."""
NATIVE = re.compile(r"([\d,]+) inferences, [\d.,]+ s; outside the page ([\d,]+) inferences")


@pytest.fixture(scope="module")
def path(written):
    return written("ids_low", "seven", "--live")


@pytest.fixture(scope="module")
def page(opened, path):
    return opened(path)


@pytest.fixture
def shown(page):
    """The page with its own texts, ready to run."""
    page.button("Restore").click()
    is_ready(page)
    return page


def is_ready(shown) -> None:
    shown.page.locator("#live[data-prolog=ready]").wait_for(timeout=LONG)


def run(shown) -> str:
    """Run the program in the editor, and return the line that the page shows about it."""
    shown.button("Run ids_low").click()
    told = shown.page.locator("#live .told")
    told.filter(has_text=re.compile("Running|Threshold")).wait_for(state="hidden", timeout=LONG)
    return told.inner_text()


def replace(shown, name: str, old: str, new: str) -> None:
    area = shown.page.get_by_label(name, exact=True)
    text = area.input_value()
    assert old in text
    area.fill(text.replace(old, new, 1))


def is_apart(shown) -> bool:
    """Whether it asked for nothing but itself and its own workers, and said nothing.

    Firefox says when a page's policy blocks a program that would run a script.
    """
    foreign = [address for address in shown.asked if not address.startswith(("file:", "blob:"))]
    return foreign == [each for each in shown.said if "blocked a JavaScript eval" not in each] == []


@pytest.mark.everywhere
def test_it_has_prolog_inside_and_is_small(path, shown):
    assert path.stat().st_size < 3_100_000
    assert "10.1.10 is ready" in shown.text("#live .told")
    assert is_apart(shown)


@pytest.mark.everywhere
def test_it_counts_what_the_native_run_counts(shown):
    told = run(shown)
    assert told.startswith("Solved in 36 moves, which the board above shows.")
    here, native = (int(number.replace(",", "")) for number in NATIVE.search(told).groups())
    assert abs(here - native) < native / 10_000
    shown.reads("#player .what", "Found by the program in this page: 36 moves")
    shown.page.locator("#player .moves li").nth(35).wait_for()
    rows = shown.page.locator("#live tbody tr").all_inner_texts()
    assert [int(row.split()[0]) for row in rows] == list(range(16, 37))
    shown.button("To the end").click()
    shown.reads(".where", "This is the goal.")


def test_what_does_not_end_at_the_goal_is_not_solved(shown):
    shown.page.get_by_label("seven.pl", exact=True).fill("ids_low :- writeln([7, 2]).\n")
    assert run(shown).startswith("Printed 2 moves, which the board above shows; they do not end at its goal.")


@pytest.mark.parametrize("told", ["format('Step ~d: ~w~n', [N, T])", "format('~w ~w ~w ~w~n~w ~w ~w ~w~n~n', T)"])
def test_states_that_are_printed_are_played(shown, told):
    replace(shown, "facts.pl", "[0, 7, 2, 1, 4, 3, 6, 5]", "[1, 2, 3, 4, 5, 0, 6, 7]")
    path = "[[1, 2, 3, 4, 5, 0, 6, 7], [1, 2, 3, 4, 5, 6, 0, 7], [1, 2, 3, 4, 5, 6, 7, 0]]"
    shown.page.get_by_label("seven.pl", exact=True).fill(
        'ids_low :- start(_, S), goal(G), format("From ~w to ~w:~n", [S, G]),\n'
        f"    forall(nth0(N, {path}, T), {told}).\n"
    )
    assert run(shown).startswith("Solved in 2 moves, which the board above shows.")


def test_a_solution_of_one_move_is_no_threshold(shown):
    replace(shown, "facts.pl", "[0, 7, 2, 1, 4, 3, 6, 5]", "[1, 2, 3, 0, 5, 6, 7, 4]")
    assert run(shown).startswith("Solved in 1 move, which the board above shows.")
    rows = shown.page.locator("#live table tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows[1:]] == ["1"]
    assert not shown.button("Copy link").is_hidden()


@pytest.mark.needs("media")
def test_a_program_is_printed_whole(shown):
    shown.page.emulate_media(media="print")
    assert not shown.page.locator("#live .colors").first.is_visible()
    assert shown.page.locator("#live textarea").first.evaluate("each => getComputedStyle(each).color") == "rgb(0, 0, 0)"
    shown.page.emulate_media(media="screen")


def test_a_changed_fact_has_another_solution(shown):
    replace(shown, "facts.pl", "[0, 7, 2, 1, 4, 3, 6, 5]", "[1, 2, 3, 4, 5, 0, 6, 7]")
    told = run(shown)
    assert told.startswith("Solved in 2 moves, which the board above shows.")
    assert "outside" not in told + shown.page.locator("#live table").inner_text()
    assert shown.page.locator("#player .moves li").all_inner_texts() == ["6", "7"]


@pytest.mark.parametrize(
    ("start", "told"),
    [
        ("[0, 2, 7, 1, 4, 3, 6, 5]", "wrong parity"),
        ("[0, 7, 2, 1, 4, 3, 6]", "lists 7 numbers, but there are 8 cells"),
        ("[0, 7, 7, 1, 4, 3, 6, 5]", "2 occurs 0 times instead of 1; 7 occurs 2 times instead of 1"),
    ],
)
def test_a_start_without_a_solution_is_explained_instead_of_run(shown, start, told):
    replace(shown, "facts.pl", "[0, 7, 2, 1, 4, 3, 6, 5]", start)
    assert run(shown) == "Not run: this start cannot be solved."
    assert told in shown.text("#live .faults li")
    shown.button("facts.pl, line 11").click()
    area = shown.page.get_by_label("facts.pl", exact=True)
    marked = area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert marked == f"start(page, {start})."
    shown.button("Run anyway").click()
    shown.page.locator("#live[data-prolog=running]").wait_for()
    shown.button("Stop").click()
    assert not shown.button("Run anyway").is_visible()


def test_what_is_said_of_a_start_stays_when_another_prolog_is_ready(opened, path):
    other = opened(path)
    is_ready(other)
    replace(other, "facts.pl", "[0, 7, 2, 1", "[0, 2, 7, 1")
    other.button("Run ids_low").click()
    other.page.wait_for_timeout(3000)
    assert other.text("#live .told").startswith("Not run")


def test_figures_of_the_run_outside_are_said_to_be_of_it(shown):
    assert shown.text("#agreement p") == "✓ All checks of the run outside this page agree."


def test_moves_that_a_program_includes_are_a_text_of_their_own(written, opened):
    shown = opened(written("ids_low", "pancake", "--no-check", "--live"))
    is_ready(shown)
    assert run(shown).startswith("Solved in 8 moves, which the board above shows.")
    replace(shown, "turns.pl", "counts(half, _, _).", "counts(half, _, _) :- throw(no_moves).")
    assert run(shown) == "1 error."
    assert "no_moves" in shown.text("#live .faults li")


def test_a_start_that_the_board_does_not_know_is_only_told(shown):
    replace(shown, "facts.pl", "start(page, [0, 7, 2, 1, 4, 3, 6, 5])", "start(page, [1, 2, 3, 4, 5, 6, 7, 0, 9])")
    replace(shown, "facts.pl", "goal([1, 2, 3, 4, 5, 6, 7, 0])", "goal([1, 2, 3, 4, 5, 6, 7, 0, 9])")
    replace(shown, "facts.pl", "neighbor(7,", "distance(9, [0, 0, 0, 0, 0, 0, 0, 0, 0]).\nneighbor(7,")
    assert run(shown).startswith("The program succeeded, and printed no moves that the board above knows.")


def test_an_error_in_the_facts_is_at_its_line(shown):
    replace(shown, "facts.pl", "goal([1, 2", "goal([1, 2,,")
    assert run(shown) == "1 error."
    area = shown.page.get_by_label("facts.pl", exact=True)
    lines = area.input_value().split("\n")
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("goal("))
    shown.button(f"facts.pl, line {number}").click()
    assert area.get_attribute("aria-invalid") == "true"
    assert f"✗ {number}" in shown.text(".numbers")


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("ids_low :- !, slid(1).", "seven.pl, line 61 in ids_low/0: Unknown procedure: slid/1"),
        (":- initialization(slid(1)).", "seven.pl, line 61 Unknown procedure: slid/1"),
        ("ids_low :- !, length(Ns, 100000000), print(Ns).", "The stacks are full: "),
        ("ids_low :- !, throw(my(ball)).", "seven.pl, line 61 ids_low/0 throws my(ball), and nothing catches it"),
    ],
)
def test_errors_are_sentences(shown, clause, told):
    replace(shown, "seven.pl", "ids_low :-", f"{clause}\nids_low :-")
    assert run(shown) == "1 error."
    assert shown.text("#live .faults li").startswith(told)


@pytest.mark.everywhere
def test_numbers_stand_beside_their_lines_to_the_end(shown):
    """Below the numbers there is no scrollbar; browsers that hide theirs cannot fail here."""
    area = shown.page.get_by_label("seven.pl", exact=True)
    area.evaluate("area => { area.scrollTop = area.scrollHeight; }")
    shown.page.wait_for_function("""() => [...document.querySelectorAll(".lines")].every(
        lines => lines.querySelector(".numbers").scrollTop === lines.querySelector("textarea").scrollTop)""")
    assert area.evaluate("area => area.scrollTop") > 1000


@pytest.mark.everywhere
def test_the_first_error_is_scrolled_to(shown):
    replace(shown, "seven.pl", "put(Gap1, X, Y,", "put(Gap1, X, Y,,")
    assert run(shown) == "1 error."
    number = int(re.search(r"line (\d+)", shown.text("#live .faults li"))[1])
    area = shown.page.get_by_label("seven.pl", exact=True)
    first = area.evaluate("area => area.scrollTop * area.value.split('\\n').length / area.scrollHeight")
    assert first < number < first + 14


@pytest.mark.everywhere
def test_changes_survive_a_reload_until_they_are_restored(shown):
    replace(shown, "facts.pl", "[0, 7, 2, 1, 4, 3, 6, 5]", "[1, 2, 3, 4, 5, 0, 6, 7]")
    shown.page.reload()
    shown.reads("#live .told", "is ready. The texts are as you changed them")
    assert run(shown).startswith("Solved in 2 moves")
    shown.button("Restore").click()
    shown.page.reload()
    is_ready(shown)
    assert "changed" not in shown.text("#live .told")
    assert "[0, 7, 2, 1, 4, 3, 6, 5]" in shown.page.get_by_label("facts.pl", exact=True).input_value()


@pytest.mark.everywhere
def test_an_address_holds_what_was_changed(opened, path):
    """For a reader who has the same page open; an address that holds something else says so."""
    teacher = opened(path, bypass_csp=True)
    teacher.page.evaluate("navigator.clipboard.writeText = async text => { document.title = text; }")
    replace(teacher, "facts.pl", "start(page", "start(漢字")
    teacher.button("Copy link with these texts").click()
    teacher.reads("#live .controls", "Copied.")
    pupil = opened(path)
    pupil.page.goto(teacher.page.title())
    pupil.reads("#live .told", "The texts are as you changed them")
    assert "start(漢字, " in pupil.page.get_by_label("facts.pl", exact=True).input_value()
    other = opened(path)
    other.page.goto(f"{other.address}#texts=nonsense")
    other.reads("#live .told", "is ready. The texts in the address cannot be read.")
    assert "start(page, " in other.page.get_by_label("facts.pl", exact=True).input_value()
    assert pupil.said == other.said == []


@pytest.mark.everywhere
def test_a_browser_that_keeps_nothing_shows_the_originals(opened, path):
    other = opened(path)
    other.page.add_init_script("Object.defineProperty(window, 'sessionStorage', {get() { throw new Error('no'); }})")
    other.page.reload()
    is_ready(other)
    replace(other, "facts.pl", "start(page", "start(mine")
    assert run(other).startswith("Solved in 36 moves")
    assert other.said == []


def test_an_error_in_a_run_is_at_its_line(shown):
    replace(shown, "seven.pl", "N1 is N+1,\n    dfs_low", "no_such_thing(N1),\n    dfs_low")
    assert run(shown) == "1 error."
    assert re.search(r"seven.pl, line 90 .*no_such_thing/1", shown.text("#live .faults li"))


def ask(shown, query: str) -> str:
    """Ask a query, and return the line that the page shows about it."""
    shown.page.get_by_label("Query", exact=True).fill(query)
    shown.button("Ask").click()
    return told_of_query(shown)


def told_of_query(shown) -> str:
    told = shown.page.locator("#live .told")
    told.filter(has_text="Asking").wait_for(state="hidden", timeout=LONG)
    return told.inner_text()


def test_a_query_has_its_answers_one_after_the_other(shown):
    replace(shown, "facts.pl", "start(page,", "start(mine, [a|X]).\nstart(page,")
    assert ask(shown, "?- start(Name, S).") == "1 answer; there may be more."
    shown.button("More").click()
    assert told_of_query(shown) == "2 answers; there are no more."
    rows = shown.page.locator("#live table tr").all_inner_texts()
    assert [row.split("\t")[:2] for row in rows] == [["answer", "Name"], ["1", "mine"], ["2", "page"]]
    assert rows[2].endswith("[0, 7, 2, 1, 4, 3, 6, 5]")
    assert not shown.button("More").is_enabled()


def test_there_is_no_more_behind_the_last_answer(shown):
    assert ask(shown, "X = 1 ; X = 2 ; fail") == "1 answer; there may be more."
    shown.button("More").click()
    assert told_of_query(shown) == "2 answers; there may be more."
    is_ready(shown)
    shown.button("More").click()
    assert told_of_query(shown) == "2 answers; there are no more."
    assert not shown.button("More").is_enabled()


def test_a_file_from_windows_is_not_taken_for_changed(opened, tmp_path):
    mine, page = tmp_path / "mine.pl", tmp_path / "mine.html"
    mine.write_bytes((prolog_folder() / "seven.pl").read_bytes().replace(b"\n", b"\r\n"))
    assert cli.run(["ids_low", "seven", "--program", str(mine), "--quiet", "--live", "--html", str(page)]) == 0
    shown = opened(page)
    is_ready(shown)
    assert "as you changed them" not in shown.page.locator("#live .told").inner_text()


def test_a_last_line_may_lack_its_end(shown):
    assert ask(shown, "member(X, [1, 2]), write(user_error, X)") == "1 answer; there may be more."
    assert shown.page.locator("#live .output").text_content() == "1\n"
    shown.button("More").click()
    assert told_of_query(shown) == "2 answers; there are no more."
    assert shown.page.locator("#live .output").text_content() == "1\n2\n"
    shown.page.get_by_label("seven.pl", exact=True).fill(
        "ids_low :- writeln(moves), write([7, 2]).\nmaplist(_, _) :- throw(mine).\n"
    )
    assert run(shown).startswith("Printed 2 moves, which the board above shows;")
    assert shown.page.locator("#live .output").text_content() == "moves\n[7,2]\n"


def test_a_query_prints_its_last_lines_once_and_no_threshold(shown):
    many = "forall(between(1, 3000, Y), (print(Y), nl)), member(X, [a, b])"
    assert ask(shown, many) == "1 answer; there may be more."
    shown.button("More").click()
    assert told_of_query(shown) == "2 answers; there are no more."
    lines = shown.page.locator("#live .output").text_content().split("\n")
    assert lines == [*map(str, range(1, 2001)), *map(str, range(2801, 3001)), "(800 lines in between not shown)", ""]


def test_a_start_that_is_not_run_leaves_no_answers(shown):
    assert ask(shown, "member(X, [1, 2])") == "1 answer; there may be more."
    is_ready(shown)
    replace(shown, "facts.pl", "[0, 7, 2, 1, 4, 3, 6, 5]", "[0, 7, 2, 1, 4, 3, 5, 6]")
    shown.button("Run ids_low").click()
    shown.reads("#live .told", "Not run: this start")
    assert not shown.button("More").is_enabled()


def test_a_query_that_waits_for_more_is_given_up_for_a_run(shown):
    assert ask(shown, "member(X, [1, 2])") == "1 answer; there may be more."
    is_ready(shown)
    assert run(shown).startswith("Solved in 36 moves")
    assert not shown.button("More").is_enabled()


@pytest.mark.parametrize(
    ("query", "told", "fault"),
    [
        ("start(none, _)", "No answer: the query fails.", None),
        ("goal(", "1 error.", "Syntax error"),
        ("slide(a, 1, [], X)", "1 error.", "seven.pl, line "),
        ("slid(1)", "1 error.", "Unknown procedure: slid/1"),
        ("write('<b>'), nl", "1 answer; there are no more.", None),
        ("halt", "1 error.", "Prolog ended"),
    ],
)
def test_what_a_query_can_come_to(shown, query, told, fault):
    assert ask(shown, query) == told
    if fault:
        assert fault in shown.text("#live .faults li")
    assert shown.page.locator("#live b").count() == 0


@pytest.mark.everywhere
def test_a_query_shows_100_answers_and_can_be_stopped(shown):
    assert ask(shown, "repeat") == "1 answer; there may be more."
    shown.button("More").evaluate(
        """async (more) => {
            const told = document.querySelector("#live .told");
            for (let number = 2; number < 100; number += 1) {
                more.click();
                while (told.innerText !== `${number} answers; there may be more.`) {
                    await new Promise(requestAnimationFrame);
                }
            }
        }"""
    )
    shown.button("More").click()
    shown.reads("#live .told", "The first 100 answers.")
    is_ready(shown)
    shown.page.get_by_label("Query", exact=True).fill("repeat, fail")
    shown.button("Ask").click()
    shown.button("Stop").click()
    assert shown.text("#live .told") == "Stopped."
    assert ask(shown, "true") == "1 answer; there are no more."


@pytest.mark.everywhere
def test_a_program_that_never_ends_is_stopped(shown):
    replace(shown, "seven.pl", "ids_low :-", "ids_low :- repeat, fail.\nids_low :-")
    shown.button("Run ids_low").click()
    shown.page.locator("#live[data-prolog=running]").wait_for()
    shown.page.wait_for_timeout(300)
    shown.page.locator("#player .moves button").first.click()  # the page answers meanwhile
    shown.reads(".where", "Move 1 ")
    shown.button("Stop").click()
    assert shown.text("#live .told") == "Stopped."
    is_ready(shown)
    shown.button("Restore").click()
    assert run(shown).startswith("Solved in 36 moves")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("repeat, print_limit(1), write(line), nl, fail", "too many messages"),
        ("numlist(1, 100000, Ns), forall(member(N, Ns), (write(N), nl))", "The program succeeded"),
        ("halt", "Prolog ended"),
        ("throw('<img src=x onerror=alert(1)>')", "1 error."),
        ("_ := postMessage('<b>')", "1 error."),
        ("write('[<b>,1]'), nl", "The program succeeded"),
    ],
)
@pytest.mark.everywhere
def test_whatever_a_program_does_stays_in_its_worker(shown, body, told):
    replace(shown, "seven.pl", "ids_low :-", f"ids_low :- !, {body}.\nids_low :-")
    first = run(shown)
    assert re.search(told, first + shown.page.locator("#live .faults").text_content())
    assert shown.page.locator("#live img, #live b").count() == 0
    assert len(shown.page.locator("#live .output").text_content()) < 1_000_000
    shown.button("Restore").click()
    assert run(shown).startswith("Solved in 36 moves")
    assert is_apart(shown)


@pytest.mark.parametrize(
    ("arguments", "goal", "length"),
    [
        (("ids", "blocks3"), "ids", 5),
        (("ids", "pancake"), "ids", 8),
        (("ids", "jugs"), "ids", 6),
        (("solve", "fifteen", "--start", "easy", "--engine", "prolog-compiled"), "ida_star", 24),
    ],
    ids=str,
)
@pytest.mark.everywhere
def test_every_kind_of_program_is_played(opened, written, arguments, goal, length):
    path = written(*arguments, "--live")
    assert path.stat().st_size < 4_000_000
    other = opened(path)
    is_ready(other)
    other.button(f"Run {goal}").click()
    other.page.locator("#live .told", has_text=f"Solved in {length} moves").wait_for(timeout=LONG)
    other.button("To the end").click()
    other.reads(".where", "This is the goal.")
    assert is_apart(other)


OWN = """
ids :- start(_, Start), between(0, inf, Limit), length(Moves, Limit), way(Start, Moves), !, print(Moves), nl.
way(State, []) :- goal(State).
way(State, [Move|Moves]) :- move(State, Move, Next), way(Next, Moves).
"""


@pytest.mark.parametrize("end", [".", ", fail."])
def test_a_program_brings_its_puzzle_and_the_start_is_changed(opened, written, tmp_path, end):
    """Its solution counts, though it fails at last."""
    program = tmp_path / "wolf.pl"
    rules = (prolog_folder() / "puzzles" / "rules" / "farmer.pl").read_text(encoding="utf-8")
    program.write_text(rules + OWN.replace("nl.", f"nl{end}"), encoding="utf-8")
    page = opened(written("ids", "--program", str(program), "--live"))
    is_ready(page)
    assert page.page.locator("#live textarea").count() == 1
    start = "start(west, banks(west, west, west, west))"
    for changed, length in ((start, 7), ("start(near, banks(east, west, east, west))", 6)):
        replace(page, "wolf.pl", start, changed)
        page.button("Run ids").click()
        page.page.locator("#live .told", has_text=f"Solved in {length} moves").wait_for(timeout=LONG)
