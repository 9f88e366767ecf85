"""SWI-Prolog reads every accepted text as the same ground facts."""

import random
import subprocess

import pytest

from pybridge.facts.parser import parse
from pybridge.facts.terms import Atom
from tests.samples import FACT_FILES

READER = r"""
main :- current_prolog_flag(argv, [File]), open(File, read, In, [encoding(utf8)]), facts(In).
facts(In) :- read_term(In, Fact, [double_quotes(string)]), ( Fact == end_of_file -> true ; fact(Fact), facts(In) ).
fact(Fact) :- compound(Fact), ground(Fact), compound_name_arguments(Fact, Name, Terms), !, term(Name), term(Terms), nl.
fact(Fact) :- atom(Fact), term(Fact), term([]), nl.
term(Term) :- is_list(Term), !, write('['), forall(member(Item, Term), term(Item)), write(']').
term(Term) :- integer(Term), !, format("~d ", [Term]).
term(Term) :- atom(Term), !, atom_codes(Term, Codes), format("a~w ", [Codes]).
term(Term) :- string(Term), string_codes(Term, Codes), format("s~w ", [Codes]).
"""
EXTRA = r"""
start(mod, [is, dynamic, discontiguous, initialization, table, rdiv, as, xor, div, public, volatile, rem]).
dynamic(foo). is(a, b). table([dynamic, a], [[mod, is], [is, x]]).
a([-5, -0], -3, 007, '-', 'it''s', "a""b'c\"\t\n", "日本\\", '\'').% end
b(1).
c. /* (x). */ 'D e'( /* x */ 1/* y */ ,999999999999999999)."""

PIECES = [
    *"abz(),,,[[]].. \n",
    "(1",
    "x)",
    ").\n",
    "[]",
    "1",
    "-2",
    "0",
    "f(",
    "mod",
    "is",
    "-",
    "% c\n",
    "/* (. */",
    "''",
    '""',
]
PIECES += [
    "'a b'",
    '"s.t"',
    "'it''s'",
    "'\\''",
    '"\\n"',
    "table",
    "_",
    "X",
    "|",
    "\r\n",
    "\t",
    "{",
    "é",
    "0'a",
    "1.5",
    ".",
]


def shown(term) -> str:
    """The term as the Prolog reader above writes it."""
    if isinstance(term, tuple):
        return "[" + "".join(map(shown, term)) + "]"
    if isinstance(term, int):
        return f"{term} "
    text, mark = (term.name, "a") if isinstance(term, Atom) else (term, "s")
    return f"{mark}[{','.join(str(ord(character)) for character in text)}] "


def in_prolog(folder, path) -> str:
    reader = folder / "reader.pl"
    reader.write_text(READER)
    command = ["swipl", "-f", "none", "--no-packs", "-g", "main", "-t", "halt", str(reader), "--", str(path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=20, check=True)
    assert not done.stderr
    return done.stdout


def in_python(path) -> str:
    parsed = parse(path.read_bytes().decode())
    assert not parsed.faults
    return "".join(
        shown(Atom(fact.name)) + shown(tuple(argument.term for argument in fact.arguments)) + "\n"
        for fact in parsed.facts
    )


@pytest.mark.parametrize("path", FACT_FILES.values(), ids=lambda path: path.stem)
def test_shipped_files(tmp_path, path):
    assert in_prolog(tmp_path, path) == in_python(path)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_corners_of_the_syntax(tmp_path, newline):
    path = tmp_path / "extra.pl"
    path.write_bytes(EXTRA.replace("\n", newline).encode())
    assert in_prolog(tmp_path, path) == in_python(path)


@pytest.mark.slow
def test_whatever_python_accepts(tmp_path):
    draw = random.Random(1)
    accepted = []
    for _ in range(40_000):
        text = (
            draw.choice(["", "f(", "a([1, "])
            + "".join(draw.choices(PIECES, k=draw.randint(1, 9)))
            + draw.choice(["", ").\n"])
        )
        parsed = parse(text)
        if parsed.facts and not parsed.faults:
            accepted.append(text + "\n")
    assert len(accepted) > 200
    path = tmp_path / "accepted.pl"
    path.write_bytes("".join(accepted).encode())
    assert in_prolog(tmp_path, path) == in_python(path)
