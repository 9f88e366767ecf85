"""The dialogue of `new` on a real terminal: what it asks, what it takes for an answer, and how it ends early."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from pybridge.boards.generate import from_drawing
from pybridge.cli.dialogue import HEXAGONS, SQUARES, WALLED
from pybridge.facts import read
from tests.samples import sample

RIGHT, START = r"Is this the board\? \[Y/n\] ", r"Now draw the start(?s:.*?)\n *1  "
TITLE, FILE = r"Title \[.*\]: ", r"File \[(.*)\]: "
SOLVED = r"solved in \d+ move"
Terminal = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Start `new` on a terminal, in an empty folder."""
    started: list[pexpect.spawn[str]] = []

    def start(*arguments: str, columns: int = 80) -> "pexpect.spawn[str]":
        started.append(
            pexpect.spawn(
                sys.executable,
                ["-m", "pybridge", "new", *arguments],
                dimensions=(40, columns),
                encoding="utf-8",
                cwd=str(tmp_path),
                env={
                    **os.environ,
                    "TERM": "xterm",
                    "NO_COLOR": "1",
                    "COLUMNS": str(columns),
                    "PYBRIDGE_CALLED": "pybridge",
                },
                timeout=30,
            )
        )
        return started[-1]

    yield start
    for child in started:
        child.close(force=True)


def finish(child: "pexpect.spawn[str]") -> int:
    """Wait for the end; the exit code."""
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in (child.before or "")
    assert child.exitstatus is not None
    return child.exitstatus


def answer(child: "pexpect.spawn[str]", *pairs: tuple[str, str]) -> None:
    """Wait for each question and answer it."""
    for question, line in pairs:
        child.expect(question)
        child.sendline(line)


def draw(child: "pexpect.spawn[str]", *rows: str) -> None:
    """Type the rows of a board and the empty line."""
    answer(child, *((rf"\n *{number}  ", row) for number, row in enumerate([*rows, ""], 1)))


@pytest.mark.slow
def test_from_a_drawing_to_its_solution(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal()
    child.expect("Draw the solved board")
    draw(child, "B A N", "A N .")
    child.expect(" B A N ")
    child.expect("6 cells, 5 tiles, alike: 2 x A, 2 x N")
    answer(child, (RIGHT, ""), (START, ""), (TITLE, "A box of letters"), (FILE, ""))
    child.expect("a_box_of_letters.pl written")
    child.expect("a_box_of_letters.pl: sound, sliding_tiles, 6 cells, 1 start")
    child.expect(SOLVED)
    child.expect("Next: pybridge ids_low a_box_of_letters.pl")
    assert finish(child) == 0
    facts = read(tmp_path / "a_box_of_letters.pl")
    assert (facts.name, facts.title, facts.goals) == ("a_box_of_letters", "A box of letters", ((1, 2, 3, 2, 3, 0),))


@pytest.mark.slow
def test_the_hardest_start_is_a_word(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("--out", "five.pl")
    answer(child, (r"\n *1  ", "2x3"), (RIGHT, ""))
    answer(child, (START, "hardest"))
    child.expect("4 5  ")
    answer(child, (TITLE, ""))
    assert finish(child) == 0
    assert read(tmp_path / "five.pl").optimal == {"hardest": 21}


@pytest.mark.slow
def test_a_size_needs_no_empty_line(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("--blank", "first", "--seed", "5")
    answer(child, (r"\n *1  ", "2 X 2"), (RIGHT, "y"), (TITLE, ""))
    child.expect(FILE)
    assert child.match.group(1) == "rectangle_2x2.pl"
    child.sendline("tiny")
    assert finish(child) == 0
    facts = read(tmp_path / "tiny.pl")
    assert (facts.name, facts.title, facts.goals) == ("tiny", "2 x 2 sliding tiles", ((0, 1, 2, 3),))
    assert facts.starts[0][0] == "random_5"


def test_a_drawing_is_pasted_at_once(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("--out", "walls.pl")
    child.expect(r"\n *1  ")
    child.send("+---+---+\n| 1 | 2 |\n+   +   +\n| 3   . |\n+---+---+\n\ny\n\n\n")
    assert finish(child) == 0
    assert read(tmp_path / "walls.pl").neighbors == ((2,), (3,), (0, 3), (1, 2))


@pytest.mark.slow
def test_mistakes_are_shown_where_they_are_and_the_board_is_drawn_again(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("--out", "mine.pl", "--title", "Mine")
    draw(child, "1 2 3", "4 . .")
    child.expect(r"     4 \. \.\r\n         \^\r\nline 2, column 5: a second blank")
    child.expect("Draw it again")
    draw(child, "金 x", "1 .")
    child.expect(r"     金 x\r\n     \^\r\nline 1, column 1: 金 among numbers")
    child.expect(r"     金 x\r\n        \^\r\nline 1, column 3: x among numbers")
    answer(child, (r"\n *1  ", "40x40"))
    child.expect("a board has 2 to 100 cells")
    draw(child, "1 2 3 .")
    answer(child, (RIGHT, "what?"), ("Answer y or n.(?s:.*)" + RIGHT, "n"))
    child.expect("Then draw it again")
    answer(child, (r"\n *1  ", ""))
    draw(child, "o o o")
    answer(child, (RIGHT, "YES"), (START, ""))
    assert finish(child) == 0
    assert read(tmp_path / "mine.pl").goals == ((1, 2, 0),)


@pytest.mark.slow
def test_a_start_is_drawn_until_it_is_one_of_the_board(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("--out", "mine.pl", "--title", "Mine")
    answer(child, (r"\n *1  ", "2x2"), (RIGHT, ""))
    child.expect("Now draw the start: the same board")
    draw(child, "1 1", "3 .")
    child.expect(r"     1 1\r\n       \^\r\nline 1, column 3: not the tiles of the goal: too many of 1, missing 2")
    child.expect("Draw it again; an empty line makes a random start")
    draw(child, "1 .", "3 2")
    child.expect("solved in 1 move")
    assert finish(child) == 0
    assert read(tmp_path / "mine.pl").starts == (("drawn", (1, 0, 3, 2)),)


@pytest.mark.slow
def test_a_start_that_a_file_draws_wrongly_is_asked_for(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "start.txt").write_text("1 .\n2\n")
    child = terminal("--start-drawing", "start.txt", "--out", "mine.pl", "--title", "Mine")
    answer(child, (r"\n *1  ", "2x2"), (RIGHT, ""))
    child.expect("start.txt:2:2: a cell is missing here")
    draw(child, ". 1", "3 2")
    assert finish(child) == 0
    assert read(tmp_path / "mine.pl").starts == (("drawn", (0, 1, 3, 2)),)


@pytest.mark.slow
def test_a_start_of_a_file_is_not_asked_for(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "start.txt").write_text("1 .\n3 2\n")
    child = terminal("2x2", "--start-drawing", "start.txt", "--title", "Mine")
    answer(child, (FILE, ""))
    assert finish(child) == 0
    assert read(tmp_path / "mine.pl").starts == (("drawn", (1, 0, 3, 2)),)


@pytest.mark.slow
def test_what_is_nearly_a_size(terminal: Terminal) -> None:
    child = terminal("--out", "mine.pl", "--title", "Mine", "--seed", "1")
    draw(child, "2 by 2")
    child.expect("2 by 2 is not a board; write a size as rows x columns, e.g. 3x4.")
    answer(child, (r"\n *1  ", "2*2"), (RIGHT, ""))
    assert finish(child) == 0


@pytest.mark.parametrize(
    ("arguments", "shown", "hidden"),
    [
        ((), "walls between cells", "half a cell"),
        (("--wrap", "both"), "cells only", "walls between cells"),
        (("--hex",), "Hexagons: shift each row by half a cell", "walls between cells"),
    ],
)
@pytest.mark.parametrize("columns", [80, 40])
def test_the_introduction_fits_the_terminal_and_the_options(
    terminal: Terminal, arguments: tuple[str, ...], shown: str, hidden: str, columns: int
) -> None:
    child = terminal(*arguments, columns=columns)
    child.expect(r"\n *1  ")
    lines = child.before.splitlines()
    told = " ".join(" ".join(lines).split())
    assert shown in told
    assert hidden not in told
    assert "Or type a size, e.g. 3x4." in told
    assert max(map(len, lines)) <= columns


def test_messages_are_folded_between_words(terminal: Terminal) -> None:
    child = terminal(columns=40)
    draw(child, "1 # .")
    child.expect(
        r"line 1, column 5: no path leads from the\r\nfirst cell to this one; connect all\r\ncells of the board"
    )


def test_the_examples_of_the_introduction_are_boards() -> None:
    for text in (SQUARES | WALLED).values():
        assert len(from_drawing(text).cells) >= 5
    for text in HEXAGONS.values():
        facts = from_drawing(text, hexagonal=True)
        assert max(map(len, facts.neighbors)) >= 4


@pytest.mark.slow
def test_only_what_is_missing_is_asked(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("2x2", "--title", "Tiny", "--seed", "1")
    child.expect(FILE)
    assert "Title" not in child.before
    assert "Is this" not in child.before
    assert "4 cells, 3 tiles" in child.before
    child.sendline("")
    assert finish(child) == 0
    assert read(tmp_path / "tiny.pl").title == "Tiny"


@pytest.mark.slow
def test_with_a_board_and_a_file_nothing_is_asked(terminal: Terminal) -> None:
    child = terminal("2x2", "--out", "mine.pl")
    assert finish(child) == 0
    assert "solved in" in child.before
    assert "]: " not in child.before
    assert "? " not in child.before


@pytest.mark.slow
def test_an_existing_file_is_replaced_only_if_that_is_wanted(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "two.pl").write_text("kept")
    child = terminal("2x2", "--title", "Two", "--seed", "1")
    child.expect(FILE)
    assert child.match.group(1) == "two_2.pl"
    child.sendline("two.pl")
    answer(child, (r"two.pl exists. Replace it\? \[y/N\] ", ""), (FILE, "two"), (r"Replace it\? \[y/N\] ", "n"))
    answer(child, (FILE, "two"), (r"Replace it\? \[y/N\] ", "y"))
    assert finish(child) == 0
    assert read(tmp_path / "two.pl").name == "two"


@pytest.mark.slow
def test_an_existing_file_of_the_options_is_asked_about_before_the_board(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "mine.pl").write_text("kept")
    child = terminal("--out", "mine.pl", "--title", "Other")
    answer(child, (r"mine.pl exists. Replace it\? \[y/N\] ", "n"), (r"File \[mine_2.pl\]: ", ""), (r"\n *1  ", "2x2"))
    answer(child, (RIGHT, ""), (START, ""))
    assert finish(child) == 0
    assert (tmp_path / "mine.pl").read_text() == "kept"
    assert read(tmp_path / "mine_2.pl").name == "mine_2"


@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_asked_for_again(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "folder.pl").mkdir()
    child = terminal("2x2", "--title", "Two", "--seed", "1")
    answer(child, (FILE, "away/two.pl"), ("away/two.pl cannot be written(?s:.*)" + FILE, "folder"))
    answer(child, ("folder.pl is not a regular file(?s:.*)" + FILE, "x" * 300))
    answer(child, (FILE, "~nobody_of_that_name/x"), (FILE, "fine"))
    assert finish(child) == 0
    assert (tmp_path / "fine.pl").is_file()


@pytest.mark.slow
def test_a_file_that_cannot_be_written_after_all_does_not_lose_the_board(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal()
    draw(child, "1 2 .")
    answer(child, (RIGHT, ""), (START, ""), (TITLE, "Row"), (FILE, "/proc/x.pl"))
    child.expect("/proc/x.pl cannot be written: (?s:.*)in a\\s+writable\\s+folder")
    answer(child, (FILE, ""))
    assert finish(child) == 0
    assert read(tmp_path / "row.pl").name == "row"


@pytest.mark.parametrize(
    "name", sample(["/", ".", "..", "away/..", "...", "folder/", "./", "-"], quick=("/", "away/.."))
)
def test_what_names_no_file_is_asked_for_again(terminal: Terminal, tmp_path: Path, name: str) -> None:
    child = terminal("2x2", "--title", "Two", "--seed", "1")
    answer(child, (FILE, name))
    child.expect_exact(f"{name} is not a file name; type a name such as two.pl.\r\n")
    answer(child, (FILE, ""))
    assert finish(child) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["two.pl"]


QUESTIONS = [(r"\n *1  ", "1 2 ."), (r"\n *2  ", ""), (RIGHT, ""), (START, ""), (TITLE, ""), (FILE, "")]


@pytest.mark.parametrize("number", sample(range(len(QUESTIONS)), quick=(0, 5)))
@pytest.mark.parametrize(
    ("key", "code", "told"), [("\x03", 130, "pybridge: interrupted"), ("\x04", 2, "pybridge: the input has ended")]
)
def test_an_early_end_writes_nothing(
    terminal: Terminal, tmp_path: Path, number: int, key: str, code: int, told: str
) -> None:
    child = terminal()
    answer(child, *QUESTIONS[:number])
    child.expect(QUESTIONS[number][0])
    child.send(key)
    child.expect(rf"\r\n{told}")
    assert finish(child) == code
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_an_interrupt_of_the_search_leaves_the_file(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal("6x6", "--out", "six.pl")
    child.expect("Ctrl-C stops")
    child.send("\x03")
    child.expect("interrupted")
    child.expect("six.pl itself is valid")
    child.expect("Next: pybridge solve six.pl --time-limit 600")
    assert finish(child) == 130
    assert len(read(tmp_path / "six.pl").goals[0]) == 36


@pytest.mark.parametrize("arguments", [(), ("2x2",), ("--out", "mine.pl")])
def test_without_a_terminal_to_write_to_nothing_is_asked(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    line = f"{sys.executable} -m pybridge new {' '.join(arguments)} | cat"
    text, _ = pexpect.run(
        "sh -c " + repr(line), withexitstatus=True, cwd=str(tmp_path), encoding="utf-8", env=dict(os.environ)
    )
    assert "there is no terminal for questions" in text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_permutation_puzzle(terminal: Terminal, tmp_path: Path) -> None:
    from pybridge.boards.turn_drawing import from_turns
    from pybridge.cli.new_turns import EXAMPLES

    child = terminal()
    answer(child, (r"\n *1  ", "turns"))
    child.expect("Draw rings that cross")
    draw(child, "1 2", "A: 1 3")
    child.expect("3 is not a point; the points are 1 to 2")
    draw(child, *EXAMPLES["rings"].split("\n"))
    child.expect("9 points; moves: L, R, T")
    answer(child, (r"Is this the puzzle\? \[Y/n\] ", ""), (r"Start \[random\]: ", "T X"))
    child.expect("X is not a move")
    answer(child, (r"Start \[random\]: ", "T L' R2"), (TITLE, "Three rings"), (FILE, ""))
    child.expect(SOLVED)
    assert finish(child) == 0
    facts = read(tmp_path / "three_rings.pl")
    drawn = from_turns(EXAMPLES["rings"])
    assert (facts.generators, facts.title, facts.starts[0][0]) == (drawn.generators, "Three rings", "typed")


@pytest.mark.slow
def test_a_puzzle_of_rules(terminal: Terminal, tmp_path: Path) -> None:
    child = terminal()
    answer(child, (r"\n *1  ", "rules"), (TITLE, "Pegs in a row"), (FILE, ""))
    child.expect("pegs_in_a_row.pl written")
    child.expect("solved in 2 moves")
    assert finish(child) == 0
    facts = read(tmp_path / "pegs_in_a_row.pl")
    assert (facts.name, facts.title, facts.domain) == ("pegs_in_a_row", "Pegs in a row", "rules")


@pytest.mark.slow
@pytest.mark.parametrize(("replaced", "name"), [("y", "mine"), ("n", "other")])
def test_a_puzzle_of_rules_for_an_existing_file(terminal: Terminal, tmp_path: Path, replaced: str, name: str) -> None:
    (tmp_path / "mine.pl").write_text("kept")
    child = terminal("--out", "mine.pl")
    answer(child, (r"mine.pl exists. Replace it\? \[y/N\] ", replaced), *[(FILE, "other")] * (replaced == "n"))
    answer(child, (r"\n *1  ", "rules"), (TITLE, ""))
    child.expect(f"{name}.pl written")
    assert finish(child) == 0
    assert read(tmp_path / f"{name}.pl").name == name
    assert ((tmp_path / "mine.pl").read_text() == "kept") == (replaced == "n")
