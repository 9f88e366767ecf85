"""Names of heuristics: read, written again, refused; and what is made of them."""

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pybridge.boards import generate
from pybridge.errors import UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.domain import DOMAINS
from pybridge.heuristics import registry
from pybridge.heuristics.choice import DEFAULTS, best, bounds
from pybridge.heuristics.registry import NAMES, ROWS, Row, Spec, fits, make, obtain, parse, recipes
from pybridge.limits import silent
from tests.samples import FACT_FILES
from tests.solving import solve

PLAIN = ["manhattan", "inversion", "walking", "takahashi"]

sizes = st.lists(st.integers(1, 99), min_size=1, max_size=5).map(lambda each: "-".join(map(str, each)))
files = st.text("abcZ09 ._-/", min_size=1).map(str.strip).filter(bool)
specs = st.recursive(
    st.sampled_from([*PLAIN, "towers"]).map(Spec) | (sizes | files).map(lambda each: Spec("pdb", each)),
    lambda inner: st.lists(inner, min_size=2, max_size=3).map(lambda parts: Spec("max", parts=tuple(parts))),
    max_leaves=8,
)


@given(specs)
def test_what_is_written_is_read_again(spec):
    assert parse(spec.name) == spec
    assert parse(f"  {spec.name.replace(',', ' ,  ')}\n") == spec
    assert all(leaf.kind != "max" for leaf in spec.leaves())


@given(st.text(max_size=40) | st.lists(st.sampled_from([*NAMES, "max(", ")", ",", "pdb:", " "])).map("".join))
@example("max(" * 5000)
@example("max(" * 5000 + "walking" + ")" * 5000)
@example("max(manhattan),max(walking)")
def test_any_text_is_a_heuristic_or_refused_in_a_line(text):
    try:
        spec = parse(text)
    except UnfitHeuristicError as error:
        refusal = str(error)
    else:
        assert parse(spec.name) == spec
        return
    assert len(refusal.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("best", "best"), ("", ""), ("Manhattan", "Manhattan"), ("pdb", "pdb"), ("pdb:", "pdb:"), ("pdb: ", "pdb: "),
        ("max", "max"), ("max()", ""), ("max(walking,)", ""), ("max(walking,best)", "best"),
        ("max(walking", "max(walking"), ("walking)", "walking)"), ("walking,inversion", "walking,inversion"),
        ("max(walking,max(best,manhattan))", "best"),
    ],
)  # fmt: skip
def test_unknown_names(text, told):
    with pytest.raises(UnfitHeuristicError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"no heuristic is named {told!r}")
    assert str(caught.value).endswith(f"; choose from {', '.join(NAMES)}")


@pytest.mark.parametrize(("text", "meant"), [("manhatan", "manhattan"), ("max(manhattan", "manhattan"), ("zz", "")])
def test_a_similar_name_is_suggested(text, meant):
    with pytest.raises(UnfitHeuristicError, match=re.escape(f" (did you mean {meant}?);" if meant else f"{text!r};")):
        parse(text)


def test_a_maximum_within_a_maximum():
    spec = parse("max( walking, max(pdb:3-4 ,manhattan), max(inversion) )")
    assert spec.name == "max(walking,max(pdb:3-4,manhattan),inversion)"
    assert [leaf.name for leaf in spec.leaves()] == ["walking", "pdb:3-4", "manhattan", "inversion"]
    assert parse("max(walking)") == Spec("walking")


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("manhattan", []),
        ("inversion", []),
        ("walking", ["walking", "walking"]),
        ("takahashi", ["walking", "walking"]),
        ("pdb:3-4", ["pattern", "pattern"]),
        ("max(walking,max(pdb:3-4,takahashi),pdb:3-4)", ["pattern", "pattern", "walking", "walking"]),
    ],
)
def test_each_table_is_needed_once(name, kinds):
    needed = recipes(read(find("seven")), parse(name))
    assert sorted(recipe.kind for recipe in needed) == kinds
    assert len(set(needed)) == len(needed)


@pytest.mark.parametrize("name", [*PLAIN, "pdb:3-4", "max(manhattan,pdb:3-4)", "max(walking,max(manhattan,pdb:7))"])
def test_what_is_asked_for_is_made(name):
    facts = read(find("seven"))
    heuristic = obtain(facts, parse(name), silent)
    plain = [obtain(facts, leaf, silent) for leaf in parse(name).leaves()]
    assert heuristic.estimate(facts.goals[0]) == 0
    assert heuristic.admissible
    for _, state in facts.starts:
        assert heuristic.estimate(state) == max(each.estimate(state) for each in plain)
    if not parse(name).parts:
        assert heuristic.name == name


@pytest.mark.parametrize(
    "name",
    [
        "max(walking,inversion)",
        "max(inversion,max(walking,inversion))",
        "max(takahashi,walking)",
    ],
)
def test_walking_and_inversion_distance_are_joined_in_each_direction(name):
    facts = read(find("fifteen"))
    heuristic, joined = (obtain(facts, parse(each), silent) for each in (name, "takahashi"))
    assert heuristic.name == "takahashi"
    assert all(heuristic.estimate(state) == joined.estimate(state) for _, state in facts.starts)


HOLE = generate.from_drawing("ooo\no o\nooo\n", name="ring")


@pytest.mark.parametrize("name", ["inversion", "walking", "takahashi", "max(manhattan,walking)"])
@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (read(find("box_eight")), "does not work for box_eight: 2 tiles have number 2, but all must differ; "),
        (HOLE, "does not work for ring: it has no cell at row 1, column 1, but must be a full rectangle; "),
        (replace(HOLE, goals=HOLE.goals * 2), "does not work for ring: it has 2 goals, but must have one; "),
    ],
    ids=["equal tiles", "hole", "goals"],
)
def test_boards_that_are_no_rectangles_of_different_tiles(name, facts, why):
    with pytest.raises(UnfitHeuristicError) as caught:
        recipes(facts, parse(name))
    leaf = [*parse(name).leaves()][-1].name
    assert str(caught.value) == f"the heuristic {leaf} {why}use manhattan"


@pytest.mark.parametrize("name", [*PLAIN, "pdb:2-1", "max(manhattan,walking)", "max(towers,towers)"])
def test_blocks_have_a_heuristic_of_their_own(name):
    facts = read(find("blocks3"))
    why = "this heuristic is for sliding_tiles; the domain of blocks3 is blocks_world"
    for work in (lambda: recipes(facts, parse(name)), lambda: make(facts, parse(name), {})):
        with pytest.raises(UnfitHeuristicError, match=why):
            work()
    assert recipes(facts, parse("towers")) == []
    assert make(facts, parse(" towers "), {}).name == "towers"


@pytest.mark.parametrize("name", ["towers", "max(manhattan,towers)"])
def test_tiles_have_no_towers(name):
    facts = read(find("seven"))
    for work in (lambda: recipes(facts, parse(name)), lambda: make(facts, parse(name), {})):
        with pytest.raises(
            UnfitHeuristicError, match="this heuristic is for blocks_world; the domain of seven is sliding_tiles"
        ):
            work()


def test_a_board_too_large_for_walking_distance():
    with pytest.raises(UnfitHeuristicError, match="its table would have more than 6,000,000 states; use"):
        recipes(read(find("korf24")), parse("walking"))


class Blind:
    """A heuristic of a user: nothing is known."""

    name, source, admissible, consistent = "blind", "this test", True, True

    def estimate(self, state):
        return 0

    def after(self, h, move, state):
        return 0


SMALL = replace(generate.rectangle(2, 3), starts=(("first", (1, 2, 3, 0, 4, 5)),))
BLOCKS = read(find("blocks3"))


@pytest.mark.parametrize(("facts", "other"), [(SMALL, BLOCKS), (BLOCKS, SMALL)], ids=["tiles", "blocks"])
def test_a_heuristic_in_plain_python_is_one_row(monkeypatch, facts, other):
    row = Row("blind", lambda facts, spec, tables: Blind(), domain=facts.domain)
    monkeypatch.setattr(registry, "ROWS", {**ROWS, "blind": row})
    solutions = [solve(facts, "ida_star", heuristic=name, engine="python") for name in ("blind", None)]
    assert [solution.heuristic == "blind" for solution in solutions] == [True, False]
    assert solutions[0].length == solutions[1].length
    with pytest.raises(
        UnfitHeuristicError,
        match=f"blind: this heuristic is for {facts.domain}; the domain of {other.name} is {other.domain}",
    ):
        recipes(other, parse("blind"))


def test_each_domain_has_a_heuristic_when_none_is_asked_for():
    assert DEFAULTS.keys() == DOMAINS.keys()
    for name, path in FACT_FILES.items():
        facts = read(path)
        for default in (DEFAULTS[facts.domain].best, DEFAULTS[facts.domain].bounds):
            assert fits(facts, default(facts)), name
        assert recipes(facts, bounds(facts)) == [] or bounds(facts).kind in ("takahashi", "projection")
    assert best(BLOCKS).name == bounds(BLOCKS).name == "towers"
