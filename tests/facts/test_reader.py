"""The reader: what it accepts, and that it raises nothing but FactFileError."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.boards.generate import rectangle
from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts import BlocksFacts, TilesFacts, read, read_text, write
from pybridge.facts.parser import DEEPEST_NESTING, parse
from pybridge.facts.reader import MOST_BYTES
from pybridge.facts.terms import Atom

SMALL = write(rectangle(1, 3))
HEAD = 'puzzle(t, sliding_tiles, "T").\n'
PIECES = [
    *"'\"`()[],|.% \n_X\\{}é日",
    "foo",
    "1",
    "-2",
    "1.5",
    "0'a",
    '"s"',
    "'q'",
    ". ",
    ".\n",
    "%|",
    "/*",
    "*/",
    ":-",
    "-->",
]
PIECES += ["\r\n", "\r", "\0", "\ufeff", "9" * 20, HEAD, "start(", "goal(", "cell(", "neighbor(", "distance(", "glyph("]


def place(text: str) -> tuple[int, int, FaultKind]:
    """Line, column and kind of the first fault of a text."""
    with pytest.raises(FactFileError) as caught:
        read_text(text)
    first = caught.value.faults[0]
    return first.line, first.column, first.kind


def faults_of(text: str) -> list[Fault]:
    """The faults of a text; empty for a sound one. Anything but FactFileError comes through."""
    return faults(lambda: read_text(text))


def faults(reading: Callable[[], object]) -> list[Fault]:
    """The same of anything that is read."""
    try:
        reading()
    except FactFileError as error:
        return list(error.faults)
    return []


def only_fact_file_error(text: str) -> None:
    """Read, and look at the faults."""
    found = faults_of(text)
    lines = text.count("\n") + 1
    assert all(1 <= fault.line <= lines and fault.column >= 1 for fault in found)
    assert all("\n" not in str(fault) for fault in found)
    assert found == sorted(found, key=lambda fault: (fault.line, fault.column))


@given(st.text(max_size=200))
def test_any_text_reads_or_has_faults(text):
    only_fact_file_error(text)
    only_fact_file_error(HEAD + text)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_pieces_read_or_have_faults(text):
    only_fact_file_error(text)
    only_fact_file_error(HEAD + text)


@given(st.data())
def test_any_small_damage_to_a_sound_file_reads_or_has_faults(data):
    at = data.draw(st.integers(0, len(SMALL)))
    removed = data.draw(st.integers(0, 12))
    only_fact_file_error(SMALL[:at] + data.draw(st.sampled_from(PIECES)) + SMALL[at + removed :])


@given(st.binary(max_size=200))
def test_any_bytes_read_or_have_faults(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "bytes.pl"
    path.write_bytes(data)
    assert all(isinstance(fault, Fault) for fault in faults(lambda: read(path)))


def test_accepted_syntax():
    text = "a(1, -2, 007, abc, 'it''s', 'a\\'b', [], [[x], \"s\"]).% end\n/* b\n(2). */ c.\r\n'Quoted'(1)."
    parsed = parse(text)
    assert not parsed.faults
    assert [(fact.name, [argument.term for argument in fact.arguments]) for fact in parsed.facts] == [
        ("a", [1, -2, 7, Atom("abc"), Atom("it's"), Atom("a'b"), (), ((Atom("x"),), "s")]),
        ("c", []),
        ("Quoted", [1]),
    ]
    assert [(fact.line, fact.column) for fact in parsed.facts] == [(1, 1), (3, 9), (4, 1)]


def test_every_nested_term_knows_its_place():
    (fact,) = parse("f(a,\n  [1, [日本\n]]).".replace("日本", "'日本', b")).facts
    outer = fact.arguments[1]
    inner = outer.items[1]
    assert [(node.line, node.column) for node in (outer, *outer.items, *inner.items)] == [
        (2, 3), (2, 4), (2, 7), (2, 8), (2, 14),
    ]  # fmt: skip


def test_the_deepest_nesting_is_accepted():
    assert not parse(f"f({'[' * DEEPEST_NESTING}{']' * DEEPEST_NESTING}).").faults


def test_carriage_returns_before_newlines_are_fine():
    assert read_text(SMALL.replace("\n", "\r\n")) == read_text(SMALL)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ufeff" + SMALL, (1, 1, FaultKind.ILL_FORMED)),
        ("% a\n% b\0\n" + SMALL, (2, 4, FaultKind.ILL_FORMED)),
        ("% a\n% \ud800\n" + SMALL, (2, 3, FaultKind.ILL_FORMED)),
        ("% a\r\n% b\rc\n" + SMALL, (2, 4, FaultKind.ILL_FORMED)),
        ("%" + "x" * MOST_BYTES, (1, 1, FaultKind.ILL_FORMED)),
        ("", (1, 1, FaultKind.MISSING_FACT)),
    ],
)
def test_text_that_no_lexer_should_see(text, expected):
    assert place(text) == expected


def test_files(tmp_path):
    path = tmp_path / "a.pl"
    path.write_text(SMALL, encoding="utf-8")
    facts = read(path)
    assert facts.path == str(path)
    assert facts == read_text(SMALL)
    assert faults(lambda: read(path)) == []
    assert hash(facts) == hash(read_text(SMALL))


@pytest.mark.parametrize("name", ["missing.pl", ".", "nul\0.pl"])
def test_an_unreadable_file(tmp_path, name):
    (fault,) = faults(lambda: read(f"{tmp_path}/{name}"))
    assert (fault.line, fault.column, fault.kind) == (1, 1, FaultKind.UNREADABLE)


def test_a_file_that_is_not_utf_8(tmp_path):
    path = tmp_path / "latin.pl"
    path.write_bytes('% ü\nsource("'.encode() + "ü".encode("latin-1") + b'").')
    (fault,) = faults(lambda: read(path))
    assert (fault.line, fault.column, fault.kind) == (2, 9, FaultKind.ILL_FORMED)
    assert "0xFC is not UTF-8" in fault.message


def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "large.pl"
    path.write_bytes(b"%" * (MOST_BYTES + 1))
    (fault,) = faults(lambda: read(path))
    assert "1 MiB" in fault.message


def test_what_a_model_holds():
    facts = read_text(SMALL)
    assert isinstance(facts, TilesFacts)
    assert not isinstance(facts, BlocksFacts)
    assert facts.goals == ((1, 2, 0),)
    assert facts.distances == ((0, 0, 0), (0, 1, 2), (1, 0, 1))
    assert facts.start("random_0") == facts.starts[0][1]
    with pytest.raises(KeyError):
        facts.start("nobody")
