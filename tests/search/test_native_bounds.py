"""What the compiled search cannot hold is refused in a line, never searched wrongly."""

from dataclasses import replace

import pytest

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.cli import run
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read, write
from pybridge.heuristics.registry import parse
from pybridge.outcome import Outcome
from pybridge.search.task import ALL, COUNT
from tests.solving import scrambled, solve


def native(facts, heuristic, **more):
    return solve(facts, "ida_star", engine="native", heuristic=heuristic, **more)


@pytest.mark.slow
def test_more_cells_than_a_way_holds(tmp_path, capfd):
    facts = rectangle(5, 13, name="large")
    with pytest.raises(UnavailableProgramError, match="at most 64 cells; this one has 65: use --engine python"):
        native(facts, "manhattan")
    near = replace(facts, starts=(("near", (*facts.goals[0][:-2], 0, facts.goals[0][-2])),))
    path = tmp_path / "large.pl"
    path.write_text(write(near), encoding="utf-8")
    assert run(["solve", str(path)]) == 0  # by the engine that holds it
    assert "python" in capfd.readouterr().out


@pytest.mark.slow
def test_64_cells():
    facts = rectangle(8, 8, name="large")
    near = (*facts.goals[0][:-3], 0, *facts.goals[0][-3:-1])
    solution = native(facts, "manhattan", start=" ".join(map(str, near)))
    assert (solution.outcome, solution.length) == (Outcome.SOLVED, 2)


@pytest.mark.slow
def test_more_moves_in_a_direction_than_a_byte_holds():
    with pytest.raises(UnavailableProgramError, match="at most 255 moves in a direction"):
        native(rectangle(2, 13, name="long"), "inversion")


def test_more_moves_over_the_bound_than_a_slack_holds():
    facts = from_drawing("oooooooo\no      o\no      o\noooooooo", name="ring")
    goal = facts.goals[0]
    ring = walk_round(facts.neighbors)
    tiles = [goal[cell] for cell in ring if goal[cell]]
    turned = tiles[10:] + tiles[:10]
    blank = next(index for index, cell in enumerate(ring) if goal[cell] == 0)
    board = [0] * len(ring)
    for cell, tile in zip((cell for index, cell in enumerate(ring) if index != blank), turned, strict=True):
        board[cell] = tile
    state = " ".join(map(str, board))
    weak = replace(facts, distances=tuple((0,) * len(ring) for _ in facts.distances))
    solution = native(weak, "manhattan", start=state)
    assert solution.outcome is Outcome.SOLVED
    assert solution.length == 9 * len(ring)  # nine times round the other way


def walk_round(neighbors):
    """The cells of a ring in order."""
    ring = [0, neighbors[0][0]]
    while len(ring) < len(neighbors):
        ring.append(next(cell for cell in neighbors[ring[-1]] if cell != ring[-2]))
    return ring


def test_too_many_patterns():
    facts = read(find("eight"))
    with pytest.raises(UnavailableProgramError, match=r"choose fewer and larger ones|the maximum of"):
        native(facts, "max(pdb:1-1-1-1-1-1-1-1,pdb:2-2-2-2,pdb:2-2-4,pdb:1-1-2-4)")


def test_jobs_are_for_the_engine_native():
    with pytest.raises(UnavailableProgramError, match="several jobs need the engine native"):
        solve(read(find("eight")), "ida_star", engine="python", jobs=2)


def test_sequence_pruning_is_not_for_all_solutions():
    from pybridge.puzzles import Pruning

    with pytest.raises(UnavailableProgramError, match="keeps one shortest solution"):
        native(read(find("eight")), "manhattan", wanted=ALL, pruning=Pruning.SEQUENCE)


def test_the_best_heuristic_of_a_board_is_one_that_the_kernels_hold():
    from pybridge.heuristics.choice import best
    from pybridge.heuristics.pattern_database import partition, views
    from pybridge.search.kernels.tiles.general import BOARD, MOST_COLUMNS

    for rows in range(1, 7):
        for columns in range(rows, 7):
            if 10 <= rows * columns <= 36:
                facts = rectangle(rows, columns, name="board")
                spec = best(facts)
                if spec.kind == "pdb":
                    groups = views(facts, partition(facts, spec.partition))
                    cells = rows * columns
                    words = -(-cells // (64 // (cells - 1).bit_length()))
                    assert BOARD + words + sum(map(len, groups)) + len(groups) <= MOST_COLUMNS, (rows, columns)


def out_of_patience(monkeypatch, seconds=0.0):
    monkeypatch.setattr("pybridge.search.native.solver.PATIENCE", seconds)


def near(facts, moves, seed):
    return " ".join(map(str, scrambled(facts, seed, moves)))


@pytest.mark.slow
def test_a_better_heuristic_takes_over(monkeypatch, capfd):
    facts = rectangle(2, 5, name="board")
    out_of_patience(monkeypatch)
    for seed in range(4):
        start = near(facts, 60, seed)
        solution = solve(facts, "ida_star", engine="native", start=start)
        assert solution.length == native(facts, "manhattan", start=start).length
        assert solution.heuristic in ("pdb:9", "takahashi, then pdb:9")
        assert (solution.lower_bound or 0) <= solution.length


def test_the_heuristic_at_hand_goes_on_if_the_better_one_cannot_be_had(monkeypatch):
    from pybridge.errors import TableSpaceError
    from pybridge.store.store import Store

    facts = rectangle(3, 4, name="board")
    start = near(facts, 80, 5)
    known = native(facts, "manhattan", start=start).length
    out_of_patience(monkeypatch)
    obtain = Store.obtain

    def full(store, recipe, report):
        if recipe.kind == "pattern":
            raise TableSpaceError("the disk is full")
        return obtain(store, recipe, report)

    monkeypatch.setattr(Store, "obtain", full)
    solution = solve(facts, "ida_star", engine="native", start=start)
    assert (solution.heuristic, solution.length) == ("takahashi", known)


@pytest.fixture
def too_many(handed_in):
    """The eight puzzle, whose best heuristic has more patterns than the kernels hold, as that of a 6 x 6 torus has."""
    from pybridge.heuristics.choice import FOR_TILES

    most = parse("max(pdb:1-1-1-1-1-1-1-1,pdb:2-2-2-2,pdb:2-1-1-1-1-1-1)")
    handed_in("sliding_tiles", heuristics=replace(FOR_TILES, best=lambda facts: most))
    return read(find("eight")), most


def test_bounds_search_if_the_kernels_cannot_hold_the_best_heuristic(too_many, monkeypatch, tmp_path):
    """Before its tables are built, and with them."""
    from pybridge.heuristics.registry import recipes
    from pybridge.store.store import Store

    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    out_of_patience(monkeypatch, -1.0)
    facts, most = too_many
    solution = solve(facts, "ida_star", engine="native", start="farthest_1")
    assert (solution.heuristic, solution.length) == ("takahashi", 31)
    assert all(Store().load(recipe) for recipe in recipes(facts, most))
    solution = solve(facts, "ida_star", engine="native", start="farthest_1")
    assert (solution.heuristic, solution.length) == ("takahashi", 31)


def test_manhattan_distance_searches_where_tables_cannot_be_kept(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "file"))
    solution = solve(read(find("eight")), "ida_star", engine="native", start="farthest_1")
    assert (solution.heuristic, solution.length, solution.pruning) == ("manhattan", 31, "sequence")


def test_what_only_ida_star_goes_by():
    with pytest.raises(
        UnavailableProgramError, match="are for the programs ida_star and a_star, not for ids on blocks_world"
    ):
        solve(read(find("blocks3")), "ids", engine="python", heuristic="towers")


def test_what_blocks_and_tiles_do_not_have(capfd):
    assert run(["solve", "blocks3", "--heuristic", "manhattan"]) == 44
    assert run(["solve", "blocks3", "--pruning", "sequence"]) == 42
    assert run(["solve", "blocks3", "--jobs", "2"]) == 42
    assert run(["solve", "seven", "--heuristic", "towers"]) == 44
    for engine in ("native", "python"):
        assert run(["solve", "seven", "--pruning", "transposition", "--engine", engine]) == 42
    told = capfd.readouterr().err.splitlines()
    assert len(told) == 6
    assert "use --pruning inverse or transposition" in told[1]
    assert "transposition pruning searches in one thread; add --pruning inverse" in told[2]
    assert "use --pruning inverse or sequence" in told[5]


def test_counting_lists_nothing():
    for engine in ("python", "native"):
        solution = solve(read(find("seven")), "ida_star", engine=engine, heuristic="takahashi", wanted=COUNT)
        assert (solution.count, solution.solutions, solution.length) == (24, (), 36)
