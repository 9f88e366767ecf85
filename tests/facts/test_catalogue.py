"""Words for puzzles: shipped names and paths."""

from pathlib import Path

import pytest

from pybridge.errors import UnknownPuzzleError
from pybridge.facts import find, prolog_folder, shipped
from pybridge.facts.wording import did_you_mean, nearest


def test_shipped_puzzles_are_found_by_name():
    assert {"seven", "eight", "box_eight", "fifteen", "blocks3", "blocks4", "sussman"} <= set(shipped())
    assert find("seven") == prolog_folder() / "puzzles" / "sliding_tiles" / "seven.pl"


def test_paths_are_taken_as_they_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find("mine.pl") == Path("mine.pl")
    assert find("there/mine") == Path("there/mine")
    Path("mine").write_text("")
    assert find("mine") == Path("mine")
    Path("seven").write_text("")
    assert find("seven").name == "seven.pl"


@pytest.mark.parametrize("word", ["sevn", "", "...", "x" * 10_000])
def test_other_words_are_refused_in_one_line(word):
    with pytest.raises(UnknownPuzzleError, match="`pybridge puzzles`") as caught:
        find(word)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 40


def test_the_nearest_name_is_offered():
    with pytest.raises(UnknownPuzzleError, match=r"did you mean seven\?"):
        find("sevn")


def test_nearest():
    assert nearest("nieghbor", ["neighbor", "cell"]) == "neighbor"
    assert nearest("zzz", ["neighbor", "cell"]) == ""
    assert nearest("tiles", ["sliding_tiles", "rules"]) == "sliding_tiles"
    assert did_you_mean("gaol", ["goal"]) == " (did you mean goal?)"
    assert did_you_mean("zzz", ["goal"]) == ""
