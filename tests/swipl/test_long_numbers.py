"""Numbers that would take minutes to read are refused before, however they are written."""

import time

import pytest

from pybridge.errors import FactFileError, ProgramError
from pybridge.facts import read_text
from pybridge.swipl.goals import program_text
from tests.samples import sample

LONG = {
    "decimal": ("", "9"),
    "unicode": ("", "٣"),
    "hexadecimal": ("0x", "f"),
    "octal": ("0o", "7"),
    "binary": ("0b", "1"),
    "radix": ("36'", "z"),
    "grouped": ("1", "_111"),
    "grouped by ones": ("1", "_1"),
    "grouped in radix": ("36'z", "_zzz"),
    "grouped by spaces": ("1", " 000"),
    "grouped in octal": ("0o7", " 777"),
    "grouped over lines": ("1", "_\n11"),
    "grouped around comments": ("1", "_/* * */11"),
    "grouped around line comments": ("1", "_ % 1\n11"),
    "a fraction": ("1.", "3"),
    "an exponent": ("1.0e", "1"),
    "a negative exponent": ("1.0e-", "0"),
    "an exponent of an integer": ("1e", "1"),
    "a denominator": ("1r", "3"),
    "a grouped denominator": ("1r3", "_333"),
    "a numerator": ("", "1"),
}
"""How a number begins, and what is repeated in it."""
QUICK = ["decimal", "hexadecimal", "grouped", "an exponent", "a denominator"]
"""Of each way to write a number one."""
ENDS = {"a numerator": "r3", "a fraction": "Inf"}
SIZE = 400_000  # of which an unguarded reader makes a number in five seconds and more
MOST_SECONDS = 2.0  # of processor time
SHORT = ["1_000_000", "36'zz", "1 000 000", "0x" + "f" * 3000, "1.5e-300", "1r" + "3" * 1000]


def number(kind, characters):
    begin, unit = LONG[kind]
    end = ENDS.get(kind, "")
    return begin + unit * ((characters - len(begin) - len(end)) // len(unit.encode())) + end


@pytest.mark.parametrize("kind", sample(LONG, quick=QUICK))
def test_of_programs(tmp_path, kind):
    path = tmp_path / "program.pl"
    for frame in ("p(0).\np({}).\n", "p(X):-X is 1+-{}", "p('{}').\n"):
        for characters in (30_000, SIZE):
            path.write_text(frame.replace("{}", number(kind, characters)), encoding="utf-8")
            begun = time.process_time()
            with pytest.raises(ProgramError, match=r":[12]:\d+: this number is too long; use fewer than 4,000 digits"):
                program_text(path)
            assert time.process_time() - begun < MOST_SECONDS


@pytest.mark.parametrize("text", sample(SHORT, quick=("1_000_000", "1.5e-300")))
def test_shorter_ones_are_taken(apart, tmp_path, text):
    path = tmp_path / "program.pl"
    path.write_text(f"p({text}).\n")
    assert program_text(path) == path.read_text()
    with apart.load_program(path) as module:
        assert module.once(f"p({text})") == {}


def test_many_numbers_are_not_a_long_one(tmp_path):
    path = tmp_path / "program.pl"
    numbers = list(range(20_000))
    prose = "% 1 line of a comment may have as many words as a hundred columns have room for, and 2 numbers\n"
    path.write_text(f"p({numbers}).\nq('{','.join(map(str, numbers))}').\n{prose * 1000}{'% ' + '1 2 ' * 900}\n")
    assert program_text(path) == path.read_text()


@pytest.mark.clock
@pytest.mark.parametrize("kind", sample(LONG, quick=QUICK))
def test_of_fact_files(here, kind):
    text = f"goal([{number(kind, SIZE)}]).\n"
    begun = time.process_time()
    with pytest.raises(FactFileError):
        read_text(text)
    assert time.process_time() - begun < MOST_SECONDS
    here.once("pybridge:prepare(bridge/fact_file)")
    found = here.start("pybridge_fact_file:read_facts_text(Text, long, _, Faults)", values={"Text": text}).result()
    assert found.answers[0]["Faults"]
    assert found.seconds < MOST_SECONDS
