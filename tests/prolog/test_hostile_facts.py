"""Hostile fact files for both readers: nothing runs, nothing hangs, nothing is left, and they read the same facts."""

import time

import pytest

from pybridge.errors import FactFileError
from pybridge.facts import read, shipped
from pybridge.facts.parser import parse
from pybridge.facts.terms import printable
from pybridge.limits import Limits
from pybridge.swipl import Compound, Engine

MOST_SECONDS = 2.0  # of processor time for one input, on a slow machine; 0.82 is the most that was seen
HANGS = Limits(seconds=30)
VOCABULARY = {"puzzle": 3, "source": 1, "start": 2, "optimal": 2, "goal": 1, "cell": 3, "neighbor": 2, "distance": 2}
VOCABULARY |= {"glyph": 2, "block": 1, "place": 1}


def prolog_string(text: str) -> str:
    """The text as a Prolog string, in ASCII."""
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\x{ord(c):x}\\" for c in text) + '"'


def found_by_python(path, text: str) -> bool:
    """Whether Python finds faults; each at a place in the text and in one line. Anything else is raised."""
    lines = text.split("\n")
    try:
        read(path)
    except FactFileError as error:
        for fault in error.faults:
            assert 1 <= fault.line <= len(lines), fault
            assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1, fault
            assert fault.message, fault
            assert printable(fault.message), fault
        return True
    return False


def as_value(term):
    """A term of Python's reader as Prolog's values are."""
    return [as_value(part) for part in term] if isinstance(term, tuple) else term


def check_prolog(engine, text: str) -> None:
    """Prolog's faults have places; what Python's parser takes, Prolog takes for the same facts."""
    read = f"pybridge_fact_file:read_facts_text({prolog_string(text)}, hostile, Facts, Faults)"
    answer = engine.once(f"pybridge:prepare(bridge/fact_file), {read}", HANGS)
    for line, column, message in (fault.args for fault in answer["Faults"]):
        assert line >= 1, answer["Faults"]
        assert column >= 1, answer["Faults"]
        assert message, answer["Faults"]
        assert printable(message), message
    parsed = parse(text)
    if not parsed.faults and all(VOCABULARY.get(fact.name) == len(fact.arguments) for fact in parsed.facts):
        expected = [Compound(fact.name, tuple(as_value(node.term) for node in fact.arguments)) for fact in parsed.facts]
        assert not answer["Faults"], answer["Faults"][:3]
        assert answer["Facts"] == expected


def check(engine, path, data: bytes) -> bool:
    """Have both readers read the data; whether Python takes it."""
    path.write_bytes(data)
    started = time.process_time()
    sound = not found_by_python(path, data.decode("utf-8", "surrogateescape"))
    text = data.decode("utf-8", "ignore")
    if text.encode() == data:
        check_prolog(engine, text)
    assert time.process_time() - started < MOST_SECONDS
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    return sound


STATE = """
aggregate_all(count, current_op(_, _, _), Operators), aggregate_all(count, current_module(_), Modules),
aggregate_all(count, (current_predicate(_, user:_P), \\+ predicate_property(user:_P, imported_from(_))), Predicates),
aggregate_all(count, stream_property(_, mode(_)), Streams),
findall(_Flag = _Value, current_prolog_flag(_Flag, _Value), _Flags), term_to_atom(_Flags, Flags),
working_directory(Folder, Folder)
"""


def run(hostile, engine, folder, seed: int, numbers: range) -> int:
    """Check the inputs with these numbers; how many of them are sound."""
    path = folder / "hostile.pl"
    check(engine, path, shipped()["seven"].read_bytes())
    engine.once(STATE)  # loads what it needs
    before, sound = engine.once(STATE), 0
    for number in numbers:
        data = hostile(seed, number)
        try:
            sound += check(engine, path, data)
            assert number % 500 != 499 or engine.once(STATE) == before
        except Exception as error:
            pytest.fail(f"hostile({seed}, {number}): {type(error).__name__}: {error}\n{data[:3000]!r}")
    assert engine.once(STATE) == before
    return sound


@pytest.fixture(scope="module")
def engine():
    with Engine() as prolog:
        yield prolog


def test_some_hostile_files(hostile, engine, tmp_path, capfd):
    run(hostile, engine, tmp_path, seed=1, numbers=range(20))
    assert capfd.readouterr() == ("", "")


MANY = 1_000
PARTS = 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_hostile_files(hostile, engine, tmp_path, capfd, part):
    numbers = range(part * MANY // PARTS, (part + 1) * MANY // PARTS)
    sound = run(hostile, engine, tmp_path, seed=2, numbers=numbers)
    assert sound > 40 // PARTS, "the readers must have something to agree on"
    assert capfd.readouterr() == ("", "")
