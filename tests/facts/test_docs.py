"""What docs/facts.md shows is so."""

import re
from pathlib import Path

from pybridge.boards.board_drawing import with_drawn_start
from pybridge.boards.generate import from_drawing
from pybridge.errors import FaultKind
from pybridge.facts import fingerprint, read, read_text
from pybridge.facts.domain import DOMAINS

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "facts.md").read_text(encoding="utf-8")
TURNS = (ROOT / "docs" / "permutations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", DOCS, re.DOTALL)


def test_the_file_from_scratch_is_sound():
    (text,) = [block for language, block in BLOCKS if language == "prolog"]
    assert read_text(text).goals == ((1, 2, 0),)


def test_the_python_example_runs(capsys):
    (code,) = [block for language, block in BLOCKS if language == "python"]
    exec(code, {})
    assert "(0, 7, 2, 1, 4, 3, 6, 5) 36" in capsys.readouterr().out


def test_the_drawings_are_what_the_page_says():
    box, short, start, *_ = (block for language, block in BLOCKS if not language)
    assert from_drawing(box).goals == ((1, 2, 3, 4, 0, 4, 5, 2, 6),)
    columns = [slice(0, 6), slice(10, 16), slice(20, 24)]
    drawings = ["\n".join(line[columns_].rstrip() for line in short.splitlines()) for columns_ in columns]
    assert [from_drawing(text).goals for text in drawings] == [((1, 2, 3, 4, 0),)] * 3
    assert len({from_drawing(text).cells for text in drawings}) == 1
    assert with_drawn_start(from_drawing(drawings[2]), start).starts == (("drawn", (1, 2, 0, 4, 3)),)


def test_the_drawings_with_walls_and_of_hexagons_are_what_the_page_says():
    *_, walls, narrow, around, hexagons = (block for language, block in BLOCKS if not language)
    assert from_drawing(walls).neighbors == ((1, 3), (0,), (5,), (0, 4), (3, 5), (2, 4))
    assert from_drawing(narrow).neighbors == ((2,), (5,), (0, 3), (2, 4), (3, 5), (1, 4))
    assert from_drawing(around).neighbors == ((1, 2, 3), (0, 2, 4), (0, 1, 5), (0, 4), (1, 3, 5), (2, 4))
    short, numbers = ("\n".join(line[part].rstrip() for line in hexagons.splitlines())
                      for part in (slice(0, 9), slice(10, 20)))  # fmt: skip
    one, other = from_drawing(short, hexagonal=True), from_drawing(numbers, hexagonal=True)
    assert (one.cells, one.neighbors, one.goals) == (other.cells, other.neighbors, other.goals)


def test_the_clover_is_the_one_in_the_examples():
    (text,) = re.findall(r"```prolog\n(.*?)```", TURNS, re.DOTALL)
    shown, shipped = read_text(text), read(ROOT / "examples" / "clover.pl")
    assert fingerprint(shown) == fingerprint(shipped)
    assert (shown.facets, shown.colours) == (shipped.facets, shipped.colours)
    assert set(shown.starts) < set(shipped.starts)


def test_every_fact_and_every_fault_is_listed():
    """Those of permutation puzzles on their page."""
    rows = [line.split(" | ")[0] for line in [*DOCS.splitlines(), *TURNS.splitlines()] if line.startswith("| `")]
    for domain in DOMAINS.values():
        for signature in domain.vocabulary.values():
            assert any(f"`{signature.usage}`" in row for row in rows), signature.usage
    for kind in set(FaultKind) - {FaultKind.UNSOLVABLE_START, FaultKind.WRONG_PLAN}:  # neither is one of form
        assert f"| `{kind.name}` |" in DOCS
