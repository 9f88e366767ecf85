"""What is compiled into IDA*: pruning machines and pattern databases, against plain Python and the native engine."""

import ast
import re
from dataclasses import replace

import pytest

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.engines.compiling import MOST_ENTRIES, compile_options, machine_option
from pybridge.errors import UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.board_graph import all_goal_distances
from pybridge.heuristics.pattern_database import partition, recipes, views
from pybridge.heuristics.registry import parse
from pybridge.limits import silent
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.task import ALL, Task
from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Atom
from pybridge.tables.sequences.machine import DEAD
from pybridge.tables.sequences.walks import SequenceRecipe
from tests.samples import sample
from tests.solving import scrambled as scrambled_state
from tests.solving import solve

PARTITIONS = {
    "seven": "4-3",
    "eight": "4-4",
    "cross": "3-2-2",
    "cylinder": "4-3",
    "honeycomb": "3-3",
    "ring": "3-2-2",
    "rooms": None,
    "tee": "4-3",
    "torus": "4-4",
    "walls": "4-3",
}


def options(facts, heuristic=None, pruning=None, **wanted):
    return compile_options(
        Task(
            facts=facts,
            start_name=facts.starts[0][0],
            start=facts.starts[0][1],
            program="ida_star",
            heuristic=parse(heuristic) if heuristic else None,
            pruning=pruning,
            **wanted,
        )
    )


def scrambled(facts, seed, moves):
    return " ".join(map(str, scrambled_state(facts, seed, moves)))


def iterations(solution):
    assert solution.outcome is Outcome.SOLVED
    return [(each.threshold, each.completed, each.expanded, each.generated) for each in solution.iterations]


def agree(facts, start, heuristic, pruning, twin="python"):
    """The compiled program has the iterations of plain Python, or all completed ones of the native engine."""
    wanted = {"start": start, "heuristic": heuristic, "pruning": pruning}
    compiled = solve(facts, "ida_star", engine="prolog-compiled", **wanted)
    other = solve(facts, "ida_star", engine=twin, **wanted)
    last = -1 if twin == "native" else None
    assert iterations(compiled)[:last] == iterations(other)[:last]
    assert compiled.solutions == other.solutions
    return compiled


def test_what_is_not_asked_for_is_left_to_the_compiler():
    facts = read(find("eight"))
    assert options(facts) == []
    assert options(facts, "walking") == ["heuristic(walking)"]
    assert options(facts, pruning=Pruning.INVERSE) == ["pruning(inverse)"]
    assert options(facts, "max(walking,inversion)") == ["heuristic(takahashi)"]


def test_a_partition_is_passed_by_its_tiles():
    assert options(read(find("seven")), "pdb:4-3") == ["heuristic(pdb)", "parts([[1, 2, 3, 6], [4, 5, 7]])"]


@pytest.mark.slow
def test_a_machine_is_passed_whole():
    facts = read(find("eight"))
    table = SequenceRecipe(facts.neighbors).build(silent)
    text, starts = re.fullmatch(r"machine\('(.*)',(.*)\)", machine_option(table)).groups()
    rows, starts = ast.literal_eval(text), ast.literal_eval(starts)
    assert [start - 1 for start in starts] == table.arrays["start"].tolist()
    assert len(rows) == table.about["states"]
    assert [[after - 1 if after else DEAD for after in row] for row in rows] == table.arrays["next"].tolist()


@pytest.mark.parametrize(
    ("name", "heuristic", "said"),
    [
        ("box_eight", "pdb:4-4", "distinct tiles only, and box_eight has equal ones"),
        ("korf100", "pdb:7-8", "has 8 tiles in a part; on 16 cells prolog-compiled takes at most 6"),
        ("korf24", "pdb:6-6-6-6", "on 25 cells prolog-compiled takes at most 5"),
        ("eight", "max(manhattan,pdb:4-4)", "takes one bound, not the largest of several; choose from manhattan, pdb"),
        ("eight", "pdb:4-3", "has 7 tiles; eight has 8"),
        ("eight", "learned", "prolog-compiled has no heuristic learned; use the engine python"),
        ("eight", "max(learned,manhattan)", "prolog-compiled has no heuristic learned"),
    ],
)
def test_what_cannot_be_compiled_is_told_in_a_line(name, heuristic, said):
    with pytest.raises(UnfitHeuristicError, match=re.escape(said)) as raised:
        options(read(find(name)), heuristic)
    assert "\n" not in str(raised.value)


def test_prunings_that_do_not_fit():
    facts = read(find("eight"))
    with pytest.raises(UnavailableProgramError, match="with all or count use --pruning inverse"):
        options(facts, pruning=Pruning.SEQUENCE, wanted=ALL)
    with pytest.raises(UnavailableProgramError, match="transposition pruning is for blocks world"):
        options(facts, pruning=Pruning.TRANSPOSITION)
    with pytest.raises(UnavailableProgramError, match="path pruning is for puzzles of rules"):
        options(facts, pruning=Pruning.PATH)


def test_the_largest_part_fits_its_limit():
    assert [16**6 <= MOST_ENTRIES < 16**7, 25**5 <= MOST_ENTRIES < 25**6] == [True, True]


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(PARTITIONS, quick=("cross", "honeycomb", "ring", "rooms", "tee")))
def test_sequence_pruning_is_that_of_the_other_engines(name):
    facts = read(find(name))
    for seed in range(2):
        agree(facts, scrambled(facts, seed, 30), "manhattan", Pruning.SEQUENCE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sample([name for name, sizes in PARTITIONS.items() if sizes], quick=("seven", "cross", "ring"))
)
@pytest.mark.parametrize("pruning", [Pruning.INVERSE, Pruning.SEQUENCE])
def test_pattern_databases_are_those_of_the_other_engines(name, pruning):
    facts = read(find(name))
    agree(facts, scrambled(facts, 5, 30), f"pdb:{PARTITIONS[name]}", pruning)


@pytest.mark.parametrize(
    "drawing",
    sample(["ooo\no o\nooo", "oooo\n o  \noooo", "o\noo\nooo", "oo\noo\noo", "oo\noo", "ooo"], slow=("ooo\no o\nooo",)),
)
def test_drawn_boards(drawing):
    facts = from_drawing(drawing, name="drawn")
    pieces = len(facts.cells) - 1
    sizes = f"pdb:{pieces - pieces // 2}-{pieces // 2}"
    for seed in range(2):
        agree(facts, scrambled(facts, seed, 20), sizes, Pruning.SEQUENCE)


@pytest.mark.slow
def test_a_start_that_is_its_own_mirror_image_moves_one_way():
    facts, mirrored = read(find("eight")), "0 4 3 2 5 6 7 8 1"
    one = agree(facts, mirrored, "pdb:4-4", Pruning.SEQUENCE)
    both = agree(facts, mirrored, "pdb:4-4", Pruning.INVERSE)
    assert one.iterations[0].generated < both.iterations[0].generated


def test_several_goals():
    facts = from_drawing("oo\noo\noo", name="drawn")
    goals = (facts.goals[0], tuple(map(int, scrambled(facts, 7, 30).split())))
    both = replace(facts, goals=goals, distances=all_goal_distances(facts.neighbors, goals))
    for seed in range(3):
        agree(both, scrambled(both, seed, 25), "pdb:3-2", Pruning.SEQUENCE)


@pytest.mark.parametrize(("name", "sizes"), [("eight", "4-4"), ("seven", "3-2-2"), ("torus", "3-3-2")])
def test_views_are_those_of_plain_python(name, sizes):
    facts = read(find(name))
    parts = partition(facts, sizes)
    groups = views(facts, parts)
    with Engine() as prolog:
        prolog.once("pybridge:prepare(compiled/written)")
        goal = (
            "in_temporary_module(M, pybridge_fact_file:load_facts(File, first, M), (pybridge_board:board_of(M, Board), "
            "pybridge_pattern_views:pattern_views(Board, Parts, Patterns, Groups0))), "
            "findall(Group, (member(Views, Groups0), "
            "findall([Cells, Tiles], member(view(_, Cells, Tiles), Views), Group)), Groups), length(Patterns, Count)"
        )
        values = {"File": Atom(facts.path), "Parts": [list(part) for part in parts]}
        found = prolog.once(goal, values=values)
    assert found["Groups"] == [[[list(seen.cells), list(seen.tiles)] for seen in group] for group in groups]
    assert found["Count"] == len(recipes(facts, parts))


@pytest.mark.slow
def test_five_tiles_on_sixteen_cells():
    """The sum that Prolog begins with, too, is that of the native engine: the first threshold."""
    facts = read(find("korf100"))
    compiled = agree(facts, "k12", "pdb:5-5-5", Pruning.SEQUENCE, "native")
    assert len(compiled.solutions[0]) == 45
    assert len(compiled.iterations) > 1  # the last one may differ
    rectangle_of_sixteen = rectangle(4, 4)
    agree(rectangle_of_sixteen, scrambled(rectangle_of_sixteen, 1, 200), "pdb:5-5-5", Pruning.INVERSE, "native")
