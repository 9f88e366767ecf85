"""Starts that a user types: moves, facelets and random states, and the messages about wrong ones."""

import json
from dataclasses import replace

import pytest

from pybridge.engines import start_state
from pybridge.errors import UnknownStartError
from pybridge.facts import find, read
from pybridge.facts.given_state import given_state, typed
from pybridge.puzzles import why_unsolvable

CUBE = read(find("cube"))


def solved(command, *arguments):
    result = command("solve", *arguments, "--json")
    assert result.code == 0, result.err
    return json.loads(result.out)


@pytest.mark.parametrize(
    "typed", [("--scramble", "R U2 F'"), ("--scramble", "RU2F'"), ("--start", "R U2 F'"), ("--start", "RU2F'")]
)
def test_moves_make_a_start(command, typed):
    found = solved(command, "pocket", *typed)
    assert found["length"] == 3
    assert found["start"] == "given"


def test_a_single_move_is_a_start_and_a_name_comes_first():
    assert start_state(CUBE, "U")[0] == "given"
    assert start_state(CUBE, "four")[0] == "four"


def test_a_random_start_can_be_repeated(command):
    name, state = start_state(CUBE, "random")
    assert start_state(CUBE, name) == (name, state)
    assert why_unsolvable(CUBE, state) is None
    first, second = (solved(command, "eight", "--start", "random", "--seed", "7") for _ in range(2))
    assert first["start"] == second["start"] == "random 7"
    assert (first["length"], first["expanded"]) == (second["length"], second["expanded"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("solve", "eight", "--scramble", "R"), "--scramble needs moves with names, which eight does not have"),
        (("solve", "cube", "--scramble", "[1, 2]"), "is not a scramble of cube: [1, is not a move"),
        (("solve", "cube", "--scramble", "R Q"), "Q is not a move; the moves are U, L, F"),
        (("solve", "cube", "--scramble", "R", "--start", "U"), "give one of --start and --scramble"),
        (("solve", "cube", "--scramble", "R", "--start", "random", "--seed", "1"), "give one of --start and"),
        (("solve", "cube", "--seed", "1"), "--seed requires --start random"),
        (("ids", "seven", "--seed", "1"), "--seed requires --start random"),
        (("compare", "seven", "--start", "page", "--seed", "1"), "--seed requires --start random"),
        (("ids", "blocks3", "--start", "random"), "blocks3 has no random states"),
        (("solve", "cube", "--start", "superflop"), "cube has no start 'superflop'; it has four"),
        (
            ("solve", "fifteen", "--start", "hardest"),
            "10,461,394,944,000 states, too many to find the farthest; use ra",
        ),
        (("ids", "ten_blocks", "--start", "farthest_2"), "58,941,091 states, too many to find the farthest"),
        (("solve", "cube", "--start", "U" * 53), "it has 53 letters; the puzzle has 54 facelets"),
        (
            ("solve", "pocket", "--start", "UUUUBBBBRRRRDDDDFFFFLLLL"),
            "no move changes facelet 19, which is orange, and it is green here; hold the puzzle so that it is orange",
        ),
        (("solve", "cube", "--start", "U" * 54), "have the same letter in the center"),
        (("solve", "cube", "--start", "DUDULLRRFBFBDUDURRLLFBFB"), "it has 24 letters; the puzzle has 54 facelets"),
        (("solve", "pyraminx", "--start", "UUUUUURRRRRRLLLLLLBBBBBB"), "24 letters in a row are not read as moves"),
        (("solve", "cube", "--scramble", "RULB" * 5), "20 letters in a row are not read as moves; separate moves by"),
        (
            ("solve", "cube", "--start", "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"),
            "it names pieces; give the facelets, a letter each, or moves",
        ),
    ],
)
def test_a_wrong_start_gets_one_line(command, arguments, told):
    result = command(*arguments)
    assert result.code != 0
    assert told in " ".join(result.err.split())


def test_check_counts_the_states_of_the_cube(command):
    result = command("check", "cube")
    assert result.code == 0
    assert "43,252,003,274,489,856,000 of 1.24e61 arrangements can reach a goal" in result.out


def test_check_refuses_a_start_that_cannot_reach_the_goal(command, tmp_path):
    path = tmp_path / "twisted.pl"
    state = list(CUBE.goals[0])
    state[7], state[24], state[18] = state[18], state[7], state[24]
    text = find("cube").read_text(encoding="utf-8").replace("start(four, \"R U R' U'\").", f"start(four, {state}).")
    path.write_text(text.replace("optimal(four, 4).\n", ""), encoding="utf-8")
    result = command("check", str(path))
    assert result.code == 10
    assert "the start four cannot reach a goal: white-" in result.out
    assert "twisted in place" in result.out


def test_the_hardest_start_is_the_first_of_the_farthest(command):
    torus = read(find("torus"))
    ahead = [(name, torus.start(name)) for name in ("farthest_1", "farthest_4")]
    assert start_state(torus, "farthest")[1] == start_state(torus, "hardest")[1]
    assert [start_state(torus, "hardest")[1], start_state(torus, "farthest_4")[1]] == [state for _, state in ahead]
    unnamed = replace(torus, starts=torus.starts[:1], optimal={})
    assert start_state(unnamed, "farthest_4") == ahead[1]
    with pytest.raises(UnknownStartError, match="torus has 4 farthest states; no farthest_5"):
        start_state(unnamed, "farthest_5")
    assert solved(command, "sussman", "--start", "hardest")["start"] == "hardest"


def test_a_start_that_the_file_names_comes_before_what_a_census_finds():
    named = replace(CUBE, starts=(("hardest", CUBE.goals[0]),), optimal={})
    assert start_state(named, "hardest") == ("hardest", CUBE.goals[0])


def test_an_interrupt_ends_the_census_and_is_raised_again():
    def interrupt(run):
        runs.append(run)
        raise KeyboardInterrupt

    runs = []
    with pytest.raises(KeyboardInterrupt):
        start_state(read(find("seven")), "hardest", interrupt)
    assert runs[0].wait(0)


@pytest.mark.parametrize("name", ["eight", "box_eight", "blocks4", "pancake", "rooms"])
def test_a_farthest_state_can_be_pasted(name):
    facts = read(find(name))
    for text in ("hardest", "farthest_1"):
        _, state = start_state(facts, text)
        assert given_state(facts, typed(facts, state)) == state
    assert typed(facts, facts.goals[0]).count("/") == len({row for row, _ in getattr(facts, "cells", [(0, 0)])}) - 1
