"""Hostile fact files: Python's reader accepts them or reports their faults, and never at great length. Nothing runs."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts import read, read_text
from pybridge.facts.parser import MOST_FAULTS
from pybridge.facts.reader import MOST_BYTES
from pybridge.facts.terms import printable
from tests.samples import FACT_FILES

TOKENS = ["(", ")", "[", "]", "{", "}", "|", ",", ".", ". ", ".\n", "'", '"', "`", "%", "%|", "/*", "*/", "/**/", "\\"]
TOKENS += [
    "0'c",
    "0'",
    "0'''",
    "-",
    "- ",
    ":-",
    "?-",
    "-->",
    "\\+",
    "||",
    "{|x||y|}",
    "_{a:1}",
    "X",
    "_",
    "1",
    "-2",
    "0x1",
]
TOKENS += [
    "1.5",
    "9" * 19,
    "9" * 5000,
    "a",
    "é",
    "日",
    "'it''s'",
    "'\\x41\\'",
    '"\\e"',
    "'\x1b'",
    "\\\n",
    "end_of_file",
]
TOKENS += [
    " ",
    "\n",
    "\r\n",
    "\r",
    "\0",
    "\ufeff",
    "\u2028",
    "\x85",
    "\ud800",
    "puzzle",
    "start",
    "goal",
    "cell",
    "block",
]
TOKENS += [":- halt.\n", ":- initialization(halt).\n", "op(1, xfx, a).\n", "sliding_tiles", "blocks_world", "'a\\nb'"]

text = st.lists(st.sampled_from(TOKENS) | st.characters(), max_size=60).map("".join)
nested = st.builds(
    lambda before, unit, count, after: before + unit * count + after,
    st.sampled_from(["", "goal(", "goal([", "/*", "'", "0'"]),
    st.sampled_from(["(", "[", "{", "f(", "[a,", "_{a:", "- ", "\\+ ", "a:", "a,", "-", "/*", "''", "a:-"]),
    st.integers(0, 300) | st.sampled_from([100, 101, 3000, 30_000]),
    st.sampled_from(["", ".", "]" * 100 + ").\n", ")" * 3000 + ".\n"]),
)
COLLECTIONS = {"korf100", "korf24", "hard15"}  # large, and nothing in them that is not in the others
SMALL = [path for name, path in FACT_FILES.items() if name not in COLLECTIONS]
sound = st.sampled_from([path.read_text(encoding="utf-8") for path in SMALL])
damaged = st.builds(
    lambda base, place, piece, length: base[:place] + piece + base[place + length :],
    sound,
    st.integers(0, 3000),
    text,
    st.integers(0, 50),
)
encodings = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "shift-jis", "utf-7"])
encoded = st.builds(lambda words, encoding: words.encode(encoding, "replace"), text | damaged | nested, encodings)


def faults_of(path, data: bytes) -> list[Fault]:
    """The faults of a file; each at a place in the text, and in one line. Nothing else is raised."""
    path.write_bytes(data)
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    try:
        read(path)
    except FactFileError as error:
        for fault in error.faults:
            assert 1 <= fault.line <= len(lines), fault
            assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1, fault
            assert fault.message, fault
            assert printable(fault.message), fault
        places = [(fault.line, fault.column) for fault in error.faults]
        assert places == sorted(places)
        assert 1 <= len(places) <= MOST_FAULTS + 1
        return list(error.faults)
    return []


@given(st.binary(max_size=300) | encoded)
@example(b'source("\\\x1b[2J").')
@example(b"0'\x1b.")
@example(b"'a\nb'(1).")
@example(b"block(a) 'a\\nb'.")
@example("'\\n\u202e'(a).".encode())
def test_any_file_is_sound_or_has_faults(tmp_path_factory, data):
    folder = tmp_path_factory.getbasetemp() / "hostile"
    folder.mkdir(exist_ok=True)
    faults_of(folder / "it.pl", data)
    assert [path.name for path in folder.iterdir()] == ["it.pl"]


@pytest.mark.parametrize(
    ("comment", "column"),
    [("/* /* */", 4), ("/*/*/", 3), ("/* a\n/* */ */", 1), ("/** /**/", 5)],
)
def test_a_comment_in_a_comment_is_a_fault(tiles, fault_list, comment, column):
    """Prolog counts how deep comments are nested; a fact behind such a comment would be a comment for it."""
    places = [fault for fault in fault_list(tiles + comment + "\nstart(hidden, [0, 2, 1]).\n") if "/*" in fault[3]]
    line = tiles.count("\n") + 1 + comment[: comment.index("/*", 1)].count("\n")
    assert places[0][:3] == (line, column, FaultKind.ILL_FORMED)
    assert "inside a comment" in places[0][3]


@pytest.mark.parametrize("comment", ["/**/", "/***/", "/*/ */", "/* * / */", "/*\n*/", "/* // */", "/* '/ *' */"])
def test_other_comments_are_none(tiles, comment):
    assert read_text(comment + tiles + comment) == read_text(tiles)


def test_messages_show_no_control_characters(tiles, with_line, fault_list):
    assert fault_list(with_line(tiles, 2, "'a\\nb'(1)."))[0][3].startswith("unknown fact aU+000Ab/1")
    assert "unknown escape \\U+001B;" in fault_list(with_line(tiles, 2, 'source("\\\x1b").'))[0][3]


@pytest.mark.parametrize("clause", ["X.\n", "foo.\n", "start(far, [0, 1, 2]).\n", "cell(9, 9, 9).\n", "%|\n"])
def test_too_many_faults_are_not_all_told(tiles, fault_list, clause):
    found = fault_list(tiles + clause * 3000)
    assert len(found) == MOST_FAULTS + 1
    assert found[-1][3] == "more than 1000 faults; the rest are not shown"


def test_long_lists_are_cut_in_messages(tiles, with_line, fault_list):
    names = [f"start(s{number}, [0, 1, 2])." for number in range(100)]
    (fault,) = fault_list(with_line(tiles, 3, " ".join(names)))
    assert fault[3].endswith("expected one of " + ", ".join(f"s{number}" for number in range(12)) + " ...")


def filled(size: int, before: str, unit: str, after: str = "") -> str:
    """A text of this many bytes, of one unit or of as many numbered ones as have room."""
    if "{}" not in unit:
        return before + unit * ((size - len((before + after).encode())) // len(unit.encode())) + after
    units = [unit.replace("{}", str(number)) for number in range(10_000, 10_000 + size // (len(unit) + 3))]
    return (before + "".join(units))[: size - len(after)] + after


BLOCKS = 'puzzle(b, blocks_world, "B").\n'
TOWERS = [
    BLOCKS + "place(p).\n" + "".join(f"block(b{number}).\n" for number in range(12_000)) + f"goal([{pairs}]).\n"
    for pairs in (
        ",".join(f"[b{number},{f'b{number + 1}' if number < 11_999 else 'p'}]" for number in range(12_000)),
        ",".join(f"[b{number},b{(number + 1) % 12_000}]" for number in range(12_000)),
    )
]
LARGEST = [
    ("", "a.\n", ""), ("goal([", "(", ""), ("goal([", "1,", ""),
    ("<tiles>", "goal([1,2,0]).\nstart(s{},[0,1,2]).\n", "1]).\n"), *((tower, "%|\n", "") for tower in TOWERS),
]  # fmt: skip
"""The kinds that take longest: false and true facts, nested and long terms, and towers of blocks."""
OTHERS = [
    *((start, unit, "") for start in ("", "goal([") for unit in ("'", "/*", "/**/", "''", "a ")),
    *(("", unit, "") for unit in ("(", "1,", "0'", ". ", "X.\n", "a(", "%|\n", "/* /* */", "strat{}(x).\n", "日")),
    ("goal([", "a.\n", ""), ("", "\\", ""), ("", ":-", ""), ("<tiles>", "goal([1,2,0]).\n", "1]).\n"),
    *(("<tiles>start(s, [", unit, "0]).\n") for unit in ("0,", "1,", "-1,")),
    *(("<tiles>", unit, "") for unit in ("start(s{},[0,1]).\noptimal(o{},1).\n", "distance({},[0]).\n")),
    *((BLOCKS, unit, "") for unit in ("place(p{}).\nstart(s{},[]).\n", "block(b{}).\nstart(s{},[]).\n")),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "before", "unit", "after"),
    [*((MOST_BYTES, *kind) for kind in LARGEST), *((MOST_BYTES // 4, *kind) for kind in OTHERS)],
)
def test_the_largest_files_take_no_time_to_speak_of(tmp_path, tiles, size, before, unit, after):
    """Quadratic time would be minutes. A second or three is what Python takes for half a million tokens.

    Most kinds have a quarter of the size, where quadratic time would be a sixteenth: still more than 3 seconds.
    """
    data = filled(size, before.replace("<tiles>", tiles), unit, after).encode()
    started = time.process_time()
    faults_of(tmp_path / "large.pl", data)
    assert time.process_time() - started < (20 if size == MOST_BYTES else 3)
