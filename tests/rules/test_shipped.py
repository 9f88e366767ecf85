"""The shipped puzzles of rules: what engines find is what independent models found, and operators are the rules."""

from random import Random

import pytest

from pybridge import census, compare, solve
from pybridge.errors import DisagreementError, FactFileError
from pybridge.facts import find, read, read_text, shipped, write
from pybridge.limits import silent
from pybridge.puzzles import puzzle_from, replay
from pybridge.puzzles.rows import transitions
from pybridge.rules import puzzle
from pybridge.rules.compiled import RuleMove
from pybridge.rules.recipe import TaskRecipe, differences
from tests.rules.figures import FIGURES
from tests.samples import sample

NAMES = sorted(name for name, path in shipped().items() if path.parent.name == "rules")
LONG = {"english", "fifteen_rules", "lights5"}
"""Their spaces take minutes to count, and in plain Python nobody waits."""
STARTS = [(name, each) for name, rows in FIGURES.items() if name not in LONG for each in rows]
LATE = {"ball_sort", "hanoi4", "klotski", "rolling_block", "rush_easy", "rush_hour", "rush_walls", "rush_unit"}
SOON = [(name, each) for name, each in STARTS if name not in LATE]
QUICK = {"farmer", "jugs", "frogs", "gripper", "monkey", "missionaries", "tour", "guarini", "ball_sort", "rush_easy"}


def test_figures_are_known_of_all():
    assert set(FIGURES) == set(NAMES)
    assert len(NAMES) >= 24


@pytest.mark.parametrize("name", sample(NAMES, quick=sorted(QUICK)))
def test_a_file_is_called_after_its_puzzle_and_says_what_is_known(name):
    facts = read(find(name))
    assert facts.name == name
    assert facts.sources
    assert facts.optimal == {each.start: each.optimal for each in FIGURES[name]}
    assert write(facts) == facts.text
    assert read_text(facts.text, facts.path) == facts


@pytest.mark.parametrize(("name", "figures"), sample(STARTS, quick=SOON), ids=lambda each: getattr(each, "start", each))
def test_breadth_first_search_finds_the_optimum(name, figures):
    solution = solve(name, figures.start)
    assert solution.engine == "native"
    assert len(solution.solutions[0]) == figures.optimal


@pytest.mark.parametrize(("name", "figures"), sample(STARTS, quick=SOON), ids=lambda each: getattr(each, "start", each))
def test_a_census_counts_all_states_and_dead_ends(name, figures):
    counted = census(name, [figures.start])
    if counted.origin is None and read(find(name)).form.one_way is False:
        assert figures.dead_ends is None
    assert counted.states == figures.states
    if counted.dead_ends is not None:
        assert counted.dead_ends == (figures.dead_ends or 0)


@pytest.mark.parametrize("name", sample(NAMES, quick=sorted(QUICK)))
def test_operators_make_the_same_moves_as_the_rules_in_the_same_order(name):
    """In the first states; that there are as many states as an independent model finds, other tests see."""
    facts = read(find(name))
    found = list(differences(facts.session, facts.task, 200))
    assert len(found) == min(200, max(each.states for each in FIGURES[name]))
    assert not any(found)


@pytest.mark.parametrize("name", sample(sorted(QUICK - {"guarini"}), quick=("farmer",)))
def test_prolog_python_and_kernels_agree(name):
    for program in ("ids", "ida_star", "breadth_first"):
        if program == "breadth_first" or read(find(name)).task.continues is None:
            compare(name, engine=["prolog", "python", "native"], program=[program]).require_agreement()


@pytest.mark.parametrize("name", sample(NAMES, quick=sorted(QUICK)))
def test_the_judge_follows_prolog(name):
    facts = read(find(name))
    if name in LONG:  # one move of each suffices here
        state = facts.starts[0][1]
        move, after = puzzle_from(facts, state).successors(state, None)[0]
        assert facts.session.expand(facts.template, [facts.form.text(state)])[0][2][0][0] == str(move)
        assert facts.form.text(after) != facts.form.text(state)
        return
    solution = solve(name, all=False)
    assert len(replay(facts, facts.starts[0][1], solution.solutions[0])) == len(solution.solutions[0]) + 1


@pytest.mark.parametrize("name", ["missionaries", "farmer", "jugs", "gripper"])
def test_the_judge_makes_many_moves_together(name, monkeypatch):
    """As the operators make them one by one, whatever it keeps, and with a question for each few."""
    monkeypatch.setattr(puzzle, "_KEPT", 10)
    monkeypatch.setattr(puzzle, "_AT_ONCE", 7)
    facts, source, states, moves, asked = read(find(name)), Random(name), [], [], []
    state = facts.starts[0][1]
    while (after := puzzle_from(facts, state).successors(state, None)) and len(moves) < 60:
        move, state = source.choice(after)
        moves.append(move)
        states.append(state)
    monkeypatch.setattr(facts.session, "walk", lambda *asks, walk=facts.session.walk: asked.append(asks) or walk(*asks))
    assert list(transitions(facts).states(facts, facts.starts[0][1], moves)) == states
    assert 1 < len(asked) < len(moves) / 2
    with pytest.raises(
        DisagreementError, match=rf"^move {len(moves) - 9} \(nowhere\) is not allowed: the rules have no"
    ):
        replay(facts, facts.starts[0][1], [*moves[:-10], RuleMove("nowhere"), *moves[-9:]])


def test_an_error_of_the_rules_on_the_way_has_its_place():
    """Reading finds those of puzzles with fewer states."""
    after = "after(X, Y) :- X =\\= 21000, Y is X + 1.\nafter(21000, Y) :- atom_length(_, Y).\n"
    text = (
        f'puzzle(late, rules, "Late").\nstart(s, 0).\ngoal(30000).\nmove(X, up, Y) :- X < 30000, after(X, Y).\n{after}'
    )
    facts = read_text(text, "late.pl")
    with pytest.raises(FactFileError, match=r"^late.pl:6:1: move/3 raises an error in after/2"):
        replay(facts, facts.starts[0][1], [RuleMove("up")] * 30000)


def test_a_recipe_is_found_by_its_identity():
    recipe = TaskRecipe("text", "name")
    assert TaskRecipe.from_identity(recipe.identity) == recipe
    with pytest.raises(ValueError, match="not the task"):
        TaskRecipe.from_identity({"format": 2})


def test_the_task_of_rules_without_operators_is_sound():
    text = 'puzzle(still, rules, "Still").\nstart(s, [a]).\ngoal([a]).\naction(go, [b], [b], [a]).\n'
    recipe = TaskRecipe(text, "still")
    recipe.verify(table := recipe.build(silent), silent)
    assert table.about["operators"] == 0
