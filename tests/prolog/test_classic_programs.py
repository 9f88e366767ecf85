"""The classic programs in plain SWI-Prolog, as a reader would run them: no Python, no marks."""

import ast
import re
import shutil
import subprocess

import pytest

from pybridge.facts import find, prolog_folder

# Source: M. Hiroi, Prolog programming, iterative deepening; recounted with SWI-Prolog 9.0.4 on his text.
SEVEN = [7, 2, 1, 5, 6, 1, 2, 7, 4, 3, 1, 2, 5, 6, 2, 5, 7, 4, 3, 1, 5, 2, 6, 7, 4, 3, 1, 5, 2, 6, 7, 4, 3, 2, 6, 7]
INFERENCES_OF_IDS_LOW = 6_504_715
INFERENCES_OF_IDS_ON_EIGHT = 83_288  # counted with SWI-Prolog 9.0.4
EIGHT = [1, 3, 5, 8, 7, 2, 0, 4, 6]  # its first start
TIMED = "call_time({goal}, T), get_dict(inferences, T, I), format('~d~n', [I])"

SIDES = {
    cell: {cell - 3, cell + 3} & set(range(9)) | {c for c in (cell - 1, cell + 1) if c // 3 == cell // 3}
    for cell in range(9)
}


def run(goal: str, *files: str, timeout: float = 60.0) -> list[str]:
    """The lines that swipl prints."""
    paths = [str(find(file)) if "." not in file else str(prolog_folder() / file) for file in files]
    command = ["swipl", "-f", "none", "--no-packs", "-g", goal, "-t", "halt", *paths]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=timeout)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def limits(first: int, last: int) -> list[str]:
    return [f"----- {limit} -----" for limit in range(first, last + 1)]


def test_ids_low():
    *lines, solution, inferences = run(TIMED.format(goal="ids_low"), "seven.pl")
    assert lines == limits(16, 36)
    assert ast.literal_eval(solution) == SEVEN
    assert int(inferences) == pytest.approx(INFERENCES_OF_IDS_LOW, rel=0.02)


def test_ids():
    """On an easier board: tests/cli/test_searching.py runs it once on the 7-puzzle, for its published figure."""
    *lines, solution, inferences = run(TIMED.format(goal="ids"), "eight", "seven.pl")
    assert lines == limits(0, 12)
    moves = ast.literal_eval(solution)
    assert len(moves) == 12
    assert [*range(1, 9), 0] in reached(EIGHT, moves)
    assert int(inferences) == pytest.approx(INFERENCES_OF_IDS_ON_EIGHT, rel=0.02)


def test_another_fact_file_goes_first():
    *lines, solution = run("ids_low", "box_eight", "seven.pl")
    assert lines == limits(24, 30)  # source: the box-drawing page's lower bound and length
    board, goal = [6, 4, 5, 2, 0, 2, 3, 4, 1], [1, 2, 3, 4, 0, 4, 5, 2, 6]
    moves = ast.literal_eval(solution)
    assert len(moves) == 30
    assert goal in reached(board, moves)


def reached(board: list[int], moves: list[int]) -> list[list[int]]:
    """All boards that the tiles can lead to; equal tiles may leave a choice."""
    boards = [board]
    for tile in moves:
        after = []
        for before in boards:
            blank = before.index(0)
            for cell in SIDES[blank]:
                if before[cell] == tile:
                    next_board = before.copy()
                    next_board[blank], next_board[cell] = tile, 0
                    after.append(next_board)
        boards = after
    return boards


def test_blocks():
    # Source: M. Hiroi, Prolog programming, iterative deepening.
    plan = ["red -> y", "blue -> red", "green -> z", "blue -> green", "red -> blue"]
    assert run("ids", "blocks.pl") == [*limits(0, 5), *plan]


def test_blocks_with_another_fact_file():
    lines = run("ids", "sussman", "blocks.pl")
    assert lines == [*limits(0, 3), *lines[4:]]
    assert len(lines[4:]) == 3
    assert all(re.fullmatch(r"\w+ -> \w+", line) for line in lines[4:])


@pytest.mark.parametrize(("goal", "text"), [("ids", "permutation.pl"), ("breadth_first", "breadth_first.pl")])
def test_pancakes(goal, text):
    *lines, moves = run(goal, "pancake", text)
    assert lines == limits(0, 8)
    stack = [3, 6, 1, 4, 7, 2, 5]
    for move in moves.split():
        top = int(move[1:])
        stack[:top] = reversed(stack[:top])
    assert stack == [1, 2, 3, 4, 5, 6, 7]


def test_pancakes_are_the_puzzle_if_none_is_loaded():
    *lines, moves = run("ids_low", "permutation.pl")
    assert lines == limits(2, 8)
    assert len(moves.split()) == 8


def test_starts_of_the_cube_are_moves():
    assert run("ids", "cube", "permutation.pl") == [*limits(0, 4), "U R U' R'"]


def test_a_program_asked_for_nothing_prints_nothing():
    assert run("true", "seven.pl") == []
    assert run("true", "blocks.pl") == []
    assert run("true", "permutation.pl") == []


@pytest.mark.parametrize(
    ("text", "goal", "files"),
    [
        ("seven.pl", "ids_low", ["seven"]),
        ("terms.pl", "ids_low", ["seven"]),
        ("blocks.pl", "ids", ["blocks4"]),
        ("permutation.pl", "ids", ["pancake", "moves/turns.pl"]),
        ("breadth_first.pl", "breadth_first", ["seven", "moves/tiles.pl"]),
        ("breadth_first.pl", "breadth_first", ["blocks4", "moves/blocks.pl"]),
        ("breadth_first.pl", "breadth_first", ["pancake", "moves/turns.pl"]),
    ],
)
def test_a_copy_in_another_folder(tmp_path, text, goal, files):
    copy = shutil.copy(prolog_folder() / text, tmp_path / "mine.pl")
    lines = run(goal, *files, str(copy))
    assert lines == run(goal, files[0], text)
    assert lines[0].startswith("-----")
